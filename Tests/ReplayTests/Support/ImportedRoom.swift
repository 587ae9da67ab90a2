import Draft
import DraftLedger
import LedgerTesting
import Records

/// A draft of 2 teams and 3 rounds as an import leaves it: room 2, beside the table's own.
enum ImportedRoom {
    static let room: RoomID = 2

    /// When pick 1 was made at the source: long before the import.
    static let start = Timestamp(microseconds: 1_594_044_005_000_000)

    /// - Parameter picks: for each pick when it was made, in seconds since the start; nil where the source has no time.
    ///   Those that are not known to the source are left out, and so is who sits on their seat.
    static func ledger(picks: [PickNumber: Double?]) throws -> TemporaryLedger {
        var table = DraftTable()
        var contest = TournamentCreated.blank
        (contest.pool, contest.ruleset, contest.title) = (1, .untimed(teams: 2, rounds: 3), "Test")
        table.must(.tournament(2, .createTournament(contest)), as: .importer, at: DraftTable.at(59))
        let groundwork = table.pending
        let snake = Snake(teams: 2, rounds: 3)
        let known = Set(picks.keys.map { snake.slot(of: $0) })
        let opening = OpenRoom(
            tournament: 2, pool: 1, entryFee: nil, ruleset: .untimed(teams: 2, rounds: 3), externalID: "d-1")
        let entries = (0..<2).map { known.contains($0) ? ImportRoom.Entry(externalID: "e-\($0)") : nil }
        let beginning = picks.count == 6 ? picks.values.compactMap { $0 }.min() : nil
        var events: [PendingEvent] = []
        func record(_ command: Command, at seconds: Double?) {
            let before = table.pending.count
            table.must(command, as: .importer, at: DraftTable.at(60))
            for event in table.pending[before...] {
                var event = event
                event.origin?.occurredAt = seconds.map { start + .milliseconds(Int64($0 * 1_000)) }
                events.append(event)
            }
        }
        record(.room(room, .importRoom(ImportRoom(room: opening, entries: entries))), at: beginning)
        for pick in 1...snake.pickCount {
            let seat = snake.slot(of: pick)
            if let time = picks[pick] {
                record(.room(room, .makePick(MakePick(pick: pick, player: PlayerIndex(pick), seat: seat))), at: time)
            } else {
                let unknown = RecordAutomatedPick(
                    pick: pick, seat: seat, player: nil, reason: .unknown, source: .unknown)
                record(.room(room, .recordAutomatedPick(unknown)), at: nil)
            }
        }
        let ledger = try TemporaryLedger(createdAt: DraftTable.start - .seconds(1_000))
        try ledger.ledger.append(groundwork + events)
        return ledger
    }

    /// Every pick has its time.
    static func timed() throws -> TemporaryLedger {
        try ledger(picks: [1: 0, 2: 7, 3: 7, 4: 10_007, 5: 10_010, 6: 10_011])
    }

    /// No pick has one.
    static func untold() throws -> TemporaryLedger {
        try ledger(picks: [1: nil, 2: nil, 3: nil, 4: nil, 5: nil, 6: nil])
    }

    /// Only the picks of slot 1 are known, with their times.
    static func partlyKnown() throws -> TemporaryLedger { try ledger(picks: [2: 12, 3: 15, 6: 40]) }
}
