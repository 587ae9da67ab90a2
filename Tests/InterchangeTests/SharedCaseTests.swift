import Draft
import DraftLedger
import LedgerTesting
import TestSupport
import Testing

@testable import Interchange  // the parsers' own results

/// Files of sites as they were downloaded, where they are at hand.
@Suite(.withSharedCases) struct SharedCaseTests {
    private func importing(
        _ name: String, as source: ImportSource, into house: TemporaryLedger? = nil, map: [String] = []
    ) throws -> ImportSummary {
        let house = try house ?? .forImports()
        return try HistoryImport(source, columns: try ColumnMap(map)).run([SharedData.sample(name)], into: house.ledger)
    }

    @Test func anExportWithoutALastLineBreakKeepsItsLastDraft() throws {
        let summary = try importing("underdog/ud-no-newline.csv", as: .underdog())
        #expect(summary.refused.isEmpty && summary.imported > 0, "\(summary)")
    }

    @Test(arguments: ["draftkings/dk-adp-ragged-2026-05-24.csv", "draftkings/dk-predraft-nfl-2025.csv"])
    func draftKingsRankingsGoIn(name: String) throws {
        #expect(try importing(name, as: .rankings).imported == 1)
        let day = PlayerNoteFile.day("2026-05-24")
        let adp = try importing(name, as: .adp(NoteTerms(season: 2026, site: "draftkings", day: day)))
        #expect(adp.refused.isEmpty && adp.events >= 10, "\(adp)")
    }

    @Test(arguments: ["nflverse/player_stats_2022.csv.gz", "nflverse/stats_player_week_2022.csv.gz"])
    func weeklyStatisticsGoInByEveryLayout(name: String) throws {
        let house = try TemporaryLedger.forImports()
        let summary = try importing(name, as: .scores(ScoreTerms(season: 2022)), into: house)
        #expect(summary.refused.isEmpty && summary.imported == 18, "\(summary)")
        let scores = try #require(try house.ledger.season(2022)).scores
        #expect(scores.contains { $0.name == "Jonathan Taylor" } && !scores.contains { $0.name == "J.Taylor" })
        #expect(summary.notes.first?.contains("of the postseason") == true)
    }

    @Test func theNewLayoutCutByHandIsRead() throws {
        let read = try StatisticsFile.read(SharedData.sample("nflverse/curated-new-layout.csv.gz"), season: 2022)
        #expect(read.weeks.count == 5_042 - read.passedOver.count && read.passedOver.count < 10)
    }

    @Test(arguments: ["schedule/games.csv", "schedule/games-2026.csv"]) func schedulesOfAllSeasonsGoIn(name: String)
        throws
    {
        #expect(try importing(name, as: .schedule(NoteTerms(season: 2026))).events == 3)
    }

    @Test func listsOfSeveralSitesGoIn() throws {
        let day = PlayerNoteFile.day("2026-05-30")
        let terms = NoteTerms(season: 2026, site: "underdog", day: day)
        let list = "fantasypros/FantasyPros_2026_Overall_ADP_Rankings.csv"
        #expect(try importing(list, as: .adp(terms)).events == 5)
        #expect(try importing("fantasypros/only-position-rank.csv", as: .adp(terms)).events == 2)
        #expect(try importing("adp-json/adp.json", as: .adp(NoteTerms(season: 2026, site: "underdog"))).events > 100)
    }

    @Test func twoSlatesOfADayStayApart() throws {
        let house = try TemporaryLedger.forImports()
        let day = PlayerNoteFile.day("2026-06-29")
        func terms(_ slate: String?) -> ImportSource {
            .adp(NoteTerms(season: 2026, site: "underdog", slate: slate, day: day))
        }
        #expect(try importing("slates/underdog_adp_2026-06-29.csv", as: terms(nil), into: house).events > 100)
        let second = try importing("slates/superflex_adp.csv", as: terms(nil), into: house)
        #expect(second.events == 0 && second.refused.first?.expected.contains("--slate") == true)
        #expect(try importing("slates/superflex_adp.csv", as: terms("superflex"), into: house).events > 100)
    }

    @Test func sleepersDraftsGoInOrSayWhatTheyAre() throws {
        for (name, order, teams) in [("3rr-12x18", Ruleset.Order.thirdRoundReversal, 12), ("snake-24x18", .snake, 24)] {
            let house = try TemporaryLedger.forImports()
            #expect(try importing("sleeper/\(name).json", as: .sleeper(), into: house).imported == 1)
            let room = try #require(try house.ledger.room(1))
            #expect(room.ruleset.order == order && room.ruleset.teams == UInt8(teams))
        }
        #expect(try importing("sleeper/one-null-player.json", as: .sleeper()).imported == 1)
        for (name, words) in [
            ("auction", "auction"), ("rookie-draft", "traded pick"), ("under-way-with-keepers", "a draft under way"),
        ] {
            let refused = try importing("sleeper/\(name).json", as: .sleeper()).refused
            #expect(refused.count == 1 && refused.first?.description.contains(words) == true, "\(refused)")
        }
    }
}
