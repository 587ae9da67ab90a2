import CommandTesting
import Draft
import DraftLedger
import Foundation
import Projections
import Records
import Replay
import TestSupport
import Testing

@testable import CommandLineTool  // a case is settled without a terminal

/// Cases and what follows from them.
@Suite struct CaseCommandTests {
    private let scratch = TemporaryDirectory()
    private let ledger: String

    init() {
        ledger = scratch("ledger")
        let simulated = Ran([
            "--ledger", ledger, "simulate", "--rooms", "2", "--teams", "4", "--rounds", "4", "--seed", "7",
            "--entry-fee", "2500",
        ])
        #expect(simulated.status == 0)
    }

    private func run(_ arguments: String...) -> Ran { Ran(["--ledger", ledger] + arguments) }

    /// Opens a case about a pick and upholds it.
    private func upheldCase(room: String = "1", pick: String) throws -> String {
        #expect(run("case", "open", room, "--pick", pick, "--claim", "Mine.").status == 0)
        let cases = try #require(run("case", "list", "--format", "json").list)
        let number = String(try #require(cases.last?["case"] as? Int))
        #expect(
            run("case", "resolve", number, "--verdict", "upheld", "--against-rules", "--by", "900", "--reason", "Late.")
                .status == 0)
        return number
    }

    private func refund(_ number: String, _ cents: Int, _ more: String...) -> Ran {
        Ran(
            [
                "--ledger", ledger, "case", "refund", number, "--cents", "\(cents)", "--approver", "901",
                "--second-approver", "902",
            ] + more)
    }

    private func record(_ number: String) throws -> [String: Any] {
        let json = try #require(run("case", "show", number, "--format", "json").json as? [String: Any])
        return try #require(json["case"] as? [String: Any])
    }

    /// A case names the claim that its bundle is about.
    @Test func aBundleCanNameItsCase() throws {
        let number = try upheldCase(pick: "5")
        #expect(run("evidence", "create", "--case", number, "-o", scratch("case.tar")).status == 0)
        #expect(run("evidence", "create", "1", "--pick", "5", "-o", scratch("pick.tar")).status == 0)
        let files = try ["case.tar", "pick.tar"].map { try Data(contentsOf: URL(filePath: scratch($0))) }
        #expect(files[0] == files[1] && files[0].count > 1_000)
    }

    /// As `dispute` and `evidence create` do, a case takes the pick with its claimant.
    @Test func aCaseAboutAPickCanNameItsClaimant() throws {
        let members = try #require((run("room", "1", "--format", "json").json as? [String: Any])?["members"])
        let user = try #require((members as? [[String: Any]])?.last?["user"] as? Int)
        let opened = run("case", "open", "1", "--pick", "5", "--user", "\(user)", "--claim", "Mine.")
        #expect(opened.status == 0 && opened.output.contains("by user \(user)"), "\(opened.messages)")
        let absent = run("case", "open", "1", "--pick", "5", "--user", "9999", "--claim", "Mine.")
        #expect(absent.status == 66, "\(absent.messages)")
        let both = run("case", "open", "1", "--pick", "5", "--week", "3", "--claim", "Mine.")
        #expect(both.status == 64 && both.messages.contains("--pick and --week exclude each other"), "\(both.messages)")
    }

    @Test func aFeeGoesBackOnce() throws {
        let number = try upheldCase(pick: "5")
        #expect(refund(number, 2_501).status == 1)
        #expect(refund(number, 2_000).status == 0)
        let again = refund(number, 2_000)
        #expect(again.status == 1)
        #expect(again.messages.contains("of 25.00") && again.messages.contains("20.00 at position"))
        #expect(again.messages.contains("5.00 is left"))
        #expect(refund(number, 500).status == 0)
        #expect(refund(number, 1).status == 1)
        // Another case about a pick of the same entry draws on the same fee: pick 4 of 4 teams is pick 5's neighbour.
        let neighbour = try upheldCase(pick: "4")
        #expect(refund(neighbour, 1).status == 1)
        // The rules refuse it, whoever asks.
        #expect(refund(number, 300, "--beyond-fee").status == 1)

        let payments = try #require(try record(number)["payments"] as? [[String: Any]])
        #expect(payments.map { $0["amountCents"] as? Int } == [2_000, 500])
        #expect(payments.allSatisfy { $0["position"] is Int && $0["secondApprover"] as? Int == 902 })
        let text = run("dispute", "--case", number).output
        #expect(text.contains("paid      20.00 to user") && text.contains("paid      5.00 to user"))
        #expect(run("audit").status == 0)
    }

