import Draft
import Foundation
import Ledger
import LedgerTesting
import Merkle
import Records
import TestSupport
import Testing

@testable import DraftLedger  // the root that a ledger had at an earlier size

/// A copy that is made while others write is the first so many events, and a ledger that is made out of it proves it.
@Suite struct BackupTests {
    private let directory = TemporaryDirectory()

    @Test func aBackupUnderWritersIsAPrefixThatProvesItself() async throws {
        let house = try await LiveHouse(users: 8)
        let ledger = house.ledger
        _ = try ledger.publishCheckpoint()
        let directory = directory
        let backups = try await withThrowingTaskGroup(of: [LedgerBackup].self) { group in
            for user in (1...8 as ClosedRange<UInt64>).map({ UserID($0) }) {
                let ids = (0..<50).map { _ in house.newID() }
                group.addTask {
                    for id in ids {
                        _ = try await ledger.send(.user(user, .setAlertPreferences(.all)), as: .user(user), id: id)
                    }
                    return []
                }
            }
            group.addTask {
                try (0..<4).map { number in
                    try ledger.backup(to: directory("backup\(number)"), withKeys: number % 2 == 0)
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(backups.count == 4)
        for (number, backup) in backups.enumerated() {
            #expect(try ledger.ledger.treeEdge(at: backup.size).root == backup.root)
            let restored = try DraftLedger.restore(from: backup.path, to: directory("restored\(number)"))
            #expect(restored.size == backup.size && restored.root == backup.root)
            #expect(restored.checkpoint?.unverified.size == backup.checkpoint?.unverified.size)
            #expect(restored.hasKeys == (number % 2 == 0))
            let names = try FileManager.default.contentsOfDirectory(atPath: restored.path)
            #expect(names.contains { $0.hasSuffix(".key") } == restored.hasKeys)
        }
    }

    @Test func aRestoredLedgerGoesOn() async throws {
        let house = try await LiveHouse()
        let id = house.newID()
        let first = try await house.accept(.wallet(1, .joinTournament(1, entries: 1)), as: .user(1), id: id)
        _ = try house.ledger.backup(to: directory("backup"), withKeys: true)
        _ = try DraftLedger.restore(from: directory("backup"), to: directory("restored"))
        let restored = try DraftLedger.open(at: directory("restored"), for: .writing, upkeep: .none)
        defer { restored.close() }
        let again = try await restored.send(.wallet(1, .joinTournament(1, entries: 1)), as: .user(1), id: id)
        guard case .accepted(let events, retry: true) = again else {
            Issue.record("the command was forgotten")
            return
        }
        #expect(events.map(\.position) == first.map(\.position))
        let next = try await restored.send(.wallet(2, .joinTournament(1, entries: 1)), as: .user(2), id: house.newID())
        #expect(throws: Never.self) { try next.get() }
        #expect(try restored.verify(full: true).isSound)
    }

    /// Events of a file stay known as such in each copy, until its own mark says so.
    @Test func theNoteOfImportedEventsGoesWithEveryCopy() async throws {
        let house = try await LiveHouse()
        let events = try house.ledger.stream(.user(1)).prefix(1).map { PendingEvent($0) }
        let imported = try DraftLedger.create(
            at: directory("imported"), origin: "test.example/imported", moment: Timestamp(microseconds: 1))
        let first = try imported.size
        try imported.append(imported: events)
        let span = first..<first + UInt64(events.count)
        #expect(try imported.terms.imported.map(\.positions) == [span])
        _ = try imported.backup(to: directory("backup"), withKeys: true)
        _ = try DraftLedger.restore(from: directory("backup"), to: directory("restored"))
        for name in ["backup", "restored"] {
            let copy = try DraftLedger.open(at: directory(name))
            defer { copy.close() }
            #expect(try copy.terms.imported.map(\.positions) == [span])
            #expect(try copy.terms.imported.map(\.markedAt) == [nil])
        }
        // The first event of its own is behind a mark.
        let restored = try DraftLedger.open(at: directory("restored"), for: .writing, upkeep: .none)
        defer { restored.close() }
        _ = try await restored.send(.user(9, .registerUser), as: .user(9), id: house.newID())
        let span2 = try #require(try restored.terms.imported.first)
        #expect(span2.positions == span && span2.markedAt != nil)
        #expect(try restored.firstUnmarkedImport() == nil)
        // A note that stayed behind the mark, as after a copy or a crash, says nothing more.
        let note = "draft-ledger/imported@v1 \(first)\n"
        #expect(FileManager.default.createFile(atPath: directory("restored") + "/imported", contents: Data(note.utf8)))
        let reader = try DraftLedger.open(at: directory("restored"))
        defer { reader.close() }
        #expect(try reader.firstUnmarkedImport() == nil)
        #expect(try reader.terms.imported.count == 1)
        imported.close()
    }

    /// Who was erased is not to come back, and who gets a copy is not to act by a program's token.
    @Test func erasuresGoWithEveryCopyAndTokensWithTheKeys() async throws {
        let house = try await LiveHouse()
        let files = FileManager.default
        for name in ["erasures.json", "signouts.json", "tokens.json"] {
            #expect(files.createFile(atPath: "\(house.path)/\(name)", contents: Data("{}".utf8)))
        }
        for withKeys in [false, true] {
            let (copy, restored) = (directory("copy-\(withKeys)"), directory("restored-\(withKeys)"))
            _ = try house.ledger.backup(to: copy, withKeys: withKeys)
            _ = try DraftLedger.restore(from: copy, to: restored)
            for place in [copy, restored] {
                #expect(files.contents(atPath: "\(place)/erasures.json") == Data("{}".utf8))
                #expect(files.contents(atPath: "\(place)/signouts.json") == Data("{}".utf8))
                #expect(files.fileExists(atPath: "\(place)/tokens.json") == withKeys)
            }
        }
    }

    @Test func nothingIsWrittenOver() async throws {
        let house = try await LiveHouse()
        _ = try house.ledger.backup(to: directory("backup"))
        let free = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
        for taken in [directory("backup"), house.path] {
            let again = #expect(throws: DraftLedgerError.self) { try house.ledger.backup(to: taken) }
            #expect(again?.code == .alreadyExists)
            let restoring = #expect(throws: DraftLedgerError.self) {
                try DraftLedger.restore(from: directory("backup"), to: taken)
            }
            #expect(restoring?.code == .alreadyExists)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() == free)
    }

    @Test func aDamagedBackupIsNotRestored() async throws {
        let house = try await LiveHouse()
        // No hash is stored of so few events but the one that was published.
        _ = try house.ledger.publishCheckpoint()
        _ = try house.ledger.backup(to: directory("backup"))
        let file = directory("backup") + "/data.mdb"
        var bytes = try Data(contentsOf: URL(filePath: file))
        // A letter of the name that the first event has recorded; also where it is in pages that are not in use.
        var searched = bytes.startIndex
        while let name = bytes.range(of: Data(TemporaryLedger.origin.utf8), in: searched..<bytes.endIndex) {
            bytes[name.lowerBound] ^= 1
            searched = name.upperBound
        }
        try bytes.write(to: URL(filePath: file))
        let error = #expect(throws: DraftLedgerError.self) {
            try DraftLedger.restore(from: directory("backup"), to: directory("restored"))
        }
        let codes: [DraftLedgerError.Code?] = [.damaged, .ledgerForked, .checkpointDamaged]
        #expect(codes.contains(error?.code), "\(error as Any)")
        #expect(!FileManager.default.fileExists(atPath: directory("restored")))
        #expect(!FileManager.default.fileExists(atPath: directory("restored") + ".unfinished"))
    }

    @Test func aBackupThatLacksWhatWasPublishedIsNotRestored() async throws {
        let house = try await LiveHouse()
        _ = try house.ledger.backup(to: directory("backup"))
        try await house.accept(.user(1, .setAlertPreferences(.all)), as: .user(1))
        let published = try house.ledger.publishCheckpoint()
        try Data("\(published)".utf8).write(to: URL(filePath: directory("backup") + "/checkpoint"))
        let error = #expect(throws: DraftLedgerError.self) {
            try DraftLedger.restore(from: directory("backup"), to: directory("restored"))
        }
        #expect(error?.code == .ledgerRolledBack)
        #expect(!FileManager.default.fileExists(atPath: directory("restored")))
    }
}
