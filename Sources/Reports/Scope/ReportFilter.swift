public import Draft
public import Projections

/// What a report counts, and whom it lists.
public struct ReportFilter: Hashable, Sendable {
    /// Which entries count: they are the N of the report.
    public var entries: RosterFilter

    /// Whom the report lists; nil for players of all positions. No part of N.
    public var position: PlayerPosition?

    public init(_ entries: RosterFilter = RosterFilter(), position: PlayerPosition? = nil) {
        self.entries = entries
        self.position = position
    }

    package func lists(_ player: PlayerIdentity) -> Bool { position == nil || position == player.position }
}

/// What a report's figures are figures of; stated with every one of them.
public struct ReportScope: Hashable, Sendable {
    public var filter: ReportFilter

    /// N: the entries that count.
    public var entries: Int

    /// The drafts that those entries are in.
    public var drafts: Int

    /// State after that many events of the ledger.
    public var ledgerPosition: UInt64
}

/// Counts what a scope states.
struct ScopeTally: RosterTally {
    private(set) var entries = 0
    private(set) var drafts = 0

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) { drafts += 1 }

    mutating func add(_ place: Int, of part: RosterColumns) { entries += 1 }

    mutating func merge(_ other: Self) {
        entries += other.entries
        drafts += other.drafts
    }
}
