import CommandTesting
import Foundation
import TestSupport
import Testing

/// What the source of an import does not say is unknown in every form: never a default, a zero or an empty list.
@Suite struct UnknownFactTests {
    private let scratch = TemporaryDirectory()

    private static let dump = """
        draft_id,draft_time,clock,draft_entry_id,player_name,position_name,bye_week,projection_adp,pick_order,\
        overall_pick_number
        d1,2022-06-01 12:00:00,30,e-1,Ann Archer,QB,,1.5,1,1
        d1,2022-06-01 12:00:00,30,e-2,Bo Baker,WR,,2.5,2,2
        d1,2022-06-01 12:00:00,30,e-2,Cy Cole,WR,,0,2,3
        d1,2022-06-01 12:00:00,30,e-1,Di Dunn,RB,,3.5,1,4
        d2,2022-06-02 12:00:00,28800,e-3,Ann Archer,QB,,1.5,1,1
        d2,2022-06-02 12:00:00,28800,e-4,Bo Baker,WR,,2.5,2,2
        d2,2022-06-02 12:00:00,28800,e-4,Di Dunn,RB,,0,2,3
        d2,2022-06-02 12:00:00,28800,e-3,Cy Cole,WR,,3.5,1,4

        """

    private static let export = """
        PickedAt,PickNumber,Appearance,FirstName,LastName,Team,Position,Draft,DraftEntry,DraftSize,Tournament,\
        TournamentTitle,TournamentEntryFee
        2024-06-01 12:00:01 UTC,1,p-1,,Known,JAC,QB,a,e-a,3,t-a,The Poodle,5.0
        2024-06-01 12:00:03 UTC,6,p-3,,Mate,JAX,WR,a,e-a,3,t-a,The Poodle,5.0

        """

    private func imported(_ text: String, _ options: String...) throws -> [String] {
        let ledger = ["--ledger", scratch("ledger")]
        try scratch.write(text, to: "a.csv")
        let ran = Ran(ledger + ["import", scratch("a.csv")] + options)
        try #require(ran.status == 0, "\(ran)")
        return ledger
    }

