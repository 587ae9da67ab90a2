import Delivery
import Draft
import Foundation
import Records
import TestSupport
import Testing

@testable import Payments  // providers with keys of the tests

/// What the forms of providers read, and what they refuse.
struct ProviderTests {
    private static let now = Timestamp(microseconds: 1_785_500_000_000_000)
    private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

    // MARK: The ledger's own form

    private func standard(_ secrets: [String] = [secret]) throws -> StandardProvider {
        StandardProvider(name: "bank", keys: try secrets.map { try #require(WebhookKey($0)) })
    }

    private func delivery(
        _ body: String, id: String = "msg_1", at time: Timestamp = now, secret: String = secret,
        _ change: (inout [(name: String, value: String)]) -> Void = { _ in }
    ) throws -> PaymentDelivery {
        let seconds = time.microseconds / 1_000_000
        let key = try #require(WebhookKey(secret))
        var headers = [
            (name: "webhook-id", value: id), (name: "Webhook-Timestamp", value: "\(seconds)"),
            (name: "webhook-signature", value: key.signature(of: Array("\(id).\(seconds).\(body)".utf8))),
        ]
        change(&headers)
        return PaymentDelivery(headers: headers, body: Array(body.utf8))
    }

    /// The example of the standard's own libraries.
    @Test func theStandardsOwnSignatureIsAccepted() throws {
        let headers = [
            (name: "webhook-id", value: "msg_p5jXN8AQM9LWM0D4loKWxJek"),
            (name: "webhook-timestamp", value: "1614265330"),
            (name: "webhook-signature", value: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="),
        ]
        let time = Timestamp(microseconds: 1_614_265_330_000_000)
        let error = #expect(throws: PaymentError.self) {
            try standard().read(PaymentDelivery(headers: headers, body: Array(#"{"test": 2432232314}"#.utf8)), at: time)
        }
        // Genuine: what it lacks is a type.
        #expect(error?.code == .badMessage)
    }

    @Test(
        arguments: [
            (
                #"{"type":"deposit.succeeded","data":{"user":7,"amountCents":5000,"reference":"pay_1"}}"#,
                PaymentMessage.deposit(7, Cents(5_000), reference: "pay_1")
            ),
            (
                #"{"type":"deposit.refunded","data":{"reference":"pay_1","refund":"re_1","amountCents":100}}"#,
                .refund(ofDeposit: "pay_1", refund: "re_1", Cents(100))
            ),
            (
                #"{"type":"dispute.opened","data":{"reference":"pay_1","dispute":"dp_1","amountCents":5000}}"#,
                .disputed(deposit: "pay_1", dispute: "dp_1", Cents(5_000))
            ),
            (
                #"{"type":"dispute.won","data":{"dispute":"dp_1","amountCents":5000}}"#,
                .disputeWon(dispute: "dp_1", Cents(5_000))
            ),
            (#"{"type":"dispute.lost","data":{"dispute":"dp_1"}}"#, .disputeLost(dispute: "dp_1")),
            (
                #"{"type":"withdrawal.paid","data":{"user":7,"withdrawal":2,"reference":"wire 8"}}"#,
                .paid(WithdrawalID(user: 7, withdrawal: 2), reference: "wire 8")
            ),
            (
                #"{"type":"withdrawal.failed","data":{"user":7,"withdrawal":2,"reason":"no such account"}}"#,
                .failed(WithdrawalID(user: 7, withdrawal: 2), reason: "no such account")
            ),
            (#"{"type":"customer.created","data":{}}"#, .other(kind: "customer.created")),
        ] as [(String, PaymentMessage)])
    func eachTypeMeansWhatTheTableSays(body: String, content: PaymentMessage) throws {
        let message = try standard().read(delivery(body), at: Self.now)
        #expect(message == SignedPaymentMessage(id: "msg_1", content: content))
    }

    @Test func aStatementIsOfADay() throws {
        let file = Digest256(hashing: [1, 2, 3])
        let body =
            #"{"type":"statement.issued","data":{"day":"2026-07-30","depositsCents":500,"deposits":1,"#
            + #""withdrawalsCents":0,"withdrawals":0,"chargebacksCents":0,"chargebacks":0,"file":""#
            + file.hexadecimal + #""}}"#
        let day = try #require(Timestamp(iso8601: "2026-07-30T00:00:00Z"))
        let statement = ProviderStatement(
            provider: "bank", day: day, deposits: Cents(500), depositCount: 1, file: file)
        #expect(try standard().read(delivery(body), at: Self.now).content == .statement(statement))
    }

    private static let deposit = #"{"type":"deposit.succeeded","data":{"user":7,"amountCents":1,"reference":"p"}}"#

    @Test func whoIsNotTheProviderIsRefused() throws {
        let provider = try standard()
        let other = "whsec_" + Data(repeating: 1, count: 24).base64EncodedString()
        for delivery in [
            try delivery(Self.deposit, secret: other),
            try delivery(Self.deposit) { $0.remove(at: 2) },
            try delivery(Self.deposit) { $0.append($0[2]) },
            try delivery(Self.deposit) { $0[0].value = "msg_2" },
            try delivery(Self.deposit) { $0[1].value = "\(Self.now.microseconds / 1_000_000 + 1)" },
            try delivery(Self.deposit) { $0[2].value = "v1," },
            try delivery(Self.deposit) { $0[2].value = "v2," + $0[2].value.dropFirst(3) },
            PaymentDelivery(headers: try delivery(Self.deposit).headers, body: Array(Self.deposit.utf8) + [32]),
        ] {
            #expect(throws: PaymentError(.badSignature, "")) {
                try Self.code { try provider.read(delivery, at: Self.now) }
            }
        }
    }

    @Test func anOldKeySignsUntilItIsRemoved() throws {
        let new = "whsec_" + Data(repeating: 1, count: 32).base64EncodedString()
        #expect(throws: Never.self) { try standard([new, Self.secret]).read(delivery(Self.deposit), at: Self.now) }
        #expect(throws: PaymentError.self) { try standard([new]).read(delivery(Self.deposit), at: Self.now) }
    }

    @Test(arguments: [(-301, false), (-300, true), (0, true), (300, true), (301, false)])
    func aMessageIsGoodForFiveMinutes(seconds: Int64, isGood: Bool) throws {
        let signed = try delivery(Self.deposit, at: Self.now + .seconds(seconds))
        if isGood {
            #expect(throws: Never.self) { try standard().read(signed, at: Self.now) }
        } else {
            #expect(throws: PaymentError(.outdated, "")) { try Self.code { try standard().read(signed, at: Self.now) } }
        }
    }

    @Test(arguments: [
        "", "[]", "null", #"{"type":5}"#, #"{"type":"deposit.succeeded"}"#,
        #"{"type":"deposit.succeeded","data":{"user":0,"amountCents":1,"reference":"p"}}"#,
        #"{"type":"deposit.succeeded","data":{"user":7,"amountCents":0,"reference":"p"}}"#,
        #"{"type":"deposit.succeeded","data":{"user":7,"amountCents":-5,"reference":"p"}}"#,
        #"{"type":"deposit.succeeded","data":{"user":7,"amountCents":1.5,"reference":"p"}}"#,
        #"{"type":"deposit.succeeded","data":{"user":7,"amountCents":99999999999999999999,"reference":"p"}}"#,
        #"{"type":"deposit.succeeded","data":{"user":7,"amountCents":1,"reference":""}}"#,
        #"{"type":"deposit.succeeded","data":{"user":7,"amountCents":1,"reference":"a\u0000b"}}"#,
        #"{"type":"deposit.succeeded","data":{"user":18446744073709551615,"amountCents":1,"reference":"p"}}"#,
        #"{"type":"withdrawal.paid","data":{"user":7,"withdrawal":0,"reference":"p"}}"#,
        #"{"type":"statement.issued","data":{"day":"yesterday"}}"#,
    ])
    func aMessageThatCannotBeUnderstoodIsRefused(body: String) throws {
        #expect(throws: PaymentError(.badMessage, "")) {
            try Self.code { try standard().read(delivery(body), at: Self.now) }
        }
    }

    // MARK: The card processor

    private static let cardSecret = "whsec_test_secret_1234"
    private let cards = CardProvider(name: "cards", secrets: [cardSecret], currency: "USD")

    private func event(_ type: String, _ object: String, id: String = "evt_1") -> PaymentDelivery {
        let body = Array(#"{"id":"\#(id)","type":"\#(type)","data":{"object":\#(object)}}"#.utf8)
        let time = "\(Self.now.microseconds / 1_000_000)"
        let signature = CardSignature.hexadecimal(of: Array("\(time).".utf8) + body, by: Self.cardSecret)
        return PaymentDelivery(headers: [("Stripe-Signature", "t=\(time),v1=\(signature),v0=00")], body: body)
    }

    /// Made by Python's `hmac`, and not by this code.
    @Test func aSignatureOfAnotherImplementationIsAccepted() throws {
        let body =
            #"{"id":"evt_1","type":"payment_intent.succeeded","data":{"object":{"id":"pi_1","amount_received":5000,"#
            + #""currency":"usd","metadata":{"user":"7"}}}}"#
        let delivery = PaymentDelivery(
            headers: [
                (
                    "stripe-signature",
                    "t=1785500000,v1=14a61778f863a7a1368acf03dd95eed6356057c0c4147322d3fcf4ec593e4eae"
                )
            ], body: Array(body.utf8))
        let message = try cards.read(delivery, at: Self.now)
        #expect(message == SignedPaymentMessage(id: "evt_1", content: .deposit(7, Cents(5_000), reference: "pi_1")))
    }

    @Test(
        arguments: [
            (
                "payment_intent.succeeded", #"{"id":"pi_1","amount_received":500,"currency":"usd","metadata":{}}"#,
                PaymentMessage.other(kind: "payment_intent.succeeded")
            ),
            ("payment_intent.created", #"{"id":"pi_1"}"#, .other(kind: "payment_intent.created")),
            (
                "charge.dispute.created", #"{"id":"dp_1","status":"warning_needs_response"}"#,
                .other(kind: "charge.dispute.created")
            ),
            (
                "charge.dispute.funds_withdrawn",
                #"{"id":"dp_1","payment_intent":"pi_1","amount":5000,"currency":"usd"}"#,
                .disputed(deposit: "pi_1", dispute: "dp_1", Cents(5_000))
            ),
            (
                "charge.dispute.funds_reinstated", #"{"id":"dp_1","amount":5000,"currency":"usd"}"#,
                .disputeWon(dispute: "dp_1", Cents(5_000))
            ),
            ("charge.dispute.closed", #"{"id":"dp_1","status":"lost"}"#, .disputeLost(dispute: "dp_1")),
            ("charge.dispute.closed", #"{"id":"dp_1","status":"won"}"#, .other(kind: "charge.dispute.closed")),
            (
                "refund.updated",
                #"{"id":"re_1","payment_intent":"pi_1","amount":700,"currency":"usd","status":"succeeded"}"#,
                .refund(ofDeposit: "pi_1", refund: "re_1", Cents(700))
            ),
            (
                "refund.created",
                #"{"id":"re_1","payment_intent":"pi_1","amount":700,"currency":"usd","status":"pending"}"#,
                .other(kind: "refund.created")
            ),
            (
                "payout.paid", #"{"id":"po_1","metadata":{"user":"7","withdrawal":"3"}}"#,
                .paid(WithdrawalID(user: 7, withdrawal: 3), reference: "po_1")
            ),
            ("payout.paid", #"{"id":"po_1","metadata":{}}"#, .other(kind: "payout.paid")),
            (
                "payout.failed",
                #"{"id":"po_1","failure_code":"account_closed","metadata":{"user":"7","withdrawal":"3"}}"#,
                .failed(WithdrawalID(user: 7, withdrawal: 3), reason: "account_closed")
            ),
        ] as [(String, String, PaymentMessage)])
    func eachEventOfTheProcessorIsTranslated(type: String, object: String, content: PaymentMessage) throws {
        #expect(try cards.read(event(type, object), at: Self.now).content == content)
    }

    @Test func anotherCurrencyIsNotTaken() {
        let euros = event(
            "payment_intent.succeeded",
            #"{"id":"pi_1","amount_received":500,"currency":"eur","metadata":{"user":"7"}}"#)
        #expect(throws: PaymentError(.badMessage, "")) { try Self.code { try cards.read(euros, at: Self.now) } }
    }

    @Test(arguments: [
        "", "t=1785500000", "v1=00", "t=1785500000,v1=", "t=1785500000,t=1785500000,v1=00", "t=x,v1=00", "t=,v1=é",
    ])
    func aHeaderThatSignsNothingIsRefused(header: String) {
        let delivery = PaymentDelivery(headers: [("Stripe-Signature", header)], body: Array("{}".utf8))
        #expect(throws: PaymentError(.badSignature, "")) { try Self.code { try cards.read(delivery, at: Self.now) } }
    }

    /// The error without its text.
    private static func code<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as PaymentError {
            throw PaymentError(error.code, "")
        }
    }
}
