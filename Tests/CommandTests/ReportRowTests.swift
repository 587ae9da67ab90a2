import CommandTesting
import Draft
import Foundation
import TestSupport
import Testing

/// Which rows a report lists, which slot it means, and what it says to names that there are not.
@Suite struct ReportRowTests {
    private static let scratch = TemporaryDirectory()

    /// Eight rooms of six teams, simulated once for all tests here.
    private static let ledger: [String] = {
        let ledger = ["--ledger", scratch("ledger")]
        _ = Ran(ledger + ["simulate", "--rooms", "8", "--teams", "6", "--rounds", "6", "--seed", "3", "--users", "9"])
        return ledger
    }()

    private func rows(_ command: String...) throws -> [[String: Any]] {
        let ran = Ran(Self.ledger + command + ["--format", "json"])
        let object = try #require(ran.json as? [String: Any], "\(ran)")
        return try #require((object["players"] ?? object["pairs"]) as? [[String: Any]])
    }

    private func names(_ rows: [[String: Any]]) -> [String] { rows.compactMap { $0["name"] as? String } }

    @Test(arguments: ["exposure", "ownership", "adp"])
    func theFirstRowsAreThoseOfTheWholeReport(report: String) throws {
        let all = try rows(report)
        #expect(names(try rows(report, "--top", "5")) == Array(names(all).prefix(5)))
        let often = all.filter { ($0["drafted"] as? Int ?? 0) >= 6 }
        #expect(often.count < all.count && !often.isEmpty)
        #expect(names(try rows(report, "--minimum", "6")) == names(often))
        #expect(names(try rows(report, "--sort", "name")) == names(all).sorted())
        let text = Ran(Self.ledger + [report, "--top", "5"]).output
        #expect(text.contains("5 of \(all.count) players"), "\(text)")
        for wrong in [["--top", "0"], ["--minimum", "0"], ["--sort", "colour"]] {
            #expect(Ran(Self.ledger + [report] + wrong).status == 64, "\(wrong)")
        }
        #expect(Ran(Self.ledger + [report, "--minimum", "9999"]).output.contains("as the minimum requires"))
    }

    @Test func ordersAreWhatTheySay() throws {
        func figures(_ key: String, _ command: String...) throws -> [Double] {
            let ran = Ran(Self.ledger + command + ["--format", "json"])
            let object = try #require(ran.json as? [String: Any], "\(ran)")
            return try #require(object["players"] as? [[String: Any]]).map { $0[key] as? Double ?? -1 }
        }
        let picks = try figures("averagePick", "exposure", "--sort", "pick")
        #expect(picks == picks.sorted() && Set(picks).count > 2)
        let spreads = try figures("standardDeviation", "adp", "--sort", "spread")
        #expect(spreads == spreads.sorted(by: >) && Set(spreads).count > 2)
        let rosters = Ran(Self.ledger + ["rosters", "1", "--format", "json"]).list
        let user = try #require(rosters?.first?["user"] as? Int)
        let leverages = try figures("leverage", "ownership", "--user", "\(user)", "--sort", "leverage")
        #expect(leverages == leverages.sorted(by: >) && Set(leverages).count > 2)
        #expect(Ran(Self.ledger + ["ownership", "--sort", "leverage"]).status == 64, "whose?")
        #expect(Ran(Self.ledger + ["adp", "--by", "week", "--sort", "spread"]).status == 64)
        #expect(try rows("pairs", "--sort", "lift").count == rows("pairs", "--by", "lift").count)
    }

    @Test func aSlotThatNoDraftHasIsAMistake() throws {
        for (options, words) in [
            (["--slot", "7"], "--draft-position 7: the largest of these drafts has 6 teams, draft positions 1 to 6."),
            (["--pick-order", "0"], "expected 1 to 32"), (["--slot", "0"], "expected 1 to 32"),
        ] {
            for report in ["exposure", "adp", "stacks"] {
                let ran = Ran(Self.ledger + [report] + options)
                #expect(ran.status == 64 && ran.messages.contains(words), "\(ran)")
            }
        }
        #expect(try names(rows("exposure", "--pick-order", "6")) == names(rows("exposure", "--slot", "6")))
        // Whom the first slot took first was the first pick of a draft.
        let first = try rows("exposure", "--slot", "1")
        let all = try rows("exposure")
        #expect(first.contains { $0["earliestPick"] as? Int == 1 } && first.count != all.count)
        #expect(try !rows("exposure", "--slot", "2").contains { $0["earliestPick"] as? Int == 1 })
        let head = Ran(Self.ledger + ["exposure", "--slot", "1", "--top", "1"]).output
        #expect(head.contains("all contests, slot 1.01, "), "\(head)")
    }

