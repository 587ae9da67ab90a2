import DraftLedger
import Foundation
import LMDB
import Merkle
import Testing

/// Files that are not what they were. Each is refused with an error that says so, and left as it is.
@Suite struct DamageTests {
    @Test func aFileThatIsCutOffAnywhereIsRefused() async throws {
        let ledger = try await FaultLedger()
        var generator = SystemRandomNumberGenerator()
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
        for length in [10, 5_000, 100_000] {
            try expectRefusal(of: ledger, as: [.notALedger], exits: [65], "\(length) random bytes") { data in
                data = Data((0..<length).map { _ in UInt8.random(in: 0...255) })
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
