public import Draft

/// One account's balance.
public struct BalanceRow: Hashable, Sendable {
    public var account: Account
    public var balance: Cents

    public init(account: Account, balance: Cents) {
        self.account = account
        self.balance = balance
    }
}

extension BalanceRow: RowCodable {
    public static var foldVersion: UInt32 { 1 }

    /// Kind, number, part: the order of accounts. The provider's name follows an `external`.
    public var rowKey: [UInt8] {
        switch account {
        case .available(let user): [0] + KeyBytes.bytes(of: user.number) + [0]
        case .held(let user): [0] + KeyBytes.bytes(of: user.number) + [1]
        case .escrow(let contest): [1] + KeyBytes.bytes(of: contest.number)
        case .rake: [2, 0]
        case .overlay: [2, 1]
        case .adjustments: [2, 2]
        case .previousLedger: [2, 3]
        case .external(let provider): [3] + Array(provider.utf8)
        }
    }

    public var rowValue: [UInt8] {
        var writer = CanonicalWriter()
        writer.write(balance.value)
        return writer.bytes
    }

    public init?(rowKey: [UInt8], rowValue: [UInt8]) {
        var reader = CanonicalReader(rowValue)
        // Bytes that are no number are no row.
        guard let account = Account(rowKey: rowKey), let balance = try? reader.signed(), reader.isAtEnd else {
            return nil
        }
        self.init(account: account, balance: Cents(balance))
    }
}

extension Account {
    fileprivate init?(rowKey: [UInt8]) {
        guard let kind = rowKey.first else { return nil }
        let rest = Array(rowKey.dropFirst())
        switch (kind, rest.count) {
        case (0, 9):
            guard let number = KeyBytes.number(Array(rest.dropLast())) else { return nil }
            switch rest[8] {
            case 0: self = .available(UserID(number))
            case 1: self = .held(UserID(number))
            default: return nil
            }
        case (1, _):
            guard let number = KeyBytes.number(rest) else { return nil }
            self = .escrow(TournamentID(number))
        case (2, 1) where rest[0] < 4: self = [.rake, .overlay, .adjustments, .previousLedger][Int(rest[0])]
        case (3, 1...):
            guard let provider = String(validating: rest, as: UTF8.self) else { return nil }
            self = .external(provider)
        default: return nil
        }
    }
}
