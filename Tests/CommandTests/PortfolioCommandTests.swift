import CommandTesting
import Foundation
import TestSupport
import Testing

/// Portfolios, movements and side data through the command line.
@Suite struct PortfolioCommandTests {
    private let scratch = TemporaryDirectory()

    private static let shared = TemporaryDirectory()

    /// Eight rooms of six teams, simulated once for all tests here.
    private static let simulated: [String] = {
        let ledger = ["--ledger", shared("ledger")]
        _ = Ran(ledger + ["simulate", "--rooms", "8", "--teams", "6", "--rounds", "8", "--seed", "3", "--users", "9"])
        return ledger
    }()

    /// A user's own export: two drafts of two teams, a week apart, without teams.
    private func imported() throws -> [String] {
        let ledger = ["--ledger", scratch("own")]
        let sheet = """
            PickedAt,PickNumber,Appearance,FirstName,LastName,Team,Position,Draft,DraftEntry,DraftSize
            2024-06-01 12:00:01 UTC,1,p-1,Al,Known,,QB,a,e-a,2
            2024-06-01 12:00:03 UTC,4,p-3,Bo,Mate,,WR,a,e-a,2
            2024-06-09 12:00:02 UTC,1,p-2,Cy,Other,,QB,b,e-b,2
            2024-06-09 12:00:03 UTC,4,p-3,Bo,Mate,,WR,b,e-b,2

            """
        try scratch.write(sheet, to: "a.csv")
        let ran = Ran(ledger + ["import", scratch("a.csv"), "--as", "underdog", "--user", "jane"])
        try #require(ran.status == 0, "\(ran)")
        return ledger
    }

    private func object(_ ran: Ran) throws -> [String: Any] { try #require(ran.json as? [String: Any], "\(ran)") }

    private func rows(_ ran: Ran, _ key: String) throws -> [[String: Any]] {
        try #require(try object(ran)[key] as? [[String: Any]], "\(ran)")
    }

    private func user() throws -> String {
        let rosters = Ran(Self.simulated + ["rosters", "1", "--format", "json"]).list
        return "\(try #require(rosters?.first?["user"] as? Int))"
    }

    @Test func aPortfolioListsEachEntry() throws {
        let user = try user()
        let exposure = try object(Ran(Self.simulated + ["exposure", "--user", user, "--format", "json"]))
        let json = Ran(Self.simulated + ["portfolio", "--user", user, "--format", "json"])
        let rosters = try rows(json, "rosters")
        #expect(rosters.count == exposure["entries"] as? Int && rosters.count > 1)
        for roster in rosters {
            let words = try #require(roster["archetype"] as? [String])
            #expect(words.count == 3 && words[0].hasSuffix("-RB") && words[1].hasSuffix("-QB"))
            #expect((roster["build"] as? String)?.split(separator: "-").compactMap { Int($0) }.reduce(0, +) == 8)
            #expect(roster["nearest"] is Int && roster["pointsHundredths"] is NSNull)
            #expect((roster["stacks"] as? [[String: Any]])?.allSatisfy { $0["mates"] is Int } == true)
        }
        let entries = rosters.compactMap { $0["entry"] as? Int }
        #expect(entries == entries.sorted())
        let clv = try rows(
            Ran(Self.simulated + ["portfolio", "--user", user, "--sort", "clv", "--format", "json"]), "rosters")
        let values = clv.compactMap { $0["averageValue"] as? Double }
        #expect(values == values.sorted(by: >) && values.count == rosters.count)
        let text = Ran(Self.simulated + ["portfolio", "--user", user, "--top", "1"]).output
        #expect(text.contains("1 of \(rosters.count) entries") && text.contains("players on average"), "\(text)")
        #expect(Ran(Self.simulated + ["portfolio", "--user", user, "--position", "QB"]).status == 64)
        let csv = Ran(Self.simulated + ["portfolio", "--user", user, "--format", "csv"]).lines
        #expect(
            csv.count == rosters.count + 2 && csv[0].hasPrefix("entry,externalID,room,contest,draftPosition,slot,build")
        )
    }

