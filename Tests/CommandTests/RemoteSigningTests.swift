import CommandTesting
import Draft
import DraftLedger
import Foundation
import Projections
import Statements
import TestSupport
import Testing

/// What people of the house have a server do that holds none of their keys.
@Suite struct RemoteSigningTests {
    private let scratch = TemporaryDirectory()

    /// Drafts that are over, and three founders: 9001, 9002, 9003.
    private func scene() async throws -> RemoteScene {
        let path = simulated()
        let begun = Ran(["--ledger", path] + (try beginning()))
        #expect(begun.status == 0, "\(begun.messages)")
        return try await RemoteScene(at: path, in: scratch)
    }

    private func simulated() -> String {
        let path = scratch("ledger")
        let simulated = Ran([
            "--ledger", path, "simulate", "--rooms", "1", "--teams", "4", "--rounds", "4", "--seed", "7",
            "--entry-fee", "2500",
        ])
        #expect(simulated.status == 0)
        return path
    }

    private func beginning() throws -> [String] {
        let founders = try (9_001...9_003).flatMap { ["--founder", "\($0)=\(try key("\($0)"))"] }
        return ["staff", "begin"] + founders + ["--recovery", try key("offline")]
    }

    /// Makes a key, if it is not there, and returns its public half.
    private func key(_ name: String) throws -> String {
        let made = Ran(["staff", "key", scratch("\(name).key")])
        #expect(made.status == 0)
        return made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Has somebody do something, by the own key.
    private func act(
        _ scene: RemoteScene, _ person: UInt64, _ arguments: String..., input: String = ""
    ) async throws -> Ran {
        try await scene.run(UserID(person), arguments + ["--key", scratch("\(person).key")], input: input)
    }

    private func approve(_ scene: RemoteScene, _ measure: Int) async throws {
        let approved = try await act(scene, 9_002, "measure", "approve", "\(measure)")
        #expect(approved.status == 0, "\(approved.messages)")
    }

    @Test func whatSomebodySaysIsSignedWhereTheKeyIs() async throws {
        let scene = try await scene()
        let appointment = [
            "staff", "appoint", "9004", "--roles", "cashier", "--public-key", try key("9004"), "--reason", "Pays.",
        ]
        let unsigned = try await scene.run(9_001, appointment)
        #expect(unsigned.status == 1 && unsigned.messages.contains("Add --signing-key FILE."), "\(unsigned.messages)")
        let others = try await scene.run(9_001, appointment + ["--key", scratch("9002.key")])
        #expect(others.status == 1 && others.messages.contains("badSignature"), "\(others.messages)")
        let proposed = try await scene.run(9_001, appointment + ["--key", scratch("9001.key")])
        #expect(
            proposed.status == 0 && proposed.output.contains("approval request 1 proposes staff member 9004"),
            "\(proposed.messages)")
        let declined = try await act(scene, 9_002, "measure", "decline", "1", "--reason", "Not now.")
        #expect(declined.status == 0, "\(declined.messages)")

        let file = scratch("appoint.json")
        let digits = try key("9004").dropFirst(2)
        try #"{"kind":"appointStaff","person":9004,"roles":4,"keyForm":"ed25519","key":"\#(digits)"}"#
            .write(toFile: file, atomically: true, encoding: .utf8)
        let again = try await act(scene, 9_001, "measure", "propose", file, "--reason", "One more.")
        #expect(
            again.status == 0 && again.output.contains("approval request 2 proposes appointStaff"), "\(again.messages)")
        try await approve(scene, 2)
        #expect(try scene.ledger.staff().members[9_004] != nil)
        // The approval names the approver, so a proposal leaves the approver out.
        for text in [
            #"{"kind":"voidRoom","room":1,"reason":"x"}"#,
            #"{"kind":"voidRoom","room":1,"reason":"x","approvedBy":null}"#,
        ] {
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            let voiding = try await act(scene, 9_001, "approval", "propose", file, "--reason", "A wrong pool.")
            // It is read; the rules want a case for it.
            #expect(voiding.status == 1 && voiding.messages.contains("caseRequired"), "\(voiding.messages)")
        }
        let dismissed = try await act(scene, 9_003, "staff", "dismiss", "9004", "--reason", "Has left.")
        #expect(dismissed.status == 0, "\(dismissed.messages)")
        #expect(try scene.ledger.staff().members[9_004] == nil)

        let line = #"{"kind":"cancelTournament","tournament":1,"reason":"Postponed."}"#
        let sent = try await act(scene, 9_001, "send", "-", "--as", "admin/9001", input: line + "\n")
        // Signed as it should be: it is the rules that mind.
        #expect(sent.status == 1 && !sent.output.contains("badSignature"), "\(sent.output)\(sent.messages)")

