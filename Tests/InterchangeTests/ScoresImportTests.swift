import Draft
import DraftLedger
import Foundation
import Interchange
import LedgerTesting
import TestSupport
import Testing

@Suite struct ScoresImportTests {
    private static let file = """
        season,week,player,position,team,points
        2022,1,A.J. Brown,WR,PHI,20.50
        2022,1,Taysom Hill,TE,NO,-0.4
        2022,2,A.J. Brown,WR,PHI,9

        """

    private static func terms(reason: String? = nil, isFinal: Bool = false) -> ImportSource {
        .scores(ScoreTerms(season: 2022, reason: reason, isFinal: isFinal))
    }

    private func scores(_ house: TemporaryLedger) throws -> [String] {
        try #require(try house.ledger.season(2022)).scores.map { score in
            "\(score.week) \(score.name) \(score.position.abbreviation) \(score.team) \(score.points)"
                + (score.replaces.map { " before \($0): \(score.reason)" } ?? "")
        }
    }

    @Test func whatPlayersScoredIsRecordedOnce() throws {
        let house = try TemporaryLedger.forImports()
        let path = try house.file(Self.file, "scores.csv")
        let summary = try house.importing([path], as: Self.terms())
        #expect(summary.imported == 2 && summary.events == 3 && summary.refused.isEmpty)
        #expect(
            try scores(house) == ["1 A.J. Brown WR PHI 2050", "1 Taysom Hill TE NO -40", "2 A.J. Brown WR PHI 900"])
        #expect(try house.ledger.season(2022)?.scores.map(\.source) == Array(repeating: "scores.csv", count: 3))
        let again = try house.importing([path], as: Self.terms())
        #expect(again.events == 0 && again.skipped == 2)
        let final = try house.importing([path], as: Self.terms(isFinal: true))
        #expect(final.events == 2)
        #expect(try house.ledger.season(2022)?.isFinal(week: 2, scoring: ScoringSet.halfPPR) == true)
        #expect(try house.ledger.verify().isSound)
    }

    /// A last row with fewer fields is cut. One that was cut within its last field looks whole: the file's name is noted, and the
    /// whole file is a correction.
    @Test func aFileThatIsCutIsRefusedOrCorrectedByTheWholeOne() throws {
        for length in 0..<Self.file.utf8.count {
            let house = try TemporaryLedger.forImports()
            let cut = try house.file(String(decoding: Self.file.utf8.prefix(length), as: UTF8.self), "scores.csv")
            // Without a header the file is none.
            _ = try? house.importing([cut], as: Self.terms())
            let whole = try house.file(Self.file, "scores.csv")
            let summary = try house.importing([whole], as: Self.terms(reason: "was cut"))
            #expect(summary.refused.isEmpty, "cut after \(length) bytes: \(summary)")
            #expect(try #require(try house.ledger.season(2022)).scores.map(\.points) == [2_050, -40, 900])
        }
    }

    /// The last line break is optional, also where gzip packed the file.
    @Test(arguments: [false, true]) func aLastRowWithAllFieldsIsWhole(isPacked: Bool) throws {
        let house = try TemporaryLedger.forImports()
        let cut = try house.file(String(Self.file.dropLast(4)) + "1.", "scores.csv")
        let broken = try house.importing([cut], as: Self.terms())
        #expect(broken.refused.first?.line == 4, "\(broken)")
        var path = try house.file(String(Self.file.dropLast()), "open.csv")
        if isPacked { path = try packed(path, in: house) }
        let summary = try house.importing([path], as: Self.terms())
        #expect(summary.imported == 2 && summary.refused.isEmpty && summary.notes.count == 1)
        #expect(summary.notes[0].contains("ends without a line break"))
    }

    private func packed(_ path: String, in house: TemporaryLedger) throws -> String {
        let gzip = Process()
        gzip.executableURL = URL(filePath: "/usr/bin/env")
        gzip.arguments = ["gzip", path]
        try gzip.run()
        gzip.waitUntilExit()
        return path + ".gz"
    }

    /// The season knows one player by both names.
    @Test func twoSpellingsOfAPlayerInAWeekAreNamedWithTheirPlace() throws {
        let house = try TemporaryLedger.forImports()
        try house.importing([try house.file("week,player,position,points\n1,DJ Moore,WR,1\n")], as: Self.terms())
        let text = "week,player,position,points\n2,DJ Moore,WR,1\n2,D.J. Moore,WR,2\n3,D.J. Moore,WR,3\n"
        let summary = try house.importing([try house.file(text, "more.csv")], as: Self.terms())
        let issue = try #require(summary.refused.first)
        #expect(issue.line == 3 && issue.column == 3, "\(issue)")
        #expect(issue.found == "D.J. Moore (WR), another spelling of DJ Moore")
        #expect(summary.refused.count == 1)
        #expect(try scores(house) == ["1 DJ Moore WR  100", "3 DJ Moore WR  300"])
    }

    /// The season knows nobody yet.
    @Test func twoSpellingsInAFirstFileAreNamedToo() throws {
        let house = try TemporaryLedger.forImports()
        let text = "week,player,position,points\n1,DJ Moore,WR,1\n1,D.J. Moore,WR,2\n2,D.J. Moore,WR,3\n"
        let summary = try house.importing([try house.file(text)], as: Self.terms())
        #expect(summary.refused.map(\.found) == ["D.J. Moore (WR), another spelling of DJ Moore"])
        #expect(summary.refused.map(\.line) == [3])
        #expect(try scores(house) == ["2 D.J. Moore WR  300"])
        // Ids tell namesakes apart, whoever is known.
        let other = try TemporaryLedger.forImports()
        let ids = "week,player,position,points,player_id\n1,DJ Moore,WR,1,a\n1,D.J. Moore,WR,2,b\n"
        #expect(try other.importing([try other.file(ids)], as: Self.terms()).refused.isEmpty)
        #expect(try scores(other).count == 2)
    }

    @Test func aCorrectionTakesAReason() throws {
        let house = try TemporaryLedger.forImports()
        try house.importing([try house.file(Self.file, "scores.csv")], as: Self.terms())
        let other = try house.file(Self.file.replacing("20.50", with: "21.1"), "later.csv")
        let summary = try house.importing([other], as: Self.terms())
        #expect(summary.events == 0 && summary.skipped == 1)
        #expect(
            summary.refused.map(\.description) == [
                "\(other): found 21.10 points for A.J. Brown in week 1, expected 20.50, as in the ledger, or "
                    + "--reason with the reason of the correction"
            ])
        let corrected = try house.importing([other], as: Self.terms(reason: "one more catch"))
        #expect(corrected.events == 1 && corrected.notes == ["1 score is corrected."])
        #expect(try scores(house)[0] == "1 A.J. Brown WR PHI 2110 before 2050: one more catch")
        // Back again: the same content as once before is no retry of that.
        try house.importing([try house.file(Self.file, "third.csv")], as: Self.terms(reason: "not after all"))
        #expect(try scores(house)[0] == "1 A.J. Brown WR PHI 2050 before 2110: not after all")
    }

    @Test func anotherSpellingIsTheSamePlayer() throws {
        let house = try TemporaryLedger.forImports()
        try house.importing([try house.file(Self.file, "scores.csv")], as: Self.terms())
        let other = try house.file("week,name,pos,points\n1,AJ Brown Jr.,WR,20.5\n3,AJ Brown,WR,1\n", "other.csv")
        let summary = try house.importing([other], as: Self.terms())
        #expect(summary.events == 1 && summary.skipped == 1)
        #expect(try scores(house).last == "3 A.J. Brown WR  100")
    }

    @Test(arguments: [
        ("week,player,position\n1,A,WR\n", 1, 1, "a header without 'points'"),
        ("week,player,position,points\n0,A,WR,1\n", 2, 1, "\"0\""),
        ("week,player,position,points\n1,A,WR,x\n", 2, 8, "\"x\""),
        ("week,player,position,points\n1,A,XX,1\n", 2, 5, "\"XX\""),
        ("week,player,position,points\n1,,WR,1\n", 2, 3, "nothing"),
        ("week,player,position,points\n1,A,WR,1\n1,A,WR,2\n", 3, 3, "A (WR) a second time"),
    ])
    func aWrongRowRefusesTheFile(text: String, line: Int, column: Int, found: String) throws {
        let house = try TemporaryLedger.forImports()
        let summary = try house.importing([try house.file(text)], as: Self.terms())
        let issue = try #require(summary.refused.first)
        #expect(issue.line == line && issue.column == column && issue.found == found, "\(issue)")
        #expect(try house.ledger.season(2022) == nil)
    }

    @Test func bestBallManiaOfAKnownYearHasItsRounds() throws {
        let house = try TemporaryLedger.forImports()
        let drafts = try house.file(Sheet(teams: 12, rounds: 18).text())
        let summary = try house.importing([drafts])
        #expect(summary.imported == 1, "\(summary.refused)")
        let contest = try #require(try house.ledger.tournament(1))
        #expect(contest.rounds?.season == 2022)
        #expect(contest.rounds?.rounds.map(\.podSize) == [12, 10, 16, 470])
        #expect(contest.rounds?.rounds.map(\.advancing) == [2, 1, 1, 0])
        #expect(contest.scoring == ScoringSet(lineup: .underdog, scoring: ScoringSet.halfPPR))
        #expect(try house.importing([drafts]).events == 0)
        let older = try TemporaryLedger.forImports()
        try older.importing([try older.file(Sheet(teams: 3).text())])
        #expect(try older.ledger.tournament(1)?.rounds == nil)
    }
}
