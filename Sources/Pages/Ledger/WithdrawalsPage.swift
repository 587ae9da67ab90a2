package import Draft
package import DraftLedger
import Records
package import TextFormats

/// The whole answer to `withdrawals list`: what users have requested and not received, the oldest first.
package struct WithdrawalsPage: ListPage {
    private let withdrawals: [OpenWithdrawal]
    private let name: (UserID) -> String
    /// The last characters of an account, by its digest in the ledger; empty where accounts are not at hand.
    private let endings: [[UInt8]: String]

    package init(
        withdrawals: [OpenWithdrawal], endings: [[UInt8]: String] = [:],
        name: @escaping (UserID) -> String = { "user \($0)" }
    ) {
        self.withdrawals = withdrawals
        self.name = name
        self.endings = endings
    }

    /// Only those that stand in no payout.
    package var waiting: WithdrawalsPage {
        WithdrawalsPage(withdrawals: withdrawals.filter { $0.payout == nil }, endings: endings, name: name)
    }

    /// The withdrawals to a provider, in the order of the page.
    package func ids(to provider: String) -> [WithdrawalID] {
        withdrawals.filter { $0.provider == provider }.map(\.id)
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        guard !withdrawals.isEmpty else { return ["No withdrawals wait."] }
        var table = TextTable([
            .init("user"), .init("withdrawal", .trailing), .init("amount", .trailing), .init("provider"),
            .init("account"), .init("requested"), .init("status"),
        ])
        table.rows = withdrawals.map { withdrawal in
            [
                StyledText(name(withdrawal.id.user)), StyledText("\(withdrawal.id.withdrawal)"),
                StyledText(Figures.money(withdrawal.amount)), StyledText(withdrawal.provider),
                StyledText(endings[withdrawal.destination].map { "…\($0)" } ?? ""),
                StyledText(String(withdrawal.heldAt.iso8601.prefix(19)) + "Z"),
                StyledText(withdrawal.payout.map { "in payout \($0)" } ?? "waits for approval"),
            ]
        }
        let waiting = withdrawals.filter { $0.payout == nil }
        let sum = waiting.reduce(Cents.zero) { $0 + $1.amount }
        return table.lines(on: terminal) + [
            .empty,
            StyledText(
                "\(Figures.plural(waiting.count, "withdrawal")) of \(Figures.money(sum)) wait for approval, "
                    + "\(withdrawals.count - waiting.count) are in payouts."),
        ]
    }

    package var listName: String { "withdrawals" }

    static let members: Members<(page: WithdrawalsPage, withdrawal: OpenWithdrawal)> = [
        .init("user") { $0.withdrawal.id.user }, .init("withdrawal") { $0.withdrawal.id.withdrawal },
        .init("amountCents") { $0.withdrawal.amount }, .init("provider") { $0.withdrawal.provider },
        .init("accountEnding") { $0.page.endings[$0.withdrawal.destination] },
        .init("requestedAt") { $0.withdrawal.heldAt }, .init("position") { $0.withdrawal.position },
        .init("payout") { $0.withdrawal.payout },
    ]

    private var rows: [(page: WithdrawalsPage, withdrawal: OpenWithdrawal)] { withdrawals.map { (self, $0) } }

    package var csv: CSVTable { Self.members.csv(of: rows) }

    package var objects: [JSON] { rows.map(Self.members.json) }
}

/// The account to which a line of a payout is paid.
package struct PayoutAccount: Hashable, Sendable {
    package var holder: String
    package var account: String
    package var bank: String

    package init(holder: String, account: String, bank: String) {
        self.holder = holder
        self.account = account
        self.bank = bank
    }
}