    @Test func coresAndWeeksAreOptionsOfPairsAndExposure() throws {
        let trios = try rows(
            Ran(Self.simulated + ["pairs", "--size", "3", "--top", "5", "--format", "json"]), "cores")
        #expect(trios.count == 5 && trios.allSatisfy { ($0["players"] as? [String])?.count == 3 })
        #expect(trios.allSatisfy { ($0["count"] as? Int ?? 0) >= 2 && $0["lift"] is Double })
        #expect(Ran(Self.simulated + ["pairs", "--size", "7"]).status == 64)
        let nothing = Ran(Self.simulated + ["pairs", "--size", "4", "--minimum", "9999"]).output
        #expect(nothing.contains("as the minimum requires"), "\(nothing)")
        let json = try object(Ran(Self.simulated + ["exposure", "--by", "week", "--format", "json"]))
        let weeks = try #require(json["weeks"] as? [[String: Any]])
        let entries = try #require(json["entries"] as? Int)
        #expect(entries > 0 && weeks.compactMap { $0["entries"] as? Int }.reduce(0, +) == entries)
        let day = try #require(weeks.first?["start"] as? String)
        let players = try #require(json["players"] as? [[String: Any]])
        #expect(players.allSatisfy { $0[day] is Double })
        #expect(Ran(Self.simulated + ["exposure", "--by", "week", "--sort", "fees"]).status == 64)
        let slots = Ran(Self.simulated + ["exposure", "--by", "slot", "--top", "1"]).output
        #expect(slots.contains("1.01") && slots.contains("1.06") && !slots.contains("slot 0"), "\(slots)")
    }

    @Test func moversSayWhichWindowsTheyCompare() throws {
        let ledger = ["--ledger", scratch("movers")]
        var sheet = "draft_id,draft_time,draft_entry_id,player_name,position_name,projection_adp,pick_order,"
        sheet += "overall_pick_number\n"
        // The second and third pick change places in the second draft.
        for (draft, day, order) in [
            ("d1", "2022-08-01", ["A", "B", "C", "D"]), ("d2", "2022-08-09", ["A", "C", "B", "D"]),
        ] {
            for (pick, name) in order.enumerated() {
                let slot = [1, 2, 2, 1][pick]
                sheet += "\(draft),\(day) 10:00:00,\(draft)-\(slot),Player \(name),WR,1.0,\(slot),\(pick + 1)\n"
            }
        }
        try scratch.write(sheet, to: "picks.csv")
        try #require(Ran(ledger + ["import", scratch("picks.csv"), "--as", "bbm", "--rounds", "2"]).status == 0)
        let rare = Ran(ledger + ["movers"]).output
        #expect(rare.contains("left out: 4 players drafted in fewer than 3 drafts of a window, the minimum"), "\(rare)")
        #expect(rare.contains("a minimum of 1 lists the others"), "\(rare)")
        let movers = Ran(ledger + ["movers", "--minimum", "1", "--format", "json"])
        let players = try rows(movers, "players")
        #expect(players.compactMap { $0["change"] as? Double } == [1, -1, 0, 0], "\(movers)")
        #expect(players.prefix(2).compactMap { $0["name"] as? String } == ["Player B", "Player C"])
        let earlier = try #require(try object(movers)["earlier"] as? [String: Any])
        #expect(earlier["start"] as? String == "2022-07-27T00:00:00.000000Z" && earlier["drafts"] as? Int == 1)
        let split = try rows(
            Ran(
                ledger + [
                    "movers", "--minimum", "1", "--split", "2022-08-05", "--sort", "risers", "--format", "json",
                ]), "players")
        #expect(split.first?["name"] as? String == "Player C" && split.count == 4)
        let before = Ran(ledger + ["movers", "--split", "2022-07-01"]).output
        #expect(before.contains("2022-07-01") && !before.contains("1970"), "\(before)")
        let days = Ran(ledger + ["movers", "--days", "2"])
        #expect(days.status == 0 && days.output.contains("No draft of this filter started in the first window"))
        #expect(Ran(ledger + ["movers", "--days", "2", "--split", "2022-08-05"]).status == 64)
        #expect(Ran(ledger + ["movers", "--minimum", "2", "--format", "csv"]).lines.count == 2)
    }

