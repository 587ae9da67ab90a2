import TextFormats
import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Timekeeping

@testable import Server  // limits are made small

/// A ledger with a contest of rooms for two and two rounds, and a server in front of it.
final class Table {
    let temporary: TemporaryLedger
    private let clock = SlowClock()
    private let wishes: ServerOptionsChange
    var server: RunningServer
    let anna: (token: String, user: UInt64)
    let ben: (token: String, user: UInt64)

    var ledger: DraftLedger { temporary.ledger }

    init(_ change: (inout ServerOptionsChange) -> Void = { _ in }) async throws {
        var wishes = ServerOptionsChange(clock)
        change(&wishes)
        self.wishes = wishes
        temporary = try TemporaryLedger()
        try temporary.reopen(by: clock.now)
        var contest = TournamentCreated.blank
        (contest.pool, contest.entryFee, contest.title) = (1, Cents(500), "Test")
        contest.ruleset = .slow(teams: 2, rounds: 2)
        contest.ruleset.countdown = .milliseconds(50)
        contest.ruleset.tickInterval = .seconds(3_600)
        let players = (0..<20).map { index in
            PlayerListing(
                index: PlayerIndex(index), position: .wideReceiver, byeWeek: nil, adp: UInt32(index + 1) * 100,
                projectedPoints: nil, rank: nil, externalID: "", name: "P\(index)", team: "")
        }
        let pool = PublishPool(externalID: "", title: "Pool", players: players)
        for command in [Command.pool(1, .publishPool(pool)), .tournament(1, .createTournament(contest))] {
            _ = try await temporary.ledger.send(command, as: .admin(nil), id: .random()).get()
        }
        server = try await RunningServer(temporary.ledger, wishes.apply)
        anna = try await server.signIn("anna")
        ben = try await server.signIn("ben")
    }

    /// Starts the next server, after the last one has stopped.
    func serveAgain() async throws { server = try await RunningServer(ledger, wishes.apply) }

    /// Both sit down in room 1, whose draft starts by itself.
    func draft(in contest: Int = 1) async throws {
        for user in [anna, ben] {
            let joined = try await server.command(
                "{\"kind\":\"joinTournament\",\"user\":\(user.user),\"tournament\":\(contest),\"entries\":1}",
                as: user.token)
            guard joined.status == 200 else { throw NotAccepted(answer: joined) }
        }
        while try ledger.room(1)?.runningClock == nil { try await Task.sleep(for: .milliseconds(10)) }
    }

    /// Who is on the clock in room 1, and who is not.
    func turn() throws -> (on: (token: String, user: UInt64), off: (token: String, user: UInt64)) {
        let room = try ledger.room(1)
        let user = room?.seatOnClock.flatMap { room?.member(at: $0)?.user }
        return user?.number == anna.user ? (anna, ben) : (ben, anna)
    }

    /// Lets time pass.
    func skip(_ time: Interval) { clock.skip(time) }

    /// The member on the clock takes a player.
    @discardableResult
    func pick(_ player: Int, id: String = UUID().uuidString) async throws -> RunningServer.Answer {
        let pick = try ledger.room(1)?.currentPickNumber ?? 0
        return try await server.post(
            "/v1/commands", as: try turn().on.token,
            "{\"kind\":\"makePick\",\"room\":1,\"pick\":\(pick),\"player\":\(player)}", ["Idempotency-Key": id])
    }

    struct NotAccepted: Error { var answer: RunningServer.Answer }
}

/// What a test wants otherwise than it is.
struct ServerOptionsChange {
    var limits: ServerOptions.Limits = .init()
    var issuers: [TokenIssuer] = []
    var secondsClock = SecondsClock.system
    var operations: (inout OperationOptions) -> Void = { _ in }
    var notices = NoticeOptions()
    var payments: String?
    private let clock: SlowClock

    init(_ clock: SlowClock) {
        self.clock = clock
        // A slow machine is not to tell of connections, or that a stream lives, where nobody looks for it.
        limits.presenceTime = .seconds(600)
        limits.heartbeat = .seconds(600)
    }

    func apply(_ options: inout ServerOptions) {
        options.limits = limits
        options.issuers = issuers
        options.secondsClock = secondsClock
        operations(&options.operations)
        options.notices = notices
        options.payments = payments
        let clock = clock
        options.clock = WallClock(now: { Timestamp(microseconds: clock.now()) }, sleep: clock.sleep)
    }
}
