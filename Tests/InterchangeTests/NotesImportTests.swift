import Draft
import DraftLedger
import Interchange
import LedgerTesting
import Reports
import TestSupport
import Testing

/// What files say of a season beside its drafts and its scores.
@Suite struct NotesImportTests {
    private static let adp = """
        date,name,position,team,adp
        2024-06-01,Al Known,QB,JAX,3.5
        2024-06-01,Bo Mate,WR,JAX,2.5
        2024-06-08,Bo Mate,WR,JAX,6.5

        """

    private static func terms(site: String? = "s", day: Timestamp? = nil, reason: String? = nil) -> NoteTerms {
        NoteTerms(season: 2024, site: site, day: day, reason: reason)
    }

    @Test func adpsAreRecordedOnceByDay() throws {
        let house = try TemporaryLedger.forImports()
        let path = try house.file(Self.adp, "adp.csv")
        let first = try house.importing([path], as: .adp(Self.terms()))
        #expect(first.imported == 2 && first.events == 3 && first.refused.isEmpty, "\(first)")
        let again = try house.importing([path], as: .adp(Self.terms()))
        #expect(again.events == 0 && again.skipped == 2 && again.refused.isEmpty)
        let more = try house.file(Self.adp + "2024-06-08,Cy Other,QB,,9\n", "more.csv")
        #expect(try house.importing([more], as: .adp(Self.terms())).events == 1)
        #expect(try house.importing([path], as: .adp(Self.terms(site: "t"))).events == 3, "another site's are its own")
        let notes = try #require(try house.ledger.notes(of: 2024))
        #expect(notes.positions.count == 7 && Set(notes.positions.map(\.source)) == ["s", "t"])
        #expect(try house.ledger.notedSeasons() == [2024])
        #expect(try house.ledger.verify().isSound)
    }

    @Test func aCorrectionTakesAReasonAndLeavesOtherDaysAlone() throws {
        let house = try TemporaryLedger.forImports()
        try house.importing([try house.file(Self.adp, "adp.csv")], as: .adp(Self.terms()))
        let other = try house.file(Self.adp.replacing("6.5", with: "7") + "2024-06-09,Bo Mate,WR,JAX,8\n", "b.csv")
        let refused = try house.importing([other], as: .adp(Self.terms()))
        #expect(refused.events == 1 && refused.skipped == 1)
        #expect(refused.refused.map(\.description).joined().contains("other data of Bo Mate of 2024-06-08"))
        let corrected = try house.importing([other], as: .adp(Self.terms(reason: "misread")))
        #expect(corrected.events == 1 && corrected.notes == ["1 note is corrected."])
        let positions = try #require(try house.ledger.notes(of: 2024)).positions
        #expect(positions.map(\.adp) == [350, 250, 700, 800] && positions[2].reason == "misread")
    }

    @Test func theDayStandsInTheFileOrItsNameOrIsStated() throws {
        let house = try TemporaryLedger.forImports()
        let day = try #require(PlayerNoteFile.day("2024-06-03"))
        let bare = try house.file("name,position,adp\nBo Mate,WR,5\n", "adp.csv")
        #expect(try house.importing([bare], as: .adp(Self.terms())).refused.count == 1)
        #expect(try house.importing([bare], as: .adp(Self.terms(day: day))).events == 1)
        let named = try house.file("name,position,adp\nBo Mate,WR,6\n", "adp-2024-06-02.csv")
        #expect(try house.importing([named], as: .adp(Self.terms())).events == 1)
        let both = try house.importing([try house.file(Self.adp, "both.csv")], as: .adp(Self.terms(day: day)))
        #expect(both.events == 0 && both.refused.count == 1)
        let far = try house.file("name,position,adp,date\nBo Mate,WR,5,2020-06-01\n", "far.csv")
        let refused = try house.importing([far], as: .adp(Self.terms())).refused
        #expect(refused.description.contains("expected a day near it"))
    }

