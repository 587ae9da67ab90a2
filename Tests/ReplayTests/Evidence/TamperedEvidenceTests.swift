import Draft
import DraftLedger
import LedgerTesting
import Merkle
import TestSupport
import Testing

@testable import Replay  // the archive is packed again with other files

/// Bundles that somebody changed: every change is found, and named.
@Suite(.seeded) struct TamperedEvidenceTests {
    @Test func oneBitFlippedInAnyFileIsFound() throws {
        let made = try EvidenceScene.publishing()
        let policy = try made.policy()
        let archive = try TarArchive(made.archive)
        var random = SeededGenerator(seed: 1)
        for (index, file) in archive.files.enumerated() {
            let (byte, bit) = (
                Int.random(in: file.bytes.indices, using: &random), Int.random(in: 0..<8, using: &random)
            )
            var files = archive.files
            files[index].bytes[byte] ^= 1 << UInt8(bit)
            let report = EvidenceBundle.verify(TarArchive(files).bytes, policy: policy)
            #expect(!report.isGenuine, "byte \(byte), bit \(bit) of \(file.name)")
            let messages = report.results.filter { $0.outcome == .failed }.flatMap(\.messages)
            #expect(!messages.isEmpty, "byte \(byte), bit \(bit) of \(file.name)")
        }
    }

    @Test func aBitOfTheArchiveItselfIsFound() throws {
        let made = try EvidenceScene.inGrace()
        let policy = try made.policy()
        for offset in stride(from: 0, to: made.archive.count, by: 397) {
            var bytes = made.archive
            bytes[offset] ^= 0x10
            #expect(!EvidenceBundle.verify(bytes, policy: policy).isGenuine, "byte \(offset)")
        }
        for length in [0, 1, 511, 512, 1_024, made.archive.count - 512, made.archive.count - 1] {
            #expect(!EvidenceBundle.verify(Array(made.archive.prefix(length)), policy: policy).isGenuine)
        }
        #expect(!EvidenceBundle.verify(made.archive + [0], policy: policy).isGenuine)
    }

    @Test func aRecordLeftOutLeavesAGap() throws {
        let made = try EvidenceScene.inGrace()
        let archive = try TarArchive(made.archive)
        let bundle = try EvidenceBundle(archive)
        for item in bundle.records where item.section == .records {
            let less = try bundle.with(
                bundle.records.filter { $0.position != item.position }, provenBy: made.house.ledger)
            let documents = archive.files.filter { file in !less.primaryFiles.contains { $0.name == file.name } }
            let report = EvidenceBundle.verify(
                TarArchive(less.primaryFiles + documents).bytes, policy: try made.policy())
            #expect(!report.isGenuine, "without position \(item.position)")
        }
    }

    @Test func aHistorySignedByAnotherKeyIsNotBelievedHoweverWholeItIs() throws {
        let made = try EvidenceScene.inGrace()
        var table = DraftTable()
        table.pick(4, at: 33)
        let forged = try EvidenceScene(table)
        let report = EvidenceBundle.verify(forged.archive, policy: try made.policy())
        #expect(report.results[1].outcome == .failed && report.verdict == nil)
    }

    @Test func aVerdictThatDoesNotFollowFromTheRecordsIsFoundByName() throws {
        let made = try EvidenceScene.inGrace()
        let archive = try TarArchive(made.archive)
        let other = try TarArchive(try EvidenceScene.withQueues().archive)
        for name in ["VERDICT.md", "verdict.json", "details.json"] {
            let files = archive.files.map { $0.name == name ? (name: name, bytes: other[name]!) : $0 }
            let report = EvidenceBundle.verify(TarArchive(files).bytes, policy: try made.policy())
            let documents = try #require(report.results.last)
            #expect(documents.messages.count == 1 && documents.messages[0].hasPrefix(name))
        }
    }

    @Test func aFileTooManyIsFound() throws {
        let made = try EvidenceScene.inGrace()
        let files = try TarArchive(made.archive).files + [(name: "note.txt", bytes: [1])]
        let report = EvidenceBundle.verify(TarArchive(files).bytes, policy: try made.policy())
        #expect(report.results.last?.messages == ["note.txt does not belong in a bundle."])
    }
}
