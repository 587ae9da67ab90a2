import CommandTesting
import Draft
import DraftLedger
import Foundation
import Merkle
import PagesTesting
import Statements
import Testing

@testable import Pages  // the comparison of two reports' JSON

@Suite struct AttestCommandTests {
    private static func ledger() throws -> LedgerFixture {
        var room = RoomFixture.started(teams: 2, rounds: 2, turn: 0)
        room.pick(0)
        room.autopick(11, .queue, queueVersion: 2)
        return try LedgerFixture(room)
    }

    private func temporaryFile(_ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    private static let reports = [
        ["exposure", "--by", "slot", "--position", "WR"], ["ownership", "--user", "1"], ["adp", "--undrafted=last"],
        ["pairs", "--by", "lift", "--limit", "3"], ["stacks", "--contest", "Best Ball Classic"],
        ["exposure", "--slot", "2"], ["stacks", "--pick-order=1"], ["clv", "--reference", "at-pick"], ["construction"],
        ["byes"], ["duplicates", "--first", "1"],
    ]

    @Test(arguments: reports)
    func everyReportIsMadeAgainFromWhatItsFileSays(report: [String]) throws {
        let ledger = try Self.ledger()
        try temporaryFile { file in
            let ran = ledger.run(all: ["attest"] + report + ["--include-unfinished", "-o", file])
            #expect(ran.status == 0, "\(ran)")
            let verified = ledger.run("attest", "verify", file, "--format", "json")
            #expect(verified.status == 0, "\(verified)")
            let object = try #require(verified.json as? [String: Any])
            let checks = try #require(object["checks"] as? [[String: String]])
            #expect(checks.map { $0["outcome"] } == Array(repeating: "passed", count: 5))
            let text = try String(contentsOfFile: file, encoding: .utf8)
            let plain = ledger.run(all: report + ["--include-unfinished", "--format", "json"])
            if !report.contains("--contest") { #expect(text.contains("\n" + plain.output)) }
            #expect(text.hasPrefix("draft-ledger/report@v2\n"))
            #expect(text.contains("\nrequest {\"report\":\"\(report[0])\","), "\(text)")
            // Names are no part of it.
            #expect(!text.contains("Best Ball Classic"))
        }
    }

    @Test func withoutALedgerItsKeysAreEnough() throws {
        let ledger = try Self.ledger()
        try temporaryFile { file in
            #expect(ledger.run("attest", "exposure", "-o", file, "--include-unfinished", "--at", "pos:12").status == 0)
            let key = try #require(ledger.run("attest", "key").lines.first)
            let nowhere = ["--ledger", "/nowhere"]
            let alone = Ran(["attest", "verify", file, "--offline", "--key", key] + nowhere)
            #expect(alone.status == 0 && alone.output.contains("the report key signed it"), "\(alone.output)")
            let log = try #require(ledger.run("key").lines.last { !$0.isEmpty })
            let both = Ran(["attest", "verify", file, "--offline", "--key", key, "--key", log] + nowhere)
            #expect(both.status == 0 && both.output.contains("the ledger signed it"), "\(both)")
            #expect(ledger.run("attest", "verify", file).output.contains("the ledger signed it"))
            #expect(Ran(["attest", "verify", file, "--offline"] + nowhere).status == 64)
            #expect(Ran(["attest", "verify", file] + nowhere).status == 66)
            let other = try #require(try Self.ledger().run("attest", "key").lines.first)
            #expect(Ran(["attest", "verify", file, "--offline", "--key", other] + nowhere).status == 1)
            var bytes = try Data(contentsOf: URL(filePath: file))
            bytes[bytes.count / 2] ^= 1
            try bytes.write(to: URL(filePath: file))
            #expect(Ran(["attest", "verify", file, "--offline", "--key", key] + nowhere).status == 1)
        }
    }

    @Test func whatTheLedgerDoesNotComeToIsSaid() throws {
        let ledger = try Self.ledger()
        let draft = try DraftLedger.open(at: ledger.path, for: .writing)
        let checkpoint = try draft.publishCheckpoint()
        let size = checkpoint.unverified.size
        // Signed by the right key, but of other figures.
        let lie = try draft.attest(
            report: "exposure", options: ["--user", "1"], json: #"{"entries":9}"#, at: size,
            fold: try draft.rosterDigest(at: size), in: checkpoint)
        draft.close()
        try temporaryFile { file in
            try lie.description.write(toFile: file, atomically: true, encoding: .utf8)
            let ran = ledger.run("attest", "verify", file)
            #expect(ran.status == 1 && ran.output.contains("differs at byte 11"), "\(ran)")
        }
    }

    /// Reports of before counted slots from 0, in their options and in their words.
    @Test(arguments: [["--slot", "0"], ["--slot=0"], ["--pick-order", "1"]])
    func slotsOfEarlierReportsAreReadAsTheyWereMeant(options: [String]) throws {
        let ledger = try Self.ledger()
        let draft = try DraftLedger.open(at: ledger.path, for: .writing)
        let checkpoint = try draft.publishCheckpoint()
        let size = checkpoint.unverified.size
        let fold = try draft.rosterDigest(at: size)
        draft.close()
        let ran = ledger.run(
            "exposure", "--slot", "1", "--include-unfinished", "--at", "pos:\(size)", "--format", "json")
        let json = ran.output.replacing("slot 1.01", with: "slot 0").replacing("\n", with: "")
        try #require(ran.status == 0 && json.contains("slot 0"), "\(ran)")
        let writer = try DraftLedger.open(at: ledger.path, for: .writing)
        let attested = try writer.attest(
            report: "exposure", options: options + ["--include-unfinished"], json: json, at: size, fold: fold,
            in: checkpoint)
        writer.close()
        try temporaryFile { file in
            try attested.description.write(toFile: file, atomically: true, encoding: .utf8)
            let verified = ledger.run("attest", "verify", file)
            #expect(verified.status == 0, "\(verified)")
        }
    }

    /// Statements of version 1 have the options of the command in place of the request.
    @Test(arguments: [
        ["pairs", "--by", "lift", "--limit", "3"], ["adp", "--undrafted=last"], ["clv", "--reference", "at-pick"],
        ["exposure", "--by", "slot", "--first-pick", "1"],
    ])
    func optionsOfEarlierReportsAreReadAsRequests(report: [String]) throws {
        let ledger = try Self.ledger()
        let options = Array(report.dropFirst()) + ["--include-unfinished"]
        let draft = try DraftLedger.open(at: ledger.path, for: .writing)
        let checkpoint = try draft.publishCheckpoint()
        let size = checkpoint.unverified.size
        let fold = try draft.rosterDigest(at: size)
        draft.close()
        let ran = ledger.run(
            all: [report[0]] + options + ["--at", "pos:\(size)", "--format", "json"])
        try #require(ran.status == 0, "\(ran)")
        let writer = try DraftLedger.open(at: ledger.path, for: .writing)
        let attested = try writer.attest(
            report: report[0], options: options, json: ran.output.replacing("\n", with: ""), at: size, fold: fold,
            in: checkpoint)
        writer.close()
        try temporaryFile { file in
            try attested.description.write(toFile: file, atomically: true, encoding: .utf8)
            #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("draft-ledger/report@v1\n"))
            let verified = ledger.run("attest", "verify", file)
            #expect(verified.status == 0, "\(verified)")
        }
    }

    @Test func membersMayBeAddedSinceButNoneChanged() {
        let signed = #"{"a":1,"b":[{"c":null,"d":"x"}]}"#
        #expect(JSONComparison.all(of: signed, areIn: #"{"a":1,"b":[{"c":null,"d":"x","e":2}],"f":true}"#))
        for changed in [
            #"{"a":2,"b":[{"c":null,"d":"x"}]}"#, #"{"b":[{"c":null,"d":"x"}]}"#, #"{"a":1,"b":[]}"#,
            #"{"a":1,"b":[{"c":0,"d":"x"}]}"#, #"{"a":1,"b":[{"c":null,"d":"y"}]}"#, #"{"a":"1","b":[]}"#, "", "[1]",
            #"{"a":1,"b":[{"c":null,"d":"x"},{"c":null,"d":"x"}]}"#,
        ] {
            #expect(!JSONComparison.all(of: signed, areIn: changed), "\(changed)")
        }
    }

    @Test func whatCannotBeAttestedIsRefused() throws {
        let ledger = try Self.ledger()
        for arguments in [
            ["nonsense"], ["exposure", "--nonsense"], ["exposure", "--format", "csv"], ["pairs", "--limit", "0"],
        ] {
            #expect(ledger.run(all: ["attest"] + arguments).status == 64, "\(arguments)")
        }
        #expect(ledger.run("attest", "exposure", "--at", "pos:999999").status == 66)
        #expect(ledger.run("attest", "exposure", "--user", "nobody").status == 66)
        #expect(ledger.run("attest", "verify", "/nowhere/at/all").status == 66)
    }

    @Test func keysAreRotatedAndFollowed() throws {
        let ledger = try Self.ledger()
        let before = try DraftLedger.open(at: ledger.path)
        let old = try before.verifierKey().text
        before.close()
        try temporaryFile { file in
            #expect(ledger.run("key", "history", "-o", file).status == 0)
            let ran = Ran(["key", "follow", file, "--key", old, "--policy", file + ".policy"])
            #expect(ran.status == 1 && ran.output.contains("The key is not confirmed."), "\(ran)")
            #expect(!FileManager.default.fileExists(atPath: file + ".policy"))
        }
        let first = try #require(ledger.run("key", "rotate").lines.first)
        let second = try #require(ledger.run("key", "rotate").lines.first)
        try temporaryFile { file in
            #expect(ledger.run("key", "history", "-o", file).status == 0)
            for key in [old, first, second] {
                let ran = Ran(["key", "follow", file, "--key", key])
                #expect(ran.status == 0 && ran.lines.last { !$0.isEmpty } == second, "\(ran)")
            }
            let stranger = try #require(try Self.ledger().run("key", "rotate").lines.first)
            #expect(Ran(["key", "follow", file, "--key", stranger]).status == 1)
            #expect(Ran(["key", "follow", file, "--key", "no key"]).status == 64)
            #expect(Ran(["key", "follow", "/nowhere/at/all", "--key", old]).status == 66)
            try "something else".write(toFile: file, atomically: true, encoding: .utf8)
            #expect(Ran(["key", "follow", file, "--key", old]).status == 65)
        }
        #expect(ledger.run("verify").status == 0)
    }

    @Test func aReceiptIsHeldAgainstTheLedger() async throws {
        let ledger = try Self.ledger()
        let draft = try DraftLedger.open(at: ledger.path, for: .writing)
        let signer = try draft.receiptSigner(within: .zero)
        let deposit = Command.wallet(1, .recordDeposit(amount: Cents(1), provider: "bank", reference: "x"))
        let arrival = Timestamp(microseconds: 1_000_000)
        func receipt(_ id: CommandID) throws -> String {
            try signer.receipt(for: deposit, from: .provider(onBehalfOf: 1), id: id, receivedAt: arrival).description
        }
        let id = CommandID(high: 3, low: 4)
        _ = try await draft.send(deposit, as: .provider(onBehalfOf: 1), id: id, occurredAt: arrival)
        let (late, omitted) = (try receipt(id), try receipt(CommandID(high: 3, low: 5)))
        let kept = try draft.receiptSigner(within: .seconds(1 << 31)).receipt(
            for: deposit, from: .provider(onBehalfOf: 1), id: id, receivedAt: arrival
        ).description
        draft.close()
        for (text, status, verdict) in [(kept, 0, "kept"), (late, 1, "late"), (omitted, 1, "omitted")]
            as [(_, Int32, _)]
        {
            try temporaryFile { file in
                try text.write(toFile: file, atomically: true, encoding: .utf8)
                let ran = ledger.run("receipt", "verify", file, "--format", "json")
                #expect(ran.status == status, "\(ran)")
                #expect((ran.json as? [String: Any])?["verdict"] as? String == verdict)
                let key = try #require(ledger.run("receipt", "key").lines.first)
                #expect(ledger.run("receipt", "verify", file, "--key", key).status == status)
                try (text + " ").write(toFile: file, atomically: true, encoding: .utf8)
                #expect(ledger.run("receipt", "verify", file).status == 1)
            }
        }
    }
}

extension LedgerFixture {
    fileprivate func run(all arguments: [String]) -> Ran { Ran(["--ledger", path] + arguments) }
}
