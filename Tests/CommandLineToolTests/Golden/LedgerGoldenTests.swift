import CommandTesting
import Crypto
import LMDB
import TestSupport
import Testing

/// What simulated ledgers store, table by table, held against `Fixtures/golden/ledgers.txt`: records, tree, heads, and
/// the rows of every projection, as they are in the database.
@Suite struct LedgerGoldenTests {
    private static let simulations = [
        "--rooms 4 --seed 1 --teams 4 --rounds 4 --users 6",
        "--rooms 6 --seed 7 --teams 3 --rounds 5 --users 9",
        "--rooms 3 --seed 12 --teams 2 --rounds 6 --users 4 --clock slow",
        "--rooms 5 --seed 3 --teams 4 --rounds 6 --users 8 --profile quiet",
    ]

    @Test func ledgersStoreWhatTheyStored() throws {
        var text = ""
        for simulation in Self.simulations {
            let ledger = GoldenLedger(simulation)
            text += "simulate \(simulation)\n" + ledger.run("verify").output
            for moment in ["pos:600", "pos:\(try stored(in: ledger.path, "events")?.count ?? 0)"] {
                let report = ledger.run("attest exposure --at \(moment)").output
                let fold = report.split(separator: "\n").filter { $0.hasPrefix("fold ") || $0.hasPrefix("state ") }
                text += "\(moment) \(fold.joined(separator: " "))\n"
            }
            text += try tables(of: ledger.path) + "\n"
        }
        #expect(try GoldenFile("ledgers.txt").difference(from: text) == nil)
    }

    /// Rows that are folded anew are the ones that followed the log.
    @Test func foldingAnewChangesNoRow() throws {
        let ledger = GoldenLedger(Self.simulations[0])
        let before = try tables(of: ledger.path)
        #expect(ledger.run("rebuild").status == 0)
        #expect(try tables(of: ledger.path) == before)
    }

    /// Each table's name, how many rows it has, and a digest of them all.
    private func tables(of path: String) throws -> String {
        let environment = try Environment.open(at: path, options: .init(access: .readOnly))
        let names = try environment.tableNames()
        environment.close()
        return try names.sorted().map { name in
            let rows = try stored(in: path, name)
            return "\(name) \(rows?.count ?? 0) \(rows?.digest ?? "")\n"
        }.joined()
    }

    private func stored(in path: String, _ name: String) throws -> (count: Int, digest: String)? {
        let environment = try Environment.open(at: path, options: .init(access: .readOnly))
        defer { environment.close() }
        // A table says with what kind of key it was made.
        if let table = try? environment.existingTable(named: name, keys: UInt64.self) {
            return try environment.read { try digest(of: table, in: $0) }
        }
        return try environment.existingTable(named: name, keys: [UInt8].self).map { table in
            try environment.read { try digest(of: table, in: $0) }
        }
    }

    private func digest<Key: TableKey>(
        of table: Table<Key>, in transaction: borrowing ReadTransaction
    ) throws -> (count: Int, digest: String) {
        var hash = SHA256()
        var count = 0
        try transaction.withCursor(on: table) { cursor in
            var found = try cursor.first()
            while found {
                try cursor.key.withKeyBytes { hash.update(bufferPointer: $0) }
                cursor.withValue { value in value.withUnsafeBytes { hash.update(bufferPointer: $0) } }
                count += 1
                found = try cursor.next()
            }
        }
        return (count, GoldenLedger.hexadecimal(hash.finalize()))
    }
}
