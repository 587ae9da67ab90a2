import Draft
import DraftLedger
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import Pages
import Payments
import TextFormats

/// Payments of a member: messages of providers, deposits that begin here, the account for withdrawals, withdrawals.
struct PaymentRoutes: RouteGroup {
    let reader: LedgerReader
    let operations: Operations
    let commands: CommandService
    let payments: PaymentCenter?

    init(_ server: ServerServices) {
        (reader, operations, commands, payments) = (server.reader, server.operations, server.commands, server.payments)
    }

    static var routes: [Route] {
        [
            route(
                .post, "/v1/providers/{provider}/events", id: "receivePaymentEvent", tag: .payments,
                "Take a message of a payment provider.",
                details:
                    "The message is signed as the provider signs its webhooks. One that is sent again changes nothing. "
                    + "409 asks the provider to send it later: it is about a payment that is not recorded yet.",
                cost: .none, access: .anyone, privacy: .open, body: .json("PaymentEvent"),
                answers: .json("PaymentResult"), problems: [400, 401, 409]
            ) { try await $0.receive($1) },
            route(
                .post, "/v1/users/me/deposits", id: "beginMyDeposit", tag: .payments, "Begin a deposit by the caller.",
                details:
                    "The app completes the payment at the provider with `clientSecret`. The balance grows once the "
                    + "provider says that it succeeded.",
                cost: .write, access: .signedIn, privacy: .open, query: [.idempotencyKey],
                body: .json(deposit),
                answers: .json("DepositIntent"), problems: [402, 404, 409, 422, 502]
            ) { try await $0.beginDeposit($1) },
            route(
                .get, "/v1/users/me/payout-account", id: "getMyPayoutAccount", tag: .payments,
                "Get the account for the caller's withdrawals.", cost: .read, access: .signedIn, privacy: .open,
                answers: .json("PayoutAccount"), problems: [404]
            ) { try await $0.account($1) },
            route(
                .put, "/v1/users/me/payout-account", id: "setMyPayoutAccount", tag: .payments,
                "Set the account for the caller's withdrawals.",
                details: "For withdrawals to come: those that are requested are paid to the account of their time.",
                cost: .write, access: .signedIn, privacy: .open, body: .json(newAccount),
                answers: .json("PayoutAccount"), problems: [404]
            ) { try await $0.setAccount($1) },
            route(
                .delete, "/v1/users/me/payout-account", id: "deleteMyPayoutAccount", tag: .payments,
                "Remove the account for the caller's withdrawals.", cost: .write, access: .signedIn, privacy: .open,
                answers: .nothing, problems: [404]
            ) { try await $0.deleteAccount($1) },
            route(
                .get, "/v1/users/{user}/withdrawals", id: "listUserWithdrawals", tag: .payments,
                "List the withdrawals of a user that are not paid.", cost: .read, access: .account("withdrawals"),
                privacy: .account(.money), answers: .page("Withdrawals")
            ) { try await $0.withdrawals($1) },
            route(
                .post, "/v1/users/me/withdrawals", id: "requestMyWithdrawal", tag: .payments,
                "Request a withdrawal for the caller.",
                details: "It is held until staff approves it and the provider has paid it to the caller's account.",
                cost: .write, access: .signedIn, privacy: .open, query: [.idempotencyKey],
                body: .json(withdrawal), answers: .json("RequestedWithdrawal"), problems: [402, 404, 409, 422]
            ) { try await $0.requestWithdrawal($1) },
        ]
    }

    // MARK: Messages of providers

