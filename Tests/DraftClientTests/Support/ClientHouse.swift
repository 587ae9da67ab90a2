import Draft
import DraftClient
import DraftLedger
import LedgerTesting
import Server
import ServerTesting
import Synchronization
import Timekeeping

/// A ledger with a contest of small rooms, another one whose members sign, a server in front of it, and clients that reach it
/// through a network which can be cut.
///
/// Its server is changed by one task at a time.
final class ClientHouse: @unchecked Sendable {
    let temporary: TemporaryLedger
    private let clock = SlowClock()
    private let isFrozen = Flag()
    private var server: ServerRun
    let proxy: Proxy

    var ledger: DraftLedger { temporary.ledger }

    /// - Parameters:
    ///   - teams: members of a room.
    ///   - rounds: players that each drafts.
    init(teams: UInt8 = 2, rounds: UInt8 = 2) async throws {
        temporary = try TemporaryLedger()
        try temporary.reopen(by: clock.now)
        var contest = TournamentCreated.blank
        (contest.pool, contest.entryFee, contest.title) = (1, Cents(500), "Test")
        contest.ruleset = .slow(teams: teams, rounds: rounds)
        contest.ruleset.countdown = .milliseconds(50)
        contest.ruleset.tickInterval = .seconds(3_600)
        contest.prizes = [PrizeTier(firstPlace: 1, lastPlace: 1, amount: Cents(900))]
        let players = (0..<60).map { index in
            PlayerListing(
                index: PlayerIndex(index), position: index == 59 ? .kicker : .wideReceiver, byeWeek: nil,
                adp: UInt32(index + 1) * 100, projectedPoints: nil, rank: nil, externalID: "", name: "Player \(index)",
                team: "KC")
        }
        var signed = contest
        (signed.signedCommands, signed.title) = (.required, "Signed")
        let pool = PublishPool(externalID: "", title: "Pool", players: players)
        let commands: [Command] = [
            .pool(1, .publishPool(pool)), .tournament(1, .createTournament(contest)),
            .tournament(2, .createTournament(signed)),
        ]
        for command in commands {
            _ = try await temporary.ledger.send(command, as: .admin(nil), id: .random()).get()
        }
        server = try await Self.server(on: temporary.ledger, by: Self.wallClock(clock, isFrozen))
        proxy = try await Proxy(to: server.port)
    }

    private static func wallClock(_ clock: SlowClock, _ isFrozen: Flag) -> WallClock {
        WallClock(now: { Timestamp(microseconds: clock.now()) }) { moment in
            try await clock.sleep(until: moment)
            while isFrozen.isUp { try await Task.sleep(for: .milliseconds(20)) }
        }
    }

    private static func server(on ledger: DraftLedger, by clock: WallClock) async throws -> ServerRun {
        try await ServerRun(ledger) { options in
            options.clock = clock
            options.limits.presenceTime = .seconds(600)
        }
    }

    /// A client of somebody's, who gets a token whenever one is asked for.
    func client(
        _ name: String, device: DraftClient.Device? = nil, over carrier: Carrier = .system
    ) throws -> DraftClient {
        let guest = try DraftClient(proxy.address, options: Self.options)
        return try DraftClient(
            proxy.address, device: device, options: Self.options, transport: carrier.transport()
        ) { _ in
            try await guest.developmentToken(for: name)
        }
    }

    static var options: DraftClient.Options {
        var options = DraftClient.Options()
        (options.firstPause, options.longestPause) = (.milliseconds(20), .milliseconds(200))
        return options
    }

    /// Stops the server as SIGTERM does, and starts another one on the same ledger. Tokens of before are not its own.
    func restart() async throws {
        try await server.stop()
        server = try await Self.server(on: ledger, by: Self.wallClock(clock, isFrozen))
        proxy.lead(to: server.port)
    }

    func stop() async throws { try await server.stop() }

    /// Lets time pass, of which whoever drives the clocks learns nothing.
    func skipUnseen(_ time: Interval) {
        isFrozen.raise()
        clock.skip(time)
    }

    /// A room that clients have filled, whose draft has begun.
    func begin(_ clients: [DraftClient]) async throws -> DraftRoom.ID {
        var room = ""
        for client in clients {
            let contest = try await client.tournaments()[0]
            room = try await client.join(contest)[0].roomId
        }
        let number = RoomID(UInt64(room) ?? 0)
        while try ledger.room(number)?.runningClock == nil { try await Task.sleep(for: .milliseconds(10)) }
        return room
    }
}

/// Something that was said once, and holds from then on.
final class Flag: Sendable {
    private let state = Mutex(false)

    var isUp: Bool { state.withLock { $0 } }

    func raise() { state.withLock { $0 = true } }
}