    @Test func misspeltNamesAreAnswered() throws {
        let title = try #require(
            (Ran(Self.ledger + ["rooms", "--format", "json"]).list)?.first?["contest"] as? String)
        let contest = Ran(Self.ledger + ["exposure", "--contest", title.lowercased() + "x"])
        #expect(contest.status == 66 && contest.messages.contains("Did you mean '\(title)'?"), "\(contest)")
        let player = try #require(names(try rows("exposure")).first)
        let pairs = Ran(Self.ledger + ["pairs", "--with", player + "q"])
        #expect(pairs.status == 66 && pairs.messages.contains("Did you mean '\(player)'?"), "\(pairs)")
        // The case of letters tells nobody apart who is alone of that name.
        let cased = try rows("exposure", "--contest", title.uppercased())
        #expect(try names(cased) == names(rows("exposure", "--contest", title)) && !cased.isEmpty)
        let help = Ran(["help", "exposrue"])
        #expect(help.status == 64 && help.messages.contains("Did you mean `exposure`?"), "\(help)")
        #expect(Ran(["help", "exposure"]).status == 0 && Ran(["help"]).status == 0)
        let far = Ran(Self.ledger + ["exposure", "--contest", "nothing of the kind"])
        #expect(far.status == 66 && !far.messages.contains("Did you mean"))
    }

    @Test func theVersionIsTold() {
        let ran = Ran(["--version"])
        #expect(
            ran.status == 0 && ran.output.hasPrefix("draftledger")
                && ran.output.contains("rules \(SoftwareStarted.currentRules)"))
    }

    @Test func withoutANameTheHeaderDecides() throws {
        let ledger = ["--ledger", Self.scratch("imports")]
        let sheet =
            "PickedAt,PickNumber,Appearance,FirstName,LastName,Team,Position,Draft,DraftEntry,DraftSize\n"
            + "2024-06-01 12:00:01 UTC,1,p-1,,Known,JAC,QB,a,e-a,2\n2024-06-01 12:00:03 UTC,4,p-3,,Mate,JAX,WR,a,e-a,2\n"
        try Self.scratch.write(sheet, to: "own.csv")
        let own = Self.scratch("own.csv")
        try Self.scratch.write(
            "id,firstName,lastName,adp,projectedPoints,slotName\n1,Ja'Marr,Chase,1.2,280,WR\n", to: "ranks.csv")
        try Self.scratch.write("a,b\n1,2\n", to: "other.csv")
        #expect(
            Ran(ledger + ["import", own, "--players", own]).status == 64, "of another dialect than the header shows")
        let ran = Ran(ledger + ["import", own, "--user", "jane"])
        #expect(ran.status == 0 && ran.output.contains("1 draft imported"), "\(ran)")
        #expect(Ran(ledger + ["import", Self.scratch("ranks.csv")]).output.contains("1 pool imported"))
        let mixed = Ran(ledger + ["import", own, Self.scratch("ranks.csv")])
        #expect(mixed.status == 64 && mixed.messages.contains("Import them one by one"))
        let other = Ran(ledger + ["import", Self.scratch("other.csv")])
        #expect(
            other.status == 64
                && other.messages.contains(
                    "Name it: --input-format bbm|underdog|draftkings|drafters|sleeper|mfl|csv|rankings|scores|adp|"
                        + "players|schedule|jsonl")
        )
        #expect(Ran(ledger + ["import", "-"]).status == 64)
        #expect(Ran(ledger + ["exposure", "--user", "JANE"]).status == 0)
        let user = Ran(ledger + ["exposure", "--user", "Jnae"])
        #expect(user.status == 66 && user.messages.contains("Did you mean 'jane'?"), "\(user)")
    }
}
