import Draft
import DraftLedger
import Foundation
import LedgerTesting
import TestSupport
import Testing
import TextFormats

@testable import Server  // the file of webhooks is set

/// The endpoints of webhooks, over HTTP.
@Suite(.withinTheRun) struct WebhookRouteTests {
    private let directory = TemporaryDirectory()

    @Test func anOperatorSeesTheEndpointsAndSendsAgain() async throws {
        let file = directory("webhooks.json") as String
        // Port 9 of this machine takes nothing: the endpoint fails.
        let endpoint = #"{"id":"partner","url":"http://127.0.0.1:9/hook","secrets":["whsec_\#(Self.secret)"]}"#
        try #"{"allowLoopback":true,"endpoints":[\#(endpoint)]}"#.write(
            toFile: file, atomically: true, encoding: .utf8)
        let temporary = try TemporaryLedger()
        let server = try await RunningServer(temporary.ledger) { $0.webhooks = file }
        let operator_ = try await server.signIn("olga", roles: ["operator"])
        let member = try await server.signIn("anna")
        let list = try await server.get("/v1/webhooks", as: operator_.token)
        let first = try #require(try list.json["webhooks"]?.elements.first, "\(list.text)")
        #expect(first["endpoint"]?.string == "partner" && first["enabled"]?.boolean == true)
        #expect(!list.text.contains("whsec"))
        #expect(try await server.get("/v1/webhooks", as: member.token).status == 403)
        let dead = try await server.get("/v1/webhooks/partner/dead-letters", as: operator_.token)
        #expect(dead.text.hasPrefix(#"{"deadLetters":[]}"#))
        #expect(try await server.get("/v1/webhooks/nobody/dead-letters", as: operator_.token).status == 404)
        #expect(try await server.send("POST", "/v1/webhooks/partner/dead-letters/1", as: operator_.token).status == 404)
        #expect(try await server.send("POST", "/v1/webhooks/partner/replay/0", as: member.token).status == 403)
        let replayed = try await server.send("POST", "/v1/webhooks/partner/replay/0", as: operator_.token)
        #expect(replayed.status == 200)
        #expect(try await server.send("POST", "/v1/webhooks/partner/replay/999999", as: operator_.token).status == 400)
        #expect(try await server.send("POST", "/v1/webhooks/partner/enable", as: operator_.token).status == 200)
        try await server.stop()
        withExtendedLifetime(temporary) {}
    }

    @Test func aServerWithoutWebhooksSaysSo() async throws {
        let temporary = try TemporaryLedger()
        let server = try await RunningServer(temporary.ledger)
        let operator_ = try await server.signIn("olga", roles: ["operator"])
        #expect(try await server.get("/v1/webhooks", as: operator_.token).text.hasPrefix(#"{"webhooks":[]}"#))
        let answer = try await server.send("POST", "/v1/webhooks/partner/enable", as: operator_.token)
        #expect(answer.status == 404 && answer.text.contains("webhooks.file"))
        try await server.stop()
        withExtendedLifetime(temporary) {}
    }

    private static let secret = Data(repeating: 7, count: 32).base64EncodedString()
}
