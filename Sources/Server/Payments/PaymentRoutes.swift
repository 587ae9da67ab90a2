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
                body: .json("DepositRequest"),
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
                cost: .write, access: .signedIn, privacy: .open, body: .json("NewPayoutAccount"),
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
                body: .json("WithdrawalRequest"), answers: .json("RequestedWithdrawal"), problems: [402, 404, 409, 422]
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
            return Response(json: result.json)
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

    @Sendable
    private func beginDeposit(_ exchange: Exchange) async throws -> Response {
        let user = try exchange.caller.known()
        let (body, _) = try await exchange.appBody()
        let amount = try Self.amount(in: body)
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
            return Response(
                json: [
                    "provider": .of(name), "reference": .of(intent.reference),
                    "clientSecret": .of(intent.clientSecret), "status": .of(intent.status), "amountCents": .of(amount),
                ])
        } catch {
            throw Problem(error)
        }
    }

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
            Response(json: Self.answer(try book.destination(of: user)))
        }
    }

    /// All null while no account is set.
    private static func answer(_ account: PayoutDestination?) -> JSON {
        ["holder": .of(account?.holder), "account": .of(account?.account), "bank": .of(account?.bank)]
    }

    @Sendable
    private func setAccount(_ exchange: Exchange) async throws -> Response {
        let (user, book) = (try exchange.caller.known(), try book())
        let (body, _) = try await exchange.appBody()
        let account: PayoutDestination
        do throws(InvalidPayoutDestination) {
            account = try PayoutDestination(
                holder: body["holder"]?.string ?? "", account: body["account"]?.string ?? "",
                bank: body["bank"]?.string ?? "")
        } catch {
            throw Problem(.badRequest, error.description)
        }
        try await reader.read { _ in try book.set(account, of: user) }
        return Response(json: Self.answer(account))
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

    /// `{"amountCents":5000}`: held at once, to the account that the caller has now.
    @Sendable
    private func requestWithdrawal(_ exchange: Exchange) async throws -> Response {
        let (user, book) = (try exchange.caller.known(), try book())
        let (body, arrival) = try await exchange.appBody()
        let (amount, id) = (try Self.amount(in: body), try exchange.appCommandID() ?? .random())
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
        return Response(
            json: [
                "withdrawal": .of(held.withdrawal), "amountCents": .of(held.amount), "provider": .of(held.provider),
                "position": .of(event.position),
            ])
    }

    private static func amount(in body: JSONValue) throws -> Cents {
        guard let cents = body["amountCents"]?.integer(as: Int64.self), cents >= 1,
            cents <= Cents.largestAmount.value
        else {
            throw Problem(.badRequest, "'amountCents' has to be 1 to \(Cents.largestAmount.value).")
        }
        return Cents(cents)
    }
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

    fileprivate var json: JSON {
        switch self {
        case .recorded(let events, let isRepeat):
            [
                "outcome": .of(word), "repeat": .bool(isRepeat),
                "positions": .array(events) { .of($0.position) }, "code": .null, "message": .null,
            ]
        case .refused(let refusal, let record):
            [
                "outcome": .of(word), "repeat": .bool(false),
                "positions": .array(record.map { [$0] } ?? []) { .of($0.position) }, "code": .of(refusal.code.name),
                "message": .of(refusal.message),
            ]
        case .ignored(let kind):
            [
                "outcome": .of(word), "repeat": .bool(false), "positions": .array([]), "code": .null,
                "message": .of("Messages of the type \(kind) change nothing."),
            ]
        }
    }
}
