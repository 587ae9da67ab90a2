import Crypto
import Draft
import Ledger
import LMDB
import Projections
import Records

/// Finds whose deposit a payment is: in the stored rows, and in what the log has beyond them.
///
/// Rows are brought up now and then, and a decision cannot wait for that. So the tail of the log is read once, and from
/// then on only what has come since the last question. Not for concurrent use.
final class DepositIndex {
    private let projections: ProjectionStore

    /// The part of the log whose deposits are in `recent`. It never ends before the rows do.
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
                guard DepositRow.types.contains(view.templateID) else { return nil }
                return DepositRow(try view.decoded())
            }
            if let deposit, recent[deposit.payment] == nil { recent[deposit.payment] = deposit.user }
            return true
        }
        tail = tail.lowerBound..<end
    }
}

/// In whose wallet a provider's deposit was recorded first.
struct DepositRow: Hashable {
    /// SHA-256 of the provider's name, a zero and the provider's reference: their text may be longer than a key.
    let payment: [UInt8]
    let user: UserID
    let position: UInt64

    /// The events that it may be of.
    static let types: Set<UInt16> = Set(
        [EventType.depositRecorded, .chargebackRecorded, .depositCarried, .chargebackCarried].map(\.rawValue))

    /// - Returns: nil for anything but a payment that may be recorded once only: a deposit, a dispute about one.
    init?(_ recorded: RecordedEvent) {
        guard case .wallet(let user) = recorded.stream, let unique = recorded.event.uniquePayment else { return nil }
        payment = Self.digest(of: unique)
        self.user = user
        position = recorded.position
    }

    static func digest(of payment: WalletState.PaymentReference) -> [UInt8] {
        Array(SHA256.hash(data: Array(payment.provider.utf8) + [0] + Array(payment.reference.utf8)))
    }
}

extension [DepositRow] {
    /// The first deposit of each payment, by key.
    func firstOfEachPayment() -> [DepositRow] {
        Dictionary(map { ($0.payment, $0) }) { $0.position < $1.position ? $0 : $1 }
            .values.sorted { $0.payment.lexicographicallyPrecedes($1.payment) }
    }
}

extension DepositRow: RowCodable {
    static var foldVersion: UInt32 { 1 }

    var rowKey: [UInt8] { payment }

    var rowValue: [UInt8] {
        var writer = CanonicalWriter()
        writer.write(user.number)
        writer.write(position)
        return writer.bytes
    }

    init?(rowKey: [UInt8], rowValue: [UInt8]) {
        var reader = CanonicalReader(rowValue)
        // Bytes that are no number are no row.
        guard rowKey.count == 32, let user: UInt64 = try? reader.number(), let position: UInt64 = try? reader.number(),
            reader.isAtEnd
        else { return nil }
        payment = rowKey
        self.user = UserID(user)
        self.position = position
    }
}
