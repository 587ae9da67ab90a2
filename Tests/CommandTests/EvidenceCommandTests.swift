import CommandTesting
import Foundation
import TestSupport
import Testing

/// Evidence is made and verified from the command line.
@Suite struct EvidenceCommandTests {
    private let scratch = TemporaryDirectory()

    private func made(pick: String = "5", _ extra: [String] = []) -> Ran {
        Ran(["--ledger", scratch("ledger"), "evidence", "create", "1", "--pick", pick, "-o", scratch("b.tar")] + extra)
    }

    /// A drafted room, its evidence, and the policy of who trusts its key.
    private func prepare() throws {
        let simulate = ["simulate", "--rooms", "2", "--teams", "4", "--rounds", "4", "--seed", "7"]
        #expect(Ran(["--ledger", scratch("ledger")] + simulate).status == 0)
        #expect(made().status == 0)
        let key = try #require(Ran(["--ledger", scratch("ledger"), "key"]).lines.last { !$0.isEmpty })
        let log = "log \(key)"
        try scratch.write("\(log)\nquorum none\n", to: "policy")
    }

    /// A download that failed, or another file, is no forgery.
    @Test(arguments: [("", "is empty. Fetch the bundle again."), ("<html>", "is not an evidence bundle.")])
    func whatIsNoBundleIsNotCalledForged(content: String, words: String) throws {
        try scratch.write(content, to: "b.tar")
        let key = "draft-ledger.example/simulation+bbec7cba+AZxNXaWMP2rBurRgs0PVsPtbwNswqyCoc9tioM9wBEgv"
        let ran = Ran(["evidence", "verify", scratch("b.tar"), "--verifier-key", key])
        #expect(ran.status == 65 && ran.messages.contains(words) && ran.output.isEmpty, "\(ran)")
    }

    @Test func aBundleIsVerifiedWithoutTheLedger() throws {
        try prepare()
        try FileManager.default.removeItem(atPath: scratch("ledger"))
        let verify = ["evidence", "verify", scratch("b.tar"), "--policy", scratch("policy")]
        let text = Ran(verify)
        #expect(text.status == 0)
        #expect(text.output.contains("The bundle is genuine, and the rules were followed."))
        #expect(text.output.contains("What it cannot prove:"))
        let json = try #require(Ran(verify + ["--format", "json"]).json as? [String: Any])
        #expect(json["ok"] as? Bool == true)
        let checks = try #require(json["checks"] as? [[String: Any]])
        #expect(checks.map { $0["outcome"] as? String } == Array(repeating: "passed", count: 11))
        #expect(Ran(verify + ["--format", "csv"]).output.hasPrefix("check,outcome,count,messages\r\n"))
    }

