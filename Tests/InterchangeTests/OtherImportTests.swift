import Draft
import DraftLedger
import Foundation
import Interchange
import LedgerTesting
import TestSupport
import Testing

@Suite struct OtherImportTests {
    @Test func queuesSkipsAndTimesOfMFLAreKept() throws {
        let house = try TemporaryLedger.forImports()
        let players = try house.file(MFLParserTests.players, "players.json")
        let results = try house.file(MFLParserTests.file, "results.json")
        let summary = try house.importing([results], as: .mfl(players: players))
        #expect(summary.imported == 1 && summary.refused.isEmpty && summary.notes.isEmpty)
        #expect(
            try house.boards()["65443_DIVISION00"] == [
                "0 Patrick Mahomes QB 0 manual 2020-07-06T14:00:05.000000Z",
                "1 Christian McCaffrey RB 0 queue 2020-07-06T14:00:06.000000Z",
                "1 Saquon Barkley RB 0 skipped 2020-07-06T14:00:04.000000Z",
                "0 - - 0 skipped 2020-07-06T14:00:09.000000Z",
            ])
        #expect(try house.importing([results], as: .mfl(players: players)).skipped == 1)
    }

    /// What no reader looks for, the rules do: here the length of a draft's id. The draft leaves no trace.
    @Test func aRefusalOfTheRulesLeavesNoTrace() throws {
        let house = try TemporaryLedger.forImports()
        let unit = try #require(MFLParserTests.file.firstMatch(of: /\{"unit":(?s).*\]\}/)?.output)
        let long = String(unit.replacing("DIVISION00", with: String(repeating: "D", count: 300)))
        let text = MFLParserTests.file.replacing(String(unit), with: "[\(long),\(unit)]")
        let summary = try house.importing([try house.file(text)], as: .mfl())
        #expect(summary.imported == 1 && summary.refused.count == 1)
        #expect(summary.refused.first?.found.contains("has 306 bytes") == true, "\(summary.refused)")
        #expect(summary.refused.first?.line == 4)
        #expect(try house.boards().count == 1 && house.boards()["65443_DIVISION00"]?.count == 4)
        #expect(try house.ledger.freeNumbers().tournament == 2)
        #expect(try house.ledger.verify().isSound)
    }

    @Test func withoutPlayersTheSummarySaysSo() throws {
        let house = try TemporaryLedger.forImports()
        let summary = try house.importing([try house.file(MFLParserTests.file)], as: .mfl())
        #expect(summary.imported == 1 && summary.notes.count == 1)
    }

    @Test(.withSharedData) func theRealMFLDraftsGoIn() throws {
        let house = try TemporaryLedger.forImports()
        let summary = try house.importing([SharedData.mfl], as: .mfl(players: SharedData.mflPlayers))
        #expect(summary.imported == 8 && summary.refused.isEmpty)
        let picks = try house.boards().values.flatMap { $0 }
        #expect(picks.count == 8 * 12 * 22)
        #expect(picks.count { $0.contains(" queue ") } == 437)
        #expect(picks.count { $0.contains(" skipped ") } == 2)
        let size = try house.ledger.size
        #expect(try house.importing([SharedData.mfl], as: .mfl(players: SharedData.mflPlayers)).skipped == 8)
        #expect(try house.ledger.size == size)
    }

    @Test func rankingsBecomeAPoolOnce() throws {
        let house = try TemporaryLedger.forImports()
        let path = try house.file(RankingsParserTests.file, "may.csv")
        #expect(try house.importing([path], as: .rankings).imported == 1)
        let pool = try #require(try house.ledger.pool(1))
        #expect(pool.title == "may" && pool.players.map(\.rank) == [1, 2, 3])
        #expect(pool.players.map(\.adp) == [150, 310, nil])
        // Under another name they are still the same rankings; changed, they are others.
        let copy = try house.file(RankingsParserTests.file, "copy.csv")
        #expect(try house.importing([copy], as: .rankings).skipped == 1)
        let changed = try house.file(RankingsParserTests.file.replacing("\"3.1\"", with: "\"2.9\""), "june.csv")
        #expect(try house.importing([changed], as: .rankings).imported == 1)
        #expect(try house.ledger.pool(2)?.players[1].adp == 290)
        let broken = try house.file(RankingsParserTests.file.replacing("\"RB\"", with: "\"X\""), "broken.csv")
        #expect(try house.importing([broken], as: .rankings).refused.first?.line == 2)
    }

    @Test(.withSharedData) func theRealRankingsBecomeAPool() throws {
        let house = try TemporaryLedger.forImports()
        #expect(try house.importing([SharedData.rankings], as: .rankings).events == 1449)
    }
}
