package import Draft
package import DraftLedger
package import Projections
import Records
package import TextFormats

/// One user's postings in order, with the balance before and after each.
package struct StatementPage: Page {
    /// A posting and what it did to the user's two accounts.
    struct Line {
        var event: RecordedEvent
        var posting: Posting
        var before: Balance
        var after: Balance
    }

    struct Balance: Hashable {
        var available: Cents = .zero
        var held: Cents = .zero
        var total: Cents { available + held }
    }

    var user: UserID
    var name: String
    let names: any NameBook
    private let statements: ProviderStatements
    var lines: [Line] = []
    private(set) var balance = Balance()

    private let marks: PaymentMarks

    /// The positions of the events that are listed, each once.
    package var positions: [UInt64] { Array(Set(lines.map(\.event.position))).sorted() }

    /// Keeps the lines of these events. Balances stay those of the whole statement.
    package mutating func keep(_ positions: Set<UInt64>) {
        lines = lines.filter { positions.contains($0.event.position) }
    }

    /// - Parameters:
    ///   - user: the user's number.
    ///   - events: the wallet's, from its first.
    ///   - names: who the numbers are.
    ///   - statements: what providers have stated.
    ///   - marks: the remarks on the payments.
    package init(
        user: UserID, events: [RecordedEvent], names: any NameBook, statements: ProviderStatements, marks: PaymentMarks
    ) {
        self.user = user
        self.names = names
        self.statements = statements
        self.marks = marks
        name = names.user(user)
        for event in events {
            for posting in postings(of: event.event, in: event.stream) {
                let before = balance
                move(posting.amount, into: posting.to)
                move(-posting.amount, into: posting.from)
                lines.append(Line(event: event, posting: posting, before: before, after: balance))
            }
        }
    }

    private mutating func move(_ amount: Cents, into account: Account) {
        if account == .available(user) { balance.available += amount }
        if account == .held(user) { balance.held += amount }
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        let title =
            StyledText("Statement of \(name)", .bold)
            + StyledText(name == "user \(user)" ? "" : "  user \(user)", .dim)
        let sum = StyledText("available \(Figures.money(balance.available)) · held \(Figures.money(balance.held))")
        guard !lines.isEmpty else { return [title, sum, .empty, "No postings."] }
        var table = TextTable([
            .init("position", .trailing), .init("time"), .init("for", shrinks: true), .init("by"), .init("from"),
            .init("to"),
            .init("amount", .trailing), .init("before", .trailing), .init("after", .trailing), .init("held", .trailing),
        ])
        table.rows = lines.map { line in
            let time = (line.event.origin?.occurredAt ?? line.event.recordedAt).iso8601
            return [
                StyledText(String(line.event.position), .dim),
                StyledText("\(time.prefix(10)) \(time.dropFirst(11).prefix(8))"),
                StyledText(
                    Self.purpose(of: line.event.event) + (isStated(line) == false ? ", unstated" : "")
                        + marks.words(on: line.event)),
                StyledText(actor(of: line) ?? ""),
                account(line.posting.from), account(line.posting.to), StyledText(Figures.money(line.posting.amount)),
                StyledText(Figures.money(line.before.available), .dim),
                StyledText(Figures.money(line.after.available), .bold), StyledText(Figures.money(line.after.held)),
            ]
        }
        if lines.allSatisfy({ actor(of: $0) == nil }) { table.drop(column: "by") }
        return [title, sum] + heldLines + marks.lines + [.empty] + table.lines(on: terminal)
    }

    /// A fee has two lines here, of the same amount: that is one payment.
    private var heldLines: [StyledText] {
        let isPosted = lines.contains { $0.event.event.fee?.step == .posted }
        return isPosted
            ? [
                StyledText(
                    "A fee is first held, and paid when the draft starts: these two lines of a room are one payment.",
                    .dim)
            ] : []
    }

    /// The sender, if that is neither the user, nor a provider that the accounts name, nor the rules.
    private func actor(of line: Line) -> String? {
        line.event.otherActor { _, _ in nil }.map(names.actor)
    }

    /// Whether the provider has stated the day of the payment; nil for internal postings.
    private func isStated(_ line: Line) -> Bool? {
        switch (line.posting.from, line.posting.to) {
        case (.external(let provider), _), (_, .external(let provider)):
            statements.cover(line.event.recordedAt, of: provider)
        default: nil
        }
    }

    private static func purpose(of event: Event) -> String {
        if let fee = event.fee {
            switch fee.step {
            case .held, .posted: return "entry in room \(fee.room)"
            case .released: return "released, room \(fee.room)"
            case .refunded: return "refund, room \(fee.room)"
            case .prize: break
            }
        }
        if case .prize(let prize) = event.feeStep { return "place \(prize.place), room \(prize.entry.room)" }
        return switch event.payment {
        case .deposit: "deposit"
        case .held(let event): "withdrawal \(event.withdrawal)"
        case .approved(let event): "withdrawal \(event.withdrawal)"
        case .posted(let event): "withdrawal \(event.withdrawal)"
        case .released(let event): "withdrawal \(event.withdrawal)"
        case .chargeback, .settlement: "chargeback"
        case .carried: "taken over from the previous ledger"
        case .adjustment(let event): event.reason.isEmpty ? "adjustment" : event.reason.description
        case nil: event.type.name
        }
    }

    /// The user's own accounts by their last word only.
    private func account(_ account: Account) -> StyledText {
        switch account {
        case .available(user): "available"
        case .held(user): "held"
        default: StyledText(account.description)
        }
    }

    static let members = Members<StatementPage>(
        "Statement",
        [
            .init("user") { $0.user }, .init("availableCents") { $0.balance.available },
            .init("heldCents") { $0.balance.held },
            .init("heldWithdrawals", each: PaymentMarks.members) { $0.marks.held },
            .init("postings", each: posting) { $0.rows },
        ])

    private static let posting: Members<(page: StatementPage, line: Line)> = [
        .init("position") { $0.line.event.position }, .init("version") { $0.line.event.version },
        .init("recordedAt") { $0.line.event.recordedAt }, .init("occurredAt") { $0.line.event.origin?.occurredAt },
        .init("type") { $0.line.event.event.type.name }, .init("actor") { $0.line.event.origin?.actor.text },
        .init("from") { $0.line.posting.from.description }, .init("to") { $0.line.posting.to.description },
        .init("amountCents") { $0.line.posting.amount },
        .init("availableBeforeCents") { $0.line.before.available },
        .init("availableAfterCents") { $0.line.after.available }, .init("heldBeforeCents") { $0.line.before.held },
        .init("heldAfterCents") { $0.line.after.held }, .init("balanceBeforeCents") { $0.line.before.total },
        .init("balanceAfterCents") { $0.line.after.total }, .init("stated") { $0.page.isStated($0.line) },
        .init("followsFromResults") { $0.page.marks.followsFromResults($0.line.event) },
        .init("room") { $0.line.event.event.fee?.room }, .init("tournament") { $0.line.event.event.fee?.contest },
        .init("case") { Self.dispute(of: $0.line.event.event) },
    ]

    /// The case that a payment follows from.
    private static func dispute(of event: Event) -> CaseID? {
        if case .adjustment(let adjusted) = event.payment { return adjusted.dispute }
        return nil
    }

    private var rows: [(page: StatementPage, line: Line)] { lines.map { (self, $0) } }

    package var json: JSON { Self.members.json(of: self) }

    package var csv: CSVTable { Self.posting.csv(of: rows) }
}