    @Test func aVoidedRoomHasGivenTheFeeBackAlready() throws {
        // With this seed room 2 is voided.
        let other = scratch("other")
        let options = ["--rooms", "4", "--teams", "4", "--rounds", "5", "--seed", "3", "--entry-fee", "2500"]
        #expect(Ran(["--ledger", other, "simulate"] + options).status == 0)
        let draft = try DraftLedger.open(at: other)
        defer { draft.close() }
        let states = try draft.rooms().compactMap { try draft.room($0.room) }
        let voided = try #require(states.first { $0.status == .voided })
        let seat = try #require(voided.members.firstIndex { $0?.user != nil })
        let claim = DisputeOpened(
            room: voided.id, pick: 1, seat: Seat(seat), roomVersion: 1, claimant: voided.members[seat]?.user, claim: "")
        let account = try #require(try EntryAccount(of: claim, in: draft))
        #expect(account.fee == Cents(2_500) && account.returned == Cents(2_500) && account.left == .zero)
    }

    @Test func aCaseIsWholeInItsJSON() throws {
        let number = try upheldCase(pick: "5")
        let recorded = try record(number)
        #expect(recorded["case"] as? Int == Int(number) && recorded["claim"] as? String == "Mine.")
        #expect(recorded["pickNumber"] as? Int == 5 && recorded["openedAt"] is String)
        #expect((recorded["resolution"] as? [String: Any])?["verdict"] as? String == "upheld")
        #expect((recorded["resolution"] as? [String: Any])?["resolvedBy"] as? Int == 900)
        let disputed = try #require(run("dispute", "--case", number, "--format", "json").json as? [String: Any])
        #expect((disputed["case"] as? [String: Any])?["case"] as? Int == Int(number))
        let bare = try #require(run("dispute", "1", "--pick", "5", "--format", "json").json as? [String: Any])
        #expect(bare["case"] is NSNull)
        // The simulated cases have corrections that name them.
        let cases = try #require(run("case", "list", "--format", "json").list)
        let records = try cases.map { try record("\($0["case"] as? Int ?? 0)") }
        #expect(records.contains { ($0["corrections"] as? [[String: Any]])?.first?["mode"] is String })
        #expect(records.contains { ($0["documents"] as? [[String: Any]])?.first?["sha256"] is String })
    }

