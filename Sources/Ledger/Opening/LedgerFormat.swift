import LMDB
import Merkle

/// The mark by which a ledger is known: a table of its own with one entry, written when everything else is in place.
enum LedgerFormat {
    /// The version of the tables and of what is in them. Records have versions of their own.
    static let version: UInt32 = 1

    static let table = "format"
    private static let key = "draft-ledger"

    /// Writes the mark, in the transaction that makes everything else.
    static func write(in transaction: borrowing WriteTransaction) throws(LMDBError) {
        let table: Table<String> = try transaction.createTable(named: table)
        try transaction.put(withUnsafeBytes(of: version.littleEndian) { Array($0) }, at: key, in: table)
    }

    /// Whether the mark is there, of whatever version.
    static func isMarked(_ environment: Environment) throws -> Bool {
        guard let table: Table<String> = try environment.existingTable(named: table) else { return false }
        return try environment.read { try $0.value(at: key, in: table) } != nil
    }

    /// Checks the mark.
    ///
    /// - Throws: `notALedger` without a mark, `notFound` if the creation did not reach it, `newerFormat`.
    static func check(in environment: Environment) throws {
        guard
            let table: Table<String> = try environment.existingTable(named: table),
            let bytes = try environment.read({ try $0.value(at: key, in: table) }),
            bytes.count == MemoryLayout<UInt32>.size
        else {
            if try UnfinishedCreation.isOfOnlyTables(environment) {
                throw LedgerError(
                    .notFound, path: environment.path,
                    detail: "the creation of the ledger was interrupted")
            }
            throw LedgerError(
                .notALedger, path: environment.path, detail: "data.mdb is an LMDB file, but not a ledger's")
        }
        let found = UInt32(littleEndian: bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) })
        guard found <= version else {
            throw LedgerError(
                .newerFormat, path: environment.path,
                detail: "the ledger has format \(found); this program supports formats up to \(version)")
        }
    }
}

/// The tables that a ledger has of its own.
struct LedgerTables: Sendable {
    /// Position → record.
    let events: Table<UInt64>
    /// `TreeNodeID.storageKey` → hash of the complete subtree, from level 8 up.
    let nodes: Table<UInt64>
    /// Stream → version and last position; see `StoredHead`.
    let streams: Table<UInt64>
    /// Name → fold version, progress, digest; see `ProjectionMark`.
    let projections: Table<String>
    /// User → erasable personal data, outside the log.
    let profiles: Table<UInt64>

    /// Opens them, and makes those that are missing where the ledger may be written.
    init(_ environment: Environment) throws(LMDBError) {
        events = try environment.table(named: Name.events)
        nodes = try environment.table(named: Name.nodes)
        streams = try environment.table(named: Name.streams)
        projections = try environment.table(named: Name.projections)
        profiles = try environment.table(named: Name.profiles)
    }

    /// Makes them, or those that are missing, in a transaction that does more.
    static func create(in transaction: borrowing WriteTransaction) throws(LMDBError) {
        let _: Table<UInt64> = try transaction.createTable(named: Name.events)
        let _: Table<UInt64> = try transaction.createTable(named: Name.nodes)
        let _: Table<UInt64> = try transaction.createTable(named: Name.streams)
        let _: Table<String> = try transaction.createTable(named: Name.projections)
        let _: Table<UInt64> = try transaction.createTable(named: Name.profiles)
    }

    enum Name {
        static let events = "events"
        static let nodes = "nodes"
        static let streams = "streams"
        static let projections = "projections"
        static let profiles = "profiles"
    }
}
