package import Delivery
public import Draft
import TextFormats

/// A provider, or a backend in front of one, that speaks the ledger's own form: a message of Standard Webhooks.
///
/// ```json
/// {"type": "deposit.succeeded", "data": {"user": 7, "amountCents": 5000, "reference": "pay_81"}}
/// ```
///
/// | type | data |
/// |---|---|
/// | `deposit.succeeded` | `user`, `amountCents`, `reference` |
/// | `deposit.refunded` | `reference` of the deposit, `refund`, `amountCents` |
/// | `dispute.opened` | `reference` of the deposit, `dispute`, `amountCents` |
/// | `dispute.won` | `dispute`, `amountCents` |
/// | `dispute.lost` | `dispute` |
/// | `withdrawal.paid` | `user`, `withdrawal`, `reference` |
/// | `withdrawal.failed` | `user`, `withdrawal`, `reason` |
/// | `statement.issued` | `day` such as `2026-11-26`, `depositsCents`, `deposits`, `withdrawalsCents`, `withdrawals`, `chargebacksCents`, `chargebacks`, `file` with the SHA-256 of the provider's file |
public struct StandardProvider: PaymentProvider {
    public let name: String
    private let keys: [WebhookKey]

    /// - Parameters:
    ///   - name: the name in the ledger.
    ///   - keys: the keys of which one has to have signed; several only while a key is replaced.
    package init(name: String, keys: [WebhookKey]) {
        self.name = name
        self.keys = keys
    }

    public func read(_ delivery: PaymentDelivery, at now: Timestamp) throws(PaymentError) -> SignedPaymentMessage {
        guard let message = SignedWebhook(delivery.body, header: delivery.header) else {
            throw PaymentError(
                .badSignature, "It needs one webhook-id, one webhook-timestamp and one webhook-signature.")
        }
        let isSigned = message.signatures.contains { signature in
            keys.contains { $0.verifies(signature, of: message.content) }
        }
        guard isSigned else { throw PaymentError(.badSignature, "None of the signatures is by a key of \(name).") }
        try SignedBody.checkTime(message.time, at: now)
        let body = try SignedBody.object(delivery.body)
        let data = body["data"] ?? body
        return SignedPaymentMessage(id: message.id, content: try content(try body.paymentText("type"), data))
    }

    private func content(_ type: String, _ data: JSONValue) throws(PaymentError) -> PaymentMessage {
        switch type {
        case "deposit.succeeded":
            .deposit(
                try data.paymentUser("user"), try data.paymentAmount("amountCents"),
                reference: try data.paymentText("reference"))
        case "deposit.refunded":
            .refund(
                ofDeposit: try data.paymentText("reference"), refund: try data.paymentText("refund"),
                try data.paymentAmount("amountCents"))
        case "dispute.opened":
            .disputed(
                deposit: try data.paymentText("reference"), dispute: try data.paymentText("dispute"),
                try data.paymentAmount("amountCents"))
        case "dispute.won":
            .disputeWon(dispute: try data.paymentText("dispute"), try data.paymentAmount("amountCents"))
        case "dispute.lost": .disputeLost(dispute: try data.paymentText("dispute"))
        case "withdrawal.paid":
            .paid(try data.paymentWithdrawal(), reference: try data.paymentText("reference"))
        case "withdrawal.failed":
            .failed(try data.paymentWithdrawal(), reason: try data.paymentText("reason", limit: 500))
        case "statement.issued": .statement(try statement(data))
        default: .other(kind: type)
        }
    }

    private func statement(_ data: JSONValue) throws(PaymentError) -> ProviderStatement {
        func cents(_ name: StaticString) throws(PaymentError) -> Cents {
            guard let number = data[name]?.integer(as: Int64.self), number >= 0 else {
                throw PaymentError(.badMessage, "It needs a member \"\(name)\" with a number of cents.")
            }
            return Cents(number)
        }
        func count(_ name: StaticString) throws(PaymentError) -> UInt32 {
            guard let number = data[name]?.integer(as: UInt32.self) else {
                throw PaymentError(.badMessage, "It needs a member \"\(name)\" with a number of payments.")
            }
            return number
        }
        guard let day = Timestamp(iso8601: try data.paymentText("day") + "T00:00:00Z") else {
            throw PaymentError(.badMessage, "The member \"day\" has to be a day in UTC, such as 2026-11-26.")
        }
        guard let file = Digest256(hexadecimal: try data.paymentText("file")) else {
            throw PaymentError(.badMessage, "The member \"file\" has to be a SHA-256 in hexadecimal.")
        }
        return ProviderStatement(
            provider: name, day: day, deposits: try cents("depositsCents"), depositCount: try count("deposits"),
            withdrawals: try cents("withdrawalsCents"), withdrawalCount: try count("withdrawals"),
            chargebacks: try cents("chargebacksCents"), chargebackCount: try count("chargebacks"), file: file)
    }
}