    private func object(_ ran: Ran) throws -> [String: Any] { try #require(ran.json as? [String: Any], "\(ran)") }

    @Test func aRoomOfADumpHasItsSourcesClockAndNoLimits() throws {
        let ledger = try imported(Self.dump)
        let text = Ran(ledger + ["room", "d1"]).output
        #expect(text.contains("rules    2 x 2, 30.0 s per pick at its source"), "\(text)")
        #expect(text.contains("limits   not known"))
        let json = try object(Ran(ledger + ["room", "d1", "--format", "json"]))
        #expect(json["pickClockMicroseconds"] as? Int == 30_000_000)
        for name in ["limits", "graceMicroseconds", "entryFeeCents"] { #expect(json[name] is NSNull, "\(name)") }
        let member = try #require((json["members"] as? [[String: Any]])?.first)
        for name in ["autodraft", "missedPicks", "connected", "user"] { #expect(member[name] is NSNull, "\(name)") }
        let csv = Ran(ledger + ["room", "d1", "--format", "csv"]).output
        #expect(csv.contains("0,0,65537,e-1,,,,,2"), "\(csv)")
        let queue = try object(Ran(ledger + ["queue", "d1", "0", "--format", "json"]))
        #expect(queue["limits"] is NSNull)
        #expect(Ran(ledger + ["queue", "d1", "0"]).output.contains("limits not known"))
    }

    @Test func aRoomThatIsHeldHereSaysWhatItsAutopickKeepsTo() throws {
        let ledger = ["--ledger", scratch("house")]
        try #require(Ran(ledger + ["simulate", "--rooms", "1", "--teams", "2", "--rounds", "2"]).status == 0)
        #expect(Ran(ledger + ["room", "1"]).output.contains("QB 3, RB 7, WR 9, TE 3 for autopicks"))
        let json = try object(Ran(ledger + ["room", "1", "--format", "json"]))
        #expect(json["limits"] as? [String: Int] == ["QB": 3, "RB": 7, "WR": 9, "TE": 3])
        #expect(json["graceMicroseconds"] as? Int == 5_000_000)
    }

    @Test(arguments: [("fast", 2), ("slow", 2), ("untimed", 0), ("custom", 0)])
    func theClockFilterGoesByWhatTheSourceStates(clock: String, entries: Int) throws {
        let ledger = try imported(Self.dump)
        let json = try object(Ran(ledger + ["exposure", "--clock", clock, "--format", "json"]))
        #expect(json["entries"] as? Int == entries)
    }

    @Test func picksOfADumpWithoutSourcesAreNotByHand() throws {
        let ledger = try imported(Self.dump)
        let json = try object(Ran(ledger + ["board", "d1", "--format", "json"]))
        let picks = try #require(json["picks"] as? [[String: Any]])
        #expect(picks.map { $0["source"] as? String } == Array(repeating: "unknown", count: 4))
        #expect(picks.map { $0["playerName"] as? String } == ["Ann Archer", "Bo Baker", "Cy Cole", "Di Dunn"])
        let board = Ran(ledger + ["board", "d1"]).output
        #expect(!board.contains("?") && board.contains("The source does not state how picks were made."), "\(board)")
        let events = Ran(ledger + ["events", "--room", "1"]).output
        #expect(events.contains("takes Ann Archer QB, the source does not state how"), "\(events)")
        #expect(Ran(ledger + ["replay", "d1", "--html", "-"]).output.contains("2 teams, 2 rounds, 30.0 s per pick"))
        #expect(Ran(ledger + ["audit"]).status == 0)
        let days = try #require(Ran(ledger + ["report", "daily", "--format", "json"]).list)
        let counts = ["picksUnknown", "picksByHand", "picksByRules"].map { name in
            days.reduce(0) { $0 + ($1[name] as? Int ?? 0) }
        }
        #expect(counts == [8, 0, 0], "of two drafts")
        #expect(Ran(ledger + ["report", "daily"]).output.contains("autopicks  unknown"))
    }

    @Test func stacksAndByesWithoutTeamsAndWeeksAreNull() throws {
        let ledger = try imported(Self.dump)
        let stacks = try object(Ran(ledger + ["stacks", "--format", "json"]))
        #expect(stacks["teams"] is NSNull && stacks["entriesByStacks"] is NSNull)
        #expect(stacks["picksWithoutTeam"] as? Int == 8 && stacks["entriesWithoutTeam"] as? Int == 4)
        let shown = Ran(ledger + ["stacks"])
        #expect(shown.output.contains("No source names the team of any player."))
        #expect(shown.messages.contains("--players FILE"), "\(shown)")
        let byes = try object(Ran(ledger + ["byes", "--format", "json"]))
        #expect(byes["distribution"] is NSNull && byes["average"] is NSNull)
        let page = Ran(ledger + ["report", "--html", "-"]).output
        #expect(page.contains("<h2>Not known</h2>") && !page.contains("0 naked"))
        let none = try object(Ran(ledger + ["stacks", "--clock", "custom", "--format", "json"]))
        #expect((none["teams"] as? [Any])?.isEmpty == true, "of no entries there is nothing not to know")
    }

    @Test func valueAtThePickCountsWhatWasNotShown() throws {
        let ledger = try imported(Self.dump)
        let json = try object(Ran(ledger + ["clv", "--reference", "at-pick", "--format", "json"]))
        #expect(json["picks"] as? Int == 6 && json["picksWithoutReference"] as? Int == 2)
        #expect(Ran(ledger + ["clv", "--reference", "at-pick"]).output.contains("over 6 picks; 2 without reference"))
    }

    @Test func seatsThatAnExportDoesNotTellAreNotEmpty() throws {
        let ledger = try imported(Self.export, "--user", "jane")
        let board = Ran(ledger + ["board", "1"]).output
        #expect(
            board.contains("not known") && !board.contains("empty") && board.contains("2 of 6 picks known"), "\(board)")
        #expect(Ran(ledger + ["rooms"]).output.contains("1 known"))
        let rooms = try #require(Ran(ledger + ["rooms", "--format", "json"]).list)
        #expect(rooms[0]["entries"] as? Int == 1 && rooms[0]["unknownSeats"] as? Int == 2)
        #expect(rooms[0]["picks"] as? Int == 2)
        let page = Ran(ledger + ["replay", "1", "--html", "-"]).output
        #expect(page.contains("\"name\":\"not known\"") && page.contains("2 rounds, clock unknown"))
    }

    @Test func whatNobodyElseIsHeldAgainstIsNotZero() throws {
        let ledger = try imported(Self.export, "--user", "jane")
        let ownership = Ran(ledger + ["ownership", "--user", "jane"])
        #expect(ownership.output.contains("there are no other users' entries to compare with"))
        let json = try object(Ran(ledger + ["ownership", "--user", "jane", "--format", "json"]))
        let players = try #require(json["players"] as? [[String: Any]])
        #expect(players.count == 2 && players.allSatisfy { $0["leverage"] is NSNull })
        #expect(players.map { $0["ownExposure"] as? Double } == [1, 1])
        let adp = try object(Ran(ledger + ["adp", "--format", "json"]))
        #expect((adp["players"] as? [[String: Any]])?.allSatisfy { $0["draftRate"] is NSNull } == true)
        // The page of one entry is its roster; two are held against the field.
        _ = try imported(Self.export.replacing(",a,e-a,", with: ",b,e-b,"), "--user", "jane")
        let page = Ran(ledger + ["report", "--html", "-", "--user", "jane"]).output
        #expect(!page.contains("<h2>Own against field</h2>"))
        #expect(page.contains("Own against field: no source has other users&#39; entries."))
    }
}
