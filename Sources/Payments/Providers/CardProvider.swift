import Crypto
package import Delivery
public import Draft
import Foundation
import TextFormats

/// A card processor with payment intents and disputes: the worked example of ``PaymentProvider``.
///
/// The form is that of a widespread processor's API: intents are created with form fields and an `Idempotency-Key`, events
/// are signed in the header `Stripe-Signature`, and metadata carries our user numbers through the processor and back.
///
/// ```
/// POST /v1/users/me/deposits ─▶ payment_intents ─▶ the app confirms ─▶ payment_intent.succeeded ─▶ DepositRecorded
/// charge.dispute.funds_withdrawn ─▶ ChargebackRecorded
/// charge.dispute.funds_reinstated ─▶ ChargebackSettled, won     charge.dispute.closed, lost ─▶ ChargebackSettled, lost
/// ```
///
/// A dispute that has moved no money, an inquiry, changes nothing here. A dispute that is closed as won changes the
/// ledger when its money comes back, which is a message of its own.
public struct CardProvider: PaymentProvider {
    public let name: String
    /// The signing secrets of the webhook; several only while one is replaced.
    private let secrets: [SymmetricKey]
    /// The currency of all payments, such as `usd`.
    private let currency: String
    private let intents: CardIntents?

    /// - Parameter intents: nil where payments begin elsewhere.
    package init(name: String, secrets: [String], currency: String, intents: CardIntents? = nil) {
        self.name = name
        self.secrets = secrets.map { SymmetricKey(data: Data($0.utf8)) }
        self.currency = currency.lowercased()
        self.intents = intents
    }

    public func beginDeposit(of amount: Cents, by user: UserID, key: String) async throws(PaymentError)
        -> PaymentIntent
    {
        guard let intents else {
            throw PaymentError(.unsupported, "Deposits with \(name) do not begin here: no API key is configured.")
        }
        return try await intents.create(amount, currency, by: user, key: key)
    }

    // MARK: Messages

    public func read(_ delivery: PaymentDelivery, at now: Timestamp) throws(PaymentError) -> SignedPaymentMessage {
        guard let header = delivery.header("stripe-signature") else {
            throw PaymentError(.badSignature, "It needs one header Stripe-Signature.")
        }
        let parts = header.split(separator: ",").prefix(16).map { $0.split(separator: "=", maxSplits: 1) }
        let times = parts.filter { $0.count == 2 && $0[0].trimmingCharacters(in: .whitespaces) == "t" }
        guard times.count == 1 else {
            throw PaymentError(.badSignature, "The header Stripe-Signature needs one time: t=…,v1=…")
        }
        let time = times[0][1]
        let signed = Data("\(time).".utf8) + Data(delivery.body)
        let codes = parts.filter { $0.count == 2 && $0[0].trimmingCharacters(in: .whitespaces) == "v1" }
            .compactMap { [UInt8](hexadecimal: String($0[1])) }
        let isGenuine = codes.contains { code in
            secrets.contains { HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: signed, using: $0) }
        }
        guard isGenuine else { throw PaymentError(.badSignature, "None of the signatures is by a key of \(name).") }
        try SignedBody.checkTime(time, at: now)
        let event = try SignedBody.object(delivery.body)
        guard let object = event["data"]?["object"], object.kind == .object else {
            throw PaymentError(.badMessage, "It needs a member \"data\" with an \"object\".")
        }
        return SignedPaymentMessage(
            id: try event.paymentText("id"), content: try content(try event.paymentText("type"), object))
    }

    private func content(_ type: String, _ object: JSONValue) throws(PaymentError) -> PaymentMessage {
        switch type {
        case "payment_intent.succeeded":
            // The processor has other payments than ours, such as those of a shop: they carry no user.
            guard let metadata = object["metadata"], metadata["user"] != nil else { return .other(kind: type) }
            try checkCurrency(of: object)
            return .deposit(
                try metadata.paymentUser("user"), try object.paymentAmount("amount_received"),
                reference: try object.paymentText("id"))
        case "charge.dispute.funds_withdrawn":
            try checkCurrency(of: object)
            return .disputed(
                deposit: try object.paymentText("payment_intent"), dispute: try object.paymentText("id"),
                try object.paymentAmount("amount"))
        case "charge.dispute.funds_reinstated":
            try checkCurrency(of: object)
            return .disputeWon(dispute: try object.paymentText("id"), try object.paymentAmount("amount"))
        case "charge.dispute.closed":
            guard object["status"]?.string == "lost" else { return .other(kind: type) }
            return .disputeLost(dispute: try object.paymentText("id"))
        case "refund.created", "refund.updated":
            guard object["status"]?.string == "succeeded", object["payment_intent"]?.string != nil else {
                return .other(kind: type)
            }
            try checkCurrency(of: object)
            return .refund(
                ofDeposit: try object.paymentText("payment_intent"), refund: try object.paymentText("id"),
                try object.paymentAmount("amount"))
        case "payout.paid":
            guard let metadata = object["metadata"], metadata["withdrawal"] != nil else { return .other(kind: type) }
            return .paid(try metadata.paymentWithdrawal(), reference: try object.paymentText("id"))
        case "payout.failed", "payout.canceled":
            guard let metadata = object["metadata"], metadata["withdrawal"] != nil else { return .other(kind: type) }
            let reason = object["failure_message"]?.string ?? object["failure_code"]?.string ?? type
            return .failed(try metadata.paymentWithdrawal(), reason: String(reason.prefix(500)))
        default: return .other(kind: type)
        }
    }

    private func checkCurrency(of object: JSONValue) throws(PaymentError) {
        let found = try object.paymentText("currency").lowercased()
        guard found == currency else {
            throw PaymentError(.badMessage, "The payment is in \(found), and the ledger's money is in \(currency).")
        }
    }
}

