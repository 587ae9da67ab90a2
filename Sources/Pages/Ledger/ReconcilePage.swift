import Draft
package import DraftLedger
import Records
package import TextFormats

/// The whole answer to `reconcile`: providers day by day, and what no statement covers.
package struct ReconcilePage: ListPage {
    private let days: [ReconciledDay]

    package init(days: [ReconciledDay]) { self.days = days }

    package func text(on terminal: Terminal) -> [StyledText] {
        guard !days.isEmpty else { return ["No deposits or withdrawals."] }
        var table = TextTable([
            .init("provider"), .init("date"), .init("deposits", .trailing), .init("withdrawals", .trailing),
            .init("chargebacks", .trailing), .init("stated net", .trailing), .init("difference", .trailing),
            .init("status"),
        ])
        table.rows = days.map { day in
            [
                StyledText(day.provider), StyledText(day.date), Self.cell(day.ledger.deposits, day.ledger.depositCount),
                Self.cell(day.ledger.withdrawals, day.ledger.withdrawalCount),
                Self.cell(day.ledger.chargebacks, day.ledger.chargebackCount),
                StyledText(day.stated.map { Figures.money($0.net) } ?? ""),
                StyledText(day.difference.map { Figures.money($0) } ?? "", day.standing == .differs ? .alarm : .plain),
                StyledText(day.words, day.standing == .covered ? .plain : .alarm),
            ]
        }
        return table.lines(on: terminal) + [.empty, StyledText(summary)]
    }

    private static func cell(_ amount: Cents, _ count: UInt32) -> StyledText {
        StyledText(count == 0 ? "" : Figures.money(amount)) + StyledText(count == 0 ? "" : " in \(count)", .dim)
    }

    private var summary: String {
        let open = days.filter { $0.standing != .covered }
        guard !open.isEmpty else { return "Statements cover everything." }
        let unstated = open.filter { $0.standing == .unstated }
        let money = unstated.reduce(Cents.zero) { $0 + $1.ledger.moved }
        return "\(Figures.plural(open.count, "day")) not covered by a statement, "
            + "\(Figures.money(money)) moved without a statement."
    }

    package var listName: String { "days" }

    package var csv: CSVTable {
        CSVTable(
            [
                "provider", "date", "standing", "depositsCents", "deposits", "withdrawalsCents", "withdrawals",
                "chargebacksCents", "chargebacks", "statedDepositsCents", "statedDeposits", "statedWithdrawalsCents",
                "statedWithdrawals", "statedChargebacksCents", "statedChargebacks", "differenceCents", "statements",
                "file", "status",
            ], objects: objects)
    }

    package var objects: [JSON] {
        days.map { day in
            ([
                "provider": .of(day.provider), "date": .of(day.date), "status": .of(day.standing.rawValue),
                "depositsCents": .of(day.ledger.deposits), "deposits": .of(day.ledger.depositCount),
                "withdrawalsCents": .of(day.ledger.withdrawals), "withdrawals": .of(day.ledger.withdrawalCount),
                "chargebacksCents": .of(day.ledger.chargebacks), "chargebacks": .of(day.ledger.chargebackCount),
                "statedDepositsCents": .of(day.stated?.deposits), "statedDeposits": .of(day.stated?.depositCount),
                "statedWithdrawalsCents": .of(day.stated?.withdrawals),
                "statedWithdrawals": .of(day.stated?.withdrawalCount),
                "statedChargebacksCents": .of(day.stated?.chargebacks),
                "statedChargebacks": .of(day.stated?.chargebackCount), "differenceCents": .of(day.difference),
                "statements": .of(day.statements), "file": .of(day.file?.hexadecimal),
            ] as JSON).withFormerNames(["standing": "status"])
        }
    }
}

extension ReconciledDay {
    fileprivate var date: String { String(day.iso8601.prefix(10)) }

    /// The net difference between the ledger and the provider's statements.
    fileprivate var difference: Cents? { stated.map { ledger.net - $0.net } }

    fileprivate var words: String {
        let again = statements > 1 ? ", stated \(statements) times" : ""
        return standing.rawValue + again
    }
}
