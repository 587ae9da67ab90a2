import CommandTesting
import Foundation
import LMDB
import Merkle
import TestSupport
import Testing

/// A published ledger of some thousand events, to be changed behind its back.
final class TamperedLedger {
    let path: String
    /// A checkpoint of it that somebody kept, and the key that signed it.
    let kept: String
    let key: String
    let size: UInt64
    private let scratch = TemporaryDirectory()
    private let bytes: Data

    init() throws {
        path = scratch("ledger")
        kept = scratch("kept")
        let simulate = ["simulate", "--rooms", "2", "--teams", "4", "--rounds", "4", "--seed", "7"]
        #expect(Ran(["--ledger", path] + simulate).status == 0)
        let checkpoint = Ran(["--ledger", path, "checkpoint"]).output
        try checkpoint.write(toFile: kept, atomically: true, encoding: .utf8)
        key = try #require(Ran(["--ledger", path, "key"]).lines.dropLast().last)
        size = try SignedCheckpoint(Array(checkpoint.utf8)).unverified.size
        bytes = try Data(contentsOf: URL(filePath: path + "/data.mdb"))
    }

    /// Undoes what was done to the database and to the checkpoint.
    func restore() throws {
        try bytes.write(to: URL(filePath: path + "/data.mdb"))
        try FileManager.default.removeItem(atPath: path + "/checkpoint")
        try FileManager.default.copyItem(atPath: kept, toPath: path + "/checkpoint")
    }

    func change(
        _ name: String, _ body: (Table<UInt64>, borrowing WriteTransaction) throws -> Void
    ) throws {
        let environment = try Environment.open(at: path)
        defer { environment.close() }
        let table: Table<UInt64> = try environment.table(named: name)
        try environment.write { try body(table, $0) }
    }

    func edit(_ position: UInt64, _ change: (inout [UInt8]) -> Void) throws {
        try self.change("events") { table, transaction in
            var record = try #require(try transaction.value(at: position, in: table))
            change(&record)
            try transaction.put(record, at: position, in: table)
        }
    }

    /// Computes every stored hash anew, as a forger would.
    func recomputeHashes() throws {
        let environment = try Environment.open(at: path)
        defer { environment.close() }
        let events: Table<UInt64> = try environment.table(named: "events")
        let nodes: Table<UInt64> = try environment.table(named: "nodes")
        try environment.write { transaction in
            for level in 8..<UInt64(64) where size >> level > 0 {
                for index in 0..<size >> level {
                    let hash = try Self.hash(level, index, events, transaction)
                    try transaction.put(hash.bytes, at: level << 56 | index, in: nodes)
                }
            }
        }
    }

    private static func hash(
        _ level: UInt64, _ index: UInt64, _ events: Table<UInt64>, _ transaction: borrowing WriteTransaction
    ) throws -> TreeHash {
        guard level > 0 else { return .leaf(try #require(try transaction.value(at: index, in: events))) }
        let left = try hash(level - 1, 2 * index, events, transaction)
        return .node(left, try hash(level - 1, 2 * index + 1, events, transaction))
    }

    // MARK: Commands

    struct Report {
        struct Finding {
            var check: String
            var position: UInt64?
            var message: String
        }
        var findings: [Finding]
        var checks: Set<String> { Set(findings.map(\.check)) }
    }

    func run(_ arguments: [String]) throws -> (end: ChildProcess.End, output: String, errors: String) {
        try ChildProcess.run(
            Executables.draftledger, ["--ledger", path] + arguments, environment: ["SWIFT_BACKTRACE": "enable=no"])
    }

    func run(_ arguments: String...) throws -> (end: ChildProcess.End, output: String, errors: String) {
        try run(arguments)
    }

    /// The findings of a verification in a process of its own; that it ends as its findings ask for is expected here.
    func verify(_ options: String...) throws -> Report {
        let (end, output, errors) = try run(["verify", "--format", "json"] + options)
        let json = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        let findings = try #require(json?["findings"] as? [[String: Any]], "\(end): \(output) \(errors)")
        #expect(end == .exit(findings.isEmpty ? 0 : 1), "\(errors)")
        return Report(
            findings: findings.map {
                .init(
                    check: $0["check"] as? String ?? "", position: $0["position"] as? UInt64,
                    message: $0["message"] as? String ?? "")
            })
    }
}
