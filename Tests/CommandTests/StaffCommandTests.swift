import CommandTesting
import Foundation
import Pages
import TestSupport
import Testing
import TextFormats

/// Who acts for the house, from the command line: keys as files, two people for what takes two.
@Suite struct StaffCommandTests {
    private let scratch = TemporaryDirectory()
    private let ledger: String

    init() {
        ledger = scratch("ledger")
        let simulated = Ran([
            "--ledger", ledger, "simulate", "--rooms", "1", "--teams", "4", "--rounds", "4", "--seed", "7",
        ])
        #expect(simulated.status == 0)
    }

    private func run(_ arguments: String...) -> Ran { Ran(["--ledger", ledger] + arguments) }

    /// Makes a key and returns its file and its public half.
    private func key(_ name: String) -> (file: String, text: String) {
        let file = scratch("\(name).key")
        let made = run("staff", "key", file)
        #expect(made.status == 0)
        return (file, made.output.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// - Returns: the founders' key files: 9001, 9002, 9003.
    private func begin() -> [String] {
        let keys = [key("a"), key("b"), key("c"), key("offline")]
        let begun = run(
            "staff", "begin", "--founder", "9001=\(keys[0].text)", "--founder", "9002=\(keys[1].text)", "--founder",
            "9003=\(keys[2].text)", "--recovery", keys[3].text)
        #expect(begun.status == 0, "\(begun.messages)")
        return keys.map(\.file)
    }

    /// The winners that a proposal of prizes names are those who are paid once it is approved.
    @Test func whoeverApprovesPrizesSeesWhoWinsWhat() throws {
        let large = ["--ledger", scratch("large")]
        let simulated = ["simulate", "--rooms", "20", "--teams", "4", "--rounds", "2", "--seed", "7"]
        try #require(Ran(large + simulated).status == 0)
        let measures = try #require(Ran(large + ["measure", "list", "--format", "json"]).list)
        let one = try #require(measures.first { $0["kind"] as? String == "awardPrizes" }?["measure"] as? Int)
        let json = Ran(large + ["measure", "show", "\(one)", "--format", "json"])
        let shown = try #require(json.json as? [String: Any])
        let prizes = try #require(shown["prizes"] as? [String: Any])
        let winners = try #require(prizes["winners"] as? [[String: Any]])
        let contest = try #require((shown["command"] as? [String: Any])?["tournament"] as? Int)
        let paid = Ran(large + ["events", "--type", "PrizeCredited", "--format", "json"]).output.split(separator: "\n")
            .compactMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
            .compactMap { event -> [Int?]? in
                guard let body = event["body"] as? [String: Any], body["tournament"] as? Int == contest else {
                    return nil
                }
                let user = (event["stream"] as? String).flatMap { Int($0.dropFirst("wallet/".count)) }
                return [body["place"] as? Int, body["entry"] as? Int, user, body["amount"] as? Int]
            }
        let named = winners.filter { $0["amountCents"] as? Int != 0 }.map { winner in
            ["place", "entry", "user", "amountCents"].map { winner[$0] as? Int }
        }
        #expect(!paid.isEmpty && Set(named) == Set(paid), "\(named) \(paid)")
        #expect(prizes["totalCents"] as? Int == paid.reduce(0) { $0 + ($1[3] ?? 0) })
        let text = Ran(large + ["measure", "show", "\(one)"]).output
        #expect(text.contains("approved") && text.contains("in total"), "\(text)")
        // Over a server the same table is made of the answer.
        let answer = try JSONDocument(Array(json.output.utf8)).root
        let lines = try #require(PrizeProposal(answer["prizes"])).lines(on: .file).map(\.plain)
        #expect(lines.count == winners.count + 2 && PrizeProposal(answer["command"]) == nil)
        for line in lines { #expect(text.contains(line.trimmingCharacters(in: .whitespaces)), "\(text)") }
        #expect(Ran(large + ["measure", "show", "1", "--format", "json"]).output.contains("\"prizes\":null"))
        #expect(Ran(large + ["measure", "show", "99"]).status == 66)
    }

    /// A line of a policy that names a key.
    private func founder(_ name: String) throws -> String { "founder \(key(name).text)\n" }

    @Test func aKeyIsAFileOfItsOwnersAndIsMadeOnce() throws {
        let made = key("a")
        #expect(made.text.count == 66 && made.text.hasPrefix("01"))
        let attributes = try FileManager.default.attributesOfItem(atPath: made.file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(run("staff", "key", made.file).output.contains(made.text))
        let text = try String(contentsOfFile: made.file, encoding: .utf8)
        #expect(!made.text.contains(text.suffix(65).prefix(64)))
        try "nonsense".write(toFile: made.file, atomically: true, encoding: .utf8)
        #expect(run("staff", "key", made.file).status != 0)
    }

    @Test func threeBeginAndTwoAppointAFourth() throws {
        #expect(run("staff", "list").output.contains("are not enabled"))
        let files = begin()
        let cashier = key("d")
        let proposed = run(
            "staff", "appoint", "9004", "--roles", "cashier,officer", "--public-key", cashier.text, "--as", "9001",
            "--key", files[0], "--reason", "Pays prizes.")
        #expect(proposed.status == 0 && proposed.output.contains("approval request 1"), "\(proposed.messages)")
        let own = run("measure", "approve", "1", "--as", "9001", "--key", files[0])
        #expect(own.status == 1 && own.messages.contains("conflictOfInterest"))
        let forged = run("measure", "approve", "1", "--as", "9002", "--key", files[0])
        #expect(forged.status == 1 && forged.messages.contains("badSignature"))
        #expect(run("measure", "list").output.contains("pending"))
        let approved = run("measure", "approve", "1", "--as", "9002", "--key", files[1])
        #expect(approved.status == 0 && approved.output.contains("StaffAppointed"), "\(approved.messages)")

        let list = try #require(run("staff", "list", "--format", "json").list)
        #expect(list.count == 4)
        #expect(list.last?["person"] as? Int == 9004 && list.last?["roles"] as? String == "officer cashier")
        let measures = try #require(run("measure", "list", "--format", "json").list)
        #expect(measures.first?["stage"] as? String == "approved" && measures.first?["proposer"] as? Int == 9001)
        let csv = run("staff", "list", "--format", "csv").output
        #expect(csv.hasPrefix("person,roles,founder,recovered,effectiveAt,key"))

        let gone = run(
            "staff", "dismiss", "9004", "--as", "9003", "--key", files[2], "--reason", "Has left.")
        #expect(gone.status == 0, "\(gone.messages)")
        #expect(!run("staff", "list").output.contains("9004"))
        #expect(run("verify").status == 0)
        #expect(run("events", "--limit", "20000").output.contains("Has left."))
    }

    @Test func aMeasureIsProposedFromAFileAndDeclined() throws {
        let files = begin()
        let file = scratch("command.json")
        let appointed =
            #"{"kind":"appointStaff","person":9004,"roles":4,"keyForm":"ed25519","key":"\#(String(repeating: "ab", count: 32))"}"#
        try appointed.write(toFile: file, atomically: true, encoding: .utf8)
        let proposed = run(
            "measure", "propose", file, "--as", "9001", "--key", files[0], "--reason", "One more.")
        #expect(proposed.status == 0, "\(proposed.messages)")
        let declined = run(
            "measure", "decline", "1", "--as", "9002", "--key", files[1], "--reason", "Not now.")
        #expect(declined.status == 0, "\(declined.messages)")
        #expect(run("measure", "approve", "1", "--as", "9003", "--key", files[2]).messages.contains("wrongStatus"))
        try "{".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(
            run("measure", "propose", file, "--as", "9001", "--key", files[0], "--reason", "r").status == 65)
    }

    /// From the claim to the correction: who opens it signs, what takes two is proposed and approved.
    @Test func aCaseIsSettledBySignaturesAndMeasures() throws {
        let files = begin()
        let first = ["--as", "9001", "--key", files[0]]
        let second = ["--as", "9002", "--key", files[1]]
        func act(_ arguments: [String], _ who: [String]) -> Ran { Ran(["--ledger", ledger] + arguments + who) }
        func approve(_ measure: Int) {
            let approved = act(["measure", "approve", "\(measure)"], second)
            #expect(approved.status == 0, "\(approved.messages)")
        }
        let opened = act(["case", "open", "1", "--pick", "3", "--claim", "Mine."], first)
        #expect(opened.status == 0, "\(opened.messages)")
        let cases = try #require(run("case", "list", "--format", "json").list)
        let number = String(try #require(cases.last?["case"] as? Int))
        let named = act(
            [
                "case", "resolve", number, "--verdict", "upheld", "--against-rules", "--by", "900", "--reason",
                "So it is.",
            ], first)
        #expect(named.status == 64 && named.messages.contains("--judge"))
        let resolved = act(
            ["case", "resolve", number, "--verdict", "upheld", "--against-rules", "--reason", "So it is."], first)
        #expect(resolved.status == 0 && resolved.output.contains("approval approve 1"), "\(resolved.messages)")
        approve(1)
        let refund = act(["case", "refund", number, "--cents", "100"], first)
        #expect(refund.status == 1 && refund.messages.contains("cashier"), "\(refund.messages)")
        let players = try #require(run("players", "--format", "json").list)
        let player = try #require(players.last?["name"] as? String)
        let corrected = act(
            ["case", "correct", number, "--mode", "substitute", "--player", player], first)
        #expect(corrected.status == 0, "\(corrected.messages)")
        approve(2)
        let audit = run("audit", "--signatures")
        #expect(audit.status == 0 && audit.output.contains("6 signatures"), "\(audit.output)")
        let again = run("audit", "--signatures", "--format", "json").json as? [String: Any]
        #expect((again?["before"] as? [String: Any])?["count"] as? Int == 6)
        #expect(run("audit", "--anew").status == 64)
        let policy = scratch("policy")
        let founders = try ["a", "b", "c"].map { try founder($0) }
        try (founders.joined() + "quorum none\n").write(toFile: policy, atomically: true, encoding: .utf8)
        #expect(run("audit", "--policy", policy).status == 0)
        let others = founders[0] + founders[1] + (try founder("offline"))
        try (others + "quorum none\n").write(toFile: policy, atomically: true, encoding: .utf8)
        let foreign = run("audit", "--signatures", "--policy", policy)
        #expect(foreign.status == 1 && foreign.messages.contains("differ from those of the policy: 9003"))
        #expect(run("audit").output.contains("audit --signatures"))
    }

    @Test func theCheckpointKeyIsRotatedByTwo() throws {
        let files = begin()
        let before = run("key").output
        let foreign = run("key", "rotate", "--as", "9001", "--key", files[1])
        #expect(foreign.status == 1 && foreign.messages.contains("by another key than 9001's key"))
        let proposed = run("key", "rotate", "--as", "9001", "--key", files[0])
        #expect(proposed.status == 0, "\(proposed.messages)")
        let key = try #require(proposed.output.split(separator: "\n").last.map(String.init))
        #expect(run("key").output == before && run("checkpoint").status == 0)

        #expect(run("measure", "approve", "1", "--as", "9001", "--key", files[0]).status == 1)
        let approved = run("measure", "approve", "1", "--as", "9002", "--key", files[1])
        #expect(approved.status == 0 && approved.output.contains("CheckpointKeyRotated"), "\(approved.messages)")
        #expect(run("key").output.contains(key) && run("verify").status == 0 && run("audit").status == 0)
        #expect(run("key", "history").status == 0)
        #expect(run("events", "--type", "CheckpointKeyRotated", "--format", "json").output.contains("admin/9002"))
    }

    /// A file of commands, each signed when it is sent.
    @Test func linesAreSignedByAKey() throws {
        let files = begin()
        let file = scratch("commands.jsonl")
        try #"{"kind":"declineMeasure","measure":1,"reason":"No."}"#.write(
            toFile: file, atomically: true, encoding: .utf8)
        let unsigned = run("send", file, "--as", "admin/9001")
        #expect(unsigned.status == 1 && unsigned.output.contains("badSignature"), "\(unsigned.output)")
        let signed = run("send", file, "--as", "admin/9001", "--key", files[0])
        #expect(signed.status == 1 && signed.output.contains("unknownMeasure"), "\(signed.output)")
    }

    @Test func whoHasNoKeyActsForTheHouseNoMore() {
        let early = run("case", "open", "1", "--pick", "1", "--claim", "c", "--as", "9001", "--key", scratch("a.key"))
        #expect(early.status == 64 && early.messages.contains("staff enable"))
        _ = begin()
        for command in [
            ["case", "open", "1", "--pick", "1", "--claim", "c"], ["case", "attach", "1", scratch("a.key")],
            ["key", "rotate"],
        ] {
            let unsigned = Ran(["--ledger", ledger] + command)
            #expect(unsigned.status == 64 || unsigned.status == 66, "\(command): \(unsigned.messages)")
        }
        let unsigned = run("case", "open", "1", "--pick", "1", "--claim", "c")
        #expect(unsigned.status == 64 && unsigned.messages.contains("--staff-id ID --signing-key FILE"))
        #expect(run("case", "open", "1", "--pick", "1", "--claim", "c", "--as", "9001").status == 64)
        #expect(run("staff", "dismiss", "9002", "--as", "9001", "--key", scratch("none"), "--reason", "r").status != 0)
        #expect(run("staff", "appoint", "9004", "--roles", "king").status == 64)
    }
}
