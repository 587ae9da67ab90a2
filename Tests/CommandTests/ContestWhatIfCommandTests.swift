import CommandTesting
import Foundation
import TestSupport
import Testing

/// A contest under a change, through the command line: a draft of twelve whose points are catches and yards.
@Suite struct ContestWhatIfCommandTests {
    private let scratch = TemporaryDirectory()
    private var ledger: [String] { ["--ledger", scratch("ledger")] }

    /// Twelve teams of eighteen. Who drafted later has more yards, who drafted earlier more catches: by half a point for a
    /// catch the yards decide, by three the catches.
    private func imported() throws {
        var picks =
            "draft_id,draft_time,draft_entry_id,player_name,position_name,projection_adp,pick_order,overall_pick_number\n"
        var (scores, statistics) = ("season,week,player,position,points\n", Self.header + "\n")
        for pick in 1...216 {
            let (round, place) = ((pick - 1) / 12 + 1, (pick - 1) % 12)
            let order = round % 2 == 1 ? place + 1 : 12 - place
            let position = ["QB", "RB", "WR", "TE"][round % 4]
            picks += "d1,2022-09-07 07:46:23,e\(order),Player \(pick),\(position),\(pick).5,\(order),\(pick)\n"
            let (catches, yards) = (13 - order, 20 * order)
            let hundredths = catches * 50 + yards * 10
            let points = "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
            scores += "2022,1,Player \(pick),\(position),\(points)\n"
            statistics += "2022,1,Player \(pick),\(position),0,0,0,0,0,\(catches),\(yards),0,0,0,0\n"
        }
        try scratch.write(picks, to: "picks.csv")
        try scratch.write(scores, to: "scores.csv")
        try scratch.write(statistics, to: "stats.csv")
        for arguments in [["picks.csv", "--as", "bbm"], ["scores.csv", "--as", "scores", "--season", "2022"]] {
            let ran = Ran(ledger + ["import", scratch(arguments[0])] + arguments.dropFirst())
            try #require(ran.status == 0, "\(ran)")
        }
    }

    private static let header =
        "season,week,player,position,pass_yd,pass_td,int,rush_yd,rush_td,rec,rec_yd,rec_td,other_td,two_pt,fum_lost"

    private func ask(_ arguments: String...) -> Ran { Ran(ledger + ["what-if", "--contest", "1"] + arguments) }

    private func rounds(_ ran: Ran) throws -> [[String: Any]] {
        let json = try #require(ran.json as? [String: Any], "\(ran)")
        return try #require(json["rounds"] as? [[String: Any]], "\(ran)")
    }

