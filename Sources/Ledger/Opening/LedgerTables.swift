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

    init(_ environment: Environment) throws(LMDBError) {
        events = try environment.table(named: "events")
        nodes = try environment.table(named: "nodes")
        streams = try environment.table(named: "streams")
        projections = try environment.table(named: "projections")
        profiles = try environment.table(named: "profiles")
    }
}