    @Test func aChangedBundleIsFoundAndTheExitStatusTells() throws {
        try prepare()
        var bytes = try Data(contentsOf: URL(filePath: scratch("b.tar")))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(filePath: scratch("b.tar")))
        let ran = Ran(["evidence", "verify", scratch("b.tar"), "--policy", scratch("policy")])
        #expect(ran.status == 1)
        #expect(ran.output.contains("failed") && ran.output.contains("Do not trust its content."))
    }

    /// A room that was drafting during an outage: the bundle of every turn says what the audit says.
    @Test func anOutageIsNoBreachInABundle() throws {
        let ledger = ["--ledger", scratch("outage")]
        #expect(Ran(ledger + ["simulate", "--rooms", "2", "--seed", "5"]).status == 0)
        let paused = Ran(ledger + ["events", "--room", "1", "--type", "RoomPaused"])
        #expect(paused.output.contains("outage pause at 7.01"), "\(paused)")
        #expect(Ran(ledger + ["audit"]).status == 0)
        let key = try #require(Ran(ledger + ["key"]).output.split(separator: "\n").last.map(String.init))
        // The turn of the outage, one before and one after it; and the last one, which no tick follows.
        for pick in ["7", "73", "100", "216"] {
            let made = Ran(ledger + ["evidence", "create", "1", "--pick", pick, "-o", scratch("o.tar")])
            #expect(made.status == 0, "\(made)")
            let ran = Ran(["evidence", "verify", scratch("o.tar"), "--verifier-key", key])
            #expect(ran.status == 0 && ran.output.contains("the rules were followed"), "\(pick): \(ran)")
        }
    }

    /// Unpacks a bundle that an earlier program wrote.
    private func unpackBundle(ofFormat format: Int) throws {
        let golden = GoldenFile.folder.appending(path: "evidence/pick-format-\(format).tar.gz").path
        let gunzip = Process()
        gunzip.executableURL = URL(filePath: "/bin/sh")
        gunzip.arguments = ["-c", "gzip -dc '\(golden)' > '\(scratch("old.tar"))'"]
        try gunzip.run()
        gunzip.waitUntilExit()
        try #require(gunzip.terminationStatus == 0)
    }

    /// Bundles of the formats 8 and 9: the files of today, and other words in their documents.
    @Test(arguments: [
        (8, "draft-ledger.example/simulation+a2f5fbcb+AQovfGwnIjL2YXyHxAMq79ttlrA5L2xVT5pVJgp8AERp"),
        (9, "draft-ledger.example/simulation+bbec7cba+AZxNXaWMP2rBurRgs0PVsPtbwNswqyCoc9tioM9wBEgv"),
    ])
    func aBundleWithOtherWordsIsVerifiedButForItsDocuments(format: Int, key: String) throws {
        try unpackBundle(ofFormat: format)
        let verify = ["evidence", "verify", scratch("old.tar"), "--verifier-key", key]
        let ran = Ran(verify)
        #expect(ran.status == 0 && ran.output.contains("The records of the bundle are genuine"), "\(ran)")
        #expect(ran.output.contains("They cannot be compared here"), "\(ran)")
        let json = try #require(Ran(verify + ["--format", "json"]).json as? [String: Any])
        #expect(json["verdict"] as? String == "rejected" && json["incomplete"] as? Bool == false)
        // Another verdict, or two, in documents that claim to be an earlier program's.
        let original = try Data(contentsOf: URL(filePath: scratch("old.tar")))
        let heading = try #require(original.range(of: Data("# Pick 1.02 of room 1: rejected".utf8)))
        let member = try #require(original.range(of: Data("\"verdict\":\"rejected\"".utf8)))
        var bytes = original
        bytes.replaceSubrange(heading, with: Data("# Pick 1.02 of room 1: upheld  ".utf8))
        try bytes.write(to: URL(filePath: scratch("old.tar")))
        #expect(Ran(verify).output.contains("do not state one verdict"))
        bytes.replaceSubrange(heading, with: Data("# Pick 1.02 of room 001: upheld".utf8))
        bytes.replaceSubrange(member, with: Data("\"verdict\":\"upheld\"  ".utf8))
        try bytes.write(to: URL(filePath: scratch("old.tar")))
        #expect(Ran(verify).output.contains("states 'upheld'"))
    }

    /// A bundle of format 7, which had 1,400 files in folders. Its documents are another program's.
    @Test func aBundleOfAFormerFormatIsVerifiedButForItsDocuments() throws {
        try unpackBundle(ofFormat: 7)
        let key = "draft-ledger.example/simulation+c9620835+AX3BDvT4QRcFH0bwvadaj1nL89vwdRA8MwDVWvESFWOH"
        let verify = ["evidence", "verify", scratch("old.tar"), "--verifier-key", key]
        let ran = Ran(verify)
        #expect(ran.status == 0 && ran.output.contains("The records of the bundle are genuine"), "\(ran)")
        #expect(ran.output.contains("They cannot be compared here"), "\(ran)")
        let json = try #require(Ran(verify + ["--format", "json"]).json as? [String: Any])
        #expect(json["verdict"] as? String == "rejected" && json["incomplete"] as? Bool == false)
        // One bit of one record.
        var bytes = try Data(contentsOf: URL(filePath: scratch("old.tar")))
        let name = try #require(bytes.range(of: Data("records/000000000644.record".utf8)))
        bytes[name.lowerBound + 512 + 60] ^= 1
        try bytes.write(to: URL(filePath: scratch("old.tar")))
        #expect(Ran(verify).status == 1)
    }

    /// The claimant's receipt for a command that the bundle does not have.
    @Test func aReceiptOrAProofIsHeldAgainstABundle() throws {
        try prepare()
        let ledger = ["--ledger", scratch("ledger")]
        let verify = ["evidence", "verify", scratch("b.tar"), "--policy", scratch("policy"), "--held"]
        #expect(Ran(ledger + ["proof", "create", "600", "-o", scratch("600.tlog-proof")]).status == 0)
        // It says that something is there, and not what.
        let bare = Ran(verify + [scratch("600.tlog-proof")])
        #expect(bare.status == 1 && bare.output.contains("does not contain the record"), "\(bare)")
        try scratch.write("no proof\n", to: "note")
        #expect(Ran(verify + [scratch("note")]).status == 65)
    }

    @Test func whatIsAskedForHasToExist() throws {
        try prepare()
        #expect(made(pick: "17").status == 66)
        #expect(made(pick: "17").messages.contains("has not been on the clock"))
        #expect(made(["--seat", "9"]).status == 66)
        #expect(Ran(["--ledger", scratch("ledger"), "evidence", "create", "9", "--pick", "1", "-o", "x"]).status == 66)
        #expect(made(pick: "none").status == 64)
        let nowhere = ["-o", scratch("no/such/folder.tar")]
        let create = ["--ledger", scratch("ledger"), "evidence", "create", "1", "--pick", "1"]
        #expect(Ran(create + nowhere).status == 73)
        #expect(Ran(["evidence", "verify", scratch("none"), "--policy", scratch("policy")]).status == 66)
        #expect(Ran(["evidence", "verify", scratch("b.tar"), "--policy", scratch("b.tar")]).status == 65)
        #expect(Ran(["evidence", "verify", scratch("policy"), "--policy", scratch("policy")]).status == 65)
    }

    /// Real drafts and the real points of 17 weeks: a room's week, and one of a pod that was drawn behind it.
    @Test(.enabled(if: SharedData.isThere, "no real drafts in ../shared/real"))
    func aRealSeasonsWeeksAreProvenOutOfTheirRecords() throws {
        let ledger = ["--ledger", scratch("real")]
        let scores = ["import", SharedData.scores, "--as", "scores", "--season", "2022", "--final"]
        for command in [["import", SharedData.bbm, "--as", "bbm"], scores, ["contest", "settle", "1"]] {
            let ran = Ran(ledger + command)
            try #require(ran.status == 0, "\(ran)")
        }
        let key = try #require(Ran(ledger + ["key"]).lines.last { !$0.isEmpty })
        try scratch.write("log \(key)\nquorum none\n", to: "policy")
        let standings = try #require(
            Ran(ledger + ["standings", "1", "--round", "2", "--format", "json"]).json as? [String: Any])
        let best = try #require((standings["entries"] as? [[String: Any]])?.first)
        let entry = try #require(best["entry"] as? Int)
        for (week, limit) in [(9, 25_000_000), (15, 40_000_000)] {
            let bundle = scratch("week-\(week).tar")
            let made = Ran(ledger + ["evidence", "create", "--entry", "\(entry)", "--week", "\(week)", "-o", bundle])
            try #require(made.status == 0, "\(made)")
            let size = try Data(contentsOf: URL(filePath: bundle)).count
            #expect(size < limit, "\(size) bytes")
            let ran = Ran(["evidence", "verify", bundle, "--policy", scratch("policy"), "--format", "json"])
            let report = try #require(ran.json as? [String: Any])
            #expect(ran.status == 0 && report["ok"] as? Bool == true && report["verdict"] as? String == "rejected")
        }
    }
}
