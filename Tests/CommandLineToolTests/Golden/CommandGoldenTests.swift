import CommandTesting
import Draft
import Foundation
import Merkle
import Records
import Statements
import TestSupport
import Testing

/// What the commands say about one seeded simulation, held against `Fixtures/golden/commands`.
///
/// One after the other: some of them write, and a process has a ledger open for reading or for writing.
@Suite(.serialized) struct CommandGoldenTests {
    /// Made once for all of them.
    private static let ledger = GoldenLedger("--rooms 3 --seed 7 --teams 4 --rounds 4 --users 6")

    /// Whether a key signs the same bytes with the same signature every time, as OpenSSL and BoringSSL do and CryptoKit
    /// does not.
    private static let signsAlike: Bool = {
        guard let key = KeyName("example.com/golden").map({ SignerKey(name: $0) }) else { return false }
        return (try? key.sign("the same\n")) == (try? key.sign("the same\n"))
    }()

    private func expect(_ name: String, _ commands: [String]) throws {
        let golden = GoldenFile("commands/\(name).txt")
        let difference = try golden.difference(from: commands.map { Self.ledger.session($0) }.joined())
        #expect(difference == nil, "\(difference ?? "")")
    }

    @Test(arguments: ["text", "json", "csv"])
    func looking(format: String) throws {
        let commands = [
            "rooms", "rooms --at pos:900", "room 2", "room 1 --at pick:5", "board 1", "board 2 --at pick:5",
            "rosters 1",
            "queue 1 0", "balances", "balances --at pos:700", "statement 8", "players", "rooms --at yesterday",
        ]
        try expect("look-\(format)", commands.map { "\($0) --format \(format)" })
    }

    @Test(arguments: ["text", "json", "csv"])
    func replaying(format: String) throws {
        let commands = [
            "replay 2 --at pick:5", "replay 3", "events --stream wallet/8", "events --type CommandRejected --limit 20",
            "events --type PickMade", "events --from 1290", "events",
        ]
        try expect("replay-\(format)", commands.map { "\($0) --format \(format)" })
    }

    @Test(arguments: ["text", "json", "csv"])
    func settling(format: String) throws {
        let commands = [
            "audit", "audit 2", "dispute 1 --pick 9", "dispute --case 257", "dispute 1 --pick 99", "case list",
            "case show 513", "what-if 1 --clock 30", "what-if 3 --clock 1 --grace 0",
            "diff --fold room@3 room@3,grace=0",
        ]
        try expect("settle-\(format)", commands.map { "\($0) --format \(format)" })
    }

    @Test(arguments: ["text", "json", "csv"])
    func asking(format: String) throws {
        let commands = [
            "events --user 9 --type CommandRejected", "events --actor admin/1 --limit 5", "activity 9",
            "activity 9 --until 2026-08-01T01:14:00Z", "staff acts", "staff acts --user 9",
            "case list --against-rules", "report daily", "report daily --date 2026-08-02", "status --history",
            "unusual",
            "profiles show 9",
        ]
        try expect("ask-\(format)", commands.map { "\($0) --format \(format)" })
    }

    @Test func handingOn() throws {
        var text = Self.ledger.session("schema")
        for export in ["export", "export --room 1", "export --as underdog --user 6"] {
            let file = GoldenLedger.scratch("export")
            text += Self.ledger.session("\(export) -o \(file)")
            let written = try String(contentsOfFile: file, encoding: .utf8)
            text += GoldenLedger.abridged(written.replacingOccurrences(of: "\r\n", with: "\n")) + "\n"
        }
        #expect(try GoldenFile("commands/export.txt").difference(from: text) == nil)
    }

    @Test(.enabled(if: signsAlike)) func proving() throws {
        let (bundle, policy) = (GoldenLedger.scratch("pick-9.tar"), GoldenLedger.scratch("policy"))
        let commands = [
            "key", "attest key", "receipt key", "checkpoint", "prove 41", "consistency --from 100", "verify",
            "verify --full --format json", "attest exposure --user 6", "attest pairs --top 3 --at pos:900",
            "evidence create 1 --pick 9 -o \(bundle)",
        ]
        try expect("prove", commands)
        let key = try #require(Self.ledger.run("key").lines.last { !$0.isEmpty })
        try "log \(key)\nquorum none\n".write(toFile: policy, atomically: true, encoding: .utf8)
        let verdict = Self.ledger.session("evidence verify \(bundle) --policy \(policy)")
        let digest = GoldenLedger.sha256(try Data(contentsOf: URL(filePath: bundle)))
        let golden = GoldenFile("commands/evidence.txt")
        #expect(try golden.difference(from: "\(verdict)pick-9.tar: SHA-256 \(digest)\n") == nil)
    }

    /// Receipts for one command that is in the ledger and for one that is not and was due long ago by any clock, and what
    /// is found of them.
    @Test(.enabled(if: signsAlike)) func promising() throws {
        let key = try #require(GoldenLedger.receiptKey)
        let registered = try #require(CommandID("160caf5b5888a24279773337d73a6094"))
        let deposit = Command.wallet(1, .recordDeposit(amount: Cents(2_500), provider: "bank", reference: "a/b é"))
        let promises: [(command: Command, actor: Sender, id: CommandID, arrival: String)] = [
            (.user(1, .registerUser), .user(1), registered, "2026-08-01T00:01:15.037651Z"),
            (deposit, .provider(onBehalfOf: 1), CommandID(high: 1, low: 2), "2020-02-29T23:59:59.999999Z"),
        ]
        var text = ""
        for promise in promises {
            let arrival = try #require(Timestamp(iso8601: promise.arrival))
            let receipt = try Receipt(
                origin: GoldenLedger.origin, command: promise.command, actor: promise.actor, id: promise.id,
                receivedAt: arrival, dueAt: arrival + .seconds(10), signedBy: key)
            let file = GoldenLedger.scratch("\(promise.command.kind.name).receipt")
            try receipt.description.write(toFile: file, atomically: true, encoding: .utf8)
            text += "\(receipt)\n"
            for format in ["text", "json", "csv"] {
                text += Self.ledger.session("receipt verify \(file) --format \(format)")
            }
        }
        #expect(try GoldenFile("commands/receipt.txt").difference(from: text) == nil)
    }
}
