import CommandTesting
import Draft
import Foundation
import TestSupport
import Testing

/// Cases by user, status and age, and those whose resolution is not the rules'.
@Suite struct CaseListTests {
    private let ledger: AskedLedger
    /// One that the rules reject and somebody upheld.
    private let upheld: Int
    private let open: Int

    init() throws {
        let ledger = try AskedLedger("--rooms 2 --teams 4 --rounds 4 --seed 7 --entry-fee 2500")
        let opened = try ["5", "6"].map { pick in
            try #require(ledger.run("case", "open", "1", "--pick", pick, "--claim", "Mine.").status == 0)
            let cases = ledger.run("case", "list", "--format", "json").list
            return try #require(cases?.last?["case"] as? Int)
        }
        let resolved = ledger.run(
            "case", "resolve", "\(opened[0])", "--verdict", "upheld", "--against-rules", "--by", "900", "--reason",
            "He was kind.")
        try #require(resolved.status == 0)
        self.ledger = ledger
        upheld = opened[0]
        open = opened[1]
    }

    private func list(_ arguments: String...) throws -> [[String: Any]] {
        let ran = Ran(["--ledger", ledger.path, "case", "list"] + arguments + ["--format", "json"])
        return try #require(ran.list)
    }

    private func numbers(_ cases: [[String: Any]]) -> Set<Int> { Set(cases.compactMap { $0["case"] as? Int }) }

    /// A verdict against the recorded events needs a flag, and the events' own verdict is printed first.
    @Test func aVerdictAgainstTheRulesNeedsAConfirmation() throws {
        let verdict = ["case", "resolve", "\(open)", "--judge", "900", "--reason", "Kind.", "--verdict"]
        let refused = Ran(["--ledger", ledger.path] + verdict + ["upheld"])
        #expect(refused.status == 1 && refused.messages.contains("is rejected."), "\(refused.messages)")
        #expect(refused.messages.contains("confirm it with --against-rules"), "\(refused.messages)")
        #expect(numbers(try list("--status", "open")).contains(open))
        let taken = Ran(["--ledger", ledger.path] + verdict + ["rejected"])
        #expect(taken.status == 0 && taken.messages.contains("is rejected."), "\(taken.messages)")
    }

    @Test func byStatusAndUser() throws {
        let all = try list()
        #expect(numbers(all).isSuperset(of: [upheld, open]))
        #expect(numbers(try list("--status", "open")) == numbers(all.filter { $0["verdict"] is NSNull }))
        #expect(numbers(try list("--status", "resolved")) == numbers(all.filter { $0["verdict"] is String }))
        let rejected = try list("--status", "rejected")
        #expect(numbers(rejected) == numbers(all.filter { $0["verdict"] as? String == "rejected" }))
        let claimant = try #require(all.last?["claimant"] as? Int)
        #expect(
            numbers(try list("--user", "\(claimant)")) == numbers(all.filter { $0["claimant"] as? Int == claimant }))
        #expect(numbers(try list("--user", "\(claimant)", "--status", "open")).isSubset(of: [open]))
    }

    @Test func byAge() throws {
        #expect(numbers(try list("--older", "1h")).isDisjoint(with: [upheld, open]), "they were opened just now")
        #expect(numbers(try list("--older", "0s")) == numbers(try list()))
        #expect(ledger.run("case", "list", "--older", "9000d").output.contains("No case matches."))
        for wrong in ["7", "d", "-1d", "1y", "1.5d"] {
            #expect(ledger.run("case", "list", "--older", wrong).status == 64, "\(wrong)")
        }
        #expect(ledger.run("case", "list", "--status", "closed").status == 64)
    }

    @Test func againstTheRules() throws {
        let found = try list("--against-rules")
        for one in found {
            #expect(one["rulesVerdict"] is String && one["verdict"] as? String != one["rulesVerdict"] as? String)
        }
        #expect(numbers(found).contains(upheld) && !numbers(found).contains(open))
        let text = ledger.run("case", "show", "\(upheld)").output
        #expect(text.contains("The case was resolved as upheld; the rules give another verdict: rejected."))
        let shown = try #require(ledger.run("case", "show", "\(upheld)", "--format", "json").json as? [String: Any])
        #expect(shown["againstRules"] as? Bool == true)
        for one in try list("--status", "resolved") where !numbers(found).contains(one["case"] as? Int ?? 0) {
            let number = "\(one["case"] as? Int ?? 0)"
            let json = ledger.run("case", "show", number, "--format", "json").json as? [String: Any]
            #expect(json?["againstRules"] as? Bool == false, "case \(number)")
            #expect(!ledger.run("case", "show", number).output.contains("the rules give another verdict"))
        }
        #expect(ledger.run("case", "list", "--against-rules").output.contains("by the rules"))
    }
}
