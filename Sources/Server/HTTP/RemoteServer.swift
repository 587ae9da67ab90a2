import AsyncHTTPClient
package import Draft
import Foundation
import Merkle
import NIOCore
import NIOHTTP1
package import Records
package import TextFormats

/// A server somewhere else, for who sends it commands as a program does: `--server URL --token T`.
package struct RemoteServer: Sendable {
    /// Without a slash at the end.
    private let address: String
    private let token: String

    /// - Throws: `RemoteServerError` for an address that is none, or that would show the token to everybody on the way.
    package init(_ address: String, token: String) throws(RemoteServerError) {
        guard let url = URL(string: address), let scheme = url.scheme?.lowercased(), let host = url.host, !host.isEmpty,
            ["http", "https"].contains(scheme), url.query == nil, url.user == nil
        else {
            throw RemoteServerError("'\(address)' is no address of a server: expected one such as https://host:3000.")
        }
        guard scheme == "https" || ServerOptions.isLoopback(host) else {
            throw RemoteServerError("\(address) would show the token to everybody on the way: use https.")
        }
        guard !token.isEmpty, !token.contains(where: \.isWhitespace) else {
            throw RemoteServerError("The token is empty, or has spaces in it.")
        }
        self.address = address.hasSuffix("/") ? String(address.dropLast()) : address
        self.token = token
    }

    /// What a server answers to a command.
    package struct Answer: Sendable {
        package var status: Int
        /// The outcome, or the problem.
        package var json: JSONValue
        /// The same as it came.
        package var text: String

        /// Whether it happened; a refusal and a problem did not.
        package var isAccepted: Bool { status == 200 && json["outcome"]?.string == "accepted" }

        /// Why not, in a sentence.
        package var reason: String {
            let code = json["code"]?.string ?? "status \(status)"
            return "\(code): \(json["detail"]?.string ?? json["message"]?.string ?? "no reason is given")"
        }
    }

    /// Sends one command. The same id again is safe.
    package func send(_ request: CommandRequest) async throws -> Answer {
        var request = request
        // When it arrives is for the server to say.
        request.occurredAt = nil
        return try await answer("POST", "/v1/commands", Array(request.json.utf8))
    }

    /// The number of whom the token is.
    package func user() async throws -> UserID {
        let answer = try await answer("GET", "/v1/users/me", nil)
        guard answer.status == 200, let number = answer.json["user"]?.integer(as: UInt64.self) else {
            throw RemoteServerError("\(address) does not say whose the token is: \(answer.reason)")
        }
        return UserID(number)
    }

    /// A number that no contest of the server has.
    package func freeContest() async throws -> TournamentID {
        let answer = try await answer("GET", "/v1/tournaments", nil)
        guard answer.status == 200, answer.json.kind == .array else {
            throw RemoteServerError("\(address) does not list its contests: \(answer.reason)")
        }
        let known = answer.json.elements.compactMap { $0["tournament"]?.integer(as: UInt64.self) }
        return TournamentID((known.max() ?? 0) + 1)
    }

    /// The name of the server's ledger, and how far its published head shows that it has come: what a signature is about.
    package func sight() async throws -> (origin: String, sight: CommandSight) {
        let (status, bytes) = try await exchange("GET", "/log/checkpoint", nil)
        guard status == 200 else { throw RemoteServerError("\(address) has published no checkpoint yet.") }
        let head = try SignedCheckpoint(bytes).unverified
        guard let root = Digest256(bytes: head.root.bytes) else {
            throw RemoteServerError("\(address) publishes a root that is none.")
        }
        var sight = CommandSight.nothing
        (sight.anchor, sight.root) = (head.size, root)
        return (head.origin, sight)
    }

    private func answer(_ method: String, _ path: String, _ body: [UInt8]?) async throws -> Answer {
        let (status, bytes) = try await exchange(method, path, body)
        do {
            return Answer(
                status: status, json: try JSONDocument(bytes).root, text: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw RemoteServerError("\(address) answers \(status) with something that is no JSON: is it this program?")
        }
    }

    private func exchange(_ method: String, _ path: String, _ body: [UInt8]?) async throws -> (Int, [UInt8]) {
        var request = HTTPClientRequest(url: address + path)
        request.method = HTTPMethod(rawValue: method)
        request.headers.add(name: "Authorization", value: "Bearer \(token)")
        request.headers.add(name: "Accept", value: "application/json")
        if let body { request.body = .bytes(body) }
        do {
            let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
            let bytes = try await response.body.collect(upTo: 16 << 20)
            return (Int(response.status.code), Array(bytes.readableBytesView))
        } catch {
            throw RemoteServerError("\(address) cannot be reached: \(error). The same again is safe.")
        }
    }
}

/// Why a server cannot be asked.
package struct RemoteServerError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
