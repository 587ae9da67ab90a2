import AsyncHTTPClient
import Foundation
import LedgerTesting
import NIOCore
import NIOHTTP1
import TextFormats

@testable import Server  // limits are made small

/// A server with a certificate, on a ledger of its own, and a client that trusts it.
final class SecureServer {
    let authority: Authority
    let lines = Lines()
    private let temporary: TemporaryLedger
    let run: RunningServer
    private let client: HTTPClient

    var port: Int { run.port }

    init(
        version: HTTPClient.Configuration.HTTPVersion = .automatic, _ change: (inout ServerOptions) -> Void = { _ in }
    ) async throws {
        authority = try Authority.shared.get()
        temporary = try TemporaryLedger()
        let (files, lines) = (authority.files, lines)
        run = try await RunningServer(temporary.ledger) { options in
            options.tls = files
            options.operations.logLevel = "info"
            options.operations.log = { lines.add($0) }
            change(&options)
        }
        var configuration = HTTPClient.Configuration(tlsConfiguration: try authority.client())
        configuration.httpVersion = version
        client = HTTPClient(configuration: configuration)
    }

    func stop() async throws {
        try await client.shutdown()
        try await run.stop()
        withExtendedLifetime(temporary) {}
    }

    /// A token of somebody.
    func token() async throws -> String {
        let text = try await send("POST", "/dev/tokens", #"{"name":"anna"}"#).text
        return try JSONDocument(Array(text.utf8)).root["token"]?.string ?? ""
    }

    struct Answer {
        var version: HTTPVersion
        var status: UInt
        var headers: HTTPHeaders
        var text: String
    }

    func send(
        _ method: String, _ path: String, _ body: String? = nil, _ headers: [(String, String)] = []
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: "https://localhost:\(port)\(path)")
        request.method = .init(rawValue: method)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let body { request.body = .bytes(Array(body.utf8)) }
        let response = try await client.execute(request, timeout: .minutes(5))
        let bytes = try await response.body.collect(upTo: 16 << 20)
        return Answer(
            version: response.version, status: response.status.code, headers: response.headers,
            text: String(buffer: bytes))
    }

    /// The value of a figure; nil if it is not there.
    func figure(_ name: String) async throws -> Double? {
        let lines = try await send("GET", "/metrics").text.split(separator: "\n")
        return lines.first { $0.hasPrefix(name + " ") }.flatMap { Double($0.split(separator: " ").last ?? "") }
    }

    /// The connections and requests that were refused for a reason.
    func refusals(_ reason: Connections.Reason) async throws -> Double {
        try await figure("draftledger_refusals_total{reason=\"\(reason.rawValue)\"}") ?? 0
    }

    /// Speaks HTTP/2 frame by frame on a connection of its own.
    func frames(
        after prefix: String = "", _ body: (inout FrameConnection) async throws -> Void
    ) async throws {
        try await FrameConnection.run(
            port, try authority.client(["h2"]), after: prefix, greeting: true, body)
    }

    /// Sends bytes through TLS, without a protocol that the client names.
    func bytes(_ body: (inout FrameConnection) async throws -> Void) async throws {
        try await FrameConnection.run(port, try authority.client(), after: "", greeting: false, body)
    }
}
