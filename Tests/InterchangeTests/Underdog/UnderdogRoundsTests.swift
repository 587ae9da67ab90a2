import Draft
import DraftLedger
import Interchange
import LedgerTesting
import Projections
import Testing

/// How many rounds a draft has, which an export does not say: found out from the file alone.
@Suite struct UnderdogRoundsTests {
    /// A draft of the one contest: its picks so far, the day of the first one, hours between two of them (0: a fast draft).
    private typealias Draft = (rounds: Int, day: Int, hours: Int)

    private func sheet(_ drafts: Draft..., slot: Slot = 3) -> UnderdogSheet {
        var sheet = UnderdogSheet()
        for (number, draft) in zip(1..., drafts) {
            sheet.draft(
                "d\(number)", slot: slot, rounds: draft.rounds, firstPlayer: 40 * number, day: draft.day,
                hours: draft.hours)
        }
        return sheet
    }

    @discardableResult
    private func importing(
        _ sheet: UnderdogSheet, into house: TemporaryLedger, rounds: UInt8? = nil
    ) throws -> ImportSummary {
        try house.importing([try house.file(sheet.text)], as: .underdog(rounds: rounds))
    }

    /// By draft: rounds and status of its room.
    private func rooms(_ house: TemporaryLedger) throws -> [String] {
        try house.ledger.rooms().sorted { $0.room < $1.room }.filter { $0.status != .voided }.sorted {
            $0.externalID < $1.externalID
        }.map { "\($0.externalID) \($0.picks) of \($0.rounds) \($0.status.name)" }
    }

    @Test func roundsAreThoseOfTheLongestEntryThatIsOver() throws {
        let cases: [(String, UnderdogSheet, rooms: [String])] = [
            ("two slow drafts under way", sheet((5, 1, 8), (7, 1, 8)), ["d1 5 of 18 active", "d2 7 of 18 active"]),
            ("one slow draft under way", sheet((10, 1, 8)), ["d1 10 of 18 active"]),
            (
                "slow ones that happen to be level", sheet((6, 1, 8), (6, 1, 9)),
                ["d1 6 of 18 active", "d2 6 of 18 active"]
            ),
            (
                "one that has rested for days", sheet((10, 1, 8), (3, 14, 8)),
                ["d1 10 of 10 complete", "d2 3 of 10 active"]
            ),
            ("a fast one", sheet((10, 1, 0)), ["d1 10 of 10 complete"]),
            ("a fast and a slow one", sheet((10, 9, 0), (4, 8, 8)), ["d1 10 of 10 complete", "d2 4 of 10 active"]),
            ("twenty rounds", sheet((20, 1, 8), (18, 1, 8)), ["d1 20 of 20 complete", "d2 18 of 20 active"]),
            ("a usual one", sheet((18, 1, 8)), ["d1 18 of 18 complete"]),
            ("a pick alone", sheet((1, 1, 0)), ["d1 1 of 18 active"]),
            ("both picks of a turn", sheet((2, 1, 0), slot: 11), ["d1 2 of 18 active"]),
        ]
        for (name, sheet, expected) in cases {
            let house = try TemporaryLedger.forImports()
            let summary = try importing(sheet, into: house)
            #expect(summary.refused.isEmpty, "\(name)")
            #expect(try rooms(house) == expected, "\(name)")
            #expect(summary.notes.isEmpty == !expected[0].contains("of 18 active"), "\(name): \(summary.notes)")
            #expect(try importing(sheet, into: house).events == 0, "\(name)")
        }
    }

    @Test func aDraftWithoutTimesIsOver() throws {
        let house = try TemporaryLedger.forImports()
        var timeless = sheet((10, 1, 8))
        for row in timeless.rows.indices { timeless.rows[row].pickedAt = "" }
        try importing(timeless, into: house)
        #expect(try rooms(house) == ["d1 10 of 10 complete"])
    }

    @Test func theUserCanStateThem() throws {
        for (stated, expected) in [(20, "d1 10 of 20 active"), (10, "d1 10 of 10 complete")] as [(UInt8, String)] {
            let house = try TemporaryLedger.forImports()
            let summary = try importing(sheet((10, 1, 8)), into: house, rounds: stated)
            #expect(try summary.notes.isEmpty && rooms(house) == [expected])
        }
        let house = try TemporaryLedger.forImports()
        let summary = try importing(sheet((10, 1, 8), (9, 1, 8)), into: house, rounds: 9)
        #expect(try rooms(house) == ["d2 9 of 9 complete"])
        #expect(summary.refused.map(\.found) == ["10 picks of one entry"] && summary.refused.first?.line == 11)
        #expect(summary.refused.first?.expected == "at most 9, the rounds that were stated")
    }

    @Test func onlyWhatADraftCanHaveIsStated() throws {
        let house = try TemporaryLedger.forImports()
        for rounds in [0, 31] as [UInt8] {
            let error = #expect(throws: InterchangeError.self) {
                try house.importing([], as: .underdog(rounds: rounds))
            }
            #expect(error?.code == .unfitOption)
        }
    }
}
