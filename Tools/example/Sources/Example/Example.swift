import Draft
import DraftLedger
import Foundation

/// A contest from an empty directory to a finished board: what a backend does with the library, in small.
@main
enum Example {
    static func main() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "example-\(UUID().uuidString).ledger")
        // If the directory cannot be removed, it stays for the system's own cleanup.
        defer { try? FileManager.default.removeItem(at: directory) }
        let ledger = try DraftLedger.create(at: directory.path, origin: "example.com/drafts")
        defer { ledger.close() }

        try await ledger.require(
            .pool(1, .publishPool(PublishPool(externalID: "", title: "Example", players: players))), as: .admin(nil))
        let contest = TournamentCreated(
            pool: 1, entryFee: Cents(500), maxEntries: nil, maxEntriesPerUser: nil, rakeBasisPoints: 1_000,
            ruleset: .fast(teams: 4, rounds: 3),
            prizes: [PrizeTier(firstPlace: 1, lastPlace: 1, amount: Cents(1_800))], title: "The Example Open",
            externalID: "")
        try await ledger.require(.tournament(1, .createTournament(contest)), as: .admin(nil))

        // The fourth join fills room 1: its order is drawn and its countdown begins.
        for number in 1...4 as ClosedRange<UInt64> {
            let user = UserID(number)
            try await ledger.require(.user(user, .registerUser), as: .user(user))
            try await ledger.require(
                .wallet(user, .recordDeposit(amount: Cents(2_000), provider: "bank", reference: "deposit \(number)")),
                as: .provider(onBehalfOf: user))
            try await ledger.require(.wallet(user, .joinTournament(1, entries: 1)), as: .user(user))
        }
        try await draft(in: ledger)
        try printBoard(of: ledger)
    }

    /// Drafts room 1 without waiting: each command states its time of receipt, which the clock uses.
    static func draft(in ledger: DraftLedger) async throws {
        guard let full = try ledger.room(1), let countdownEndsAt = full.countdownEndsAt else { return }
        let sleeper: UserID = 3
        if let seat = full.seat(of: sleeper) {
            try await ledger.require(
                .queue(1, seat, .setQueue(players: [13], expectedVersion: nil)), as: .user(sleeper))
        }
        try await ledger.require(.room(1, .startDraft), as: .scheduler, at: countdownEndsAt)

        while let room = try ledger.room(1), let clock = room.runningClock, let seat = room.seatOnClock,
            let user = room.member(at: seat)?.user
        {
            if user == sleeper, clock.pick <= 4 {
                // No member picks until the grace is over, so the autopick picks: first from the queue, then by ADP.
                let expired = clock.graceEndsAt + .milliseconds(1)
                try await ledger.require(
                    .room(1, .automatePick(pick: clock.pick, epoch: clock.epoch)), as: .scheduler, at: expired)
            } else if let best = players.first(where: { !room.taken.contains($0.index) }) {
                try await ledger.require(
                    .room(1, .makePick(MakePick(pick: clock.pick, player: best.index))), as: .user(user),
                    at: clock.deadline - .seconds(10))
            }
        }
    }

    static func printBoard(of ledger: DraftLedger) throws {
        guard let room = try ledger.room(1) else { return }
        print("room \(room.id) is \(room.status.name)")
        for entry in room.board {
            guard let player = entry.pick.player.map({ players[Int($0)] }) else { continue }
            let user = room.member(at: entry.pick.seat)?.user.map { "user \($0)" } ?? ""
            let name = player.name.padding(toLength: 20, withPad: " ", startingAt: 0)
            print("\(entry.label)  \(name) \(player.position.abbreviation)  \(user)  \(entry.pick.source.name)")
        }
        print("\(try ledger.size) events, \(try ledger.verify().isSound ? "verified" : "damaged")")
    }

    static let names: [(String, PlayerPosition)] = [
        ("Ja'Marr Chase", .wideReceiver), ("Bijan Robinson", .runningBack), ("Justin Jefferson", .wideReceiver),
        ("Saquon Barkley", .runningBack), ("CeeDee Lamb", .wideReceiver), ("Jahmyr Gibbs", .runningBack),
        ("Puka Nacua", .wideReceiver), ("Brock Bowers", .tightEnd), ("Josh Allen", .quarterback),
        ("Derrick Henry", .runningBack), ("Trey McBride", .tightEnd), ("Lamar Jackson", .quarterback),
        ("Drake London", .wideReceiver), ("Jalen Hurts", .quarterback),
    ]

    static let players = names.enumerated().map { index, player in
        PlayerListing(
            index: PlayerIndex(index), position: player.1, byeWeek: nil, adp: UInt32(index + 1) * 100,
            projectedPoints: nil, rank: nil, externalID: "", name: player.0, team: "")
    }
}

extension DraftLedger {
    /// Sends a command and throws its refusal. A caller that may have to retry keeps the ID, so that it happens once.
    @discardableResult
    func require(_ command: Command, as actor: Sender, at moment: Timestamp? = nil) async throws -> [RecordedEvent] {
        try await send(command, as: actor, id: .random(), occurredAt: moment).get()
    }
}