/// The whole answer to `balances`.
package struct BalancesPage: Page {
    var rows: [BalanceRow]
    private let statements: ProviderStatements

    /// - Parameters:
    ///   - rows: the accounts that are not at zero.
    ///   - statements: what providers have stated.
    package init(rows: [BalanceRow], statements: ProviderStatements) {
        self.rows = rows
        self.statements = statements
    }

    private var total: Cents { rows.reduce(.zero) { $0 + $1.balance } }

    /// The balance of a provider's account by its statements; nil for other accounts and without statements.
    private func stated(_ row: BalanceRow) -> Cents? {
        guard case .external(let provider) = row.account else { return nil }
        return statements.net(of: provider).map { -$0 }
    }

    /// The part of a provider's account that no statement covers; nil for other accounts.
    private func uncovered(_ row: BalanceRow) -> Cents? {
        guard case .external = row.account else { return nil }
        return row.balance - (stated(row) ?? .zero)
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        guard !rows.isEmpty else { return ["No postings: every account is at zero."] }
        var table = TextTable([
            .init("account", shrinks: true), .init("balance", .trailing), .init("stated", .trailing),
            .init("not stated", .trailing),
        ])
        table.rows = rows.map { row in
            let style: TextStyle = row.balance < .zero && row.account.mustCover ? .alarm : .plain
            let open = uncovered(row) ?? .zero
            return [
                StyledText(row.account.description), StyledText(Figures.money(row.balance), style),
                StyledText(stated(row).map { Figures.money($0) } ?? "", .dim),
                open == .zero ? "" : StyledText(Figures.money(open), .alarm),
            ]
        }
        table.rows.append([StyledText("total", .bold), StyledText(Figures.money(total), .bold), "", ""])
        if !rows.contains(where: { uncovered($0) != nil }) {
            table.drop(column: "stated")
            table.drop(column: "not stated")
        }
        return table.lines(on: terminal)
    }

    static let members = Members<BalancesPage>(
        "Balances",
        [.init("accounts", each: account) { $0.accounts }, .init("totalCents") { $0.total }])

    private static let account: Members<(page: BalancesPage, row: BalanceRow)> = [
        .init("account") { $0.row.account.description }, .init("balanceCents") { $0.row.balance },
        .init("statedCents") { $0.page.stated($0.row) }, .init("unstatedCents") { $0.page.uncovered($0.row) },
    ]

    private var accounts: [(page: BalancesPage, row: BalanceRow)] { rows.map { (self, $0) } }

    package var json: JSON { Self.members.json(of: self) }

    package var csv: CSVTable { Self.account.csv(of: accounts) }
}