    @Test func aDayThatHasNotComeYetIsSaid() throws {
        let house = try TemporaryLedger.forImports()
        let file = try house.file(
            "name,position,adp,date\nBo Mate,WR,5,9000-06-01\nBo Mate,WR,6,9000-06-02\n", "far.csv")
        let summary = try house.importing([file], as: .adp(NoteTerms(season: 9000, site: "s")))
        #expect(summary.imported == 2 && summary.notes.count == 1, "\(summary)")
        #expect(summary.notes[0].hasPrefix("2 days have not come yet, the last one 9000-06-02"))
    }

    /// The last line break is optional; a last row with fewer fields is cut.
    @Test func aFileThatEndsWithinALineIsRefused() throws {
        let whole = "name,position,adp\nBo Mate,WR,112.5"
        for (text, isCut) in [("name,position,adp\nBo Mate,WR", true), (whole, false), (whole + "\r\n", false)] {
            let house = try TemporaryLedger.forImports()
            let summary = try house.importing([try house.file(text, "adp-2024-06-02.csv")], as: .adp(Self.terms()))
            #expect(summary.imported == (isCut ? 0 : 1) && summary.refused.count == (isCut ? 1 : 0))
            if isCut { #expect(summary.refused[0].found == "2 fields", "\(summary)") }
        }
    }

    /// Files that say different parts of one truth.
    @Test func whateverCameFirstReportsSayTheSame() throws {
        let files: [(String, String, (NoteTerms) -> ImportSource)] = [
            (Self.adp, "adp.csv", { .adp($0) }),
            ("name,position,team\nAl Known,QB,JAC\nBo Mate,WR,JAX\n", "teams.csv", { .players($0) }),
            ("name,position,team,bye\nBo Mate,WR,,9\nAl Known,QB,JAX,9\n", "byes.csv", { .players($0) }),
            ("week,home,away\n15,DEN,JAX\n16,KC,JAC\n", "games.csv", { .schedule($0) }),
            ("week,home,away\n16,KC,JAX\n17,JAX,BUF\n", "more.csv", { .schedule($0) }),
        ]
        var states: Set<[String]> = []
        for order in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 4, 0, 1, 3]] {
            let house = try TemporaryLedger.forImports()
            for place in order + order {
                let (text, name, source) = files[place]
                let summary = try house.importing([try house.file(text, name)], as: source(Self.terms()))
                #expect(summary.refused.isEmpty, "\(summary.refused)")
            }
            let notes = try #require(try house.ledger.notes(of: 2024))
            let facts = notes.facts.map { "\($0.name) \(TeamName.canonical($0.team)) \($0.byeWeek ?? 0)" }
            let games = notes.games.map { "\($0.week ?? 0) \($0.home) \(TeamName.canonical($0.away))" }
            let positions = notes.positions.map { "\($0.name) \($0.day?.iso8601 ?? "") \($0.adp ?? 0)" }
            states.insert(facts.sorted() + games + positions.sorted())
        }
        #expect(states.count == 1, "\(states)")
        #expect(states.first?.contains("Bo Mate JAX 9") == true && states.first?.contains("17 JAX BUF") == true)
    }

    @Test func aFileOfAnotherSeasonOrOfTwoTruthsIsRefused() throws {
        let house = try TemporaryLedger.forImports()
        for (text, name, source) in [
            ("season,week,home,away\n2023,1,KC,DEN\n", "old.csv", ImportSource.schedule(Self.terms())),
            ("week,home,away\n1,KC,DEN\n1,KC,LV\n", "twice.csv", .schedule(Self.terms())),
            ("name,position,team,bye\nA B,WR,KC,9\nA.B.,WR,KC,10\n", "two.csv", .players(Self.terms())),
        ] {
            let summary = try house.importing([try house.file(text, name)], as: source)
            #expect(summary.events == 0 && summary.refused.count == 1, "\(name): \(summary)")
        }
        #expect(try house.ledger.notes(of: 2024) == nil)
    }
}