/// The whole answer to `withdrawals payouts`: what was approved together, the last payout first.
package struct PayoutsPage: ListPage {
    package let objects: [JSON]

    package init(payouts: [Payout]) { self.init(summaries: payouts.map(Self.members.json)) }

    fileprivate init(summaries: [JSON]) { objects = summaries }

    package func text(on terminal: Terminal) -> [StyledText] {
        guard !objects.isEmpty else { return ["No payouts."] }
        var table = TextTable([
            .init("payout", .trailing), .init("approved"), .init("provider"), .init("amount", .trailing),
            .init("withdrawals", .trailing), .init("paid", .trailing), .init("released", .trailing),
            .init("open", .trailing),
        ])
        table.rows = objects.map { payout in
            [
                StyledText(payout["payout"].compact), StyledText(payout["approvedAt"].words),
                StyledText(payout["provider"].words), StyledText(payout["amountCents"].money),
                StyledText(payout["withdrawals"].compact), StyledText(payout["paid"].compact),
                StyledText(payout["released"].compact), StyledText(payout["open"].compact),
            ]
        }
        return table.lines(on: terminal)
    }

    package var listName: String { "payouts" }

    static let members: Members<Payout> = [
        .init("payout") { $0.position }, .init("approvedAt") { $0.approvedAt },
        .init("approvedBy") { $0.approvedBy }, .init("provider") { $0.provider },
        .init("amountCents") { $0.amount }, .init("withdrawals") { $0.items.count }, .init("paid") { $0.paid },
        .init("released") { $0.released }, .init("open") { $0.open.count },
    ]

    package var csv: CSVTable { CSVTable(Self.members.columns, objects: objects) }
}

extension JSON {
    fileprivate var words: String { if case .string(let text) = self { text } else { "" } }

    fileprivate var money: String {
        Int64(compact).map { Figures.money(Cents($0)) } ?? ""
    }
}

/// One payout. As CSV it is the file for the provider: the lines that are not paid yet.
package struct PayoutPage: Page {
    private let payout: Payout
    /// The account of each item; nil where it is not known.
    private let accounts: [PayoutAccount?]

    /// - Parameter account: returns the account by the digest in the ledger; nil where it is not known.
    package init(payout: Payout, account: ([UInt8]) throws -> PayoutAccount?) rethrows {
        self.payout = payout
        accounts = try payout.items.map { try account($0.destination) }
    }

    package func text(on terminal: Terminal) -> [StyledText] {
        var table = TextTable([
            .init("reference"), .init("user", .trailing), .init("withdrawal", .trailing), .init("amount", .trailing),
            .init("holder"), .init("account"), .init("bank"), .init("status"),
        ])
        table.rows = payout.items.enumerated().map { index, item in
            let account = accounts[index]
            return [
                StyledText(reference(of: index)), StyledText("\(item.id.user)"), StyledText("\(item.id.withdrawal)"),
                StyledText(Figures.money(item.amount)), StyledText(account?.holder ?? ""),
                StyledText(account?.account ?? "unknown", account == nil ? .alarm : .plain),
                StyledText(account?.bank ?? ""), StyledText(item.outcome.name),
            ]
        }
        let left = payout.open.reduce(Cents.zero) { $0 + $1.amount }
        return table.lines(on: terminal) + [
            .empty,
            StyledText(
                "\(Figures.plural(payout.open.count, "withdrawal")) of \(Figures.money(left)) to pay by \(payout.provider)."
            ),
        ]
    }

    static let members = Members<PayoutPage>(
        "Payout",
        PayoutsPage.members.of { $0.payout } + [
            .init("lines", each: line) { page in page.payout.items.indices.map { (page, $0) } }
        ])

    private static let line: Members<(page: PayoutPage, index: Int)> = [
        .init("reference") { $0.page.reference(of: $0.index) }, .init("user") { $0.page.item($0.index).id.user },
        .init("withdrawal") { $0.page.item($0.index).id.withdrawal },
        .init("amountCents") { $0.page.item($0.index).amount },
        .init("holder") { $0.page.accounts[$0.index]?.holder },
        .init("account") { $0.page.accounts[$0.index]?.account },
        .init("bank") { $0.page.accounts[$0.index]?.bank },
        .init("requestedAt") { $0.page.item($0.index).heldAt },
        .init("status", .choice(["open", "paid", "released"])) { .of($0.page.item($0.index).outcome.name) },
        .init("paidAs") { $0.page.item($0.index).outcome.reference },
    ]

    package var json: JSON { Self.members.json(of: self) }

    /// Only what is to be paid: a file that is sent again pays nothing twice.
    package var csv: CSVTable {
        CSVTable(
            ["reference", "amountCents", "holder", "account", "bank", "user", "withdrawal"],
            objects: payout.items.indices.filter { item($0).outcome == .open }.map { Self.line.json(of: (self, $0)) })
    }

    /// Unique among all payouts, and short enough for the references of bank transfers.
    private func reference(of index: Int) -> String { "P\(payout.position)-\(index + 1)" }

    private func item(_ index: Int) -> Payout.Item { payout.items[index] }
}

