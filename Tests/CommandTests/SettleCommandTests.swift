import CommandTesting
import Foundation
import TestSupport
import Testing

/// Disputes are settled from the command line.
@Suite struct SettleCommandTests {
    private let scratch = TemporaryDirectory()
    private let ledger: String

    init() {
        ledger = scratch("ledger")
        let simulated = Ran([
            "--ledger", ledger, "simulate", "--rooms", "2", "--teams", "4", "--rounds", "4", "--seed", "7",
        ])
        #expect(simulated.status == 0)
    }

    private func run(_ arguments: String...) -> Ran { Ran(["--ledger", ledger] + arguments) }

    private func object(_ ran: Ran) throws -> [String: Any] { try #require(ran.json as? [String: Any]) }

    @Test func aSoundLedgerIsAuditedWithoutFindings() throws {
        let text = run("audit")
        #expect(text.status == 0 && text.output.contains("follows every rule"))
        let json = try object(run("audit", "1", "--format", "json"))
        #expect(json["ok"] as? Bool == true && json["room"] as? Int == 1)
        #expect(run("audit", "99").status == 66)
    }

    @Test func aDisputeHasTheShapeThatOthersScriptAgainst() throws {
        let json = try object(run("dispute", "1", "--pick", "5", "--format", "json"))
        #expect(json["room"] as? Int == 1 && json["pickNumber"] as? Int == 5)
        #expect(["upheld", "rejected", "undecidable"].contains(json["verdict"] as? String))
        let reasons = try #require(json["reasons"] as? [[String: Any]])
        #expect(!reasons.isEmpty && reasons.allSatisfy { $0["text"] is String && $0["positions"] is [Int] })
        #expect((json["timeline"] as? [Any])?.isEmpty == false)
        let text = run("dispute", "1", "--pick", "5").output
        #expect(text.contains("What happened") && text.contains(json["verdict"] as? String ?? "?"))
        #expect(run("dispute", "1", "--pick", "17").status == 66)
        #expect(run("dispute", "1").status == 64)
        #expect(run("dispute", "--case", "0").status == 64)
        #expect(run("dispute", "--case", "999999").status == 66)
    }

    @Test func whatWouldHaveBeenStandsBesideWhatWas() throws {
        // The rules as they are, and as they are without a question.
        let same = try object(run("what-if", "1", "--clock", "30", "--format", "json"))
        #expect(same["changed"] as? Int == 0 && same["firstDivergence"] is NSNull)
        #expect(run("what-if", "1", "--clock", "30").output.contains("Nothing would have been different."))
        let unasked = run("what-if", "1")
        #expect(unasked.status == 64 && unasked.messages.contains("Name at least one change: --grace"), "\(unasked)")
        let short = try object(run("what-if", "1", "--clock", "1", "--grace", "0", "--format", "json"))
        #expect((short["changed"] as? Int ?? 0) > 0)
        #expect((short["firstDivergence"] as? [String: Any])?["pickNumber"] is Int)
        #expect((short["seats"] as? [Any])?.count == 4)
        let stranger = "2020-01-01T00:00:00Z user/77 pick 1 3"
        let refused = try object(run("what-if", "1", "--insert", stranger, "--format", "json"))
        let inserted = try #require((refused["insertions"] as? [[String: Any]])?.first)
        #expect(inserted["becomes"] as? String == "unknownRoom")
        #expect(inserted["message"] is String && refused["changed"] as? Int == 0)
        let told = run("what-if", "1", "--insert", stranger).output
        #expect(
            told.contains("The inserted makePick of user/77")
                && told.contains("would have been refused as unknownRoom: "))
        for wrong in ["--grace=-1", "--clock=x", "--limits=QB=a", "--insert=yesterday"] {
            #expect(run("what-if", "1", wrong).status == 64, "\(wrong)")
        }
        #expect(run("what-if", "1", "--without", "0").status == 66)
    }

    @Test func withoutWhatWasOnlyShownADraftIsWhatItIs() throws {
        let tick = run("events", "--room", "1", "--type", "ClockTicked", "--limit", "1", "--format", "json")
        let position = try #require(object(tick)["position"] as? Int)
        let told = run("what-if", "1", "--without", "\(position)")
        #expect(told.status == 0 && told.output.contains("Nothing would have been different."))
    }