    @Test func filesBesideTheLedgerSayWhatItDoesNot() throws {
        let ledger = try imported()
        #expect(try object(Ran(ledger + ["stacks", "--format", "json"]))["teams"] is NSNull)
        try scratch.write(
            "name,position,team,bye\nAl Known,QB,JAC,9\nBo Mate,WR,JAX,9\nZed None,TE,KC,1\n", to: "p.csv")
        let players = ["--players", scratch("p.csv")]
        let stacks = try object(Ran(ledger + ["stacks", "--format", "json"] + players))
        #expect((stacks["teams"] as? [[String: Any]])?.first?["single"] as? Int == 1)
        #expect((stacks["sideFindings"] as? [[String: Any]])?.map { $0["kind"] as? String } == ["nobody"])
        #expect((stacks["filter"] as? String)?.hasSuffix("players also of p.csv") == true)
        let byes = Ran(ledger + ["byes"] + players).output
        #expect(byes.contains("1 reference player is not in the pools of these drafts: Zed None"), "\(byes)")
        let portfolio = try rows(
            Ran(ledger + ["portfolio", "--user", "jane", "--format", "json"] + players), "rosters")
        let known = portfolio.map { ($0["stacks"] as? [[String: Any]])?.compactMap { $0["team"] as? String } }
        #expect(known == [["JAX"], []])
        #expect(portfolio.map { $0["externalID"] as? String } == ["e-a", "e-b"])
        #expect(Ran(ledger + ["report", "--html", "-"] + players).output.contains("p.csv"))
        let attested = Ran(ledger + ["attest", "stacks"] + players)
        #expect(attested.status == 64 && attested.messages.contains("from the ledger alone"), "\(attested)")
    }

    @Test func aScheduleMakesStacksGameStacks() throws {
        let ledger = try imported()
        try scratch.write("name,position,team\nAl Known,QB,JAC\nBo Mate,WR,JAX\nCy Other,QB,DEN\n", to: "p.csv")
        try scratch.write("week,home,away\n15,DEN,JAX\n16,KC,JAC\n3,JAX,DEN\n", to: "games.csv")
        let files = ["--players", scratch("p.csv"), "--schedule", scratch("games.csv"), "--format", "json"]
        let json = try object(Ran(ledger + ["stacks"] + files))
        let games = try #require(json["games"] as? [[String: Any]])
        // Nobody has a quarterback, his mate and a Bronco.
        #expect(games.map { $0["week"] as? Int } == [15, 16] && games.allSatisfy { $0["team"] as? String == "JAX" })
        #expect(games.allSatisfy { $0["entries"] as? Int == 0 && $0["withoutBringBack"] as? Int == 1 })
        #expect(json["entriesWithAny"] as? Int == 0)
        let third = try object(Ran(ledger + ["stacks", "--week", "3"] + files))
        #expect((third["games"] as? [[String: Any]])?.first?["opponent"] as? String == "DEN")
        let unknown = try object(Ran(ledger + ["stacks"] + files.dropFirst(2)))
        #expect(unknown["games"] is NSNull && unknown["entriesWithoutTeam"] as? Int == 2)
        let without = Ran(ledger + ["stacks", "--week", "3"])
        #expect(without.status == 64 && without.messages.contains("--week needs a schedule."), "\(without.messages)")
        #expect(without.messages.contains("--schedule") && !without.messages.contains("--through-week"))
        let rosters = try object(Ran(ledger + ["stacks", "--by", "entry"] + files))
        let stacks = try #require(rosters["stacks"] as? [[String: Any]])
        #expect(stacks.map { $0["quarterbacks"] as? [String] } == [["Al Known"], ["Al Known"]])
        #expect(stacks.map { $0["teammates"] as? [String] } == [["Bo Mate"], ["Bo Mate"]])
        #expect(stacks.allSatisfy { ($0["bringBacks"] as? [String]) == [] })
        try scratch.write("week,home,away\n15,DEN,JAX\n15,KC,JAC\n", to: "games.csv")
        let twice = Ran(ledger + ["stacks"] + files)
        #expect(twice.status == 65 && twice.messages.contains("that play once in week 15"), "\(twice)")
    }

