import Draft
import DraftLedger
import LedgerTesting
import Projections
import TestSupport
import Testing

@testable import Interchange  // drafts as an earlier version told them

/// What a dump says is kept, and what it does not say is not known.
@Suite struct BBMFactTests {
    @Test func theStatedClockIsKeptAndDecidesNothing() throws {
        let house = try TemporaryLedger.forImports()
        var sheet = Sheet(drafts: ["fast", "slow", "silent"])
        for row in sheet.rows.indices where sheet.rows[row][0] == "slow" { sheet[row, "clock"] = "28800" }
        for row in sheet.rows.indices where sheet.rows[row][0] == "silent" { sheet[row, "clock"] = "" }
        try house.importing(sheet)
        let rules = try house.ledger.rooms().reduce(into: [String: Ruleset]()) { rules, room in
            rules[room.externalID] = try house.ledger.room(room.room)?.ruleset
        }
        #expect(rules["fast"]?.statedClock == .seconds(30) && rules["fast"]?.tempo == .fast)
        #expect(rules["slow"]?.statedClock == .seconds(28_800) && rules["slow"]?.tempo == .slow)
        #expect(rules["silent"]?.statedClock == nil && rules["silent"]?.tempo == .untimed)
        #expect(rules.values.allSatisfy { $0.preset == .untimed && !$0.isTimed })
        #expect(try house.ledger.verify().isSound)
    }

    @Test func anotherClockWithinADraftIsRefused() throws {
        var sheet = Sheet(drafts: ["d1", "d2"])
        sheet[8, "clock"] = "3600"
        let batch = try sheet.parsed()
        #expect(batch.drafts.map(\.externalID) == ["d1"])
        #expect(batch.issues.map(\.place) == [sheet.place(8, "clock")])
        #expect(batch.issues.first?.expected == "\"30\", as in the draft's other rows")
    }

    @Test func picksWithoutASourceAreNobodysInParticular() throws {
        let house = try TemporaryLedger.forImports()
        var sheet = Sheet.later()
        sheet[3, "source"] = "NA"
        try house.importing(sheet)
        let picks = try #require(try house.ledger.room(1)).picks
        #expect(picks.map(\.source) == [.manual, .queue, .adp, .unknown, .queue, .adp])
        #expect(picks[3].player != nil && picks[3].adp == 450)
        #expect(try house.ledger.rooms().first?.picks == 6, "the picks themselves are known")
    }

    /// What an earlier version wrote stands, and the same file is still the same drafts.
    @Test func aLedgerOfBeforeTakesTheSameFileForTheSame() throws {
        let house = try TemporaryLedger.forImports()
        let former = FormerBatch(base: try Sheet(drafts: ["d1", "d2"]).parsed())
        let first = try DraftImporter(
            former, known: KnownHistory(house.ledger), ledger: house.ledger,
            appender: ImportAppender(ledger: house.ledger)
        ).run(progress: nil)
        #expect(first.imported == 2)
        #expect(try house.ledger.room(1)?.picks.map(\.source) == Array(repeating: .manual, count: 6))
        let again = try house.importing(Sheet(drafts: ["d1", "d2", "d3"]))
        #expect(again.skipped == 2 && again.imported == 1 && again.refused.isEmpty)
        #expect(try house.ledger.room(3)?.ruleset.statedClock == .seconds(30))
        #expect(try house.importing(Sheet(drafts: ["d1", "d2", "d3"])).events == 0)
    }

    /// As drafts were told before the clock and the word for an unknown source.
    private struct FormerBatch: ImportBatch {
        var base: DumpBatch
        var dialect: String { base.dialect }
        var files: [SourceFile] { base.files }
        var players: [ImportedPlayer] { base.players }
        var contests: [ImportedContest] { base.contests }
        var issues: [ImportIssue] { base.issues }
        var drafts: [ImportedDraft] {
            base.drafts.map { draft in
                var draft = draft
                draft.statedClock = nil
                for index in draft.picks.indices { draft.picks[index].manner = .byHand }
                return draft
            }
        }
    }
}
