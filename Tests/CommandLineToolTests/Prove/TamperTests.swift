import CommandTesting
import Draft
import DraftLedger
import Foundation
import LMDB
import Merkle
import Pages
import TestSupport
import Testing

/// Copies of a ledger that somebody has been at, with the knowledge of how it is stored: every change is found, located
/// and told by the exit status, and no command dies of it.
/// A ledger that was tampered with is found out.
@Suite(.seeded) struct TamperTests {
    private let ledger: TamperedLedger

    init() throws { ledger = try TamperedLedger() }

    @Test func oneBitOfAnyRecordIsFound() throws {
        var random = SeededGenerator(seed: 1)
        let last = ledger.size - 1
        for position in [0, 5, 255, 256, 700, last - 1, last]
            + (0..<6).map({ _ in UInt64.random(in: 0...last, using: &random) })
        {
            try ledger.restore()
            var offset = 0
            try ledger.edit(position) { record in
                offset = Int.random(in: 0..<record.count, using: &random)
                record[offset] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            let report = try ledger.verify()
            #expect(!report.findings.isEmpty, "byte \(offset) of position \(position)")
            let located = report.findings.contains { finding in
                guard let found = finding.position else { return finding.check == "checkpoint" }
                // A stored hash covers 256 records; what they are worth apart shows only there.
                return found / 256 == position / 256 || found == position + 1 || finding.check == "links"
            }
            #expect(located, "byte \(offset) of position \(position): \(report.findings)")
        }
    }

    @Test func aStoredHashThatIsNotTheRecordsIsFound() throws {
        try ledger.change("nodes") { table, transaction in
            var hash = try #require(try transaction.value(at: UInt64(8) << 56 | 1, in: table))
            hash[3] ^= 1
            try transaction.put(hash, at: UInt64(8) << 56 | 1, in: table)
        }
        let finding = try #require(try ledger.verify().findings.first { $0.check == "nodes" })
        #expect(finding.message.contains("the records at positions 256 to 511"), "\(finding)")
    }

    /// A proof from a damaged ledger would hold nowhere; whoever asked for it must learn that, not who is given it.
    @Test(arguments: [300, 256, 511] as [UInt64])
    func whatDoesNotLeadToTheSignedRootIsNotHandedOut(position: UInt64) throws {
        let out = ledger.path + ".out"
        defer { try? FileManager.default.removeItem(atPath: out) }
        try ledger.edit(position) { $0[$0.count - 1] ^= 1 }
        // Of the damaged record, of one beside it, and of one whose way to the root leads past both.
        for command in [
            ["prove", "\(position)"], ["prove", "\(position ^ 1)"], ["prove", "\(position)", "--in", ledger.kept],
            ["consistency", "--from", "\(position + 1 - position % 2)"],
            ["witness", "request", "--old", "\(position + 1 - position % 2)", "-o", out],
        ] {
            let (end, output, errors) = try ledger.run(command)
            #expect(end == .exit(74) && output.isEmpty && errors.contains("Run `verify`"), "\(command): \(errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: out))
        #expect(try ledger.run("prove", "5").end == .exit(0), "the rest is as it was")
    }

    @Test func evidenceOfADamagedRecordIsNotGathered() throws {
        let out = ledger.path + ".tar"
        defer { try? FileManager.default.removeItem(atPath: out) }
        let command = ["evidence", "create", "1", "--pick", "3", "-o", out]
        #expect(try ledger.run(command).end == .exit(0))
        try FileManager.default.removeItem(atPath: out)
        let picks = try ledger.run("events", "--room", "1", "--type", "PickMade", "--format", "json").output
        let line = try #require(picks.split(separator: "\n").first)
        let json = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        try ledger.edit(try #require(json?["position"] as? UInt64)) { $0[$0.count - 1] ^= 1 }
        let (end, _, errors) = try ledger.run(command)
        #expect(end == .exit(74) && errors.contains("Run `verify`"), "\(errors)")
        #expect(!FileManager.default.fileExists(atPath: out))
    }

    /// Two ledgers are compared by stored hashes, and no more than that is said.
    @Test func aComparisonSaysWhatItComparedBy() throws {
        let copy = ledger.path + ".copy"
        try FileManager.default.copyItem(atPath: ledger.path, toPath: copy)
        defer { try? FileManager.default.removeItem(atPath: copy) }
        try ledger.edit(300) { $0[$0.count - 1] ^= 1 }
        let (end, output, _) = try ledger.run("diff", ledger.path, copy)
        #expect(end == .exit(0) && output.contains("by their trees' hashes") && output.contains("--recompute"))
        let full = try ledger.run("diff", "--full", ledger.path, copy)
        #expect(full.end == .exit(74) && full.output.isEmpty && full.errors.contains("`verify`"), "\(full.errors)")
        try ledger.restore()
        let same = try ledger.run("diff", "--full", ledger.path, copy)
        #expect(
            same.end == .exit(0) && same.output.contains("Both have the same \(Figures.grouped(ledger.size)) events."))
    }

    @Test func aRecordTakenOutOrSwappedIsFound() throws {
        try ledger.change("events") { table, transaction in
            let (one, other) = (
                try #require(try transaction.value(at: 300, in: table)),
                try #require(try transaction.value(at: 301, in: table))
            )
            try transaction.put(other, at: 300, in: table)
            try transaction.put(one, at: 301, in: table)
        }
        let swapped = try ledger.verify()
        #expect(swapped.findings.contains { $0.position.map { (299...302).contains($0) } ?? false }, "\(swapped)")

        try ledger.restore()
        try ledger.change("events") { table, transaction in try transaction.remove(300, in: table) }
        #expect(try ledger.verify().findings.contains { $0.position == 300 || $0.position == 301 })
    }

    /// The forger knows the tree and computes every stored hash anew: only what was published gives it away.
    @Test func aRewrittenHistoryWithAllHashesRecomputedContradictsWhatWasPublished() throws {
        try ledger.edit(700) { $0[$0.count - 1] ^= 1 }
        try ledger.recomputeHashes()
        let report = try ledger.verify()
        #expect(report.checks == ["checkpoint"], "\(report)")
        #expect(try ledger.verify("--against", ledger.kept, "--key", ledger.key).checks.contains("against"))
        #expect(try ledger.run("case", "open", "1", "--pick", "1", "--claim", "Mine.").end == .exit(65))
        try FileManager.default.removeItem(atPath: ledger.path + "/checkpoint")
        #expect(try ledger.run("case", "open", "1", "--pick", "1", "--claim", "Mine.").end == .exit(65))
        #expect(try ledger.verify().checks == ["checkpoint"], "the history of checkpoints knows")
    }

    @Test func aTailThatWasCutOffIsARollback() throws {
        try ledger.change("events") { table, transaction in
            for position in (ledger.size - 40)..<ledger.size { try transaction.remove(position, in: table) }
        }
        #expect(!(try ledger.verify().findings.isEmpty))
        #expect(!(try ledger.verify("--against", ledger.kept, "--key", ledger.key).findings.isEmpty))
    }

    @Test func aForgedCheckpointIsNotBelieved() throws {
        let file = ledger.path + "/checkpoint"
        let whole = try String(contentsOfFile: file, encoding: .utf8)
        let size = whole.split(separator: "\n")[1]
        try whole.replacingOccurrences(of: "\n\(size)\n", with: "\n\(UInt64(size)! - 1)\n")
            .write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try ledger.verify().checks == ["checkpoint"])
        try "nonsense".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try ledger.verify().checks == ["checkpoint"])

        // A second line of the log's own key, with another signature: each line of a known key has to verify.
        var lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
        var line = Array(lines[4])
        let middle = line.count - 20
        line[middle] = line[middle] == "A" ? "B" : "A"
        lines.insert(Substring(String(line)), at: 5)
        let forged = ledger.path + ".forged"
        try lines.joined(separator: "\n").write(toFile: forged, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: forged) }
        try ledger.restore()
        #expect(try ledger.verify("--against", forged, "--key", ledger.key).checks == ["against"])
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func noCommandDiesOfABrokenRecord(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let position = UInt64.random(in: 0..<ledger.size, using: &random)
        var what = ""
        try ledger.edit(position) { record in
            let start = Int.random(in: 0..<record.count, using: &random)
            for index in start..<min(record.count, start + Int.random(in: 1...16, using: &random)) {
                record[index] = UInt8.random(in: 0...255, using: &random)
            }
            what = "seed \(seed), position \(position) from byte \(start): \(record)"
        }
        for command in [
            ["verify", "--full"], ["audit"], ["events"], ["rooms"], ["board", "1"], ["rosters", "1"], ["exposure"],
            ["balances"], ["status"], ["dispute", "1", "--pick", "3"], ["what-if", "1", "--grace", "0"],
            ["replay", "1"], ["rebuild"], ["evidence", "create", "1", "--pick", "3", "-o", ledger.path + "/b.tar"],
        ] {
            let end = try ledger.run(command).end
            if case .signal(let signal) = end { Issue.record("\(command) died by signal \(signal): \(what)") }
        }
    }
}
