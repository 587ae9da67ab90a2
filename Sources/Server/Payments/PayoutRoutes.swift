import Draft
import DraftLedger
import Hummingbird
import Pages

/// The work of cashiers on withdrawals: the queue, payouts, and the file for the provider.
///
/// A payout is approved by the command `approvePayout`, like everything that is done.
struct PayoutRoutes: RouteGroup {
    let reader: LedgerReader
    let payments: PaymentCenter?

    init(_ server: ServerServices) { (reader, payments) = (server.reader, server.payments) }

    static var routes: [Route] {
        [
            route(
                .get, "/v1/withdrawals", id: "listWithdrawals", tag: .payments,
                "List the withdrawals that are not paid.", cost: .report, access: .role(.cashier, "The queue"),
                privacy: .filtered, answers: .page("Withdrawals")
            ) { try await $0.withdrawals($1) },
            route(
                .get, "/v1/payouts", id: "listPayouts", tag: .payments, "List the payouts, the last one first.",
                cost: .report, access: .staff("Payouts"), privacy: .open, answers: .page("Payouts")
            ) { try await $0.payouts($1) },
            route(
                .get, "/v1/payouts/{payout}", id: "getPayout", tag: .payments, "Get a payout with its accounts.",
                details: "As CSV it is the file for the provider, with the withdrawals that are not paid yet.",
                cost: .report, access: .role(.cashier, "A payout"), privacy: .filtered, answers: .page("Payout"),
                problems: [404]
            ) { try await $0.payout($1) },
        ]
    }

    @Sendable
    private func withdrawals(_ exchange: Exchange) async throws -> Response {
        let (payments, ledger) = (payments, reader.ledger)
        return try await exchange.longPage(from: reader) { _ in
            let withdrawals = try ledger.openWithdrawals()
            for withdrawal in withdrawals { exchange.reads.note(withdrawal.id.user, .money) }
            return (try WithdrawalsPage(withdrawals, in: ledger, payments?.book), nil)
        }
    }

    @Sendable
    private func payouts(_ exchange: Exchange) async throws -> Response {
        let ledger = reader.ledger
        return try await exchange.longPage(from: reader) { _ in
            (PayoutsPage(payouts: try ledger.payouts(limit: Self.most)), nil)
        }
    }

    /// Years of daily payouts.
    private static let most = 1_000

    @Sendable
    private func payout(_ exchange: Exchange) async throws -> Response {
        let text = exchange.parameters["payout"] ?? ""
        let (payments, ledger) = (payments, reader.ledger)
        return try await exchange.longPage(from: reader) { _ in
            guard let position = UInt64(text), let payout = try ledger.payout(at: position) else {
                throw Problem(.notFound, "There is no payout '\(text.prefix(32))'. `listPayouts` lists them.")
            }
            for item in payout.items { exchange.reads.note(item.id.user, .money) }
            return (try PayoutPage(payout, payments?.book), nil)
        }
    }
}

extension WithdrawalsPage {
    /// - Parameter book: has the accounts; nil where none are kept.
    init(_ withdrawals: [OpenWithdrawal], in ledger: DraftLedger, _ book: PayoutBook?) throws {
        var endings: [[UInt8]: String] = [:]
        for withdrawal in withdrawals {
            endings[withdrawal.destination] = try book?.destination(requestedAs: withdrawal.destination)?.ending
        }
        let names = LedgerNames(ledger)
        self.init(withdrawals: withdrawals, endings: endings) { names.user($0) }
    }
}

extension PayoutPage {
    /// - Parameter book: has the accounts; nil where none are kept.
    init(_ payout: Payout, _ book: PayoutBook?) throws {
        try self.init(payout: payout) { digest in
            try book?.destination(requestedAs: digest).map {
                PayoutAccount(holder: $0.holder, account: $0.account, bank: $0.bank)
            }
        }
    }
}