    @Test func theFirstSentenceAnswersTheTopicOfTheComplaint() throws {
        func headline(_ arguments: String...) throws -> String {
            let ran = Ran(["--ledger", ledger, "dispute"] + arguments + ["--format", "json"])
            return try #require((ran.json as? [String: Any])?["headline"] as? String)
        }
        #expect(try headline("1", "--pick", "5", "--about", "fee").contains("you paid once for this draft, 25.00 on"))
        #expect(try headline("1", "--pick", "5", "--about", "order").contains("the draft order was drawn by lot"))
        #expect(run("case", "open", "1", "--pick", "5", "--claim", "I was charged twice.").status == 0)
        let cases = try #require(run("case", "list", "--format", "json").list)
        let number = String(try #require(cases.last?["case"] as? Int))
        #expect(try headline("--case", number).contains("you paid once"))
        #expect(try headline("--case", number, "--about", "order").contains("drawn by lot"))
        #expect(run("dispute", "1", "--pick", "5", "--about", "weather").status == 64)
        let claimant = try #require(cases.last?["claimant"] as? Int)
        let statement = run("statement", "\(claimant)").output
        #expect(statement.contains("these two lines of a room are one payment"), "\(statement)")
    }

    /// Advice names no step that was taken already.
    @Test func aCaseThatWasNotUpheldIsToldAsItIs() throws {
        #expect(run("case", "open", "1", "--pick", "5", "--claim", "Mine.").status == 0)
        let cases = try #require(run("case", "list", "--format", "json").list)
        let number = String(try #require(cases.last?["case"] as? Int))
        let early = refund(number, 100)
        #expect(early.status == 1)
        #expect(early.messages.contains("Case \(number) is still open. Resolve it first: `case resolve \(number)`."))
        for (verdict, by) in [("rejected", "900")] {
            #expect(
                run("case", "resolve", number, "--verdict", verdict, "--against-rules", "--by", by, "--reason", "Late.")
                    .status == 0)
            for ran in [
                refund(number, 100),
                run("case", "correct", number, "--mode", "cascade", "--by", "900", "--approver", "901"),
            ] {
                #expect(ran.status == 1)
                #expect(ran.messages.contains("Case \(number) was resolved as \(verdict)"), "\(ran.messages)")
                #expect(!ran.messages.contains("first"), "\(ran.messages)")
            }
        }
    }

    /// Wherever people read them: words that the log has digests of are looked up.
    @Test func textsAreToldInCasesAndDisputes() throws {
        let number = try upheldCase(pick: "5")
        let reason = "The tablet stood still."
        let board = try #require(run("board", "1", "--format", "json").json as? [String: Any])
        let taken = Set((board["picks"] as? [[String: Any]] ?? []).compactMap { $0["playerID"] as? String })
        let stem = try #require(taken.first).split(separator: "-").dropLast().joined(separator: "-")
        let free = try #require((1..<100).map { "\(stem)-\($0)" }.first { !taken.contains($0) })
        let corrected = run(
            "case", "correct", number, "--mode", "substitute", "--player", free, "--by", "900", "--approver", "901",
            "--reason", reason)
        #expect(corrected.status == 0, "\(corrected.messages)")
        for command in [["case", "show", number], ["dispute", "--case", number], ["dispute", "1", "--pick", "5"]] {
            for format in ["text", "json", "csv"] {
                let told = Ran(["--ledger", ledger] + command + ["--format", format]).output
                #expect(told.replacing("\n", with: " ").contains("stood still"), "\(command) \(format)")
                #expect(!told.contains("digest") && !told.contains("not in the bundle"), "\(command) \(format)")
            }
        }
        // A bundle goes to third parties: it has the digest.
        let bundle = scratch("b.tar")
        #expect(run("evidence", "create", "1", "--pick", "5", "-o", bundle).status == 0)
        let archive = String(decoding: try Data(contentsOf: URL(filePath: bundle)), as: UTF8.self)
        #expect(!archive.contains("stood still") && archive.contains("(text not in the bundle; SHA-256 "))
        let key = try #require(run("key").lines.dropLast().last)
        let verified = run("evidence", "verify", bundle, "--key", key)
        #expect(verified.status == 0 || verified.status == 3, "\(verified.output)")
        // Erased, it is told of as such.
        let events = try #require(run("staff", "acts", "--format", "csv").lines.last { $0.contains("PickCorrected") })
        let position = try #require(events.split(separator: ",").first).description
        #expect(run("words", "erase", position, "--yes").status == 0)
        #expect(run("case", "show", number).output.contains("(erased)"))
    }

    @Test func aPositionBeyondTheEndIsToldWithTheLast() throws {
        let size = try #require(
            (run("status", "--format", "json").json as? [String: Any])?["size"] as? Int)
        let shown = run("words", "show", "\(size)")
        #expect(shown.status == 66)
        #expect(shown.messages.contains("the ledger has \(size) events, at positions 0 to \(size - 1)."), "\(shown)")
    }

    @Test func aDocumentIsAttachedOnce() throws {
        #expect(run("case", "open", "1", "--pick", "5", "--claim", "Mine.").status == 0)
        let cases = try #require(run("case", "list", "--format", "json").list)
        let number = String(try #require(cases.last?["case"] as? Int))
        try scratch.write("a recording", to: "proof.txt")
        let attached = run("case", "attach", number, scratch("proof.txt"), "--title", "Recording")
        let digest = LedgerCryptography(drawMaster: []).sha256(Array("a recording".utf8)).hexadecimal
        #expect(attached.status == 0 && attached.output.contains("attached Recording, SHA-256 \(digest)"))
        let again = run("case", "attach", number, scratch("proof.txt"), "--title", "Another name")
        #expect(again.status == 1 && again.messages.contains("already has this document"))
        let documents = try #require(try record(number)["documents"] as? [[String: Any]])
        #expect(documents.count == 1 && documents[0]["sha256"] as? String == digest)
    }
}

/// Disputes in rooms of which only one seat is known.
@Suite struct PartlyKnownRoomTests {
    private let scratch = TemporaryDirectory()
    private let ledger: String

