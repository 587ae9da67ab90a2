package import Draft
import Records
import TextFormats

/// A report of a payment provider, payment by payment, as a CSV file.
///
/// Columns, in any order and case: `reference` (or `id`), `type`, `amountCents` or `amount` with two decimals, and `date`
/// (or `created`, `time`), a day or a time in UTC. Others are ignored.
///
/// | type | also | meaning |
/// |---|---|---|
/// | `deposit` | `payment`, `charge` | a user paid in |
/// | `withdrawal` | `payout` | a withdrawal was paid |
/// | `chargeback` | `dispute`, `refund` | the provider took a deposit back |
/// | `reversal` | `dispute_won` | a dispute was won, and the amount came again |
package struct ProviderFile: Sendable {
    /// A payment of the file.
    package struct Payment: Hashable, Sendable {
        package var kind: ProviderTransfer.Kind
        package var reference: String
        package var amount: Cents
        /// The day in UTC.
        package var day: Timestamp
        /// The line of the file, from 1.
        package var line: Int
    }

    package let payments: [Payment]
    /// The SHA-256 of the file, which a statement names.
    package let digest: Digest256

    /// - Parameters:
    ///   - bytes: the file.
    ///   - name: of the file, for errors.
    /// - Throws: `InterchangeError` with the first line that cannot be read: a report is compared whole or not at all.
    package init(_ bytes: [UInt8], named name: String) throws(InterchangeError) {
        func wrong(_ line: Int, _ found: String, _ expected: String) -> InterchangeError {
            InterchangeError(.badData, "\(name), line \(line): \(found); expected \(expected).")
        }
        var rest: [UInt8]? = bytes
        var reader = CSVReader<InterchangeError> {
            defer { rest = nil }
            return rest ?? []
        }
        guard try reader.next() else { throw wrong(1, "the file is empty", "a header line") }
        let header = CSVHeader(reader)
        guard let reference = header.index(of: "reference", "id"), let type = header.index(of: "type"),
            let date = header.index(of: "date", "created", "time"),
            let amount = header.index(of: "amountCents") ?? header.index(of: "amount")
        else {
            throw wrong(1, header.found(missing: ["reference", "type", "amountCents", "date"]), "these columns")
        }
        let isInCents = header.index(of: "amountCents") != nil
        var payments: [Payment] = []
        var known: [String: Int] = [:]
        while try reader.next() {
            let line = reader.recordLine
            if let fault = reader.fault { throw wrong(line, fault.found, fault.expected) }
            guard reader.fields.count > max(reference, type, date, amount) else {
                throw wrong(line, "\(reader.fields.count) fields", "\(header.names.count), as in the header")
            }
            guard let kind = Self.kinds[reader.text(type).lowercased()] else {
                throw wrong(
                    line, "the type '\(reader.text(type))'",
                    "one of \(Self.kinds.keys.sorted().joined(separator: ", "))"
                )
            }
            guard let cents = Self.cents(reader.text(amount), isInCents: isInCents) else {
                throw wrong(
                    line, "the amount '\(reader.text(amount))'",
                    isInCents ? "cents such as 5000" : "a form such as 50.00")
            }
            guard let day = Self.day(reader.text(date)) else {
                throw wrong(line, "the date '\(reader.text(date))'", "a day such as 2026-11-26, or a time in UTC")
            }
            let payment = Payment(
                kind: kind, reference: reader.text(reference), amount: cents, day: day, line: line)
            guard !payment.reference.isEmpty else { throw wrong(line, "no reference", "the ID of the payment") }
            if let other = known.updateValue(line, forKey: "\(kind) \(payment.reference)") {
                throw wrong(line, "the payment '\(payment.reference)' of line \(other) again", "each payment once")
            }
            payments.append(payment)
        }
        self.payments = payments
        digest = Digest256(hashing: bytes)
    }

    private static let kinds: [String: ProviderTransfer.Kind] = [
        "deposit": .deposit, "payment": .deposit, "charge": .deposit, "withdrawal": .withdrawal, "payout": .withdrawal,
        "chargeback": .chargeback, "dispute": .chargeback, "refund": .chargeback, "reversal": .settlement,
        "dispute_won": .settlement,
    ]

    /// Reports state outflows with a minus or without: the type says the direction.
    private static func cents(_ text: String, isInCents: Bool) -> Cents? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty else { return nil }
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }),
            parts.count == (isInCents ? 1 : 2), isInCents || parts[1].utf8.count == 2,
            let number = Int64(parts.joined()), number <= PrizeTable.largestTotal.value
        else { return nil }
        return Cents(number)
    }

    private static func day(_ text: String) -> Timestamp? {
        let time = text.utf8.count == 10 ? Timestamp(iso8601: text + "T00:00:00Z") : Timestamp(iso8601: text)
        return time?.startOfDay
    }

    /// The totals of each day, as the provider's statement has them.
    package func statements(by provider: String) -> [ProviderStatement] {
        var days: [Timestamp: ProviderStatement] = [:]
        for payment in payments {
            var day =
                days[payment.day] ?? ProviderStatement(provider: provider, day: payment.day, file: digest)
            switch payment.kind {
            case .deposit:
                day.deposits += payment.amount
                day.depositCount += 1
            case .withdrawal:
                day.withdrawals += payment.amount
                day.withdrawalCount += 1
            case .chargeback:
                day.chargebacks += payment.amount
                day.chargebackCount += 1
            case .settlement: day.chargebacks -= payment.amount
            }
            days[payment.day] = day
        }
        return days.values.sorted { $0.day < $1.day }
    }
}
