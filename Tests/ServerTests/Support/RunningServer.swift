import NIOHTTP1
import AsyncHTTPClient
import Draft
import DraftLedger
import Foundation
import LedgerTesting
import NIOCore
import ServerTesting
import Testing
import TextFormats

@testable import Server  // limits are made small, and routes looked at

/// A server on a port of its own, asked over real connections.
final class RunningServer: Sendable {
    private let run: ServerRun

    var port: Int { run.port }

    /// - Parameter ledger: stays open when the server has stopped.
    init(_ ledger: DraftLedger, _ change: (inout ServerOptions) -> Void = { _ in }) async throws {
        run = try await ServerRun(ledger, change)
    }

    /// As SIGTERM does; returns when all has ended.
    func stop() async throws { try await run.stop() }

    /// The reason for which it ends by itself.
    var ending: DraftServer.Ending { get async throws { try await run.ending } }

    /// An answer, read to its end.
    struct Answer {
        var status: UInt
        var headers: [String: String]
        var text: String

        func header(_ name: String) -> String? { headers[name.lowercased()] }

        var json: JSONValue {
            get throws { try JSONDocument(Array(text.utf8)).root }
        }

        /// The code of a problem.
        var code: String? { (try? json["code"]?.string) ?? nil }  // what is no problem has no code
    }

    /// Sends a request. The answer has to be as the OpenAPI document describes it.
    func send(
        _ method: String, _ path: String, as token: String? = nil, _ body: String? = nil,
        _ headers: [String: String] = [:]
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
        request.method = .init(rawValue: method)
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
        if let body { request.body = .bytes(Array(body.utf8)) }
        let response = try await HTTPClient.shared.execute(request, timeout: .minutes(5))
        let bytes = try await response.body.collect(upTo: 16 << 20)
        var found: [String: String] = [:]
        for header in response.headers { found[header.name.lowercased()] = header.value }
        let answer = Answer(status: response.status.code, headers: found, text: String(buffer: bytes))
        let fault = DocumentCheck.fault(of: method, path, answer)
        #expect(fault == nil, "\(method) \(path)")
        return answer
    }

    /// What an address answers, byte for byte.
    func bytes(_ path: String, as token: String) async throws -> [UInt8] {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
        request.headers.add(name: "Authorization", value: "Bearer \(token)")
        let response = try await HTTPClient.shared.execute(request, timeout: .minutes(5))
        return Array(try await response.body.collect(upTo: 64 << 20).readableBytesView)
    }

    func get(
        _ path: String, as token: String? = nil, _ headers: [String: String] = [:]
    ) async throws -> Answer { try await send("GET", path, as: token, nil, headers) }

    func post(
        _ path: String, as token: String? = nil, _ body: String, _ headers: [String: String] = [:]
    ) async throws -> Answer { try await send("POST", path, as: token, body, headers) }

    /// A token for a name, and its user.
    func signIn(_ name: String, roles: [String] = []) async throws -> (token: String, user: UInt64) {
        let names = roles.map { "\"\($0)\"" }.joined(separator: ",")
        let json = try await post("/dev/tokens", "{\"name\":\"\(name)\",\"roles\":[\(names)]}").json
        guard let token = json["token"]?.string, let user = json["user"]?.integer(as: UInt64.self) else {
            throw ServerRun.NeverListened()
        }
        return (token, user)
    }

    /// Sends a command under a new id.
    func command(_ json: String, as token: String) async throws -> Answer {
        try await post("/v1/commands", as: token, json, ["Idempotency-Key": UUID().uuidString])
    }
}
