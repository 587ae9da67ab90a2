import Foundation
import Merkle
import Testing

@testable import DraftLedger  // the history of checkpoints

/// The file of all published checkpoints, through kills and damage.
struct CheckpointHistoryTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "history-\(UUID().uuidString)")
    private let key: SignerKey

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        key = SignerKey(name: try #require(KeyName("test.example/history")))
    }

    private var history: CheckpointHistory { CheckpointHistory(in: folder.path) }
    private var file: URL { URL(filePath: history.path) }

    private func checkpoint(_ size: UInt64) throws -> SignedCheckpoint {
        try SignedCheckpoint(
            Checkpoint(origin: key.verifierKey.name, size: size, root: .leaf([UInt8(size & 0xFF)])), signedBy: key)
    }

    @Test func whatIsAppendedIsReadAndTheLastOneIsTheLast() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try history.last() == nil && history.read().isEmpty)
        for size in 1...20 as ClosedRange<UInt64> {
            let added = try checkpoint(size)
            try history.append(added)
            #expect(try history.last() == added)
        }
        #expect(try history.read().map(\.unverified.size) == Array(1...20))
    }

    @Test func aHistoryWithoutAnyCheckpointInItIsNotTakenForNone() throws {
        let path = folder.path + ".ledger"
        defer { for path in [folder.path, path] { try? FileManager.default.removeItem(atPath: path) } }
        let ledger = try DraftLedger.create(at: path, origin: "test.example/history")
        try ledger.publishCheckpoint()
        ledger.close()
        let file = path + "/checkpoints"
        try Data("something else\n".utf8).write(to: URL(filePath: file))
        #expect {
            try DraftLedger.open(at: path, for: .writing)
        } throws: { error in
            (error as? DraftLedgerError)?.code == .checkpointDamaged
        }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "something else\n")
        let reading = try DraftLedger.open(at: path)
        defer { reading.close() }
        #expect(try reading.verify().findings.contains { $0.message.contains("checkpoints") })
    }

    /// A kill leaves any beginning of what was to be appended.
    @Test func aTornEndIsPassedOverAndThenCutOff() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (second, third) = (try checkpoint(2), try checkpoint(3))
        try history.append(checkpoint(1))
        try history.append(second)
        let whole = try Data(contentsOf: file)
        try history.append(third)
        let longer = try Data(contentsOf: file)
        for length in whole.count..<longer.count {
            try longer.prefix(length).write(to: file)
            #expect(try history.last() == second, "cut off after \(length) bytes")
            let rest = try history.contents().rest
            #expect(CheckpointHistory.isBeginningOfNote(rest, of: "test.example/history"), "\(rest)")
            #expect(try history.read().count == 2, "cut off after \(length) bytes")
            try history.append(third)
            #expect(try Data(contentsOf: file) == longer, "cut off after \(length) bytes")
        }
    }

    /// A loss of power leaves what sectors it likes, and zeros where the others would be.
    @Test func sectorsThatAreMissingArePassedOverAndThenCutOff() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (second, third) = (try checkpoint(2), try checkpoint(3))
        try history.append(checkpoint(1))
        try history.append(second)
        let whole = try Data(contentsOf: file)
        try history.append(third)
        let longer = try Data(contentsOf: file)
        for boundary in (whole.count + 1)..<longer.count {
            for missing in [whole.count..<boundary, boundary..<longer.count] {
                var torn = longer
                torn.replaceSubrange(missing, with: Data(count: missing.count))
                try torn.write(to: file)
                #expect(try history.last() == second, "without \(missing)")
                let (checkpoints, rest) = try history.contents()
                #expect(checkpoints.count == 2, "without \(missing)")
                #expect(CheckpointHistory.isBeginningOfNote(rest, of: "test.example/history"), "\(rest)")
                try history.append(third)
                #expect(try Data(contentsOf: file) == longer, "without \(missing)")
            }
        }
    }

    @Test(arguments: [
        "garbage", "test.example/historian\n", "test.example/history\nten\n", "test.example/history\n10\n*\n",
        "test.example/history\n10\nAAAA\nmore\n", "test.example/history\n10\nAAAA\n\nsigned", "\n", "\n\n\n",
    ])
    func whatNoKillLeavesIsNoBeginningOfANote(text: String) {
        #expect(!CheckpointHistory.isBeginningOfNote(text, of: "test.example/history"))
    }

    /// Appended by hand, or by a disk; the last whole checkpoint stands before it.
    @Test(arguments: ["garbage", "more\n\ngarbage", "\u{1}\u{0}\u{0}\u{0}"])
    func garbageAtTheEndIsFoundByAFullVerification(garbage: String) throws {
        let path = folder.path + ".ledger"
        defer { for path in [folder.path, path] { try? FileManager.default.removeItem(atPath: path) } }
        let ledger = try DraftLedger.create(at: path, origin: "test.example/history")
        try ledger.publishCheckpoint()
        ledger.close()
        let reading = try DraftLedger.open(at: path)
        defer { reading.close() }
        #expect(try reading.verify(full: true).isSound)
        let file = try #require(FileHandle(forWritingAtPath: path + "/checkpoints"))
        try file.seekToEnd()
        try file.write(contentsOf: Data(garbage.utf8))
        try file.close()
        let findings = try reading.verify(full: true).findings
        #expect(findings.map(\.check) == ["checkpoints"], "\(findings)")
        #expect(findings.first?.message.contains("ends with \(garbage.utf8.count) bytes") == true)
    }

    @Test func cosignaturesTakeThePlaceOfTheSameCheckpointWithoutThem() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let witness = CosignerKey(name: try #require(KeyName("witness.example/w")))
        let plain = try checkpoint(7)
        let line = try witness.cosign(plain.verified(by: key.verifierKey), time: 1_790_000_000).line
        let cosigned = try plain.adding(Array(line.utf8), from: [witness.verifierKey])
        try history.append(plain)
        try history.append(cosigned)
        #expect(try history.read() == [cosigned] && history.last() == cosigned)
    }

    @Test func damageIsNamed() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let second = try checkpoint(2)
        try history.append(checkpoint(1))
        try history.append(second)
        let text = try String(contentsOf: file, encoding: .utf8)
        try text.replacing("\n1\n", with: "\none\n").write(to: file, atomically: true, encoding: .utf8)
        #expect(throws: DraftLedgerError.self) { try history.read() }
        #expect(try history.last() == second)
        try text.replacing("\n2\n", with: "\ntwo\n").write(to: file, atomically: true, encoding: .utf8)
        #expect(throws: DraftLedgerError.self) { try history.last() }
    }
}
