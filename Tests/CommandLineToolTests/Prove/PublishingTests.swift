import CommandTesting
import Foundation
import Merkle
import TestSupport
import Testing

/// What is handed out in the ledger's name is the ledger's, and published first.
@Suite struct PublishingTests {
    private let scratch = TemporaryDirectory()
    private let ledger: String

    init() {
        ledger = scratch("ledger")
        Self.simulate(ledger, seed: "7")
    }

    private static func simulate(_ path: String, seed: String) {
        let options = ["simulate", "--rooms", "1", "--teams", "2", "--rounds", "2", "--seed", seed]
        #expect(Ran(["--ledger", path] + options).status == 0)
    }

    private func run(_ arguments: String...) -> Ran { run(arguments) }
    private func run(_ arguments: [String]) -> Ran { Ran(["--ledger", ledger] + arguments) }

    /// Makes the ledger grow.
    private func grow() { #expect(run("case", "open", "1", "--pick", "1", "--claim", "Mine.").status == 0) }

    private func copy(_ source: String, to target: String) throws {
        try? FileManager.default.removeItem(atPath: target)
        try FileManager.default.copyItem(atPath: source, toPath: target)
    }

    private func remove(_ names: String...) throws {
        for name in names { try FileManager.default.removeItem(atPath: ledger + "/" + name) }
    }

    /// The commands that publish first what they hand out.
    private var publishing: [[String]] {
        [
            ["checkpoint"], ["prove", "3", "-o", scratch("out")], ["witness", "request", "-o", scratch("out")],
            ["evidence", "create", "1", "--pick", "1", "-o", scratch("out")],
            ["attest", "exposure", "-o", scratch("out")], ["export", "--as", "tlog", "-o", scratch("tiles")],
        ]
    }

    @Test(arguments: 0..<6)
    func whatIsNotPublishedYetIsPublishedFirst(command: Int) throws {
        let size = try SignedCheckpoint(Array(run("checkpoint").output.utf8)).unverified.size
        for name in ["checkpoint", "checkpoints"] { try copy(ledger + "/" + name, to: scratch(name)) }
        grow()
        for name in ["checkpoint", "checkpoints"] { try copy(scratch(name), to: ledger + "/" + name) }
        let behind = run(publishing[command])
        #expect(behind.status == 0, "\(behind.messages)")
        #expect(try SignedCheckpoint(Array(run("checkpoint", "--published").output.utf8)).unverified.size > size)

        try remove("checkpoint", "checkpoints")
        let anew = run(publishing[command])
        #expect(anew.status == 0, "\(anew.messages)")
        #expect(run("checkpoint", "--published").status == 0)
    }

    @Test(arguments: 0..<6)
    func whatWasMissedWhileTheKeyWasAwayIsPublishedWhenItIsBack(command: Int) throws {
        let published = run("checkpoint").output
        try copy(ledger + "/log.key", to: scratch("key"))
        try remove("log.key")
        grow()
        try expectUnverified("log.key is missing", published)
        try copy(scratch("key"), to: ledger + "/log.key")
        #expect(run(publishing[command]).status == 0)
        #expect(run("checkpoint", "--published").output != published)
    }

    /// Nothing that anybody could have signed is called sound or handed out, whatever it says: neither what is published
    /// nor a forgery of it. With the key from elsewhere it is one or the other.
    private func expectUnverified(_ cause: String, _ published: String) throws {
        let note = try SignedCheckpoint(Array(published.utf8))
        let stranger = SignerKey(name: try #require(KeyName(note.unverified.origin)))
        let forged = try SignedCheckpoint(note.unverified, signedBy: stranger).description
        for name in ["checkpoint", "checkpoints"] { try copy(ledger + "/" + name, to: scratch("own-" + name)) }
        for (isForged, checkpoint) in [(true, forged), (false, published)] {
            if isForged {
                try checkpoint.write(toFile: ledger + "/checkpoint", atomically: true, encoding: .utf8)
                try "\(checkpoint)\n".write(toFile: ledger + "/checkpoints", atomically: true, encoding: .utf8)
            }
            for command in publishing + [["checkpoint", "--published"]] {
                let refused = run(command)
                #expect(refused.status == 66 && refused.output.isEmpty, "\(command): \(refused)")
                #expect(refused.messages.contains(cause), "\(command): \(refused.messages)")
            }
            #expect(!FileManager.default.fileExists(atPath: scratch("out")))
            for verify in [["verify"], ["verify", "--full"]] {
                let found = run(verify)
                #expect(found.status == 1 && !found.output.contains("whole"), "\(found)")
                #expect(found.output.contains(cause), "\(found.output)")
            }
            #expect(run("verify", "--key", stranger.verifierKey.text).status == (isForged ? 0 : 1))
            // Whoever holds no key may still look, and the rules can still be checked.
            #expect(run("audit").status == 0)
            #expect(run("status").output.contains("This ledger can no longer sign"))
            for name in ["checkpoint", "checkpoints"] { try copy(scratch("own-" + name), to: ledger + "/" + name) }
        }
    }

    /// Nothing is signed and nothing old is handed out for it, but by `--published` and, with the reason, by a proof; the
    /// ledger is whole all the same.
    private func expectUnsigned(_ cause: String, _ published: String) {
        let refused = run("checkpoint")
        #expect(refused.status == 66 && refused.output.isEmpty && refused.messages.contains(cause), "\(refused)")
        #expect(run("checkpoint", "--published").output == published)
        let proof = run("prove", "1")
        #expect(proof.status == 0 && proof.messages.contains("Using the published checkpoint"))
        #expect(proof.messages.contains(cause), "\(proof.messages)")
        let whole = run("verify")
        #expect(whole.status == 0 && whole.output.contains("OK: no problems found."))
        #expect(
            whole.output.contains("This ledger can no longer sign") && whole.output.contains(cause), "\(whole.output)")
        #expect(run("status").output.contains("This ledger can no longer sign"))
    }

    @Test func aNewKeyLostHalfwayThroughItsRotationIsNamedWithTheRemedy() throws {
        let published = run("checkpoint").output
        let names = ["log.key", "checkpoint", "checkpoints"]
        for name in names { try copy(ledger + "/" + name, to: scratch(name)) }
        let announced = try #require(run("key", "rotate").lines.first)
        for name in names { try copy(scratch(name), to: ledger + "/" + name) }
        expectUnsigned("signing with the announced key is not possible", published)
        let refused = run("checkpoint").messages
        for words in [announced, "from a backup", "export"] { #expect(refused.contains(words), "\(refused)") }
        // What the message names as the way out where there is no backup.
        let copied = scratch("copied")
        #expect(run("export", "--as", "jsonl", "-o", scratch("events.jsonl")).status == 0)
        #expect(Ran(["--ledger", copied, "import", scratch("events.jsonl"), "--as", "jsonl"]).status == 0)
        #expect(Ran(["--ledger", copied, "checkpoint"]).status == 0)
    }

    // MARK: Lost files

    @Test func aLostCheckpointIsToldOfReplacedAndWrittenAgain() throws {
        let published = run("checkpoint").output
        #expect(!run("verify").output.contains("note"))
        try remove("checkpoint")
        let whole = run("verify")
        #expect(whole.status == 0 && whole.output.contains("/checkpoint is missing"), "\(whole.output)")
        #expect(run("status").output.contains("/checkpoint is missing"))
        #expect((run("status", "--format", "json").json as? [String: Any])?["notes"] is [String])
        #expect(run("checkpoint", "--published").output == published)
        #expect(run("checkpoint").output == published)
        #expect(try String(contentsOfFile: ledger + "/checkpoint", encoding: .utf8) == published)
        #expect(!run("verify").output.contains("note"))
    }

    @Test func aLostCheckpointHidesNoRollback() throws {
        try copy(ledger + "/data.mdb", to: scratch("old.mdb"))
        grow()
        #expect(run("checkpoint").status == 0)
        try copy(scratch("old.mdb"), to: ledger + "/data.mdb")
        try remove("checkpoint")
        for command in [["case", "open", "1", "--pick", "1", "--claim", "Mine."]] + publishing {
            let back = run(command)
            #expect(back.status == 65 && back.messages.contains("rolled back"), "\(back.messages)")
        }
        let found = run("verify")
        #expect(found.status == 1 && found.output.contains("rolled back"))
    }

    @Test func aLedgerWithoutAnyPublishedHeadSaysThatThereIsNone() throws {
        try remove("checkpoint", "checkpoints")
        for command in ["verify", "status"] {
            let ran = run(command)
            #expect(ran.status == 0 && ran.output.contains("There is no published checkpoint"), "\(ran.output)")
        }
        #expect(run("checkpoint", "--published").status == 66)
        #expect(run("checkpoint").status == 0)
        #expect(!run("verify").output.contains("There is no published checkpoint"))
    }

    @Test(arguments: 0..<6)
    func aRolledBackLedgerHandsOutNothing(command: Int) throws {
        try copy(ledger + "/data.mdb", to: scratch("old.mdb"))
        grow()
        try copy(scratch("old.mdb"), to: ledger + "/data.mdb")
        let back = run(publishing[command])
        #expect(back.status == 65 && back.messages.contains("rolled back"), "\(back.messages)")
        #expect(!FileManager.default.fileExists(atPath: scratch("out")))
    }

    @Test func anotherLedgersKeySignsNothing() throws {
        let other = scratch("other")
        Self.simulate(other, seed: "8")
        let published = run("checkpoint").output
        try copy(ledger + "/log.key", to: scratch("key"))
        // Under the same name, which only the published checkpoint gives away, and under another one.
        for name in [try VerifierKey(try #require(run("key").lines.dropLast().last)).name.text, "elsewhere.example"] {
            let key = SignerKey(name: try #require(KeyName(name)))
            try key.secretText.write(toFile: ledger + "/log.key", atomically: true, encoding: .utf8)
            for command in [["case", "open", "1", "--pick", "1", "--claim", "Mine."]] + publishing {
                let refused = run(command)
                #expect(refused.status == 65 && refused.messages.contains("another ledger"), "\(refused.messages)")
            }
            #expect(run("verify").status == 1)
            #expect(
                run("verify", "--format", "csv").output.contains(name == "elsewhere.example" ? "key" : "checkpoint"))
        }
        #expect(run("key").status == 65)
        // By that key nobody can tell who has signed what is published.
        let unverified = run("checkpoint", "--published")
        #expect(unverified.status == 66 && unverified.output.isEmpty, "\(unverified)")
        try copy(scratch("key"), to: ledger + "/log.key")
        #expect(run("verify").status == 0 && run("checkpoint").output == published)
    }

    /// Whoever may not read the key drafts all the same; only who is to sign, or to hand on what was signed, needs it.
    @Test func aKeyThatCannotBeReadKeepsNobodyFromDrafting() throws {
        let published = run("checkpoint").output
        try "no key".write(toFile: ledger + "/log.key", atomically: true, encoding: .utf8)
        grow()
        try expectUnverified("is not a signer key", published)
        #expect(run("key").status == 66)
    }

    @Test func aLostCheckpointIsNoReasonForANewKey() throws {
        try remove("checkpoint", "log.key")
        grow()
        #expect(run("checkpoint").status == 66)
        #expect(!FileManager.default.fileExists(atPath: ledger + "/log.key"))
    }

    @Test func anAlteredOrForeignCheckpointAccusesNobody() throws {
        let other = scratch("other")
        #expect(
            Ran(["--ledger", other, "simulate", "--rooms", "2", "--teams", "2", "--rounds", "2", "--seed", "8"]).status
                == 0)
        let own = run("checkpoint").output
        let lines = own.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let shorter = ([lines[0], "\((Int(lines[1]) ?? 0) - 1)"] + lines[2...]).joined(separator: "\n")
        try scratch.write(shorter, to: "altered")
        let foreign = Ran(["--ledger", other, "checkpoint"]).output
        try scratch.write(foreign, to: "foreign")
        for name in ["altered", "foreign"] {
            for arguments in [["prove", "1", "--in", scratch(name)], ["verify", "--against", scratch(name)]] {
                let found = run(arguments)
                #expect(found.status == (arguments[0] == "prove" ? 65 : 1))
                let said = found.output + found.messages
                #expect(said.contains("not signed by") || said.contains("of another origin"), "\(said)")
                #expect(!said.contains("forked") && !said.contains("rolled back"), "\(said)")
            }
            try copy(scratch(name), to: ledger + "/checkpoint")
            let found = run("verify")
            #expect(found.status == 1 && !found.output.contains("forked") && !found.output.contains("rolled back"))
            #expect(found.output.contains("not signed by") || found.output.contains("of another origin"))
        }
    }
}
