import Crypto
import Draft
import Projections

/// In whose wallet a provider's deposit was recorded first.
struct DepositRow: Hashable {
    /// SHA-256 of the provider's name, a zero and the provider's reference: their text may be longer than a key.
    let payment: [UInt8]
    let user: UserID
    let position: UInt64

    /// - Returns: nil for anything but the event of a deposit.
    init?(_ recorded: RecordedEvent) {
        guard case .wallet(let user) = recorded.stream, case .depositRecorded(let deposit) = recorded.event else {
            return nil
        }
        payment = Self.digest(of: deposit.payment)
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
        guard rowKey.count == 32, let user: UInt64 = try? reader.number(), let position: UInt64 = try? reader.number(),
            reader.isAtEnd
        else { return nil }
        payment = rowKey
        self.user = UserID(user)
        self.position = position
    }
}
