import Draft
import Foundation
import TestSupport
import Testing
import TextFormats

@testable import Payments  // the provider with a client of the tests

/// Deposits that begin at a stand-in of a card processor.
@Suite(.withinTheRun) struct CardIntentTests {
    private let folder = TemporaryDirectory()

    private func provider(at address: String) throws -> any PaymentProvider {
        _ = try folder.write("sk_test_4eC39HqLyjWDarjtT1zdp7dc\n", to: "cards.apikey")
        let file = try folder.write(
            #"{"providers":[{"name":"cards","form":"card","secrets":["whsec_0123456789abcdef"],"currency":"usd","#
                + #""api":"\#(address)","apiKey":"cards.apikey"}],"deposits":"cards"}"#, to: "payments.json")
        let configuration = try PaymentConfiguration(contentsOf: file)
        return try #require(configuration.providers["cards"])
    }

    private static let intent =
        #"{"id":"pi_1","amount":5000,"client_secret":"pi_1_secret_x","status":"requires_payment_method"}"#

    @Test func anIntentCarriesTheUserAndTheKey() async throws {
        let server = try await TestHTTPServer { _, _ in .json(200, Self.intent) }
        let intent = try await provider(at: server.address).beginDeposit(of: Cents(5_000), by: 7, key: "7-k")
        #expect(
            intent
                == PaymentIntent(reference: "pi_1", clientSecret: "pi_1_secret_x", status: "requires_payment_method"))
        let request = try #require(server.requests.first)
        #expect(request.path == "/v1/payment_intents")
        #expect(request["Authorization"] == "Bearer sk_test_4eC39HqLyjWDarjtT1zdp7dc")
        #expect(request["Idempotency-Key"] == "7-k")
        #expect(
            request.text
                == "amount=5000&currency=usd&automatic_payment_methods%5Benabled%5D=true&metadata%5Buser%5D=7")
    }

    @Test(arguments: [
        (402, #"{"error":{"message":"Your card was declined."}}"#, PaymentError.Code.refused),
        (500, "", .unreachable), (429, "{}", .unreachable), (200, "{}", .unreachable),
        // Another amount than was asked for.
        (200, #"{"id":"pi_1","amount":1,"client_secret":"x","status":"y"}"#, .unreachable),
    ])
    func anotherAnswerIsAnError(status: Int, body: String, code: PaymentError.Code) async throws {
        let server = try await TestHTTPServer { _, _ in .json(status, body) }
        let error = await #expect(throws: PaymentError.self) {
            try await provider(at: server.address).beginDeposit(of: Cents(5_000), by: 7, key: "7-k")
        }
        #expect(error?.code == code)
    }

    @Test func aProcessorThatIsDownIsUnreachable() async throws {
        let error = await #expect(throws: PaymentError.self) {
            try await provider(at: "http://127.0.0.1:9").beginDeposit(of: Cents(5_000), by: 7, key: "7-k")
        }
        #expect(error?.code == .unreachable)
    }

    @Test(arguments: [
        ("{}", "providers"), (#"{"providers":[{"name":"a b","form":"standard","secrets":[]}]}"#, "The name"),
        (#"{"providers":[{"name":"a","form":"magic","secrets":["0123456789abcdef"]}]}"#, "standard and card"),
        (#"{"providers":[{"name":"a","form":"card","secrets":["short"],"currency":"usd"}]}"#, "16 bytes"),
        (#"{"providers":[{"name":"a","form":"standard","secrets":["0123456789abcdef"]}]}"#, "openssl"),
        (#"{"providers":[{"name":"a","form":"card","secrets":["0123456789abcdef"]}]}"#, "currency"),
        (#"{"providers":[],"withdrawals":"bank"}"#, "bank"), (#"{"providers":[],"secret":1}"#, "secret"),
        (
            #"{"providers":[{"name":"a","form":"card","secrets":["0123456789abcdef"],"currency":"usd","#
                + #""api":"http://cards.example","apiKey":"k"}]}"#, "not encrypted"
        ),
    ])
    func aFileWithAFaultNamesIt(text: String, hint: String) throws {
        let file = try folder.write(text, to: "payments.json")
        let error = #expect(throws: (any Error).self) { try PaymentConfiguration(contentsOf: file) }
        #expect("\(try #require(error))".contains(hint), "\(String(describing: error))")
    }
}
