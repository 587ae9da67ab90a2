import Draft
package import Projections
package import TextFormats

/// The whole answer to `balances`.
package struct BalancesPage: Page {
    var rows: [BalanceRow]

    package init(rows: [BalanceRow]) {
        self.rows = rows
    }

    private var total: Cents { rows.reduce(.zero) { $0 + $1.balance } }

    package func text(on terminal: Terminal) -> [StyledText] {
        guard !rows.isEmpty else { return ["No money has moved: every account is at zero."] }
        var table = TextTable([.init("account", shrinks: true), .init("balance", .trailing)])
        table.rows = rows.map { row in
            let style: TextStyle = row.balance < .zero && row.account.mustCover ? .alarm : .plain
            return [StyledText(row.account.description), StyledText(Figures.money(row.balance), style)]
        }
        table.rows.append([StyledText("total", .bold), StyledText(Figures.money(total), .bold)])
        return table.lines(on: terminal)
    }

    package var json: JSON {
        ["accounts": .array(accounts), "totalCents": .of(total.value)]
    }

    package var csv: CSVTable { CSVTable(["account", "balanceCents"], objects: accounts) }

    private var accounts: [JSON] {
        rows.map { ["account": .of($0.account.description), "balanceCents": .of($0.balance.value)] }
    }
}
