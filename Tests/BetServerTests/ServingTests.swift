import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import Server
import TestSupport
import Testing
import TextFormats

@testable import BetServer  // limits are made small

/// A server in the open: TLS, proxies, health, and the bounds of each client.
@Suite struct ServingTests {
    /// Sets settings as `statdiscute serve --set` does.
    private static func set(_ flags: [String: String], _ options: inout BetServerOptions) throws {
        var settings = options.settings
        try ServerConfiguration(flags: flags, environment: [:], file: nil, of: .bets).apply(to: &settings)
        options.settings = settings
    }

    @Test(arguments: [true, false]) func theServerSpeaksTLS(isNew: Bool) async throws {
        // given
        let directory = TemporaryDirectory()
        try directory.write(TestCertificates.server, to: "cert.pem")
        try directory.write(TestCertificates.serverKey, to: "key.pem")
        let table = try await BetTable { options in
            options.tls = .init(certificate: directory("cert.pem"), key: directory("key.pem"))
            // The certificate is judged by the real time.
            options.secondsClock = .system
        }
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(TestCertificates.authority.utf8)))
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls)
        configuration.httpVersion = isNew ? .automatic : .http1Only
        let client = HTTPClient(configuration: configuration)
        // when
        let url = "https://localhost:\(table.port)/v1/games/today"
        let answer = try await client.execute(HTTPClientRequest(url: url), timeout: .minutes(1))
        let text = String(buffer: try await answer.body.collect(upTo: 1 << 20))
        // then
        #expect(answer.status == .ok && answer.version == (isNew ? .http2 : .http1_1))
        #expect(text.contains("\"success\":true"))
        try await client.shutdown()
        try await table.stop()
    }

    @Test func aCertificateThatCannotBeUsedStopsTheStart() async throws {
        await #expect(throws: ServerConfigurationError.self) {
            _ = try await BetTable { $0.tls = .init(certificate: "/nowhere/cert.pem", key: "/nowhere/key.pem") }
        }
    }

    /// A client names another address. That of a trusted proxy counts, that of anybody else does not.
    @Test(arguments: [true, false]) func onlyATrustedProxyNamesItsClients(isTrusted: Bool) async throws {
        // given
        let table = try await BetTable { options in
            options.operations.rates = .init()
            options.operations.rates?.reads = .init("reads", 2, inSeconds: 60)
            if isTrusted { try Self.set(["proxy.trusted": "127.0.0.1,::1"], &options) }
        }
        // when
        var statuses: [UInt] = []
        for client in [1, 1, 1, 2] {
            statuses.append(
                try await table.send(
                    "GET", "/v1/games/today", nil, ["X-Forwarded-For": "203.0.113.\(client)"]
                ).status)
        }
        // then
        #expect(statuses == (isTrusted ? [200, 200, 429, 200] : [200, 200, 429, 429]))
        try await table.stop()
    }

    @Test func anAddressHasBoundedStreamsOfBothKinds() async throws {
        // given
        let table = try await BetTable { try Self.set(["streams.most": "2"], &$0) }
        let first = try WebSocketClient(table.port)
        #expect(try await first.open("/v1/live/scores").hasPrefix("HTTP/1.1 101"))
        let second = try WebSocketClient(table.port)
        second.send(
            Array("GET /v1/live/odds?gameIds=\(BetTable.game) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8))
        _ = try await second.head()
        // when
        let third = try WebSocketClient(table.port)
        let refused = try await third.open("/v1/live/scores")
        let stream = try await table.get("/v1/live/scores?gameIds=\(BetTable.game)")
        // then
        #expect(refused.hasPrefix("HTTP/1.1 429") && stream.status == 429 && stream.code == "RATE_LIMITED")
        #expect(try await table.metric("statdiscute_streams") == 2)
        try await table.stop()
    }

    @Test func anAddressHasBoundedConnections() async throws {
        // given
        let table = try await BetTable { try Self.set(["address.connections": "3"], &$0) }
        let open = try (0..<3).map { _ in try WebSocketClient(table.port, waiting: 20) }
        for client in open {
            client.send(Array("GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8))
            _ = try await client.head()
        }
        // when
        let fourth = try WebSocketClient(table.port, waiting: 20)
        // then
        #expect(await fourth.waitForEnd())
        try await table.stop()
    }

    @Test func healthIsToldToEverybody() async throws {
        let table = try await BetTable()
        let (live, ready) = (try await table.get("/livez"), try await table.get("/readyz"))
        #expect(try live.status == 200 && live.json["status"]?.string == "live")
        #expect(try ready.status == 200 && ready.json["size"]?.integer(as: Int.self) ?? 0 > 0)
        try await table.stop()
    }
}