    @Sendable
    private func receive(_ exchange: Exchange) async throws -> Response {
        let name = exchange.parameters["provider"] ?? ""
        let (bytes, arrival) = try await exchange.body(upTo: exchange.limits.commandBytes)
        guard let payments, let provider = payments.configuration.providers[name] else {
            // Counted like a wrong signature: names are not to be guessed quickly.
            try operations.quotas.noteFailedSignIn(exchange.record)
            throw Problem(.notFound, "There is no provider '\(name.prefix(64))'.")
        }
        let delivery = PaymentDelivery(
            headers: exchange.request.headers.map { ($0.name.rawName, $0.value) }, body: bytes)
        do {
            let message = try provider.read(delivery, at: arrival)
            let result = try await payments.desk.record(message, by: name, at: arrival)
            operations.metrics.note(result.word, by: name)
            return Response(json: PaymentDesk.Result.members.json(of: result))
        } catch let error as PaymentError {
            operations.metrics.note(error.code.rawValue, by: name)
            if error.code == .badSignature { try operations.quotas.noteFailedSignIn(exchange.record) }
            operations.logger.warning(
                "A message of a payment provider was not taken.",
                metadata: ["provider": "\(name)", "code": "\(error.code.rawValue)", "reason": "\(error)"])
            throw Problem(error)
        } catch let error as DraftLedgerError {
            throw Problem(error, ofLedgerAt: reader.ledger.path)
        }
    }

    // MARK: Deposits

    private static let amount = BodyMember.number("amountCents", 1...Cents.largestAmount.value)
    static let deposit = BodyMembers("DepositRequest", amount)
    static let withdrawal = BodyMembers("WithdrawalRequest", amount)

    @Sendable
    private func beginDeposit(_ exchange: Exchange) async throws -> Response {
        let user = try exchange.caller.known()
        let (body, _) = try await exchange.appBody()
        let amount = Cents(try Self.deposit.read(body))
        guard let payments, let name = payments.configuration.deposits,
            let provider = payments.configuration.providers[name]
        else { throw Problem(.notFound, "Deposits do not begin here: no provider is configured for them.") }
        // A card that is charged for a deposit that the rules refuse would have to be refunded.
        if let refusal = try await reader.read({ try $0.refusal(ofDeposit: amount, by: user, at: reader.now) }) {
            throw Problem(refusal, position: nil)
        }
        let id = try exchange.appCommandID() ?? .random()
        do throws(PaymentError) {
            // Another user's key must not begin that user's payment.
            let intent = try await provider.beginDeposit(of: amount, by: user, key: "\(user)-\(id)")
            return Response(json: Self.intent.json(of: (name, intent, amount)))
        } catch {
            throw Problem(error)
        }
    }

    static let intent = Members<(provider: String, intent: PaymentIntent, amount: Cents)>(
        "DepositIntent",
        [
            .init("provider") { $0.provider }, .init("reference") { $0.intent.reference },
            .init("clientSecret") { $0.intent.clientSecret }, .init("status") { $0.intent.status },
            .init("amountCents") { $0.amount },
        ])

    // MARK: Withdrawals

    private func book() throws -> PayoutBook {
        guard let payments, payments.configuration.withdrawals != nil else {
            throw Problem(.notFound, "Withdrawals are not requested here: no provider is configured for them.")
        }
        return payments.book
    }

    @Sendable
    private func account(_ exchange: Exchange) async throws -> Response {
        let (user, book) = (try exchange.caller.known(), try book())
        return try await reader.read { _ in
            Response(json: Self.account.json(of: try book.destination(of: user)))
        }
    }

    /// All null while no account is set.
    static let account = Members<PayoutDestination?>(
        "PayoutAccount",
        [
            .init("holder") { $0?.holder }, .init("account") { $0?.account }, .init("bank") { $0?.bank },
        ])

    static let newAccount = BodyMembers(
        "NewPayoutAccount", BodyMember.text("holder"), BodyMember.text("account"), BodyMember.text("bank").optional)

    @Sendable
    private func setAccount(_ exchange: Exchange) async throws -> Response {
        let (user, book) = (try exchange.caller.known(), try book())
        let (body, _) = try await exchange.appBody()
        let (holder, number, bank) = try Self.newAccount.read(body)
        let account: PayoutDestination
        do throws(InvalidPayoutDestination) {
            account = try PayoutDestination(holder: holder, account: number, bank: bank ?? "")
        } catch {
            throw Problem(.badRequest, error.description)
        }
        try await reader.read { _ in try book.set(account, of: user) }
        return Response(json: Self.account.json(of: account))
    }