extension Payout {
    fileprivate var open: [Item] { items.filter { $0.outcome == .open } }
    fileprivate var paid: Int { items.count { $0.outcome.name == "paid" } }
    fileprivate var released: Int { items.count { $0.outcome.name == "released" } }
}

extension Payout.Outcome {
    fileprivate var name: String {
        switch self {
        case .open: "open"
        case .paid: "paid"
        case .released: "released"
        }
    }

    fileprivate var reference: String? {
        if case .paid(let reference, _) = self { reference } else { nil }
    }
}

// MARK: Answers of a server

extension WithdrawalsPage {
    /// The page of an answer to `GET /v1/withdrawals`; nil for another document.
    package init?(_ answer: JSONValue) {
        var withdrawals: [OpenWithdrawal] = []
        var endings: [[UInt8]: String] = [:]
        for (index, object) in answer.elements.enumerated() {
            guard let id = WithdrawalID(object), let amount = object.cents, let provider = object["provider"]?.string,
                let heldAt = object["requestedAt"]?.string.flatMap({ Timestamp(iso8601: $0) }),
                let position = object["position"]?.integer(as: UInt64.self)
            else { return nil }
            // The answer has the end of the account in place of the digest, by which the page finds it.
            let digest = Array("\(index)".utf8)
            endings[digest] = object["accountEnding"]?.string
            withdrawals.append(
                OpenWithdrawal(
                    id: id, amount: amount, provider: provider, heldAt: heldAt, position: position,
                    destination: digest, payout: object["payout"]?.integer(as: UInt64.self)))
        }
        self.init(withdrawals: withdrawals, endings: endings)
    }
}

extension PayoutsPage {
    /// The page of an answer to `GET /v1/payouts`; nil for another document.
    package init?(_ answer: JSONValue) {
        var summaries: [JSON] = []
        for object in answer.elements {
            guard object["payout"]?.integer(as: UInt64.self) != nil else { return nil }
            summaries.append(JSON(object))
        }
        self.init(summaries: summaries)
    }
}

extension PayoutPage {
    /// The page of an answer to `GET /v1/payouts/{payout}`; nil for another document.
    package init?(_ answer: JSONValue) {
        guard let position = answer["payout"]?.integer(as: UInt64.self), let provider = answer["provider"]?.string,
            let amount = answer.cents,
            let approvedAt = answer["approvedAt"]?.string.flatMap({ Timestamp(iso8601: $0) })
        else { return nil }
        var payout = Payout(
            position: position, provider: provider, amount: amount, approvedAt: approvedAt,
            approvedBy: answer["approvedBy"]?.integer(as: UInt64.self).map { UserID($0) }, items: [])
        var accounts: [PayoutAccount?] = []
        for line in answer["lines"]?.elements ?? [] {
            guard let id = WithdrawalID(line), let amount = line.cents,
                let heldAt = line["requestedAt"]?.string.flatMap({ Timestamp(iso8601: $0) }),
                let status = line["status"]?.string
            else { return nil }
            let outcome: Payout.Outcome =
                switch status {
                case "open": .open
                case "paid": .paid(reference: line["paidAs"]?.string ?? "", at: heldAt)
                default: .released(at: heldAt)
                }
            payout.items.append(Payout.Item(id: id, amount: amount, heldAt: heldAt, destination: [], outcome: outcome))
            accounts.append(
                line["account"]?.string.map {
                    PayoutAccount(
                        holder: line["holder"]?.string ?? "", account: $0, bank: line["bank"]?.string ?? "")
                })
        }
        (self.payout, self.accounts) = (payout, accounts)
    }
}

extension WithdrawalID {
    fileprivate init?(_ object: JSONValue) {
        guard let user = object["user"]?.integer(as: UInt64.self),
            let withdrawal = object["withdrawal"]?.integer(as: UInt32.self)
        else { return nil }
        self.init(user: UserID(user), withdrawal: withdrawal)
    }
}

extension JSONValue {
    fileprivate var cents: Cents? { self["amountCents"]?.integer(as: Int64.self).map { Cents($0) } }
}