    @Test func picksAreHeldAgainstASitesDay() throws {
        let ledger = try imported()
        let sheet = """
            date,name,position,adp
            2024-06-01,Al Known,QB,3.5
            2024-06-01,Bo Mate,WR,2.5
            2024-06-08,Bo Mate,WR,6.5
            2024-06-10,Bo Mate,WR,9
            2024-06-10,Cy Other,WR,1

            """
        try scratch.write(sheet, to: "adp.csv")
        let files = ["--adp", scratch("adp.csv"), "--format", "json"]
        let atDate = try object(Ran(ledger + ["clv", "--reference", "at-date"] + files))
        // 1 - 3.5, 4 - 2.5 and 4 - 6.5; of Cy Other nothing that day.
        #expect(atDate["picks"] as? Int == 3 && atDate["picksWithoutReference"] as? Int == 1)
        #expect(atDate["averageValue"] as? Double == -3.5 / 3)
        #expect((atDate["sideFindings"] as? [[String: Any]])?.map { $0["kind"] as? String } == ["otherPosition"])
        let latest = try object(Ran(ledger + ["clv", "--reference", "latest"] + files))
        #expect(latest["averageValue"] as? Double == -5 && latest["picks"] as? Int == 2)
        let portfolio = try rows(
            Ran(ledger + ["portfolio", "--reference", "at-date", "--curve", "linear"] + files), "rosters")
        #expect(portfolio.map { $0["averageValue"] as? Double } == [-0.5, -2.5])
        for wrong in [["clv", "--reference", "at-date"], ["clv", "--adp", scratch("adp.csv")]] {
            #expect(Ran(ledger + wrong).status == 64, "\(wrong)")
        }
        // The day can stand in the name of the file.
        try scratch.write("name,position,adp\nBo Mate,WR,5\n", to: "ranks-2024-06-02.csv")
        let named = Ran(
            ledger + ["clv", "--reference", "latest", "--format", "json", "--adp", scratch("ranks-2024-06-02.csv")])
        #expect(try object(named)["averageValue"] as? Double == -1)
        for (name, text, words) in [
            ("none.csv", "name,position,adp\nBo Mate,WR,5\n", "no column date"),
            ("day.csv", "date,name,position,adp\nJune,Bo Mate,WR,5\n", "a day such as 2026-05-24"),
            ("twice.csv", "date,name,position,adp\n2024-06-01,A,WR,5\n2024-06-01,A,WR,6\n", "each player once a day"),
            ("adp.csv", "date,name,position\n2024-06-01,A,WR\n", "a site's ADPs"),
        ] {
            try scratch.write(text, to: name)
            let ran = Ran(ledger + ["clv", "--reference", "latest", "--adp", scratch(name)])
            #expect(ran.status == 65 && ran.messages.contains(words), "\(ran)")
        }
        #expect(Ran(ledger + ["clv", "--reference", "latest", "--adp", scratch("absent.csv")]).status == 66)
    }

    /// The same as with files beside the ledger, from the moment on at which it was recorded.
    @Test func whatIsOnRecordOfASeasonTakesNoFile() throws {
        let ledger = try imported()
        let before = try object(Ran(ledger + ["exposure", "--format", "json"]))["position"] as? Int ?? 0
        for (name, text) in [
            ("adp.csv", "date,name,position,adp\n2024-06-01,Al Known,QB,3.5\n2024-06-08,Bo Mate,WR,6.5\n"),
            ("p.csv", "name,position,team,bye\nAl Known,QB,JAC,9\nBo Mate,WR,JAX,9\nZed None,TE,KC,1\n"),
            ("games.csv", "week,home,away\n15,DEN,JAX\n16,KC,JAC\n"),
        ] { try scratch.write(text, to: name) }
        let reports: [(words: [String], files: [String])] = [
            (["clv", "--reference", "at-date"], ["--adp", scratch("adp.csv"), "--players", scratch("p.csv")]),
            (
                ["clv", "--reference", "latest", "--curve", "power"],
                ["--adp", scratch("adp.csv"), "--players", scratch("p.csv")]
            ),
            (["stacks"], ["--players", scratch("p.csv")]), (["byes"], ["--players", scratch("p.csv")]),
            (["stacks"], ["--players", scratch("p.csv"), "--schedule", scratch("games.csv")]),
        ]
        func figures(_ arguments: [String]) throws -> NSDictionary {
            var members = try object(Ran(ledger + arguments + ["--format", "json"]))
            for member in ["position", "filter", "sideFindings"] { members[member] = nil }
            return members as NSDictionary
        }
        let byFiles = try reports.map { try figures($0.words + $0.files) }
        for file in ["adp.csv", "p.csv", "games.csv"] {
            let first = Ran(ledger + ["import", scratch(file), "--season", "2024"])
            #expect(first.status == 0 && !first.output.contains("0 events"), "\(first)")
            let again = Ran(ledger + ["import", scratch(file), "--season", "2024"])
            #expect(again.output.contains("0 events were") && again.output.contains("there already"), "\(again)")
            #expect(Ran(ledger + ["import", scratch(file)]).status == 64, "a season is asked for")
        }
        for (place, report) in reports.enumerated() {
            let season = report.files.contains("--schedule") ? ["--season", "2024"] : []
            #expect(try figures(report.words + season) == byFiles[place], "\(report.words)")
        }
        let former = ["--at", "pos:\(before)", "--format", "json"]
        #expect(try object(Ran(ledger + ["stacks"] + former))["teams"] is NSNull)
        #expect(Ran(ledger + ["clv", "--reference", "latest"] + former).status == 64)
        #expect(Ran(ledger + ["stacks", "--season", "2023"]).messages.contains("only of 2024"))
        #expect(Ran(ledger + ["clv", "--reference", "latest", "--site", "x"]).messages.contains("unknown of 2024"))
        // A second site has to be told from the first one; a file goes before both.
        let second = ["import", scratch("adp.csv"), "--season", "2024", "--site", "x"]
        #expect(Ran(ledger + second).status == 0)
        #expect(Ran(ledger + ["clv", "--reference", "latest"]).messages.contains("Name one with --site"))
        #expect(Ran(ledger + ["clv", "--reference", "latest", "--site", "x"]).status == 0)
        #expect(Ran(ledger + ["clv", "--reference", "latest", "--adp", scratch("adp.csv")]).status == 0)
        let attested = ["attest", "clv", "--reference", "latest", "--site", "x", "-o", scratch("a")]
        let unclear = Ran(ledger + attested)
        #expect(unclear.status == 64 && unclear.messages.contains("name the season of the ADPs"), "\(unclear)")
        #expect(Ran(ledger + attested + ["--season", "2024"]).status == 0)
        #expect(Ran(ledger + ["audit"]).status == 0)
        #expect(Ran(ledger + ["events", "--stream", "notes/2024"]).output.contains("JAX at DEN"))
        for (options, words) in [
            (["--as", "adp", "--date", "June"], "is not a day"), (["--as", "schedule", "--site", "x"], "--site needs"),
            (["--as", "players", "--final"], "--final needs"),
        ] {
            let wrong = Ran(ledger + ["import", scratch("p.csv"), "--season", "2024"] + options)
            #expect(wrong.status == 64 && wrong.messages.contains(words), "\(wrong)")
        }
    }

