import LMDB

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