/// The part of a card processor's API that begins payments.
package struct CardIntents: Sendable {
    private let address: String
    private let key: String
    private let client: BoundedClient

    /// - Parameters:
    ///   - address: of the API, without a slash at its end.
    ///   - key: the secret API key.
    ///   - client: has to know the host of the address.
    package init(address: String, key: String, client: BoundedClient) {
        self.address = address
        self.key = key
        self.client = client
    }

    func create(_ amount: Cents, _ currency: String, by user: UserID, key idempotency: String)
        async throws(PaymentError)
        -> PaymentIntent
    {
        let fields = [
            ("amount", "\(amount.value)"), ("currency", currency), ("automatic_payment_methods[enabled]", "true"),
            ("metadata[user]", "\(user)"),
        ]
        let request = BoundedRequest(
            address + "/v1/payment_intents",
            headers: [
                ("Content-Type", "application/x-www-form-urlencoded"), ("Authorization", "Bearer \(key)"),
                ("Idempotency-Key", idempotency),
            ],
            body: Array(fields.map { "\(Self.escaped($0))=\(Self.escaped($1))" }.joined(separator: "&").utf8))
        let answer: BoundedAnswer
        do throws(RequestFailure) {
            answer = try await client.answer(to: request)
        } catch {
            // Safe to repeat: the key of the request makes the processor begin it once.
            throw PaymentError(.unreachable, "The processor did not answer: \(error.reason)")
        }
        guard (200...299).contains(answer.status) else {
            let reason = answer.object?["error"]?["message"]?.string ?? "status \(answer.status)"
            throw PaymentError(
                answer.status >= 500 || answer.status == 429 ? .unreachable : .refused,
                "The processor refused the payment: \(reason.prefix(300))")
        }
        guard let object = answer.object, object["amount"]?.integer(as: Int64.self) == amount.value else {
            throw PaymentError(.unreachable, "The processor's answer is not a payment of this amount.")
        }
        return PaymentIntent(
            reference: try object.paymentText("id"), clientSecret: try object.paymentText("client_secret", limit: 500),
            status: try object.paymentText("status"))
    }

    /// Escapes a text for a form: only letters, digits and `-._~` stay.
    private static func escaped(_ text: String) -> String {
        text.utf8.reduce(into: "") { escaped, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default: escaped += "%" + [byte].hexadecimal.uppercased()
            }
        }
    }
}
