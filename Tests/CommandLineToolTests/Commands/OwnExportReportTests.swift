import Foundation
import TestSupport
import Testing

/// Reports over a user's own export: of each draft one seat is known, and of some contests not the fee.
@Suite struct OwnExportReportTests {
    private let scratch = TemporaryDirectory()

    /// Two drafts of two teams, a week apart, each in a contest of its own.
    private func imported() throws -> [String] {
        let ledger = ["--ledger", scratch("ledger")]
        let sheet = """
            PickedAt,PickNumber,Appearance,FirstName,LastName,Team,Position,Draft,DraftEntry,DraftSize,Tournament,\
            TournamentTitle,TournamentEntryFee
            2024-06-01 12:00:01 UTC,1,p-1,,Known,JAC,QB,a,e-a,2,t-a,The Poodle,5.0
            2024-06-01 12:00:03 UTC,4,p-3,,Mate,JAX,WR,a,e-a,2,t-a,The Poodle,5.0
            2024-06-09 12:00:02 UTC,1,p-2,,Unknown,LA,QB,b,e-b,2,t-b,The Cat,
            2024-06-09 12:00:03 UTC,4,p-3,,Mate,JAX,WR,b,e-b,2,t-b,The Cat,

            """
        try scratch.write(sheet, to: "a.csv")
        let ran = Ran(ledger + ["import", scratch("a.csv"), "--as", "underdog"])
        try #require(ran.status == 0, "\(ran)")
        return ledger
    }

    private func object(_ ran: Ran) throws -> [String: Any] { try #require(ran.json as? [String: Any], "\(ran)") }

    @Test func whoseFeeIsNotKnownIsSaidInEveryForm() throws {
        let ledger = try imported()
        let json = try object(Ran(ledger + ["exposure", "--format", "json"]))
        #expect(json["entriesWithoutFee"] as? Int == 1 && json["feesCents"] as? Int == 500)
        let players = try #require(json["players"] as? [[String: Any]])
        #expect(players.map { $0["name"] as? String } == ["Mate", "Known", "Unknown"])
        #expect(players.map { $0["feeWeightedExposure"] as? Double } == [1, 1, nil])
        let csv = Ran(ledger + ["exposure", "--format", "csv"])
        #expect(
            csv.output.contains("Unknown,QB,LAR,1,0.5,,1.0") && csv.messages.contains("of 1 entry the fee"), "\(csv)")
        #expect(Ran(ledger + ["exposure"]).output.contains("of 1 entry the fee is not known"))
        let page = Ran(ledger + ["report", "--html", "-"]).output
        #expect(page.contains("<h2>Exposure</h2><p class=\"note\">Of 1 entry the fee is not known."))
    }

    @Test func picksAreNotHeldAgainstThemselves() throws {
        let ledger = try imported()
        for curve in ["linear", "power"] {
            let text = Ran(ledger + ["clv", "--curve", curve]).output
            #expect(text.contains("average - over 0 picks; 4 without reference"), "\(text)")
            #expect(text.contains("of 2 drafts not all seats are known: no closing line is made of them"))
            #expect(text.contains("No pick of this filter has a reference."))
        }
        let json = try object(Ran(ledger + ["clv", "--format", "json"]))
        #expect(json["partialDrafts"] as? Int == 2 && json["averageValue"] is NSNull)
        let atPick = try object(Ran(ledger + ["clv", "--reference", "at-pick", "--format", "json"]))
        #expect(atPick["partialDrafts"] as? Int == 0)
        let page = Ran(ledger + ["report", "--html", "-"]).output
        #expect(
            page.contains("Closing line value: no pick has a reference.") && !page.contains("<svg aria-label=\"Value"))
    }

    @Test func draftsOfWhichNotAllSeatsAreKnownAreSaidSo() throws {
        let ledger = try imported()
        for command in [["adp"], ["adp", "--by", "week"]] {
            let text = Ran(ledger + command).output
            #expect(text.contains("all known picks of 2 drafts"), "\(text)")
            #expect(text.contains("of 2 drafts not all seats are known"))
            let json = try object(Ran(ledger + command + ["--format", "json"]))
            #expect(json["partialDrafts"] as? Int == 2)
            let weeks = json["weeks"] as? [[String: Any]]
            #expect(weeks == nil || weeks?.map { $0["partialDrafts"] as? Int } == [1, 1])
        }
        let page = Ran(ledger + ["report", "--html", "-"]).output
        let cards = page.components(separatedBy: "<section").filter { $0.contains("<h2>ADP") }
        #expect(cards.count == 2 && cards.allSatisfy { $0.contains("Of 2 drafts not all seats are known.") })
    }

    @Test func aClubHasOneSpelling() throws {
        let ledger = try imported()
        let exposure = Ran(ledger + ["exposure", "--format", "csv"]).output
        #expect(exposure.contains("Known,QB,JAX") && exposure.contains("Mate,WR,JAX"), "\(exposure)")
        #expect(exposure.contains("Unknown,QB,LAR"))
        #expect(Ran(ledger + ["stacks", "--format", "csv"]).output.contains("JAX,0,1,"))
        #expect(
            Ran(ledger + ["report", "--html", "-"]).output.contains(
                "Known</td><td class=\"t\">QB</td><td class=\"t\">JAX"))
    }

    /// Of a title, a contest with that very id makes no other one.
    @Test func anIDThatIsAnothersTitleIsAmbiguous() throws {
        let ledger = try imported()
        #expect(Ran(ledger + ["exposure", "--contest", "The Poodle"]).status == 0)
        let simulation = ["simulate", "--rooms", "1", "--teams", "2", "--rounds", "2", "--contest", "The Poodle"]
        #expect(Ran(ledger + simulation).status == 0)
        let ran = Ran(ledger + ["exposure", "--contest", "The Poodle"])
        #expect(ran.status == 64 && ran.messages.contains("1 (external id t-a), 3."), "\(ran)")
        #expect(try object(Ran(ledger + ["exposure", "--contest", "1", "--format", "json"]))["entries"] as? Int == 1)
        #expect(try object(Ran(ledger + ["exposure", "--contest", "3", "--format", "json"]))["entries"] as? Int == 2)
    }

    @Test func whoHasNothingToCompareIsSaidSo() throws {
        let ledger = try imported()
        let user = try #require(try object(Ran(ledger + ["ownership", "--user", "1", "--format", "json"]))["filter"])
        #expect("\(user)".contains("user 1"))
        let simulation = ["simulate", "--rooms", "1", "--teams", "2", "--rounds", "2", "--contest", "Other"]
        #expect(Ran(ledger + simulation).status == 0)
        let elsewhere = Ran(ledger + ["duplicates", "--user", "1", "--contest", "Other", "--first", "1"]).output
        #expect(elsewhere.contains("user 1 has no entries to compare"), "\(elsewhere)")
        let short = Ran(ledger + ["duplicates", "--user", "1", "--first", "2", "--contest", "1"]).output
        #expect(short.contains("there are no other users' entries to compare with"), "\(short)")
        try #require(Ran(ledger + ["simulate", "--rooms", "1", "--teams", "2", "--rounds", "5"]).status == 0)
        let long = Ran(ledger + ["duplicates", "--user", "1", "--first", "4"]).output
        #expect(long.contains("no entry of user 1 has 4 players"), "\(long)")
    }
}