    @Sendable
    private func deleteAccount(_ exchange: Exchange) async throws -> Response {
        let (user, book) = (try exchange.caller.known(), try book())
        try await reader.read { _ in try book.set(nil, of: user) }
        return Response(status: .noContent)
    }

    @Sendable
    private func withdrawals(_ exchange: Exchange) async throws -> Response {
        let user = UserID(try exchange.number("user", upTo: UserID.maximum.number))
        let payments = payments
        return try await exchange.page(from: reader) { ledger in
            let withdrawals = try ledger.openWithdrawals(of: user)
            return (try WithdrawalsPage(withdrawals, in: ledger, payments?.book), nil)
        }
    }

    /// Requests a withdrawal, which is held at once, to the account that the caller has now.
    @Sendable
    private func requestWithdrawal(_ exchange: Exchange) async throws -> Response {
        let (user, book) = (try exchange.caller.known(), try book())
        let (body, arrival) = try await exchange.appBody()
        let (amount, id) = (Cents(try Self.withdrawal.read(body)), try exchange.appCommandID() ?? .random())
        guard let provider = payments?.configuration.withdrawals,
            let destination = try await reader.read({ _ in try book.request(of: user, id: id) })
        else {
            throw Problem(.badRequest, "Set the account for your withdrawals first: PUT /v1/users/me/payout-account.")
        }
        let command = WalletCommand.holdWithdrawal(
            amount: amount, provider: provider, destination: destination.bytes)
        let events = try await commands.events(
            .wallet(user, command), as: user, id: id, at: arrival, in: exchange)
        guard let event = events.first, case .held(let held) = event.event.payment else {
            throw Problem(.internalError, "The withdrawal has no event.")
        }
        return Response(json: Self.requested.json(of: (held, event.position)))
    }

    static let requested = Members<(held: WithdrawalHeld, position: UInt64)>(
        "RequestedWithdrawal",
        [
            .init("withdrawal") { $0.held.withdrawal }, .init("amountCents") { $0.held.amount },
            .init("provider") { $0.held.provider }, .init("position") { $0.position },
        ])
}

extension Problem {
    init(_ error: PaymentError) {
        switch error.code {
        case .badSignature: self.init(.unauthenticated, error.description)
        case .outdated, .badMessage: self.init(.badRequest, error.description)
        case .tooEarly: self.init(.tooEarly, error.description)
        case .unsupported: self.init(.notFound, error.description)
        case .refused: self.init(.providerRefused, error.description)
        case .unreachable: self.init(.providerUnreachable, error.description)
        }
    }
}

extension PaymentDesk.Result {
    /// The outcome for metrics and answers.
    fileprivate var word: String {
        switch self {
        case .recorded: "recorded"
        case .refused: "refused"
        case .ignored: "ignored"
        }
    }

    static let members = Members<PaymentDesk.Result>(
        "PaymentResult",
        [
            .init("outcome", .choice(["recorded", "refused", "ignored"])) { .of($0.word) },
            .init("repeat") { $0.isRepeat }, .init("positions") { $0.positions },
            .init("code") { $0.refusal?.code.name },
            .init("message") { $0.message },
        ])

    private var isRepeat: Bool {
        if case .recorded(_, let isRepeat) = self { isRepeat } else { false }
    }

    /// The positions of the events that the message led to.
    private var positions: [UInt64] {
        switch self {
        case .recorded(let events, _): events.map(\.position)
        case .refused(_, let record): [record].compactMap { $0?.position }
        case .ignored: []
        }
    }

    private var refusal: Refusal? {
        if case .refused(let refusal, _) = self { refusal } else { nil }
    }

    private var message: String? {
        switch self {
        case .recorded: nil
        case .refused(let refusal, _): refusal.message
        case .ignored(let kind): "Messages of the type \(kind) change nothing."
        }
    }
}
