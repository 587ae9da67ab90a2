import CommandTesting
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
            csv.output.contains("Unknown,QB,LAR,1,0.5,,1.0") && csv.messages.contains("the fee of 1 entry is unknown"),
            "\(csv)")
        #expect(Ran(ledger + ["exposure"]).output.contains("the fee of 1 entry is unknown"))
        let page = Ran(ledger + ["report", "--html", "-"]).output
        #expect(page.contains("<h2>Exposure</h2><p class=\"note\">The fee of 1 entry is unknown."))
    }

    @Test func picksAreNotHeldAgainstThemselves() throws {
        let ledger = try imported()
        for curve in ["linear", "power"] {
            let text = Ran(ledger + ["clv", "--curve", curve]).output
            #expect(text.contains("average - over 0 picks; 4 without reference"), "\(text)")
            #expect(text.contains("in 2 drafts some seats are unknown, so they give no closing line"))
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

    /// Drafts of 2024 are not compared with ADPs of 2026 unless somebody says so, and a file that is named is what is meant.
    @Test func theSeasonOfTheDraftsDecides() throws {
        let ledger = try imported()
        let head = "name,position,team,adp\n"
        try scratch.write(head + "Known,QB,JAX,50\nUnknown,QB,LAR,50\nMate,WR,JAX,50\n", to: "adp-2026-06-20.csv")
        try scratch.write(head + "Known,QB,JAX,3\nUnknown,QB,LAR,3\nMate,WR,JAX,3\n", to: "adp-2024-05-20.csv")
        try #require(
            Ran(ledger + ["import", scratch("adp-2026-06-20.csv"), "--as", "adp", "--season", "2026", "--site", "ud"])
                .status == 0)
        for reference in ["latest", "at-date"] {
            let refused = Ran(ledger + ["clv", "--reference", reference])
            #expect(refused.status == 66, "\(refused)")
            #expect(
                refused.messages.contains("The drafts are of season 2024; the recorded ADPs are of ud of 2026"),
                "\(refused)")
        }
        let all = Ran(ledger + ["clv", "--reference", "latest", "--season", "2026"])
        #expect(all.output.contains("average -47.50 over 4 picks"), "\(all)")
        #expect(all.messages.contains("the drafts are of season 2024, ADPs of season 2026 too"), "\(all)")
        let named = Ran(ledger + ["clv", "--reference", "latest", "--adp", scratch("adp-2024-05-20.csv")])
        #expect(named.output.contains("average -0.50 over 4 picks") && named.messages.isEmpty, "\(named)")
        let other = Ran(ledger + ["clv", "--reference", "latest", "--adp", scratch("adp-2026-06-20.csv")])
        #expect(other.output.contains("average -47.50") && other.messages.contains("season 2026"), "\(other)")
        try #require(
            Ran(ledger + ["import", scratch("adp-2024-05-20.csv"), "--as", "adp", "--season", "2024", "--site", "ud"])
                .status == 0)
        for reference in ["latest", "at-date"] {
            let right = Ran(ledger + ["clv", "--reference", reference])
            #expect(right.output.contains("average -0.50 over 4 picks"), "\(right)")
        }
    }

    /// An export cut in the middle of a draft: nobody knows whom the others took.
    @Test func aNextPickSaysThatPicksAreUnknown() throws {
        let ledger = ["--ledger", scratch("cut")]
        var sheet = "PickedAt,PickNumber,Appearance,FirstName,LastName,Team,Position,Draft,DraftEntry,DraftSize,"
        sheet += "Tournament,TournamentTitle,TournamentEntryFee\n"
        // Whole drafts of two teams, in which the user takes every player about once; then one that is not over.
        for draft in 1...3 {
            for (round, pick) in [1, 4, 5, 8, 9, 12, 13, 16].enumerated() where draft < 3 || round < 6 {
                sheet += "2024-06-0\(draft) 12:00:\(10 + pick) UTC,\(pick),p-\(draft)-\(round),,"
                sheet +=
                    "Zed \(9 - round) \(["A", "B", "C"][draft - 1]),JAX,WR,d\(draft),e\(draft),2,t,The Poodle,5.0\n"
            }
        }
        try scratch.write(sheet, to: "cut.csv")
        let ran = Ran(ledger + ["import", scratch("cut.csv"), "--as", "underdog", "--user", "jane"])
        try #require(ran.status == 0, "\(ran)")
        let rooms = Ran(ledger + ["rooms"]).output
        let next = Ran(ledger + ["next", "3", "--seat", "0", "--format", "json"])
        try #require(next.status == 0, "\(next) \(rooms)")
        let json = try object(next)
        #expect(json["unknownPicks"] as? Int == 6, "of twelve picks made six are known: \(next)")
        let players = try #require(json["players"] as? [[String: Any]])
        let averages = players.map { $0["averagePick"] as? Double ?? .infinity }
        #expect(averages == averages.sorted() && averages.contains(16), "not by name: \(next)")
        // Usually taken more than two rounds before the pick on the clock.
        #expect((json["likelyGone"] as? Int ?? 0) > 0 && !averages.contains(1), "\(next)")
        let text = Ran(ledger + ["next", "3", "--seat", "0"]).output
        #expect(text.contains("made are unknown: players listed may be gone"), "\(text)")
    }

    /// Drafts of which only one's own seats are known show one's own picks, in every form.
    @Test func thePageOfOnesOwnExportSaysMyAveragePick() throws {
        let ledger = ["--ledger", scratch("own-page")]
        try scratch.write(
            """
            PickedAt,PickNumber,Appearance,FirstName,LastName,Team,Position,Draft,DraftEntry,DraftSize
            2024-06-01 12:00:01 UTC,1,p-1,Al,Known,,QB,a,e-a,2
            2024-06-01 12:00:03 UTC,4,p-3,Bo,Mate,,WR,a,e-a,2
            2024-06-02 12:00:01 UTC,1,p-1,Al,Known,,QB,b,e-b,2
            2024-06-02 12:00:03 UTC,4,p-3,Bo,Mate,,WR,b,e-b,2

            """, to: "own.csv")
        try #require(Ran(ledger + ["import", scratch("own.csv"), "--as", "underdog", "--user", "jane"]).status == 0)
        let page = Ran(ledger + ["report", "--html", "-", "--include-unfinished"])
        #expect(page.status == 0 && page.output.contains("My average pick"), "\(page.messages)")
        #expect(!page.output.contains(">ADP<") && !page.output.contains(">ADP by week<"))
    }

    @Test func roundsComeFromAContestThatIsKnown() throws {
        let ledger = ["--ledger", scratch("rounds")]
        let players = (1...120).map { "Player \($0),\(["QB", "RB", "WR", "TE"][$0 % 4]),JAX,\($0)" }
        try scratch.write("name,position,team,adp\n" + players.joined(separator: "\n") + "\n", to: "pool.csv")
        try #require(Ran(ledger + ["import", scratch("pool.csv"), "--as", "rankings"]).status == 0)
        for title in ["One", "Two", "Three"] {
            let opened = Ran(
                ledger + ["contest", "open", "--pool", "1", "--title", title, "--fee", "0", "--rounds", "9"])
            try #require(opened.status == 0, "\(opened)")
        }
        let unknown = Ran(ledger + ["contest", "rounds", "1", "--like", "bbm55"])
        #expect(unknown.status == 64 && unknown.messages.contains("Did you mean 'bbm5'?"), "\(unknown)")
        for text in ["2/12", "12/2 - 470", "2/12 - 1/x - 4", "2/12 - 1/10 - 0", ""] where !text.isEmpty {
            let wrong = Ran(ledger + ["contest", "rounds", "1", "--stated", text, "--season", "2026"])
            #expect(wrong.status == 64 && wrong.messages.contains("is not valid. Write rounds as in"), "\(wrong)")
        }
        // A contest whose season is refused is not left open without one.
        let refused = Ran(
            ledger + [
                "contest", "open", "--pool", "1", "--title", "Four", "--fee", "0", "--rounds", "9", "--season", "2026",
                "--stage", "1-30:12:0",
            ])
        #expect(refused.status == 1 && refused.messages.contains("Contest 4 was cancelled"), "\(refused)")
        #expect(Ran(ledger + ["events", "--stream", "tournament/4"]).output.contains("cancel"))
        let mania = Ran(ledger + ["contest", "rounds", "1", "--like", "best ball mania v"])
        #expect(
            mania.output.contains("contest 1 has 4 rounds in season 2024: 2 of 12, 1 of 13, 1 of 16, 539"), "\(mania)")
        #expect(Ran(ledger + ["contest", "rounds", "1", "--like", "bbm4"]).status == 1, "once")
        let stated = "Round Advancement: 4/12 - 1/2 - 1/2-  468 Seat Final"
        let other = Ran(ledger + ["contest", "rounds", "2", "--stated", stated, "--season", "2026"])
        #expect(other.output.contains("2026: 4 of 12, 1 of 2, 1 of 2, 468"), "\(other)")
        let short = Ran(ledger + ["contest", "rounds", "3", "--stated", "2/12 - 9", "--season", "2026"])
        #expect(short.output.contains("2 of 12, 9"), "\(short)")
        let events = Ran(ledger + ["events", "--stream", "tournament/1", "--format", "json"]).output
        #expect(events.contains("\"firstWeek\":15") && events.contains("\"podSize\":539"), "\(events)")
    }

    @Test func anOptionOfOneValueIsNamedOnce() throws {
        let ledger = try imported()
        let twice = Ran(ledger + ["exposure", "--contest", "1", "--contest=2"])
        #expect(twice.status == 64 && twice.messages.contains("--contest takes one value, but was given 1 and 2"))
        #expect(Ran(ledger + ["pairs", "--top", "3", "--top", "4"]).status == 64)
        let several = Ran(ledger + ["byes", "--players", scratch("a.csv"), "--players", scratch("a.csv")])
        #expect(!several.messages.contains("takes one value"), "\(several)")
        let rounds = Ran(ledger + ["duplicates", "--first", "3"])
        #expect(
            rounds.status == 64 && rounds.messages.contains("the longest of these drafts has 2 rounds"), "\(rounds)")
        let part = Ran(ledger + ["pairs", "--with", "mat"])
        #expect(part.status == 66 && part.messages.contains("Did you mean 'Mate'?"), "\(part)")
    }

    /// Part of a name suggests the players who have it.
    @Test(arguments: [
        ("Jefferson", "Did you mean one of Justin Jefferson, Van Jefferson?"),
        ("justin", "Did you mean 'Justin Jefferson'?"), ("st brown", "Did you mean 'Amon-Ra St. Brown'?"),
        ("Van Jeferson", "Did you mean 'Van Jefferson'?"), ("Kupp", "by name or id."),
    ])
    func aPartOfANameIsEnoughForASuggestion(word: String, suggestion: String) throws {
        let ledger = ["--ledger", scratch("names-of-four")]
        try scratch.write(
            """
            Draft,Pick,Slot,Name,Pos,Team,User
            a,1,1,Justin Jefferson,WR,MIN,ann
            a,2,2,Van Jefferson,WR,LAR,ben
            a,3,2,Amon-Ra St. Brown,WR,DET,ben
            a,4,1,Josh Allen,QB,BUF,ann
            """, to: "names.csv")
        let map = "player=Name,position=Pos,team=Team,draft=Draft,pick=Pick,slot=Slot,user=User"
        try #require(Ran(ledger + ["import", scratch("names.csv"), "--map", map, "--rounds", "2"]).status == 0)
        let alias = ["players", "alias", word, "Josh Allen", "--reason", "A trial."]
        for command in [["pairs", "--with", word], alias] {
            let ran = Ran(ledger + command)
            #expect(ran.status == 66 && ran.messages.contains(suggestion), "\(ran)")
        }
        #expect(!Ran(ledger + ["pairs", "--with", "Kupp"]).messages.contains("Did you mean"))
    }

    @Test func draftsOfWhichNotAllSeatsAreKnownAreSaidSo() throws {
        let ledger = try imported()
        for command in [["adp"], ["adp", "--by", "week"]] {
            let text = Ran(ledger + command).output
            #expect(text.contains("all known picks of 2 drafts"), "\(text)")
            #expect(text.contains("My average pick") && !text.contains("ADP  "), "\(text)")
            #expect(text.contains("in 2 drafts some seats are unknown"))
            let json = try object(Ran(ledger + command + ["--format", "json"]))
            #expect(json["partialDrafts"] as? Int == 2)
            let weeks = json["weeks"] as? [[String: Any]]
            #expect(weeks == nil || weeks?.map { $0["partialDrafts"] as? Int } == [1, 1])
        }
        let page = Ran(ledger + ["report", "--html", "-"]).output
        let cards = page.components(separatedBy: "<section").filter { $0.contains("<h2>My average pick") }
        #expect(cards.count == 2 && cards.allSatisfy { $0.contains("In 2 drafts some seats are unknown.") })
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
