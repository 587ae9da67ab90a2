import CommandTesting
import Foundation
import TestSupport
import Testing

/// What entries may expect, through the command line: three drafts of twelve and their season.
@Suite struct ExpectCommandTests {
    private let scratch = TemporaryDirectory()

    private static let shared = TemporaryDirectory()

    /// Three drafts in which everybody takes who is next, each with the season of seventeen weeks, made once for all tests
    /// here. Who is taken earlier scores more, but for every seventh, who never plays.
    private static let imported: [String] = {
        let ledger = ["--ledger", shared("ledger")]
        var picks =
            "draft_id,draft_time,draft_entry_id,player_name,position_name,projection_adp,pick_order,overall_pick_number\n"
        var scores = "season,week,player,position,points\n"
        for pick in 1...216 {
            let (round, place) = ((pick - 1) / 12 + 1, (pick - 1) % 12)
            let order = round % 2 == 1 ? place + 1 : 12 - place
            let position = ["QB", "RB", "WR", "TE"][round % 4]
            for draft in 1...3 {
                picks += "d\(draft),2022-09-0\(draft) 07:46:23,e\(draft)-\(order),Player \(pick),\(position),"
                picks += "\(pick).5,\(order),\(pick)\n"
            }
            for week in 1...17 where pick % 7 != 0 {
                scores += "2022,\(week),Player \(pick),\(position),\((300 - pick + week * pick % 40) / 10).25\n"
            }
        }
        do {
            try shared.write(picks, to: "picks.csv")
            try shared.write(scores, to: "scores.csv")
        } catch {
            Issue.record(error)
        }
        _ = Ran(ledger + ["import", shared("picks.csv"), "--as", "bbm"])
        _ = Ran(ledger + ["import", shared("scores.csv"), "--as", "scores", "--season", "2022", "--final"])
        return ledger
    }()

    private func object(_ ran: Ran) throws -> [String: Any] { try #require(ran.json as? [String: Any], "\(ran)") }

    private func expect(_ arguments: String...) -> Ran {
        Ran(Self.imported + ["expect", "--seasons", "30"] + arguments)
    }

    @Test func everyEntryHasItsRates() throws {
        let json = try object(expect("--seed", "18446744073709551615", "--format", "json"))
        #expect(json["seed"] as? String == "18446744073709551615" && json["seasons"] as? Int == 30)
        #expect(json["reference"] as? String == "Best Ball Mania 2022" && json["entries"] as? Int == 36)
        #expect(json["contestEntries"] as? Int == 451_200 && json["simulatedDrafts"] as? Int == 3)
        let rosters = try #require(json["rosters"] as? [[String: Any]])
        #expect(rosters.count == 36 && rosters.allSatisfy { $0["wonCents"] is NSNull })
        #expect(Set(rosters.compactMap { $0["externalID"] as? String }).count == 36)
        let rates = rosters.compactMap { $0["advance"] as? Double }
        #expect(rates == rates.sorted(by: >) && abs(rates.reduce(0, +) - 6) < 1e-9)
        for roster in rosters {
            let reached = try #require(roster["reached"] as? [Double])
            #expect(reached.count == 3 && reached[0] == roster["advance"] as? Double)
            #expect(reached[2] == roster["final"] as? Double && reached[1] >= reached[2])
            let (low, high) = (roster["advanceLow"] as? Double ?? 1, roster["advanceHigh"] as? Double ?? 0)
            #expect(low <= reached[0] && reached[0] <= high && low < high)
        }
        let calibration = try #require(json["calibration"] as? [String: Any])
        #expect((calibration["groups"] as? [[String: Any]])?.compactMap { $0["advanced"] as? Int }.reduce(0, +) == 6)
        let (text, said) = { ($0.output, $0.messages) }(expect("--top", "2"))
        #expect(said.contains("The prizes are not known: name them with --prizes FILE."), "\(said)")
        let head = "Best Ball Mania 2022, played through 30 seasons like those of Best Ball Mania 2022, seed 1"
        #expect(text.contains(head), "\(text)")
        #expect(text.contains("prizes are not known") && text.contains("2 of 36 entries"))
        let csv = expect("--format", "csv").lines
        #expect(csv[0].hasPrefix("entry,externalID,room,pointsHundredths,advance,advanceLow,advanceHigh,final,"))
        #expect(csv.count == 38)
    }

    @Test func prizesAndProjectionsComeFromFiles() throws {
        try scratch.write("1,200000000\n2-470,1000000\n471-75200,5000\n", to: "prizes.csv")
        var sheet = "week,player,position,points\n"
        for week in 1...17 {
            for player in 1...100 { sheet += "\(week),Player \(player),\(Self.position(player)),12.5\n" }
        }
        sheet += "1,Nobody Knows,QB,3\n"
        try scratch.write(sheet, to: "weeks.csv")
        let ran = expect(
            "--prizes", scratch("prizes.csv"), "--projections", scratch("weeks.csv"), "--entries", "451200",
            "--format", "json")
        let json = try object(ran)
        let rosters = try #require(json["rosters"] as? [[String: Any]])
        let won = rosters.compactMap { $0["wonCents"] as? Double }
        // Of all prizes, those that go to 36 of 451,200 entries.
        let all = 200_000_000.0 + 469 * 1_000_000 + 74_730 * 5_000
        #expect(won == won.sorted(by: >) && abs(won.reduce(0, +) - all * 36 / 451_200) < 1, "\(won.reduce(0, +))")
        #expect(json["projected"] as? Int == 100)
        let findings = try #require(json["sideFindings"] as? [[String: Any]])
        #expect(findings.compactMap { $0["name"] as? String } == ["Nobody Knows"])
        let text = expect("--projections", scratch("weeks.csv"), "--top", "1").output
        #expect(text.contains("projected: 100 drafted players"), "\(text)")
    }

    private static func position(_ pick: Int) -> String { ["QB", "RB", "WR", "TE"][((pick - 1) / 12 + 1) % 4] }

    @Test func whatCannotBeSimulatedIsSaid() throws {
        #expect(expect("--seasons", "0").status == 64)
        #expect(expect("--position", "QB").status == 64)
        #expect(expect("--like", "nothing").status == 66)
        try scratch.write("week,player,position,points\n1,Player 1,RB,3\n", to: "short.csv")
        let short = expect("--projections", scratch("short.csv"))
        #expect(short.status == 66 && short.messages.contains("have no projections: 2, 3, 4"), "\(short)")
        try scratch.write("week,player,position,points\n1,Player 1,RB,three\n", to: "wrong.csv")
        #expect(expect("--projections", scratch("wrong.csv")).status == 65)
        try scratch.write("2,500\n", to: "gap.csv")
        #expect(expect("--prizes", scratch("gap.csv")).status == 65)
        let empty = ["--ledger", scratch("empty")]
        _ = Ran(empty + ["simulate", "--rooms", "1", "--teams", "4", "--rounds", "4"])
        let nothing = Ran(empty + ["expect"])
        #expect(
            nothing.status == 66 && nothing.messages.contains("has no rounds, so it has no standings"), "\(nothing)")
    }
}
