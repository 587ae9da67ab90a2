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
        let key = try String(contentsOfFile: scratch("ledger") + "/log.key", encoding: .utf8)
        #expect(!key.isEmpty)
        let archive = try Data(contentsOf: URL(filePath: scratch("b.tar")))
        let log = try #require(
            String(decoding: archive, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("log ") })
        try scratch.write("\(log)\nquorum none\n", to: "policy")
    }

    @Test func aBundleIsVerifiedWithoutTheLedger() throws {
        try prepare()
        try FileManager.default.removeItem(atPath: scratch("ledger"))
        let verify = ["evidence", "verify", scratch("b.tar"), "--policy", scratch("policy")]
        let text = Ran(verify)
        #expect(text.status == 0)
        #expect(text.output.contains("The bundle is genuine, and the rules were kept."))
        #expect(text.output.contains("What it cannot prove:"))
        let json = try #require(Ran(verify + ["--format", "json"]).json as? [String: Any])
        #expect(json["ok"] as? Bool == true)
        let checks = try #require(json["checks"] as? [[String: Any]])
        #expect(checks.map { $0["outcome"] as? String } == Array(repeating: "passed", count: 10))
        #expect(Ran(verify + ["--format", "csv"]).output.hasPrefix("check,outcome,count,messages\r\n"))
    }

    @Test func aChangedBundleIsFoundAndTheExitStatusTells() throws {
        try prepare()
        var bytes = try Data(contentsOf: URL(filePath: scratch("b.tar")))
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: URL(filePath: scratch("b.tar")))
        let ran = Ran(["evidence", "verify", scratch("b.tar"), "--policy", scratch("policy")])
        #expect(ran.status == 1)
        #expect(ran.output.contains("failed") && ran.output.contains("Believe nothing in it."))
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
        #expect(Ran(["evidence", "verify", scratch("policy"), "--policy", scratch("policy")]).status == 1)
    }
}
