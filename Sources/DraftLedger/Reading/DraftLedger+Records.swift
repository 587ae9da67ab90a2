import Ledger
public import Merkle

/// The log as its tree sees it: stored bytes, and the roots of its prefixes.
extension DraftLedger {
    /// The stored bytes of the event at a position, which are the tree's leaf; nil beyond the end. About a microsecond.
    public func record(at position: UInt64) throws(DraftLedgerError) -> [UInt8]? {
        try rethrowing { try ledger.record(at: position) }
    }

    /// The edge of the tree over the first `size` events. Hashes up to 255 records, whatever the size.
    ///
    /// - Throws: `badMoment` for more events than there are.
    public func treeEdge(at size: UInt64) throws(DraftLedgerError) -> TreeEdge {
        try rethrowing { try ledger.treeEdge(at: try checked(size)) }
    }
}
