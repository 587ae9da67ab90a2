import LMDB
import Merkle
import Platform

/// The remains of a ledger's creation whose process was killed, which the next creation may continue.
///
/// An error reverts everything; a kill does not. The tables and the format's mark come in one transaction, after
/// which there is an empty ledger, and its creator may not have written all files and the first event yet. Earlier
/// versions made one table at a time and the mark last.
enum UnfinishedCreation {
    /// Some dozens of pages at most. A larger file has something in it, and is not looked through to find out.
    private static let largestFile = 1 << 20

    /// Makes sure that there is nothing in the environment that somebody could miss.
    ///
    /// - Throws: `alreadyExists` where there is, `newerFormat`, `damaged`.
    static func check(_ environment: Environment) throws {
        guard isSmall(environment) else { throw occupied(environment, "a ledger, or something else") }
        try environment.checkPages()
        if try LedgerFormat.isMarked(environment) {
            try LedgerFormat.check(in: environment)
            guard try isEmpty(LedgerTables.Name.events, keys: UInt64.self, in: environment) else {
                throw occupied(environment, "a ledger with events")
            }
        } else if try !isOfOnlyTables(environment) {
            throw occupied(environment, "something")
        }
    }

    /// Whether there are some of a ledger's own tables, all of them empty, and nothing else; or nothing at all.
    static func isOfOnlyTables(_ environment: Environment) throws -> Bool {
        typealias Name = LedgerTables.Name
        let own = [Name.events, Name.nodes, Name.streams, Name.projections, Name.profiles, LedgerFormat.table]
        return try isSmall(environment) && Set(environment.tableNames()).isSubset(of: own)
            && [Name.events, Name.nodes, Name.streams, Name.profiles].allSatisfy {
                try isEmpty($0, keys: UInt64.self, in: environment)
            }
            && [Name.projections, LedgerFormat.table].allSatisfy {
                try isEmpty($0, keys: String.self, in: environment)
            }
    }

    private static func isEmpty<Key: TableKey>(
        _ table: String, keys: Key.Type, in environment: Environment
    ) throws -> Bool {
        guard let table = try environment.existingTable(named: table, keys: keys) else { return true }
        return try environment.read { try $0.count(of: table) } == 0
    }

    private static func isSmall(_ environment: Environment) -> Bool {
        // One that cannot be looked at counts as one with something in it.
        (try? FileStatus(of: environment.path + "/data.mdb").size <= largestFile) ?? false
    }

    private static func occupied(_ environment: Environment, _ what: String) -> LedgerError {
        LedgerError(.alreadyExists, path: environment.path, detail: "there is \(what) in data.mdb already")
    }
}
