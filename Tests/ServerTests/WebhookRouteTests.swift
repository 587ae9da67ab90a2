import Draft
import DraftLedger
import Foundation
import HTTPTypes
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

    /// A partner that fails for days: the events end as dead letters, one is dropped and the other one sent again.
    @Test func anEventThatWasGivenUpIsSentAgainOrDropped() async throws {
        let receiver = try await WebhookReceiver()
        let file = directory("webhooks.json") as String
        try receiver.settings(topics: ["draft.seat_taken"]).write(toFile: file, atomically: true, encoding: .utf8)
        let (temporary, clock) = (try TemporaryLedger(), DevClock())
        try temporary.reopen(by: clock.microseconds)
        let server = try await RunningServer(temporary.ledger) {
            $0.webhooks = file
            $0.clock = clock.wallClock
        }
        let operator_ = try await server.signIn("olga", roles: ["operator"]).token
        var stream = try await EventReader(server, path: "/v1/stream/staff", as: operator_)
        _ = try await stream.until("live")
        let anna = try await server.signIn("anna")
        for _ in 0..<2 {
            let join = #"{"kind":"joinTournament","user":\#(anna.user),"tournament":1,"entries":1}"#
            #expect(try await server.command(join, as: anna.token).status == 200)
        }
        let letters = "/v1/webhooks/partner/dead-letters"
        func dead() async throws -> [JSONValue] {
            try await server.get(letters, as: operator_).json["deadLetters"]?.elements ?? []
        }
        // Time passes whether or not an attempt is under way: the next one is due at a time after its end.
        var found: [JSONValue] = []
        while found.count < 2 {
            clock.advance(by: .seconds(2_000))
            found = try await dead()
        }
        let positions = try found.map { try #require($0["position"]?.integer(as: UInt64.self)) }
        #expect(found.allSatisfy { $0["attempts"]?.integer() == 10 && $0["error"]?.string?.contains("500") == true })
        var isAnnounced = false
        while !isAnnounced, let event = try await stream.next() {
            isAnnounced = event.data.contains("\"deliveries\":[]")
        }
        let list = try await server.get("/v1/webhooks", as: operator_).json["webhooks"]?.elements.first
        #expect(list?["deadLetters"]?.integer() == 2 && list?["waiting"]?.integer() == 0)

        let (dropped, kept) = (positions[0], positions[1])
        #expect(try await server.send("DELETE", "\(letters)/\(dropped)", as: anna.token).status == 403)
        #expect(try await server.send("DELETE", "\(letters)/\(dropped)").status == 401)
        #expect(try await server.send("DELETE", "\(letters)/\(dropped)", as: operator_).status == 200)
        #expect(try await server.send("DELETE", "\(letters)/\(dropped)", as: operator_).status == 404)
        #expect(try await server.send("POST", "\(letters)/\(dropped)", as: operator_).status == 404)
        #expect(try await dead().compactMap { $0["position"]?.integer(as: UInt64.self) } == [kept])
        receiver.answer(.noContent)
        let before = receiver.received.count
        #expect(try await server.send("POST", "\(letters)/\(kept)", as: operator_).status == 200)
        while receiver.received.count == before { _ = try await server.get("/livez") }
        #expect(receiver.received.last?.contains("\"position\":\(kept)") == true, "\(receiver.received.last ?? "")")
        #expect(try await dead().isEmpty)
        // What was dropped and what was delivered are not sent after a restart.
        try await server.stop()
        let total = receiver.received.count
        let again = try await RunningServer(temporary.ledger) {
            $0.webhooks = file
            $0.clock = clock.wallClock
        }
        let olga = try await again.signIn("olga", roles: ["operator"]).token
        let state = try await again.get("/v1/webhooks", as: olga).json["webhooks"]?.elements.first
        #expect(state?["deadLetters"]?.integer() == 0 && state?["waiting"]?.integer() == 0)
        #expect(receiver.received.count == total)
        try await again.stop()
        withExtendedLifetime(temporary) {}
    }

    /// The metrics are of all endpoints together, so that their number does not grow with the endpoints.
    @Test func theMetricsTellWhatWaitsAndWhatFailed() async throws {
        let file = directory("webhooks.json") as String
        let topics = #"["draft.room_opened","draft.seat_taken"]"#
        let endpoints = ["one", "two"].map {
            #"{"id":"\#($0)","url":"http://127.0.0.1:9/hook","secrets":["whsec_\#(Self.secret)"],"topics":\#(topics)}"#
        }
        try #"{"allowLoopback":true,"endpoints":[\#(endpoints.joined(separator: ","))]}"#.write(
            toFile: file, atomically: true, encoding: .utf8)
        let temporary = try TemporaryLedger()
        let lines = Lines()
        let server = try await RunningServer(temporary.ledger) {
            $0.webhooks = file
            $0.operations.logLevel = "info"
            $0.operations.log = { lines.add($0) }
        }
        let anna = try await server.signIn("anna")
        let before = try await server.get("/metrics").text
        for name in ["delivered", "failed", "dead_letter", "disabled"] {
            #expect(before.contains("\ndraftledger_webhook_deliveries_total{outcome=\"\(name)\"} 0\n"), "\(name)")
        }
        #expect(before.contains("\ndraftledger_webhook_oldest_waiting_seconds 0.0\n"))
        let join = #"{"kind":"joinTournament","user":\#(anna.user),"tournament":1,"entries":1}"#
        #expect(try await server.command(join, as: anna.token).status == 200)
        // A room is opened and a seat taken: the first event is attempted, and the second one waits behind it.
        var text = ""
        func figure(_ name: String) -> Double {
            text.split(separator: "\n").lazy.compactMap { line in
                line.hasPrefix(name + " ") ? Double(line.dropFirst(name.count + 1)) : nil
            }.first ?? -1
        }
        while figure(#"draftledger_webhook_deliveries_total{outcome="failed"}"#) < 2
            || figure("draftledger_webhook_waiting_events") < 4
        {
            text = try await server.get("/metrics").text
        }
        #expect(figure("draftledger_webhook_waiting_events") == 4)
        #expect(figure("draftledger_webhook_oldest_waiting_seconds") > 0)
        #expect(figure("draftledger_webhook_lag_events") == 0 && figure("draftledger_webhook_dead_letters") == 0)
        #expect(figure("draftledger_webhook_disabled_endpoints") == 0)
        #expect(figure("draftledger_webhook_delivery_seconds_count") >= 2)
        #expect(text.matches(of: /\ndraftledger_webhook_\w+\{[^}]*endpoint=/).isEmpty)
        let failures = lines.all.filter { $0.contains("not delivered by webhook") }
        #expect(failures.count >= 2 && failures.allSatisfy { $0.contains("\"outcome\":\"failed\"") }, "\(failures)")
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
