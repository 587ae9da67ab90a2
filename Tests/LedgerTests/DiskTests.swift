import Foundation
import Ledger
import TestSupport
import Testing

/// Disks that are full or may not be written, which needs a file system of our own: Linux, and the right to mount.
@Suite struct DiskTests {
    let directory = TemporaryDirectory()

    private func run(_ command: String, _ arguments: String...) -> Bool {
        #if os(Linux)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = [command] + arguments
            process.standardError = FileHandle.nullDevice
            guard (try? process.run()) != nil else { return false }
            process.waitUntilExit()
            return process.terminationStatus == 0
        #else
            return false
        #endif
    }

    /// Runs `body` with a file system of its own at a path.
    private func mounted(_ options: String, _ body: (String) throws -> Void) throws {
        let path = directory("disk")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        guard run("mount", "-t", "tmpfs", "-o", options, "tmpfs", path) else {
            return print("skipped: no right to mount a file system")
        }
        defer { _ = run("umount", path) }
        try body(path)
    }

    @Test func aFullDiskRefusesAndTheLedgerGoesOn() throws {
        try mounted("size=2m") { disk in
            let ledger = try Ledger.create(at: disk + "/l")
            var accepted: Position = 0
            var refusal: LedgerError?
            while refusal == nil, accepted < 100_000 {
                do {
                    accepted = try ledger.appendBlocking(.any(0..<500, padding: 100)).positions.upperBound
                } catch {
                    refusal = error as? LedgerError
                }
            }
            #expect(refusal?.code == .diskFull, "\(String(describing: refusal))")
            #expect(refusal?.description.contains(disk) == true)
            #expect(accepted > 0)
            #expect(try ledger.size == accepted)
            #expect(try ledger.verify().findings == [])

            // With room again, the same ledger goes on where it was.
            try #require(run("mount", "-o", "remount,size=8m", disk))
            let appended = try ledger.appendBlocking(.one(7, at: UInt32(accepted / 500)))
            #expect(appended.positions.lowerBound == accepted)
            let root = try ledger.root
            ledger.close()
            let reopened = try Ledger.open(at: disk + "/l")
            #expect(try reopened.root == root)
            #expect(try reopened.verify().findings == [])
            reopened.close()
        }
    }

    @Test func aWholeGroupIsToldOfAFullDisk() throws {
        try mounted("size=1m") { disk in
            let ledger = try Ledger.create(at: disk + "/l")
            let outcomes = Guarded<[Result<Appended, LedgerError>]>([])
            for _ in 0..<50 {
                ledger.enqueue(.any(0..<500, padding: 100)) { result in
                    outcomes.withLock { $0.append(result) }
                    outcomes.signal()
                }
            }
            let results = outcomes.wait { $0.count == 50 ? $0 : nil }
            var accepted: Position = 0
            for result in results {
                switch result {
                case .success(let appended): accepted = max(accepted, appended.positions.upperBound)
                case .failure(let error): #expect(error.code == .diskFull, "\(error)")
                }
            }
            #expect(results.contains { if case .failure = $0 { true } else { false } })
            #expect(try ledger.size == accepted)
            ledger.close()
        }
    }

    @Test func aReadOnlyFileSystemCanBeRead() throws {
        try mounted("size=8m") { disk in
            let ledger = try Ledger.create(at: disk + "/l")
            try ledger.appendBlocking(.any(0..<1_000))
            let root = try ledger.root
            ledger.close()
            try #require(run("mount", "-o", "remount,ro", disk))
            let reader = try Ledger.open(at: disk + "/l", mode: .readOnly)
            #expect(try reader.root == root)
            #expect(try reader.verify().findings == [])
            reader.close()
            expect(.readOnly) { try Ledger.open(at: disk + "/l") }
        }
    }
}