    /// One user's own export: the second team of twelve.
    init() throws {
        ledger = scratch("ledger")
        let header = "PickedAt,PickNumber,Appearance,FirstName,LastName,Team,Position,Draft,DraftEntry,DraftSize\n"
        let picks = [(2, "Ann Other", "WR"), (23, "Bob Some", "RB")].map { number, name, position in
            let names = name.split(separator: " ")
            return "2024-06-07 00:28:\(10 + number) UTC,\(number),a-\(number),\(names[0]),\(names[1]),CHI,\(position),"
                + "d-1,e-1,12\n"
        }
        try scratch.write(header + picks.joined(), to: "own.csv")
        let ran = Ran(["--ledger", ledger, "import", scratch("own.csv"), "--as", "underdog"])
        #expect(ran.status == 0, "\(ran.messages)")
    }

    private func run(_ arguments: String...) -> Ran { Ran(["--ledger", ledger] + arguments) }

    @Test func aPickOfAnUnknownSeatIsNoCase() throws {
        for command in [
            ["dispute", "1", "--pick", "5"], ["case", "open", "1", "--pick", "5", "--claim", "Mine."],
            ["evidence", "create", "1", "--pick", "5", "-o", scratch("evidence.tar")],
        ] {
            let ran = Ran(["--ledger", ledger] + command)
            #expect(ran.status == 66)
            #expect(
                ran.messages.contains(
                    "The source of room 1 describes only draft position 2. Pick 5 belongs to draft position 5"),
                "\(ran.messages)")
        }
        #expect(run("case", "list").output.contains("No cases."))
    }

    @Test func aBundleOfAnUnknownCaseIsNone() throws {
        #expect(run("evidence", "create", "--case", "9").messages.contains("There is no case 9."))
        #expect(run("evidence", "create", "1", "--case", "9").status == 64)
        #expect(run("evidence", "create", "--case", "9", "--week", "3").status == 64)
    }

    @Test func aCaseThatIsOnRecordIsShownAllTheSame() throws {
        do {
            let draft = try DraftLedger.open(at: ledger, for: .writing)
            defer { draft.close() }
            let version = try #require(try draft.room(1)).version
            let claim = DisputeOpened(
                room: 1, pick: 5, seat: 4, roomVersion: version, claimant: nil, claim: "Mine.")
            try draft.settle(.dispute(1, .openDispute(claim)), as: .admin(nil))
        }
        let text = run("case", "show", "1")
        #expect(text.status == 0)
        #expect(text.output.contains("claims: Mine.") && text.output.contains("The rules give no verdict"))
        let json = try #require(run("case", "show", "1", "--format", "json").json as? [String: Any])
        #expect(json["verdict"] is NSNull && (json["case"] as? [String: Any])?["claim"] as? String == "Mine.")
        #expect((json["unjudged"] as? String)?.contains("describes only draft position 2") == true)
        #expect(run("dispute", "--case", "1").status == 66)
    }

    @Test func whatTheSourceGivesNoTimeForHasNone() throws {
        let text = run("dispute", "1", "--pick", "2").output
        #expect(text.contains("── 2024-06-07 ──"))
        #expect(text.contains("  —  "), "\(text)")
        let json = try #require(run("dispute", "1", "--pick", "2", "--format", "json").json as? [String: Any])
        let timeline = try #require(json["timeline"] as? [[String: Any]])
        #expect(timeline.contains { $0["occurredAt"] is NSNull && $0["recordedAt"] is String })
        #expect(timeline.contains { ($0["occurredAt"] as? String)?.hasPrefix("2024-06-07T00:28:12") == true })
    }
}
