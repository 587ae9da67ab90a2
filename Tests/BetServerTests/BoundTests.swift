import Foundation
import Server
import Testing
import TextFormats

@testable import BetServer  // limits are made small

/// The bounds of clients: bodies, requests, connections, methods, and what comes before a route.
@Suite struct BoundTests {
    @Test func aBodyIsBounded() async throws {
        // given
        let table = try await BetTable()
        let anna = try await table.signIn()
        // when
        let body = BetTable.bet(more: ",\"notes\":\"\(String(repeating: "x", count: 20_000))\"")
        let answer = try await table.post("/v1/bets", as: anna.access, body)
        // then
        #expect(answer.status == 413 && answer.code == "VALIDATION_ERROR" && answer.detailCode == "tooLarge")
        let long = BetTable.bet(more: ",\"notes\":\"\(String(repeating: "x", count: 2_001))\"")
        #expect(try await table.post("/v1/bets", as: anna.access, long).status == 422)
        try await table.stop()
    }

    @Test func requestsAreLimitedPerUserAndPerAddress() async throws {
        // given
        let table = try await BetTable { options in
            options.operations.rates = .init()
            options.operations.rates?.reads = .init("reads", 3, inSeconds: 60)
        }
        // when
        var statuses: [UInt] = []
        for _ in 0..<5 { statuses.append(try await table.get("/v1/games/today").status) }
        // then
        #expect(statuses == [200, 200, 200, 429, 429])
        let refused = try await table.get("/v1/games/today")
        #expect(refused.code == "RATE_LIMITED" && refused.headers["retry-after"] != nil)
        #expect(refused.headers["ratelimit-policy"]?.contains("reads") == true)
        try await table.stop()
    }

    @Test(arguments: [
        ("PUT", "/v1/bets", "GET, POST, HEAD, OPTIONS"), ("POST", "/v1/games/today", "GET, HEAD, OPTIONS"),
        ("GET", "/v1/auth/apple", "POST, OPTIONS"),
    ])
    func anotherMethodIsNotAllowed(method: String, path: String, allowed: String) async throws {
        // given
        let table = try await BetTable()
        // when
        let answer = try await table.send(method, path)
        // then
        #expect(answer.status == 405 && answer.code == "VALIDATION_ERROR")
        let found = Set((answer.headers["allow"] ?? "").split(separator: ", "))
        #expect(found == Set(allowed.split(separator: ", ")))
        try await table.stop()
    }

    @Test func anIdleConnectionIsClosed() async throws {
        // given
        let table = try await BetTable { $0.limits.idleTime = .milliseconds(300) }
        // when
        let client = try WebSocketClient(table.port, waiting: 5)
        // then
        #expect(await client.waitForEnd())
        try await table.stop()
    }

    @Test func aSlowHeadIsRefusedInTheEnvelope() async throws {
        // given
        let table = try await BetTable { $0.limits.headTime = .milliseconds(300) }
        let client = try WebSocketClient(table.port, waiting: 5)
        // when
        client.send(Array("GET /v1/games/today HTTP/1.1\r\nHost: 127.0.0.1\r\n".utf8))
        // then
        let text = await client.rest()
        #expect(text.hasPrefix("HTTP/1.1 408") && text.contains("\"success\":false"), "\(text)")
        try await table.stop()
    }

    @Test func aSlowBodyIsRefused() async throws {
        // given
        let table = try await BetTable { $0.limits.bodyTime = .milliseconds(500) }
        let client = try WebSocketClient(table.port, waiting: 5)
        // when
        client.send(
            Array("POST /v1/auth/refresh HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{".utf8))
        // then
        #expect(await client.rest().hasPrefix("HTTP/1.1 408"))
        try await table.stop()
    }

    @Test(arguments: [
        "GET /v1/games/today HTTP/1.1\r\n\r\n", "GET /v1/games/today HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", "nothing at all\r\n\r\n",
        "POST /v1/bets HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    ])
    func aMalformedHeadIsRefusedInTheEnvelope(head: String) async throws {
        // given
        let table = try await BetTable()
        let client = try WebSocketClient(table.port, waiting: 5)
        // when
        client.send(Array(head.utf8))
        // then
        let text = await client.rest()
        #expect(text.hasPrefix("HTTP/1.1 4") && text.contains("\"code\":\"VALIDATION_ERROR\""), "\(text)")
        try await table.stop()
    }

    @Test func aServerForDevelopmentAnswersToThisMachineAlone() async throws {
        let table = try await BetTable()
        let answer = try await table.send("GET", "/v1/games/today", nil, ["Host": "evil.example"])
        #expect(answer.status == 421)
        try await table.stop()
    }

    @Test func identityTokensByNameAreForDevelopmentAlone() async throws {
        let table = try await BetTable { $0.isDev = false }
        #expect(try await table.post("/dev/tokens", "{\"name\":\"anna\"}").status == 404)
        try await table.stop()
    }

    @Test func figuresAreThereForThisMachine() async throws {
        // given
        let table = try await BetTable()
        _ = try await table.get("/v1/games/today")
        _ = try await table.get("/v1/games/99")
        // when
        let text = try await table.get("/metrics").text
        // then
        #expect(text.contains("# HELP statdiscute_http_requests_total"))
        #expect(text.contains("route=\"/v1/games/today\",status=\"200\"} 1"))
        #expect(text.contains("statdiscute_refusals_total{reason=\"NOT_FOUND\"} 1"))
        try await table.stop()
    }
}
