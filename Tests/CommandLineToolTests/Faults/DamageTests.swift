import CommandTesting
import DraftLedger
import Foundation
import LMDB
import Merkle
import TestSupport
import Testing

/// Files that are not what they were. Each is refused with an error that says so, and left as it is.
@Suite(.seeded) struct DamageTests {
    @Test func aFileThatIsCutOffAnywhereIsRefused() async throws {
        let ledger = try await FaultLedger()
        var generator = SeededGenerator(seed: 1)
        let edges = [1, 100, 4_095, 4_096, 8_191, 8_192, 8_193, 12_288, ledger.length - 4_096, ledger.length - 1]
        let lengths = edges + (0..<20).map { _ in Int.random(in: 1..<ledger.length, using: &generator) }
        for length in lengths where try !losesNothing(ledger, cutOffAfter: length) {
            try expectRefusal(
                of: ledger, as: [.damaged, .notALedger], exits: [65, 74], "cut off after \(length) bytes"
            ) { $0 = $0.prefix(length) }
        }
        _ = try ledger.restore()
        let whole = try DraftLedger.open(at: ledger.path, for: .writing)
        #expect(try whole.root.base64 == ledger.root)
        whole.close()
    }

    /// The last pages of a file can be ones that were given up before they were ever written. Without them the ledger
    /// opens, and rightly: all of it is there.
    private func losesNothing(_ ledger: FaultLedger, cutOffAfter length: Int) throws -> Bool {
        _ = try ledger.restore { $0 = $0.prefix(length) }
        guard let cut = try? DraftLedger.open(at: ledger.path) else { return false }
        defer { cut.close() }
        return try cut.verify().isSound && cut.root.base64 == ledger.root
    }

    @Test func anEmptyFileIsNotTakenForANewLedger() async throws {
        let ledger = try await FaultLedger()
        try expectRefusal(of: ledger, as: [.damaged, .noSuchLedger], exits: [66, 74], "emptied") { $0 = Data() }
    }

