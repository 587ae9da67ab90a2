import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Merkle
import Records
import Testing

@testable import Replay  // what is in the archive

/// Bundles over records that say whom the rules passed over in a seat's queue: as such picks once were recorded.
struct WithheldEvidenceTests {
    /// The seat of pick 2 has queued the player whom pick 1 takes, and one who is not in the pool any more; its clock runs
    /// out.
    private static func scene(isFormer: Bool, claimantIsOther: Bool = true) throws -> EvidenceScene {
        var table = DraftTable(isFormer: isFormer)
        let (first, second) = (table.seat(ofPick: 1), table.seat(ofPick: 2))
        table.must(
            .queue(1, second, .setQueue(players: [17, 23, 31], expectedVersion: nil)), as: .user(table.user(ofPick: 2)),
            at: DraftTable.at(1))
        table.pick(17, at: 3)
        table.expire()
        table.pick(4, at: 45)
        return try EvidenceScene(table, seat: claimantIsOther ? first : second)
    }

    /// How a record holds that somebody was passed over since he was taken.
    private static func group(_ player: PlayerIndex) -> [UInt8] {
        [3, 0, 1, 0, UInt8(truncatingIfNeeded: player), UInt8(player >> 8), PickAutomated.Skip.Cause.taken.rawValue]
    }

    @Test(arguments: [false, true])
    func nobodyElsesQueueIsInTheBytesOfABundle(isFormer: Bool) throws {
        let made = try Self.scene(isFormer: isFormer)
        let own = try Self.scene(isFormer: isFormer, claimantIsOther: false)
        #expect(!made.archive.contains(Self.group(17)), "the bundle says who was first in another's queue")
        #expect(own.archive.contains(Self.group(17)), "the seat's own bundle does not say it")
        for item in try EvidenceBundle(TarArchive(made.archive)).records {
            let event = try item.decoded()
            #expect(!event.showsQueueContents && event.event.type != .autopickExplained)
            if case .queue(_, let seat) = event.stream { #expect(seat == made.seat) }
        }
    }

    @Test func anOldPickOfAnotherSeatIsProvenToBeThereAndItsContentStated() throws {
        let made = try Self.scene(isFormer: true)
        let report = EvidenceBundle.verify(made.archive, policy: try made.policy())
        #expect(report.isProven, "\(report.results)")
        let archive = try TarArchive(made.archive)
        let bundle = try EvidenceBundle(archive)
        let position = try #require(bundle.withheld.first)
        #expect(bundle.withheld.count == 1)
        #expect(report.results[3].messages.joined().contains("Stated, not shown"))
        #expect(report.results[5].messages.joined().contains("cannot be recomputed"))
        #expect(report.cannotProve.contains { $0.contains("stated, not shown") })
        let stated = try #require(bundle.records.first { $0.position == position })
        let record = try made.house.ledger.record(at: position)
        #expect(stated.withheldLeaf == .leaf(record) && stated.record != record)
        let verdict = String(decoding: try #require(archive["verdict.json"]), as: UTF8.self)
        #expect(verdict.contains("\"statedNotShown\":[\(position)]"))
        let verify = String(decoding: try #require(archive["VERIFY.md"]), as: UTF8.self)
        #expect(verify.contains("| stated records |"))
    }

    @Test func aVerdictThatRestsOnAStatedPickSaysSo() throws {
        let made = try Self.scene(isFormer: true)
        let archive = try made.bundle(pick: 2).archive(signedBy: made.house.ledger.verifierKey())
        let verdict = String(decoding: try #require(try TarArchive(archive)["VERDICT.md"]), as: UTF8.self)
        #expect(verdict.contains("(stated, not shown)"), "\(verdict)")
        #expect(EvidenceBundle.verify(archive, policy: try made.policy()).isProven)
    }

    @Test func theSeatsOwnBundleShowsItAll() throws {
        for isFormer in [false, true] {
            let made = try Self.scene(isFormer: isFormer, claimantIsOther: false)
            let report = EvidenceBundle.verify(made.archive, policy: try made.policy())
            #expect(report.isProven, "\(report.results)")
            let bundle = try EvidenceBundle(TarArchive(made.archive))
            #expect(bundle.withheld.isEmpty)
            let told = try bundle.records.map { try $0.decoded().event }.contains { $0.type == .autopickExplained }
            #expect(told != isFormer)
        }
    }

    @Test func aNewPickOfAnotherSeatStandsInTheBundleWhole() throws {
        let made = try Self.scene(isFormer: false)
        let bundle = try EvidenceBundle(TarArchive(made.archive))
        #expect(bundle.withheld.isEmpty)
        let picks = try bundle.records.compactMap { item -> PickAutomated? in
            if case .pickAutomated(let made) = try item.decoded().event { made } else { nil }
        }
        #expect(picks.count == 1 && picks.allSatisfy { $0.passedOver != nil && $0.skipped.isEmpty })
        #expect(EvidenceBundle.verify(made.archive, policy: try made.policy()).isProven)
    }

    /// Whoever makes a bundle cannot state what has to be shown, nor state something else than the leaf's neighbours.
    @Test func nothingElseCanBeWithheld() throws {
        let made = try Self.scene(isFormer: true)
        let archive = try TarArchive(made.archive)
        let bundle = try EvidenceBundle(archive)
        for (index, item) in bundle.records.enumerated() where item.section == .records && !item.isWithheld {
            var records = bundle.records
            records[index] = try EvidenceRecord(
                position: item.position, record: item.record, withheldLeaf: .leaf(item.record))
            let files = archive.replacing(RecordsFile.name, RecordsFile.bytes(of: records))
            let report = EvidenceBundle.verify(TarArchive(files).bytes, policy: try made.policy())
            #expect(!report.isGenuine, "position \(item.position) was only stated")
        }
    }

    @Test func anotherLeafThanTheTreeHasIsFound() throws {
        let made = try Self.scene(isFormer: true)
        let archive = try TarArchive(made.archive)
        let records = try EvidenceBundle(archive).records.map { item in
            item.isWithheld
                ? try EvidenceRecord(position: item.position, record: item.record, withheldLeaf: .leaf([1])) : item
        }
        let files = archive.replacing(RecordsFile.name, RecordsFile.bytes(of: records))
        let report = EvidenceBundle.verify(TarArchive(files).bytes, policy: try made.policy())
        #expect(report.results[3].outcome == .failed)
    }

    @Test func thePythonScriptChecksTheHashOfWhatIsWithheld() throws {
        guard let python = EvidenceScene.program("python3"), EvidenceScene.program("openssl") != nil,
            let tar = EvidenceScene.program("tar")
        else {
            try Test.cancel("python3, openssl or tar is not installed: an outsider's check is not tried")
        }
        let made = try Self.scene(isFormer: true)
        let folder = made.house.path + ".bundle"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(made.archive).write(to: URL(filePath: folder + "/bundle.tar"))
        try #expect(EvidenceScene.run(tar, ["xf", "bundle.tar"], in: folder).status == 0)
        let key = try made.house.ledger.verifierKey().text
        let checked = try EvidenceScene.run(python, ["verify.py", "--key", key], in: folder)
        #expect(checked.status != 1, "\(checked.output)")
        #expect(checked.output.contains("the content of 1 is stated, not shown"))
    }
}

extension TarArchive {
    /// The files with one of them changed.
    func replacing(_ name: String, _ bytes: [UInt8]) -> [(name: String, bytes: [UInt8])] {
        files.map { $0.name == name ? (name: name, bytes: bytes) : $0 }
    }
}
