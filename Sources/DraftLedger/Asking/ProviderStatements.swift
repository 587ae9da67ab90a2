public import Draft
import Records

/// The statements of payment providers at a point in time: the last one of each day counts.
public struct ProviderStatements: Hashable, Sendable {
    private var days: [String: [Timestamp: ProviderStatement]] = [:]

    /// Nothing is stated.
    public init() {}

    fileprivate mutating func add(_ statement: ProviderStatement) {
        days[statement.provider, default: [:]][statement.day] = statement
    }

    /// Whether a provider has stated the day of a moment, in UTC.
    public func cover(_ moment: Timestamp, of provider: String) -> Bool {
        days[provider]?[moment.startOfDay] != nil
    }

    /// Deposits minus withdrawals of a provider, by its statements; nil without statements.
    public func net(of provider: String) -> Cents? {
        days[provider].map { days in
            days.values.reduce(Cents.zero) { $0 + $1.deposits - $1.withdrawals - $1.chargebacks }
        }
    }
}

extension DraftLedger {
    /// Returns the statements of providers at a point in time. Reads the ledger's own stream, some million events a second.
    ///
    /// - Parameter moment: of the whole ledger.
    /// - Throws: `badMoment`, or what keeps the ledger from being read.
    public func providerStatements(at moment: Moment = .latest) throws(DraftLedgerError) -> ProviderStatements {
        var statements = ProviderStatements()
        for recorded in try stream(.system, upTo: try position(of: moment)) {
            if case .statement(let statement) = recorded.event.service { statements.add(statement) }
        }
        return statements
    }
}

extension ReconciledDay {
    /// A day of which nothing is known yet.
    package init(of provider: String, on day: Timestamp) {
        self.init(provider: provider, day: day, ledger: .init(), stated: nil, file: nil, statements: 0)
    }

    /// Takes in a movement or a statement of the day.
    package mutating func note(_ event: Event) {
        if let transfer = event.transfer { ledger.add(transfer) }
        if case .statement(let statement) = event.service {
            stated = Totals(
                deposits: statement.deposits, depositCount: statement.depositCount,
                withdrawals: statement.withdrawals, withdrawalCount: statement.withdrawalCount,
                chargebacks: statement.chargebacks, chargebackCount: statement.chargebackCount)
            file = statement.file
            statements += 1
        }
    }
}

extension ReconciledDay.Totals {
    fileprivate mutating func add(_ transfer: ProviderTransfer) {
        switch transfer.kind {
        case .deposit:
            deposits += transfer.amount
            depositCount += 1
        case .withdrawal:
            withdrawals += transfer.amount
            withdrawalCount += 1
        case .chargeback:
            chargebacks += transfer.amount
            chargebackCount += 1
        case .settlement: chargebacks -= transfer.amount
        }
    }
}

extension RecordedEvent {
    /// The provider and the day that it counts for; nil for other postings.
    package var providerDay: (String, Timestamp)? {
        if case .statement(let statement) = event.service { return (statement.provider, statement.day) }
        guard let transfer = event.transfer, transfer.kind != .settlement || transfer.amount != .zero else {
            return nil
        }
        return (transfer.provider, recordedAt.startOfDay)
    }
}
