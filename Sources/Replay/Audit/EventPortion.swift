import Draft
import DraftLedger

/// Reads a stretch of a ledger for an audit, whatever state it is in: a record that cannot be read is left out, since
/// the ledger's own verification has reported it, and what comes behind it is read all the same. That nothing can be read
/// at all is no state of a record, and ends the audit.
enum EventPortion {
    /// Calls `body` with each readable event of a range, in order.
    ///
    /// - Throws: `inputOutput`.
    static func read(
        _ positions: Range<UInt64>, of ledger: DraftLedger, _ body: (RecordedEvent) -> Void
    ) throws(DraftLedgerError) {
        var next = positions.lowerBound
        while next < positions.upperBound {
            do {
                try ledger.events(from: next, limit: Int(positions.upperBound - next)) { event in
                    body(event)
                    next = event.position + 1
                    return true
                }
                return
            } catch {
                if let error = error as? DraftLedgerError, [.inputOutput, .closed].contains(error.code) { throw error }
                next += 1
            }
        }
    }
}