    @Test func randomBytesAreNoLedger() async throws {
        let ledger = try await FaultLedger()
        var generator = SeededGenerator(seed: 1)
        for length in [10, 5_000, 100_000] {
            try expectRefusal(of: ledger, as: [.notALedger], exits: [65], "\(length) random bytes") { data in
                data = Data((0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) })
            }
        }
    }

    @Test func anotherProgramsLMDBFileIsNoLedger() async throws {
        let ledger = try await FaultLedger()
        try FileManager.default.removeItem(at: ledger.dataFile)
        let environment = try Environment.open(at: ledger.path)
        let table: Table<String> = try environment.table(named: "theirs")
        try environment.write { try $0.put([1, 2, 3], at: "key", in: table) }
        environment.close()
        #expect(ledger.failure(opening: .reading) == .notALedger)
        #expect(ledger.failure(opening: .writing) == .notALedger)
        #expect(try ledger.run("verify").end == .exit(65))
    }

    @Test func aNewerFormatIsNotGuessedAt() async throws {
        let ledger = try await FaultLedger()
        let environment = try Environment.open(at: ledger.path)
        let format: Table<String> = try environment.table(named: "format")
        try environment.write { try $0.put([99, 0, 0, 0], at: "draft-ledger", in: format) }
        environment.close()
        #expect(ledger.failure(opening: .reading) == .newerFormat)
        #expect(ledger.failure(opening: .writing) == .newerFormat)
        let (end, _, errors) = try ledger.run("rooms")
        #expect(end == .exit(65))
        #expect(errors.contains("99"), "it does not say which format: \(errors)")
    }

    @Test(arguments: 0..<12 as Range<UInt64>)
    func overwrittenPagesAreFoundAndNotBelieved(seed: UInt64) async throws {
        let ledger = try await FaultLedger()
        var generator = SeededGenerator(seed: seed)
        let length = [1, 8, 64, 4_096].randomElement(using: &generator)!
        // Behind the two pages that say which commit is the last.
        let start = Int.random(in: 8_192..<ledger.length - length, using: &generator)
        _ = try ledger.restore { data in
            for index in start..<start + length { data[index] = UInt8.random(in: 0...255, using: &generator) }
        }
        let (end, output, errors) = try ledger.run("verify")
        let what = "seed \(seed), \(length) bytes from \(start) on: \(end), \(output) \(errors)"
        // What nobody uses any more may be overwritten without harm.
        #expect([1, 65, 74].contains { end == .exit($0) } || output.contains(ledger.root), "\(what)")
        #expect(end != .exit(0) || output.contains(ledger.root), "\(what)")
        // LMDB believes its pages; whoever reads them must not die of it.
        for command in ["audit", "events", "exposure", "export", "rooms", "rebuild"] {
            if case .signal(let signal) = try ledger.run(command).end {
                Issue.record("\(command) died by signal \(signal) of \(what)")
            }
        }
    }

    /// The bounds of a page's entries, in every page in turn, those of the table of tables among them.
    @Test func impossibleBoundsOfAnyPageAreAFindingOfVerify() async throws {
        let ledger = try await FaultLedger()
        var found = 0
        for page in 2..<ledger.length / 4_096 {
            _ = try ledger.restore { $0[page * 4_096 + 12] = 223 }
            let (end, output, errors) = try ledger.run("verify")
            // Pages of long values have no bounds, and those that are free are nobody's.
            #expect(
                end == .exit(1) || end == .exit(0) && output.contains(ledger.root), "page \(page): \(end) \(errors)")
            if end == .exit(1), output.contains("pages") { found += 1 }
        }
        #expect(found > 5)
    }

    /// No stored hash is above the last records.
    @Test func aChangedLastRecordContradictsTheCheckpoint() async throws {
        let ledger = try await FaultLedger()
        try edit(ledger.size - 1, of: ledger) { $0[$0.count - 1] ^= 1 }
        let (end, output, errors) = try ledger.run("verify")
        #expect(end == .exit(1), "\(errors)")
        #expect(output.contains("checkpoint"), "\(output)")
        #expect(ledger.failure(opening: .writing) == .ledgerForked)
    }

    @Test func aRecordThatCannotBeReadIsNamed() async throws {
        let ledger = try await FaultLedger()
        try edit(99, of: ledger) { $0[2] = 0xFF }
        let (end, _, errors) = try ledger.run("events")
        #expect(end == .exit(74), "\(errors)")
        #expect(errors.contains("99"), "\(errors)")
        #expect(try ledger.run("verify").end == .exit(1))
    }

    /// Changes a stored record.
    private func edit(_ position: UInt64, of ledger: FaultLedger, _ change: (inout [UInt8]) -> Void) throws {
        let environment = try Environment.open(at: ledger.path)
        defer { environment.close() }
        let events: Table<UInt64> = try environment.table(named: "events")
        try environment.write { transaction in
            var record = try #require(try transaction.value(at: position, in: events))
            change(&record)
            try transaction.put(record, at: position, in: events)
        }
    }

    @Test func aMissingLedgerIsNotCreatedByLooking() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "missing-\(UUID().uuidString)").path
        for command in ["verify", "status", "rooms", "rebuild"] {
            let (end, output, errors) = try ChildProcess.run(Executables.draftledger, ["--ledger", path, command])
            #expect(end == .exit(66), "\(command): \(errors)")
            #expect(output.isEmpty)
            #expect(errors.contains(path))
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    /// Changes the file and expects that reading and writing refuse it, by the library and by the command line.
    private func expectRefusal(
        of ledger: FaultLedger, as codes: Set<DraftLedgerError.Code>, exits: Set<Int32>, _ what: String,
        change: (inout Data) -> Void
    ) throws {
        let changed = try ledger.restore(change)
        for access in [DraftLedger.Access.reading, .writing] {
            let code = try #require(ledger.failure(opening: access), "\(what): it opens for \(access)")
            #expect(codes.contains(code), "\(what), opened for \(access): \(code)")
        }
        for command in ["verify", "rebuild"] {
            let (end, output, errors) = try ledger.run(command)
            #expect(exits.contains { end == .exit($0) }, "\(what), \(command): \(end), \(errors)")
            #expect(output.isEmpty, "\(what), \(command): \(output)")
            #expect((1...2).contains(errors.split(separator: "\n").count), "\(what), \(command): \(errors)")
        }
        #expect(try Data(contentsOf: ledger.dataFile) == changed, "\(what): the file was changed")
    }
}