    @Test func ledgersAndFoldsAreComparedToTheFirstDifference() throws {
        let copy = scratch("copy")
        try FileManager.default.copyItem(atPath: ledger, toPath: copy)
        #expect(Ran(["diff", ledger, copy]).status == 0)
        #expect(Ran(["--ledger", copy, "case", "open", "1", "--pick", "1", "--claim", "Mine."]).status == 0)
        let longer = Ran(["diff", ledger, copy, "--format", "json"])
        #expect(longer.status == 1 && (longer.json as? [String: Any])?["relation"] as? String == "firstIsPrefix")
        #expect(run("case", "open", "1", "--pick", "2", "--claim", "Mine.").status == 0)
        let parted = Ran(["diff", ledger, copy])
        #expect(parted.status == 1 && parted.output.contains("They diverge at position"))
        #expect(run("diff", "--fold", "room", "room@3").status == 0)
        // A house in which the rules have picked.
        let other = scratch("other")
        let shape = ["--rooms", "2", "--teams", "4", "--rounds", "4", "--seed", "5"]
        #expect(Ran(["--ledger", other, "simulate"] + shape).status == 0)
        let limited = Ran([
            "--ledger", other, "diff", "--fold", "picks", "picks,limits=1/1/1/1", "--format", "json",
        ])
        let folds = try #require(limited.json as? [String: Any])
        #expect(limited.status == 1 && (folds["parted"] as? [[String: Any]])?.first?["position"] is Int)
        let apart = run("diff", "--fold", "picks", "room")
        #expect(apart.status == 64 && apart.messages.contains("describe a draft differently"))
        #expect(run("diff", "--fold", "room", "attic").status == 64)
        #expect(Ran(["diff", ledger, scratch("none")]).status == 66)
    }

    @Test func aCaseGoesFromTheClaimToWhatFollows() throws {
        let opened = run("case", "open", "1", "--pick", "5", "--claim", "I clicked, it autopicked.")
        #expect(opened.status == 0)
        let cases = try #require(run("case", "list", "--format", "json").list)
        let mine = try #require(cases.last)
        let number = String(try #require(mine["case"] as? Int))
        #expect(mine["claim"] as? String == "I clicked, it autopicked." && mine["verdict"] is NSNull)
        let claimant = String(try #require(mine["claimant"] as? Int))

        try scratch.write("a recording", to: "proof.txt")
        let attached = run("case", "attach", number, scratch("proof.txt"))
        let digest = "973d5cd4d1c9a99d1e00481a952b1f3664919095bb4f153c489091d1123c9cde"
        #expect(attached.status == 0 && attached.output == "case \(number): attached proof.txt, SHA-256 \(digest)\n")
        let early = run("case", "refund", number, "--cents", "250", "--approver", "901", "--second-approver", "902")
        #expect(early.status == 1 && early.messages.contains("is still open. Resolve it first"))
        let partial = run(
            "case", "resolve", number, "--verdict", "upheld", "--against-rules", "--by", claimant, "--reason", "Mine.")
        #expect(partial.status == 1 && partial.messages.contains("conflictOfInterest"))
        #expect(
            run("case", "resolve", number, "--verdict", "upheld", "--against-rules", "--by", "900", "--reason", "Late.")
                .status == 0)

        let alone = run("case", "refund", number, "--cents", "250", "--approver", "901", "--second-approver", "901")
        #expect(alone.status == 1 && alone.messages.contains("approverRequired"))
        let paid = run("case", "refund", number, "--cents", "250", "--approver", "901", "--second-approver", "902")
        #expect(paid.status == 0)

        let board = try object(run("board", "1", "--format", "json"))
        let picks = try #require(board["picks"] as? [[String: Any]])
        let taken = Set(picks.compactMap { $0["playerID"] as? String })
        let stem = try #require(taken.first).split(separator: "-").dropLast().joined(separator: "-")
        let free = try #require((1..<100).map { "\(stem)-\($0)" }.first { !taken.contains($0) })
        let selfish = run(
            "case", "correct", number, "--mode", "substitute", "--player", free, "--by", "900", "--approver", "900")
        #expect(selfish.status == 1 && selfish.messages.contains("conflictOfInterest"))
        let corrected = run(
            "case", "correct", number, "--mode", "substitute", "--player", free, "--by", "900", "--approver", "901")
        #expect(corrected.status == 0, "\(corrected.messages)")
        let after = try #require(try object(run("board", "1", "--format", "json"))["picks"] as? [[String: Any]])
        #expect(after[4]["playerID"] as? String == free)

        #expect(run("case", "show", number).output.contains("upheld"))
        let audit = run("audit")
        #expect(audit.status == 0, "\(audit.output)")
    }

    @Test func aDraftIsWrittenAsOnePage() throws {
        #expect(run("replay", "1", "--html", scratch("draft.html")).status == 0)
        let page = try String(contentsOfFile: scratch("draft.html"), encoding: .utf8)
        #expect(page.hasPrefix("<!doctype html>") || page.hasPrefix("<!DOCTYPE html>"))
        #expect(!page.contains("http://") && !page.contains("src=\"//"))
        #expect(run("replay", "1", "--html", scratch("no/such/draft.html")).status == 73)
        #expect(run("replay", "1", "--html", scratch("d.html"), "--viewer", "17").status == 66)
        #expect(run("replay", "1", "--viewer", "1").status == 64)
        #expect(run("replay", "1", "--html", "x", "--play").status == 64)
    }
}