    @Test func anotherScoringLetsOthersGoOn() throws {
        try imported()
        let ran = ask("--scoring", "receptions=300", "--statistics", scratch("stats.csv"), "--format", "json")
        let round = try #require(try rounds(ran).first)
        let entries = try #require(round["entries"] as? [[String: Any]])
        func goOn(_ side: String) -> Set<String> {
            Set(
                entries.filter { ($0[side] as? [String: Any])?["advances"] as? Bool == true }
                    .compactMap { $0["externalID"] as? String })
        }
        #expect(goOn("was") == ["e11", "e12"] && goOn("becomes") == ["e1", "e2"], "\(ran)")
        #expect(round["gained"] as? Int == 2 && round["lost"] as? Int == 2 && round["isClosed"] as? Bool == false)
        let json = try #require(ran.json as? [String: Any])
        let statistics = (json["change"] as? [String: Any])?["statistics"] as? [String: Any]
        #expect(statistics?["receptions"] as? Int == 300 && statistics?["receivingYards"] as? Int == 10)
        #expect((json["end"] as? [String: Any])?["reason"] as? String == "notClosed" && json["prizes"] is NSNull)

        try scratch.write("receptions = 300\nrushingYards=10\n", to: "scoring.txt")
        let byFile = ask("--scoring", scratch("scoring.txt"), "--statistics", scratch("stats.csv"), "--format", "json")
        #expect(byFile.output == ran.output)
        let text = ask("--scoring", "receptions=300", "--statistics", scratch("stats.csv"))
        #expect(text.output.contains("Round 1, through week 1: 2 entries would advance instead of 2."), "\(text)")
        #expect(
            text.output.contains("receptions 3.00") && text.output.contains("Later rounds are not shown"), "\(text)")
        let csv = ask("--scoring", "receptions=300", "--statistics", scratch("stats.csv"), "--format", "csv").lines
        #expect(csv[0].hasPrefix("round,entry,externalID,room,user,pointsHundredthsWas,placeWas,advancesWas,"))
        #expect(csv.filter { !$0.isEmpty }.count == 13)
        let first = try #require(entries.first?["entry"] as? Int)
        let one = ask(
            "--scoring", "receptions=300", "--statistics", scratch("stats.csv"), "--entry", "\(first)", "--format",
            "csv")
        #expect(one.lines.filter { !$0.isEmpty }.count == 2)
    }

    /// What nobody knows is not made up.
    @Test func statisticsThatDoNotMakeThePointsAreRefused() throws {
        try imported()
        let statistics = try String(contentsOfFile: scratch("stats.csv"), encoding: .utf8)
        let lines = statistics.split(separator: "\n")
        try scratch.write(lines.dropLast(3).joined(separator: "\n") + "\n", to: "short.csv")
        let short = ask("--scoring", "receptions=300", "--statistics", scratch("short.csv"))
        #expect(short.status == 65 && short.messages.contains("3 have points but no statistics"), "\(short)")
        #expect(short.messages.contains("Player 216 in week 1") || short.messages.contains("Player 214 in week 1"))
        let wrong = statistics.replacingOccurrences(
            of: "2022,1,Player 7,RB,0,0,0,0,0,", with: "2022,1,Player 7,RB,0,0,0,0,1,")
        try #require(wrong != statistics)
        try scratch.write(wrong, to: "wrong.csv")
        let other = ask("--scoring", "receptions=300", "--statistics", scratch("wrong.csv"))
        let words = "and the statistics of 1 give other points"
        #expect(other.status == 65 && other.messages.contains(words), "\(other)")
        for (file, part) in [
            ("week,player,position\n1,A,QB\n", "without 'passingYards'"), (Self.header + "\n", "no statistics"),
            (Self.header + "\n2022,1,A,QB,x,0,0,0,0,0,0,0,0,0,0\n", "a whole number"),
            (Self.header + "\n2021,1,A,QB,0,0,0,0,0,0,0,0,0,0,0\n", "1 of other seasons (2021)"),
            (Self.header + String(repeating: "\n2022,1,A,QB,0,0,0,0,0,0,0,0,0,0,0", count: 2) + "\n", "a second time"),
        ] {
            try scratch.write(file, to: "bad.csv")
            let bad = ask("--scoring", "receptions=300", "--statistics", scratch("bad.csv"))
            #expect(bad.status == 65 && bad.messages.contains(part), "\(bad)")
        }
    }

    @Test func aLineupAndAPickChangeWhatTheySay() throws {
        try imported()
        let flex = try #require(try rounds(ask("--lineup", "flex=3", "--flex", "QB,TE", "--format", "json")).first)
        #expect((flex["entries"] as? [[String: Any]])?.count == 12 && flex["gained"] as? Int == 0)
        let pick = ask("--pick", "1:1=Player 216", "--format", "json")
        let change = ((pick.json as? [String: Any])?["change"] as? [String: Any])?["pick"] as? [String: Any]
        #expect(change?["was"] as? String == "Player 1" && change?["becomes"] as? String == "Player 216", "\(pick)")
        #expect(change?["laterPickNumber"] as? Int == 216)
        let taken = ask("--pick", "1:5=Player 2")
        #expect(taken.status == 66 && taken.messages.contains("pick 2 took the player"), "\(taken)")
    }

    @Test func whatIsAskedWronglyIsToldBeforeAnythingIsRead() throws {
        let usage: [[String]] = [
            ["what-if"], ["what-if", "1", "--contest", "1", "--lineup", "QB=1"], ["what-if", "--contest", "1"],
            ["what-if", "1", "--lineup", "QB=1"], ["what-if", "1", "--scoring", "receptions=1"],
            ["what-if", "1", "--pick", "1:1=A"], ["what-if", "--contest", "1", "--grace", "0", "--lineup", "QB=1"],
            ["what-if", "--contest", "1", "--lineup", "QB=1", "--top", "0"],
            ["what-if", "--contest", "1", "--lineup", "QB=1", "--statistics", "a.csv"],
        ]
        for arguments in usage { #expect(Ran(ledger + arguments).status == 64, "\(arguments)") }
        try imported()
        for (arguments, status) in [
            (["--lineup", "QB=x"], 64), (["--lineup", "QB=1,QB=1"], 64), (["--lineup", "K=1"], 64),
            (["--lineup", "QB=20"], 64), (["--flex", "K"], 64),
            (["--lineup", "FLEX=0", "--flex", "QB"], 64), (["--scoring", "receptions=1"], 64),
            (["--scoring", "catches=1", "--statistics", "a.csv"], 64), (["--scoring", "ppr"], 66),
            (["--scoring", "half-ppr", "--statistics", "a.csv"], 64), (["--pick", "1=Player 2"], 64),
            (["--pick", "1:1"], 64), (["--pick", "1:0=Player 2"], 64), (["--pick", "1:1=Nobody"], 66),
            (["--pick", "9:1=Player 2"], 66), (["--pick", "1:217=Player 2"], 66),
            (["--lineup", "FLEX=2", "--entry", "1"], 66),
        ] as [([String], Int32)] {
            let ran = Ran(ledger + ["what-if", "--contest", "1"] + arguments)
            #expect(ran.status == status, "\(arguments): \(ran)")
        }
        #expect(Ran(ledger + ["what-if", "--contest", "2", "--lineup", "QB=1"]).status == 66)
        #expect(Ran(ledger + ["what-if", "--contest", "1", "--scoring", "half-ppr"]).status == 0)
    }
}
