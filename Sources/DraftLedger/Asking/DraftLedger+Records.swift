import Draft
import Ledger
package import Records

extension DraftLedger {
    /// Lends the records of a range to `body`, one after the other, where they lie: for who goes through the whole log and
    /// needs few of its records as events.
    ///
    /// Unreadable records are left out: a verification reports them, and later records are read nevertheless.
    ///
    /// - Parameters:
    ///   - positions: those beyond the ledger's end are left out.
    ///   - body: must not keep the record, nor take its time; false ends it.
    /// - Throws: `inputOutput` and `closed`: a failure of reading is not a property of a record.
    package func records(
        in positions: Range<UInt64>, _ body: (RecordView) -> Bool
    ) throws(DraftLedgerError) {
        var next = positions.lowerBound
        while next < positions.upperBound {
            do throws(DraftLedgerError) {
                _ = try rethrowing {
                    try ledger.scan(next..<positions.upperBound) { position, record in
                        next = position + 1
                        return record.withUnsafeBytes { bytes in
                            // An invalid record is left out.
                            guard let view = try? RecordView(bytes, position: position) else { return true }
                            return body(view)
                        }
                    }
                }
                return
            } catch {
                if [.inputOutput, .closed].contains(error.code) { throw error }
                next += 1
            }
        }
    }
}