    @Test func theNextPickKnowsRosterAndEntries() throws {
        let ledger = ["--ledger", scratch("live")]
        let simulation = ["simulate", "--teams", "4", "--rounds", "6", "--seed", "5", "--users", "5"]
        try #require(Ran(ledger + simulation + ["--rooms", "6"]).status == 0)
        let over = Ran(ledger + ["next", "1", "--seat", "0"])
        #expect(over.status == 66 && over.messages.contains("it has no picks left"), "\(over)")
        // As of a moment at which the first room still drafted.
        let positions = Ran(ledger + ["events", "--room", "1", "--type", "PickMade", "--format", "json"]).lines
        let pick = try #require(positions.dropFirst(4).first)
        let position = try #require(
            (try JSONSerialization.jsonObject(with: Data(pick.utf8)) as? [String: Any])?["position"] as? Int)
        let at = ["--at", "pos:\(position + 1)", "--format", "json"]
        let json = try object(Ran(ledger + ["next", "1", "--seat", "0", "--top", "10"] + at))
        let roster = try #require(json["roster"] as? [[String: Any]])
        let (current, next) = (try #require(json["currentPickNumber"] as? Int), json["nextPickNumber"] as? Int)
        #expect(try #require(next) >= current && current > 4 && !roster.isEmpty)
        let players = try #require(json["players"] as? [[String: Any]])
        let adps = players.compactMap { $0["adpHundredths"] as? Int }
        #expect(players.count == 10 && adps == adps.sorted() && adps.count == 10)
        let board = try object(Ran(ledger + ["board", "1"] + at))
        let taken = Set(try #require(board["picks"] as? [[String: Any]]).compactMap { $0["playerName"] as? String })
        #expect(taken.isDisjoint(with: players.compactMap { $0["name"] as? String }))
        #expect(Ran(ledger + ["next", "1", "--seat", "9", "--at", "pos:\(position + 1)"]).status == 66)
        let fifth = try object(Ran(ledger + ["next", "1", "--seat", "0", "--at", "pick:5", "--format", "json"]))
        #expect(fifth["currentPickNumber"] as? Int == 6)
        #expect(Ran(ledger + ["next", "1", "--seat", "0", "--at", "pick:25"]).status != 0)
    }
}
