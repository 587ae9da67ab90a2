import Draft
import Records

/// Daily statements of providers about simulated payments.
extension SimulatedOperator {
    /// Reads events, and notes the payments that a provider would state.
    func takeEvents() -> [PendingEvent] {
        let events = desk.journal.takeEvents()
        if options.isLively { for event in events { statements.note(event) } }
        return events
    }

    /// A day later the providers have stated what went through them. One has a mistake in its first file and sends another;
    /// the last day of another is never stated.
    func recordStatements() throws(SimulationError) {
        for event in desk.journal.events { statements.note(event) }
        var books = statements.days.values.sorted { ($0.day, $0.provider) < ($1.day, $1.provider) }
        if books.count > 1 { books.removeLast() }
        var moment = (books.last?.day ?? now) + .seconds(24 * 60 * 60)
        moment = max(now, moment) + random.interval(.seconds(600)...(.seconds(3_600)))
        for (place, book) in books.enumerated() {
            var statement = book
            statement.file = Digest256(words: (random.next(), random.next(), random.next(), random.next()))
            if place == 0 {
                statement.deposits += Cents(100)
                try desk.demand(.ledger(.recordStatement(statement)), as: .provider(onBehalfOf: nil), at: moment)
                statement.deposits -= Cents(100)
                statement.file.words.0 ^= 1
            }
            moment = max(now, moment) + random.interval(.milliseconds(20)...(.milliseconds(400)))
            try desk.demand(.ledger(.recordStatement(statement)), as: .provider(onBehalfOf: nil), at: moment)
        }
    }
}

/// The payments of each provider by day.
struct ProviderDays {
    struct Name: Hashable {
        var provider: String
        var day: Timestamp
    }

    private(set) var days: [Name: ProviderStatement] = [:]

    mutating func note(_ event: PendingEvent) {
        let day = (event.recordedAt ?? Timestamp(microseconds: 0)).startOfDay
        guard let transfer = event.event.transfer, transfer.kind != .settlement || transfer.amount > .zero else {
            return
        }
        let name = Name(provider: transfer.provider, day: day)
        var book = days[name] ?? ProviderStatement(provider: transfer.provider, day: day, file: .zero)
        switch transfer.kind {
        case .deposit: (book.deposits, book.depositCount) = (book.deposits + transfer.amount, book.depositCount + 1)
        case .withdrawal:
            (book.withdrawals, book.withdrawalCount) = (book.withdrawals + transfer.amount, book.withdrawalCount + 1)
        case .chargeback:
            (book.chargebacks, book.chargebackCount) = (book.chargebacks + transfer.amount, book.chargebackCount + 1)
        case .settlement: book.chargebacks -= transfer.amount
        }
        days[name] = book
    }
}
