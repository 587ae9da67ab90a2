import Draft
import LMDB
import Ledger
import Records

/// Finds whose deposit a payment is: in the stored rows, and in what the log has beyond them.
///
/// Rows are brought up now and then, and a decision cannot wait for that. So the tail of the log is read once, and from
/// then on only what has come since the last question. Not for concurrent use.
final class DepositIndex {
    private let projections: ProjectionStore

    /// What of the log `recent` knows the deposits of. It never ends before the rows do.
    private var tail: Range<UInt64> = 0..<0
    private var recent: [[UInt8]: UserID] = [:]

    init(_ projections: ProjectionStore) { self.projections = projections }

    /// In whose wallet a payment was recorded first; nil for one that was not. O(log n), and a scan of what was appended
    /// since the last call or, if that is later, since the rows were brought up.
    func depositor(of payment: WalletState.PaymentReference) throws -> UserID? {
        let key = DepositRow.digest(of: payment)
        let ledger = projections.ledger
        let (stored, progress) = try ledger.read { transaction in
            (
                try projections.row(of: .deposits, at: key, as: DepositRow.self, in: transaction),
                try projections.progress(of: .deposits, in: transaction)
            )
        }
        if let stored { return stored.user }
        try readTail(from: progress)
        return recent[key]
    }

    private func readTail(from progress: UInt64) throws {
        if !tail.contains(progress) {
            tail = progress..<progress
            recent = [:]
        }
        let end = try projections.ledger.scan(tail.upperBound...) { position, record in
            let deposit = try record.withUnsafeBytes { bytes -> DepositRow? in
                let view = try RecordView(bytes, position: position)
                guard view.templateID == EventType.depositRecorded.rawValue else { return nil }
                return DepositRow(try view.decoded())
            }
            if let deposit, recent[deposit.payment] == nil { recent[deposit.payment] = deposit.user }
            return true
        }
        tail = tail.lowerBound..<end
    }
}
