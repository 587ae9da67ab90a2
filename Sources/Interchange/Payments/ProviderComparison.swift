package import Draft
package import DraftLedger
package import Pages
import Records
package import TextFormats

/// A provider's report held against the ledger, payment by payment.
package struct ProviderComparison: Sendable {
    /// A payment on which the two do not agree.
    package struct Difference: Hashable, Sendable {
        package enum Kind: String, Sendable, CaseIterable {
            /// The provider has it, and the ledger does not.
            case notInLedger
            /// The ledger has it, and the provider does not.
            case notInFile
            case otherAmount
        }

        package var kind: Kind
        package var transfer: ProviderTransfer.Kind
        package var reference: String
        /// The provider's; nil for a payment that is not in the file.
        package var stated: Cents?
        /// The ledger's; nil for a payment that is not in the ledger.
        package var recorded: Cents?
        package var line: Int?
        package var position: UInt64?
    }

    package let provider: String
    package let payments: Int
    /// Payments that both have, with the same amount.
    package private(set) var agreed = 0
    /// Those of them that the ledger recorded on another day, such as after midnight.
    package private(set) var onOtherDays = 0
    package private(set) var differences: [Difference] = []

    /// Compares a file with the whole ledger. Payments of the ledger that the file lacks are looked for on the days of the
    /// file only.
    ///
    /// - Throws: what keeps the ledger from being read.
    package init(
        of file: ProviderFile, by provider: String, with ledger: DraftLedger, progress: ProgressHandler? = nil
    ) throws {
        self.provider = provider
        payments = file.payments.count
        var waiting: [Key: ProviderFile.Payment] = [:]
        for payment in file.payments { waiting[Key(payment.kind, payment.reference)] = payment }
        let days = (file.payments.map(\.day).min(), file.payments.map(\.day).max())
        let filter = EventFilter(
            types: [.depositRecorded, .withdrawalPosted, .chargebackRecorded, .chargebackSettled])
        var found: [Difference] = []
        var (agreed, onOtherDays) = (0, 0)
        try ledger.events(matching: filter, progress: progress) { recorded in
            guard let own = Self.transfer(recorded.event, by: provider) else { return true }
            let day = recorded.recordedAt.startOfDay
            if let payment = waiting.removeValue(forKey: own.key) {
                if payment.amount == own.amount {
                    agreed += 1
                    if payment.day != day { onOtherDays += 1 }
                } else {
                    found.append(
                        Difference(
                            kind: .otherAmount, transfer: own.key.kind, reference: own.key.reference,
                            stated: payment.amount, recorded: own.amount, line: payment.line,
                            position: recorded.position))
                }
            } else if let first = days.0, let last = days.1, day >= first, day <= last {
                found.append(
                    Difference(
                        kind: .notInFile, transfer: own.key.kind, reference: own.key.reference,
                        recorded: own.amount, position: recorded.position))
            }
            return true
        }
        for payment in waiting.values.sorted(by: { $0.line < $1.line }) {
            found.append(
                Difference(
                    kind: .notInLedger, transfer: payment.kind, reference: payment.reference,
                    stated: payment.amount, line: payment.line))
        }
        (self.agreed, self.onOtherDays, differences) = (agreed, onOtherDays, found)
    }

    private struct Key: Hashable {
        var kind: ProviderTransfer.Kind
        var reference: String

        init(_ kind: ProviderTransfer.Kind, _ reference: String) { (self.kind, self.reference) = (kind, reference) }
    }

    /// The payment of an event, under the ID that the provider gives it; nil for those of other providers.
    private static func transfer(_ event: Event, by provider: String) -> (key: Key, amount: Cents)? {
        switch event.payment {
        case .deposit(let deposit) where deposit.provider == provider:
            (Key(.deposit, deposit.reference), deposit.amount)
        case .posted(let posted) where posted.provider == provider: (Key(.withdrawal, posted.reference), posted.amount)
        case .chargeback(let chargeback) where chargeback.provider == provider:
            // Older records have no ID of the dispute.
            (
                Key(.chargeback, chargeback.dispute.isEmpty ? chargeback.reference : chargeback.dispute),
                chargeback.amount
            )
        case .settlement(let settled) where settled.provider == provider && settled.amount != .zero:
            (Key(.settlement, settled.dispute), settled.amount)
        case .deposit, .held, .approved, .posted, .released, .chargeback, .settlement, .adjustment, .carried, nil: nil
        }
    }
}

/// The whole answer to `reconcile --file`.
package struct ProviderComparisonPage: ListPage {
    private let comparison: ProviderComparison

    package init(_ comparison: ProviderComparison) { self.comparison = comparison }

    package func text(on terminal: Terminal) -> [StyledText] {
        var lines: [StyledText] = []
        if !comparison.differences.isEmpty {
            var table = TextTable([
                .init("type"), .init("reference"), .init("file", .trailing), .init("ledger", .trailing),
                .init("line", .trailing), .init("position", .trailing), .init("difference"),
            ])
            table.rows = comparison.differences.map { difference in
                [
                    StyledText(difference.transfer.name), StyledText(difference.reference),
                    StyledText(difference.stated.map { Figures.money($0) } ?? ""),
                    StyledText(difference.recorded.map { Figures.money($0) } ?? ""),
                    StyledText(difference.line.map { "\($0)" } ?? ""),
                    StyledText(difference.position.map { "\($0)" } ?? ""),
                    StyledText(difference.kind.words, .alarm),
                ]
            }
            lines = table.lines(on: terminal) + [.empty]
        }
        let other =
            comparison.onOtherDays == 0
            ? "" : " \(Figures.plural(comparison.onOtherDays, "payment")) of them recorded on another day."
        let result =
            comparison.differences.isEmpty
            ? "The file and the ledger agree." : "\(Figures.plural(comparison.differences.count, "difference"))."
        return lines + [
            StyledText(
                "\(Figures.plural(comparison.payments, "payment")) of \(comparison.provider) in the file, "
                    + "\(comparison.agreed) in the ledger with the same amount."
                    + other),
            StyledText(result, comparison.differences.isEmpty ? .plain : .alarm),
        ]
    }

    package var listName: String { "differences" }

    package var subject: [JSON.Member] {
        [
            JSON.Member("provider", .of(comparison.provider)), JSON.Member("payments", .of(comparison.payments)),
            JSON.Member("agreed", .of(comparison.agreed)), JSON.Member("onOtherDays", .of(comparison.onOtherDays)),
        ]
    }

    package var csv: CSVTable {
        CSVTable(
            ["difference", "type", "reference", "statedCents", "recordedCents", "line", "position"], objects: objects)
    }

    package var objects: [JSON] {
        comparison.differences.map { difference in
            [
                "difference": .of(difference.kind.rawValue), "type": .of(difference.transfer.name),
                "reference": .of(difference.reference), "statedCents": .of(difference.stated),
                "recordedCents": .of(difference.recorded), "line": .of(difference.line),
                "position": .of(difference.position),
            ]
        }
    }
}

extension ProviderComparison.Difference.Kind {
    fileprivate var words: String {
        switch self {
        case .notInLedger: "not in the ledger"
        case .notInFile: "not in the file"
        case .otherAmount: "another amount"
        }
    }
}

extension ProviderTransfer.Kind {
    fileprivate var name: String {
        switch self {
        case .deposit: "deposit"
        case .withdrawal: "withdrawal"
        case .chargeback: "chargeback"
        case .settlement: "reversal"
        }
    }
}
