import Ledger
public import Merkle

extension DraftLedger {
    /// The edge of the tree over the first `size` events, as it was then: two ledgers agree up to a size exactly when
    /// their roots at that size do. Hashes up to 255 records, whatever the size.
    ///
    /// - Throws: `badMoment` for more events than there are.
    public func treeEdge(at size: UInt64) throws(DraftLedgerError) -> TreeEdge {
        try rethrowing { try ledger.treeEdge(at: try checked(size)) }
    }
}
