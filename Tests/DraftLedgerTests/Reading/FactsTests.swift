import Draft
import DraftLedger
import LedgerTesting
import Records
import Testing

/// Teams, bye weeks and games of a season as they are read: without the ADPs among which they stand.
@Suite struct FactsTests {
    private static let day = Timestamp(microseconds: 1_779_580_800_000_000)  // 2026-05-24

    private static func notes(_ names: [String], adp: UInt32) -> Command {
        let notes = names.map { NotedPlayer(position: .wideReceiver, adp: adp, name: $0) }
        return .notes(2026, .recordNotes(RecordNotes(day: day, source: "s", notes: notes, reason: "again")))
    }

    private static func facts(_ name: String, team: String) -> Command {
        let note = NotedPlayer(position: .wideReceiver, byeWeek: 9, name: name, team: team)
        return .notes(2026, .recordNotes(RecordNotes(day: nil, source: "f", notes: [note], reason: "traded")))
    }

    private static let game = Command.notes(
        2026, .recordGames(RecordGames(source: "g", games: [NotedGame(week: 3, home: "KC", away: "LV")])))

    /// What the whole history comes to, as of a position.
    private static func told(_ ledger: DraftLedger, upTo position: UInt64) throws -> [String] {
        words(NotesState.folding(try ledger.stream(.notes(2026), upTo: position)))
    }

    private static func words(_ notes: NotesState?) -> [String] {
        (notes?.facts ?? []).map { "\($0.name) \($0.team) \($0.byeWeek ?? 0)" }
            + (notes?.games ?? []).map { "\($0.home) \($0.away) \($0.week ?? 0)" }
    }

    @Test func whatIsSaidBesidesADPsIsReadWithoutThem() async throws {
        let house = try await LiveHouse()
        let reader = try DraftLedger.open(at: house.path, upkeep: .none)
        defer { reader.close() }
        #expect(try house.ledger.facts(of: 2026) == nil)
        for command in [
            Self.notes(["A", "B"], adp: 100), Self.facts("A", team: "KC"), Self.notes(["A"], adp: 200), Self.game,
            Self.facts("A", team: "LV"), Self.facts("B", team: "KC"), Self.notes(["C"], adp: 300),
        ] {
            try await house.accept(command)
            for ledger in [house.ledger, reader] {
                for _ in 1...2 {
                    let facts = try ledger.facts(of: 2026)
                    #expect(Self.words(facts) == (try Self.told(ledger, upTo: ledger.size)))
                    #expect(facts?.positions.isEmpty ?? true)
                }
            }
        }
        #expect(Self.words(try reader.facts(of: 2026)) == ["A LV 9", "B KC 9", "KC LV 3"])
        // What is kept of now says nothing of before.
        for position in try 0...reader.size {
            #expect(Self.words(try reader.facts(of: 2026, upTo: position)) == (try Self.told(reader, upTo: position)))
        }
    }

    @Test func aRecordTellsWithoutBeingReadWhetherItIsOfADay() async throws {
        let house = try await LiveHouse()
        try await house.accept(Self.notes(["A"], adp: 100))
        try await house.accept(Self.facts("A", team: "KC"))
        try await house.accept(Self.game)
        var days: [Bool] = []
        for event in try house.ledger.stream(.notes(2026)) {
            let record = try house.ledger.record(at: event.position)
            days.append(try record.withUnsafeBytes { try RecordView($0, position: event.position).isNoteOfDay })
        }
        #expect(days == [true, false, false])
    }
}
