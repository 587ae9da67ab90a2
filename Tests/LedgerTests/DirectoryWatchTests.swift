import Foundation
import Ledger
import TestSupport
import Testing

/// A ledger whose path leads elsewhere while it is open acknowledges nothing.
@Suite struct DirectoryWatchTests {
    let directory = TemporaryDirectory()

    private func refused(_ ledger: Ledger) -> LedgerError.Code? {
        do {
            _ = try ledger.appendBlocking(.one(7, at: 1))
            return nil
        } catch {
            return error.code
        }
    }

    /// Opens a ledger with one event, has its path lead elsewhere, and brings it back.
    private func expectNothingAcknowledged(
        _ away: (_ path: String) throws -> Void, _ back: (_ path: String) throws -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let path = directory("l")
        let ledger = try Ledger.create(at: path)
        defer { ledger.close() }
        _ = try ledger.appendBlocking(.one(7, at: 0))
        #expect(ledger.displacement == nil, sourceLocation: sourceLocation)
        try away(path)
        #expect(refused(ledger) == .moved, "at once, whatever the last look said", sourceLocation: sourceLocation)
        #expect(refused(ledger) == .moved, sourceLocation: sourceLocation)
        #expect(throws: LedgerError.self, sourceLocation: sourceLocation) { try ledger.write { _ in } }
        #expect(ledger.displacement?.contains(path) == false, sourceLocation: sourceLocation)
        let size = try ledger.size
        try back(path)
        // A look holds for half a second.
        while ledger.displacement != nil { usleep(50_000) }
        #expect(try ledger.size == size, sourceLocation: sourceLocation)
        _ = try ledger.appendBlocking(.one(8, at: 0))
        #expect(try ledger.verify().findings == [], sourceLocation: sourceLocation)
    }

    @Test func aDirectoryThatWasMovedIsWaitedFor() throws {
        try expectNothingAcknowledged { path in
            try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
        } _: { path in
            try FileManager.default.moveItem(atPath: path + ".away", toPath: path)
        }
    }

    @Test func aDirectoryThatWasReplacedIsNotWrittenTo() throws {
        try expectNothingAcknowledged { path in
            try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
            try FileManager.default.copyItem(atPath: path + ".away", toPath: path)
        } _: { path in
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.moveItem(atPath: path + ".away", toPath: path)
        }
    }

    @Test(arguments: ["data.mdb", "lock.mdb"])
    func aFileThatWasReplacedIsNotWrittenTo(name: String) throws {
        try expectNothingAcknowledged { path in
            try FileManager.default.moveItem(atPath: "\(path)/\(name)", toPath: path + ".away")
            try FileManager.default.copyItem(atPath: path + ".away", toPath: "\(path)/\(name)")
        } _: { path in
            try FileManager.default.removeItem(atPath: "\(path)/\(name)")
            try FileManager.default.moveItem(atPath: path + ".away", toPath: "\(path)/\(name)")
        }
    }

    @Test func aDirectoryThatWasDeletedIsReported() throws {
        let path = directory("l")
        let ledger = try Ledger.create(at: path)
        _ = try ledger.appendBlocking(.one(7, at: 0))
        try FileManager.default.removeItem(atPath: path)
        #expect(refused(ledger) == .moved)
        #expect(ledger.displacement?.contains("deleted or moved") == true)
        ledger.close()
        #expect(!FileManager.default.fileExists(atPath: path), "closing makes no new one")
    }
}
