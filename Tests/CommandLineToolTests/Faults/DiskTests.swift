import CommandTesting
import Draft
import DraftLedger
import Foundation
import Merkle
import Records
import TestSupport
import Testing

/// Disks that are full or cannot be written. They are mounted for the test, which takes root on Linux.
@Suite(.serialized, .enabled(if: Mount.isPossible, "mounting file systems takes root on Linux; not tested here"))
struct DiskTests {
    @Test func aFullDiskLosesNothingAndLetsGoOn() async throws {
        let disk = try Mount.smallDisk(bytes: 8 << 20)
        defer { disk.remove() }
        let ballast = URL(filePath: disk.path + "/ballast")
        try Data(count: 2 << 20).write(to: ballast)
        let path = disk.path + "/full.ledger"
        var acknowledged: UInt64 = 0
        do {
            let ledger = try DraftLedger.create(at: path, origin: "full.test")
            defer { ledger.close() }
            let error = #expect(throws: DraftLedgerError.self) {
                for number in 0..<1_000_000 as Range<UInt64> {
                    acknowledged = try ledger.append(Self.batch(number)).upperBound
                }
            }
            #expect(error?.code == .diskFull)
            #expect(error?.message.contains(path) == true)
            #expect(try ledger.size == acknowledged)
            #expect(try ledger.verify().findings == [])
            // The writer goes on as soon as there is room, without being opened anew.
            try FileManager.default.removeItem(at: ballast)
            acknowledged = try ledger.append(Self.batch(0)).upperBound
        }
        let ledger = try DraftLedger.open(at: path, for: .writing)
        defer { ledger.close() }
        #expect(try ledger.size == acknowledged)
        #expect(try ledger.verify().findings == [])
    }

    @Test func aLedgerThatCannotBeCreatedLeavesNothingInTheWayOfTheNextTry() throws {
        let disk = try Mount.smallDisk(bytes: 8 << 20)
        defer { disk.remove() }
        let path = disk.path + "/new.ledger"
        var failures = 0
        // Wherever the disk becomes full: in the log, in a key, in the first event.
        for pages in 0..<40 {
            disk.fill(leaving: pages << 12)
            do {
                try DraftLedger.create(at: path, origin: "full.test").close()
                try FileManager.default.removeItem(atPath: path)
            } catch let error as DraftLedgerError {
                failures += 1
                #expect(error.code != .alreadyExists, "with \(pages) pages left: \(error)")
                #expect(!FileManager.default.fileExists(atPath: path), "with \(pages) pages left")
            }
            disk.empty()
        }
        #expect(failures > 0 && failures < 40)
    }

    @Test func aLedgerOnAFullDiskCanBeRead() async throws {
        let disk = try Mount.smallDisk(bytes: 8 << 20)
        defer { disk.remove() }
        let path = disk.path + "/full.ledger"
        let ledger = try DraftLedger.create(at: path, origin: "full.test")
        try ledger.append(Self.batch(1))
        ledger.close()
        // Without the table of readers, which LMDB has to write anew.
        try FileManager.default.removeItem(atPath: path + "/lock.mdb")
        disk.fill()
        let (end, output, errors) = try ChildProcess.run(Executables.draftledger, ["--ledger", path, "verify"])
        #expect(end == .exit(0) || end == .exit(74), "\(end) \(output) \(errors)")
    }

    @Test func aCommandThatFillsTheDiskSaysSo() async throws {
        let disk = try Mount.smallDisk(bytes: 8 << 20)
        defer { disk.remove() }
        let audit = try await CrashAudit(in: disk.path)
        disk.fill(leaving: 1 << 20)
        let writer = try ChildProcess(Executables.crashWriter, [audit.path, "1", "mixed"])
        writer.wait()
        #expect(writer.lines.contains { $0.hasPrefix("error") }, "\(writer.errorText)")
        audit.note(writer.lines.filter { !$0.hasPrefix("error") })
        disk.empty()
        try audit.check("the disk was full")
    }

    @Test func aReadOnlyDirectoryIsReadAndNotWritten() async throws {
        let ledger = try await FaultLedger()
        let mount = try Mount.readOnly(ledger.path)
        defer { mount.remove() }
        let reader = try DraftLedger.open(at: mount.path)
        #expect(try reader.root.base64 == ledger.root)
        #expect(try reader.rooms().count > 0)
        reader.close()
        #expect {
            try DraftLedger.open(at: mount.path, for: .writing)
        } throws: { error in
            (error as? DraftLedgerError)?.code == .readOnly
        }
        let verify = try ChildProcess.run(Executables.draftledger, ["--ledger", mount.path, "verify"])
        #expect(verify.end == .exit(0), "\(verify.errors)")
        let rebuild = try ChildProcess.run(Executables.draftledger, ["--ledger", mount.path, "rebuild"])
        #expect(rebuild.end == .exit(73), "\(rebuild.errors)")
        #expect(rebuild.errors.contains(mount.path))
        // No key can be made there: the page says so, and is made all the same.
        let page = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).html")
        defer { try? FileManager.default.removeItem(at: page) }
        let report = try ChildProcess.run(
            Executables.draftledger,
            ["--ledger", mount.path, "report", "--html", page.path, "--include-unfinished"])
        #expect(report.end == .exit(0), "\(report.errors)")
        #expect(try String(contentsOf: page, encoding: .utf8).contains("Not signed: "))
        #expect(!FileManager.default.fileExists(atPath: ledger.path + "/report.key"))
    }

    /// Events whose number and size fill a disk in some hundred steps.
    private static func batch(_ number: UInt64) -> [PendingEvent] {
        (0..<200 as Range<UInt64>).map { index in
            PendingEvent(
                stream: .user(UserID(1 + index)),
                event: .alertPreferencesSet(AlertPreferencesSet(preferences: .all)),
                origin: CommandOrigin(
                    occurredAt: nil, actor: .importer, commandID: CommandID(high: number, low: index)))
        }
    }
}