        try await scene.stop()
        scene.ledger.close()
        let audited = Ran(["--ledger", scene.ledger.path, "audit", "--signatures"])
        #expect(audited.status == 0, "\(audited.output)")
        let told = Ran(["--ledger", scene.ledger.path, "events", "--type", "StaffDismissed"])
        #expect(told.output.contains("Has left."))
    }

    /// The steps of the article about running a server.
    @Test func anAccountOfAProviderReportsPayments() async throws {
        let scene = try await scene()
        let member = try #require(try scene.ledger.room(1)?.member(at: 0)?.user)
        let before = try scene.ledger.wallet(member).available
        let deposit = ["deposit", "\(member)", "2500", "--provider", "bank", "--payment-id", "pay_1"]
        let staff = try await scene.run(9_001, deposit)
        #expect(staff.status == 1 && staff.messages.contains("--service provider:NAME"), "\(staff.messages)")
        let appointed = try await act(
            scene, 9_001, "staff", "appoint", "9050", "--service", "provider:bank", "--public-key", try key("bank"),
            "--reason", "Reports payments.")
        #expect(appointed.status == 0, "\(appointed.messages)")
        try await approve(scene, 1)
        let unsigned = try await scene.run(9_050, deposit)
        #expect(unsigned.status == 1, "\(unsigned.messages)")
        let signed = deposit + ["--signing-key", scratch("bank.key")]
        let paid = try await scene.run(9_050, signed)
        #expect(paid.status == 0 && paid.output.contains("deposited 25.00"), "\(paid.output)\(paid.messages)")
        let again = try await scene.run(9_050, signed)
        #expect(again.status == 1, "\(again.output)")
        #expect(try scene.ledger.wallet(member).available == before + Cents(2_500))
        let other = try await scene.run(9_050, signed.map { ["bank": "card", "pay_1": "pay_2"][$0] ?? $0 })
        #expect(other.status == 1, "\(other.output)")
        try await scene.stop()
    }

    /// From the claim to the money, by people who are nowhere near the ledger.
    @Test func aCaseIsSettledOverAServer() async throws {
        let scene = try await scene()
        let appointed = try await act(
            scene, 9_001, "staff", "appoint", "9004", "--roles", "cashier", "--public-key", try key("9004"), "--reason",
            "Pays.")
        #expect(appointed.status == 0, "\(appointed.messages)")
        try await approve(scene, 1)

        let opened = try await act(scene, 9_001, "case", "open", "1", "--pick", "5", "--claim", "I clicked.")
        #expect(opened.status == 0 && opened.output.contains("about pick 2.01 of room 1"), "\(opened.messages)")
        let number = String(try #require(opened.output.split(separator: " ").dropFirst().first))
        let nowhere = try await act(scene, 9_001, "case", "open", "1", "--pick", "99", "--claim", "I clicked.")
        #expect(nowhere.status == 66, "\(nowhere.messages)")
        let score = try await act(
            scene, 9_001, "case", "open", "1", "--seat", "2", "--week", "9", "--claim", "The stat correction.")
        #expect(score.status == 0 && score.output.contains("the score of week 9 of room 1"), "\(score.messages)")
        let last = try #require(try scene.ledger.cases().last)
        guard case .disputeOpened(let claim)? = try scene.ledger.stream(.dispute(last)).first?.event else {
            Issue.record("a case begins with its claim")
            return
        }
        #expect(claim.week == 9 && claim.seat == 2)
        #expect(try claim.claimant == scene.ledger.room(1)?.member(at: 2)?.user)
        let empty = try await act(
            scene, 9_001, "case", "open", "1", "--seat", "7", "--week", "9", "--claim", "The stat correction.")
        #expect(empty.status == 66 && empty.messages.contains("has no member on seat 7"), "\(empty.messages)")
        let document = scratch("recording.txt")
        try "A recording.".write(toFile: document, atomically: true, encoding: .utf8)
        let attached = try await act(scene, 9_001, "case", "attach", number, document)
        #expect(attached.status == 0 && attached.output.contains("recording.txt"), "\(attached.messages)")

        let early = try await act(scene, 9_004, "case", "refund", number, "--cents", "100")
        #expect(early.status == 1, "\(early.messages)")
        let hasty = try await act(
            scene, 9_001, "case", "resolve", number, "--verdict", "upheld", "--reason", "In time.")
        #expect(hasty.status == 1 && hasty.messages.contains("--against-rules"), "\(hasty.messages)")
        let listed = try await scene.run(9_001, ["case", "list", "--status", "open", "--format", "json"])
        #expect(listed.list?.contains { "\($0["case"] ?? "")" == number } == true, "\(listed.messages)")
        let table = try await scene.run(9_001, ["case", "list"])
        #expect(table.output.contains("I clicked."), "\(table.messages)")
        let one = try await scene.run(9_001, ["case", "show", number])
        #expect(one.output.contains("By the recorded events: rejected"), "\(one.output)\(one.messages)")
        let judged = try await act(
            scene, 9_001, "case", "resolve", number, "--verdict", "upheld", "--against-rules", "--reason", "In time.")
        #expect(judged.status == 0 && judged.output.contains("approval request 2 proposes"), "\(judged.messages)")
        let requests = try await scene.run(9_002, ["approval", "list"])
        #expect(
            requests.output.contains("resolveDispute") && requests.output.contains("pending"), "\(requests.messages)")
        try await approve(scene, 2)

        let room = try #require(try scene.ledger.room(1))
        let pool = try #require(try scene.ledger.pool(room.pool))
        let free = try #require(pool.players.first { player in !room.picks.contains { $0.player == player.index } })
        let corrected = try await act(
            scene, 9_001, "case", "correct", number, "--mode", "substitute", "--player", free.externalID)
        #expect(corrected.status == 0 && corrected.output.contains("approval request 3"), "\(corrected.messages)")
        try await approve(scene, 3)
        #expect(try scene.ledger.room(1)?.picks[4].player == free.index)

        let much = try await act(scene, 9_004, "case", "refund", number, "--cents", "2501")
        #expect(much.status == 1 && much.messages.contains("25.00 is left"), "\(much.messages)")
        let refunded = try await act(scene, 9_004, "case", "refund", number, "--cents", "2000")
        #expect(refunded.status == 0 && refunded.output.contains("approval request 4"), "\(refunded.messages)")
        try await approve(scene, 4)
        let more = try await act(scene, 9_004, "case", "refund", number, "--cents", "501")
        #expect(more.status == 1 && more.messages.contains("20.00 at position"), "\(more.messages)")

        try await scene.stop()
        scene.ledger.close()
        let shown = Ran(["--ledger", scene.ledger.path, "case", "show", number])
        #expect(shown.output.contains("In time."), "\(shown.output)")
    }

    // MARK: The house itself

    @Test func theHouseBeginsAndSomebodyComesBackOverAServer() async throws {
        let scene = try await RemoteScene(at: simulated(), in: scratch)
        let nobody = try await scene.run(9_001, try beginning())
        #expect(nobody.status == 1 && nobody.messages.contains("forbidden"), "\(nobody.messages)")
        let begun = try await scene.run(9_001, try beginning(), roles: .operator)
        #expect(begun.status == 0 && begun.output.contains("9001, 9002, 9003 are staff"), "\(begun.messages)")
        #expect(try scene.ledger.staff().hasBegun)
        let twice = try await scene.run(9_001, try beginning(), roles: .operator)
        #expect(twice.status == 1, "\(twice.messages)")

        let recovery = ["staff", "recover", "--public-key", try key("9005"), "--reason", "Keys were lost."]
        let early = try await scene.run(9_005, recovery + ["--key", scratch("offline.key")])
        #expect(early.status == 1 && early.messages.contains("wrongStatus"), "\(early.messages)")
        for lost in ["9001", "9002"] {
            let dismissed = try await act(scene, 9_003, "staff", "dismiss", lost, "--reason", "Has lost the key.")
            #expect(dismissed.status == 0, "\(dismissed.messages)")
        }
        let unsigned = try await scene.run(9_005, recovery)
        #expect(unsigned.status == 64 && unsigned.messages.contains("--signing-key is missing"), "\(unsigned.messages)")
        let own = try await act(scene, 9_005, recovery[0], recovery[1], recovery[2], recovery[3], "--reason", "Mine.")
        #expect(own.status == 1 && own.messages.contains("The server refused it"), "\(own.messages)")
        let back = try await scene.run(9_005, recovery + ["--key", scratch("offline.key")])
        #expect(back.status == 0 && back.output.contains("9005 is staff in 72 hours"), "\(back.messages)")
        #expect(try scene.ledger.staff().members[9_005] != nil)

        try await scene.stop()
        scene.ledger.close()
        let audited = Ran(["--ledger", scene.ledger.path, "audit", "--signatures"])
        #expect(audited.status == 0, "\(audited.output)")
    }

    private func verifierKey(_ ran: Ran) -> String? { ran.output.split(separator: "\n").last.map(String.init) }

    @Test(.withinTheRun) func anotherCheckpointKeyIsMadeWhereTheLedgerIs() async throws {
        let scene = try await RemoteScene(at: simulated(), in: scratch)
        let nobody = try await scene.run(9_001, ["key", "rotate"], roles: .cashier)
        #expect(nobody.status == 1 && nobody.messages.contains("forbidden"), "\(nobody.messages)")
        let made = try await scene.run(9_001, ["key", "rotate"], roles: .operator)
        #expect(made.status == 0, "\(made.messages)")
        #expect(try scene.ledger.keyHistory().links.count == 1)
        let begun = try await scene.run(9_001, try beginning(), roles: .operator)
        #expect(begun.status == 0, "\(begun.messages)")

        let named = try await act(scene, 9_001, "key", "rotate", "--by", "7")
        #expect(named.status == 64 && named.messages.contains("Leave out --requester"), "\(named.messages)")
        let proposed = try await act(scene, 9_001, "key", "rotate", "--reason", "The old one was on a laptop.")
        #expect(proposed.status == 0 && proposed.output.contains("approval request 1"), "\(proposed.messages)")
        #expect(verifierKey(proposed) != verifierKey(made))
        #expect(try scene.ledger.keyHistory().links.count == 1)
        try await approve(scene, 1)
        // The server signs by it with its next checkpoint.
        while try scene.ledger.keyHistory().links.count < 2 { try await Task.sleep(for: .milliseconds(50)) }
        let stated = try scene.ledger.stream(.system).compactMap { recorded in
            if case .checkpointKeyRotated(let rotated) = recorded.event { rotated.verifierKey } else { nil }
        }
        #expect(stated == [verifierKey(made), verifierKey(proposed)])
        try await scene.stop()
    }

    @Test func whoSomebodyIsAndWhatSomebodyWroteAreErasedOverAServer() async throws {
        let scene = try await scene()
        try scene.ledger.setProfiles([(8_001, Profile(externalID: "site/8001", displayName: "Ann"))])
        let erase = ["profiles", "erase", "8001"]
        let early = try await scene.run(9_002, erase)
        #expect(early.status == 64 && early.messages.contains("Pass --yes"), "\(early.messages)")
        let stranger = try await scene.run(77, erase + ["--yes"])
        #expect(stranger.status == 1 && stranger.messages.contains("forbidden"), "\(stranger.messages)")
        #expect(try scene.ledger.profile(of: 8_001) != nil)
        let erased = try await scene.run(9_002, erase + ["--yes", "--format", "json"])
        #expect(erased.status == 0 && (erased.json as? [String: Any])?["erased"] as? Bool == true, "\(erased.output)")
        #expect(try scene.ledger.profile(of: 8_001) == nil)
        let named = try await scene.run(9_002, ["profiles", "erase", "site/8001", "--yes"])
        #expect(named.status == 64 && named.messages.contains("is not a user ID"), "\(named.messages)")
        // Who still has money there could not come for it.
        let rich = try #require(
            try scene.ledger.balances().accountRows.first { $0.balance > .zero && $0.account.user != nil }?.account.user
        )
        let kept = try await scene.run(9_002, ["profiles", "erase", "\(rich)", "--yes"])
        #expect(kept.status == 1 && kept.messages.contains("accountInUse"), "\(kept.messages)")

        let opened = try await act(scene, 9_001, "case", "open", "1", "--pick", "5", "--claim", "Ann clicked.")
        #expect(opened.status == 0, "\(opened.messages)")
        let position = try #require(
            try scene.ledger.cases().first.flatMap { try scene.ledger.stream(.dispute($0)).first }
        )
        .position
        let words = ["words", "erase", "\(position)"]
        let unsaid = try await scene.run(9_002, words)
        #expect(unsaid.status == 64 && unsaid.messages.contains("Pass --yes"), "\(unsaid.messages)")
        let unauthorized = try await scene.run(77, words + ["--yes"])
        #expect(unauthorized.status == 1 && unauthorized.messages.contains("forbidden"), "\(unauthorized.messages)")
        let gone = try await scene.run(9_002, words + ["--yes"])
        #expect(gone.status == 0 && gone.output.contains("(erased)"), "\(gone.output)\(gone.messages)")
        #expect(try scene.ledger.words(at: position).allSatisfy { $0.words == .erased })
        let again = try await scene.run(9_002, words + ["--yes"])
        #expect(again.status == 66 && again.messages.contains("is erased already"), "\(again.messages)")
        let nowhere = try await scene.run(9_002, ["words", "erase", "99999999", "--yes"])
        #expect(nowhere.status == 66, "\(nowhere.messages)")
        try await scene.stop()
    }
}
