import Draft
import Projections

/// The whole answer to `balances`.
struct BalancesPage: Presentable {
    var rows: [BalanceRow]

    private var total: Cents { rows.reduce(.zero) { $0 + $1.balance } }

    func text(on terminal: Terminal) -> [StyledText] {
        guard !rows.isEmpty else { return ["No money has moved: every account is at zero."] }
        var table = TextTable([.init("account", shrinks: true), .init("balance", .trailing)])
        table.rows = rows.map { row in
            let style: TextStyle = row.balance < .zero && row.account.mustCover ? .alarm : .plain
            return [StyledText(row.account.description), StyledText(Figures.money(row.balance), style)]
        }
        table.rows.append([StyledText("total", .bold), StyledText(Figures.money(total), .bold)])
        return table.lines(on: terminal)
    }

    var json: JSON {
        .object(["accounts": .array(accounts), "totalCents": .of(total.value)])
    }

    var csv: CSVTable { CSVTable(["account", "balanceCents"], objects: accounts) }

    private var accounts: [JSON] {
        rows.map { .object(["account": .of($0.account.description), "balanceCents": .of($0.balance.value)]) }
    }
}
