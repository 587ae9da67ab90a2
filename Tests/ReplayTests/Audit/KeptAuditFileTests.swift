import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Merkle
import Records
import Replay
import Simulation
import TestSupport
import Testing

/// The file of a kept audit: what can be wrong with it is said, and never misread.
@Suite struct KeptAuditFileTests {
    private static let keeping = AuditKeeping(program: "test 1", at: SimulationStart.epoch)
    private static let options = SimulationOptions(rooms: 2, seed: 5, teams: 3, rounds: 2)

    private let house: TemporaryLedger
    private let kept: KeptAudit

    init() throws {
        house = try TemporaryLedger(simulating: Self.options)
        kept = try #require(try Audit(house.ledger).run(continuing: nil, keeping: Self.keeping).end)
    }

    private var path: String { house.directory("audit.kept") }

    private func error(_ body: () throws -> Void) -> KeptAuditError? {
        do {
            try body()
            return nil
        } catch {
            return error as? KeptAuditError
        }
    }

    @Test func theFileSaysForPeopleWhereItEndsAndOnlyItsOwnerReadsIt() throws {
        try kept.write(to: path)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let lines = text.split(separator: "\n")
        #expect(lines[0] == "draft-ledger/audit@v1")
        #expect(lines[1] == "\(kept.size) \(kept.root.base64)")
        #expect(lines[2] == "\(SimulationStart.epoch.iso8601) test 1")
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let read = try KeptAudit.read(at: path)
        #expect(read.size == (try house.ledger.size) && read.root == kept.root && read.program == "test 1")
    }

    @Test func whatIsNotAWholeKeptAuditIsRefused() throws {
        #expect(error { _ = try KeptAudit.read(at: path) } == .notFound(path))
        try kept.write(to: path)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        var changed = bytes
        changed[bytes.count / 2] ^= 1
        let damaged = [
            Array(bytes.dropLast()), Array(bytes.prefix(bytes.count / 2)), Array(bytes.prefix(30)), changed,
            bytes + [10],
        ]
        for content in damaged {
            try Data(content).write(to: URL(filePath: path))
            #expect(error { _ = try KeptAudit.read(at: path) } == .damaged(path))
        }
        try Data("example.com/log\n7\n".utf8).write(to: URL(filePath: path))
        #expect(error { _ = try KeptAudit.read(at: path) } == .notKept(path))
        #expect(
            error { try kept.write(to: house.directory("no/such/folder")) }.map { "\($0)" }?.contains("no/such/folder")
                == true)
    }

    /// Numbers that no audit has written, under a digest that fits.
    @Test func aFileOfSomebodysOwnMakingEndsNoProcess() throws {
        try kept.write(to: path)
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropLast().map(String.init)
        let numbers = lines.indices.filter { lines[$0].contains(#/^\w+ \[\d+\]$/#) }
        #expect(numbers.contains { lines[$0].hasPrefix("start [") })
        for number in numbers {
            for value in ["-1", "4611686018427387904", "18446744073709551615"] {
                var changed = lines
                let name = changed[number].prefix { $0 != " " }
                changed[number] = "\(name) [\(value)]"
                let content = Array((changed.joined(separator: "\n") + "\n").utf8)
                let digest = "sha256 \(Digest256(hashing: content).hexadecimal)\n"
                try Data(content + Array(digest.utf8)).write(to: URL(filePath: path))
                let forged = try KeptAudit.read(at: path)
                let found = error {
                    _ = try Audit(house.ledger).run(continuing: forged, keeping: Self.keeping)
                }
                #expect(found == .unknownContent, "\(changed[number])")
            }
        }
    }

    @Test func anotherLedgerAnotherProgramAndACutHistoryAreRefused() throws {
        func run(_ ledger: DraftLedger, _ program: String = "test 1") -> KeptAuditError? {
            error {
                _ = try Audit(ledger).run(
                    continuing: kept, keeping: AuditKeeping(program: program, at: SimulationStart.epoch))
            }
        }
        #expect(run(house.ledger, "test 2") == .otherProgram(wrote: "test 1", reads: "test 2"))
        var options = Self.options
        options.seed += 1
        options.rooms += 1
        let other = try TemporaryLedger(simulating: options)
        #expect(run(other.ledger) == .otherHistory(size: kept.size))
        let cut = try TemporaryLedger(Array(house.events.dropLast()))
        #expect(run(cut.ledger) == .ahead(size: kept.size, of: kept.size - 1))
        #expect(run(house.ledger) == nil)
    }
}
