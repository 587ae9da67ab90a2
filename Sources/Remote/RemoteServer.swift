package import Draft
import Foundation
package import Records
package import TextFormats

/// Sends HTTP requests for a `RemoteServer`, which knows no HTTP library itself.
package protocol HTTPTransport: Sendable {
    /// Sends one request and returns the whole answer.
    ///
    /// - Parameters:
    ///   - method: such as `POST`.
    ///   - url: absolute.
    ///   - headers: in order.
    ///   - body: nil for a request without a body.
    /// - Returns: the status, the value of `Retry-After` in seconds, and at most 16 MiB of body.
    /// - Throws: an error that describes why the answer is missing.
    func send(
        _ method: String, to url: String, headers: [(name: String, value: String)], body: [UInt8]?
    ) async throws -> (status: Int, retryAfter: Int?, body: [UInt8])
}

/// A running server to which a program sends commands: `--server URL --token T`.
package struct RemoteServer: Sendable {
    /// Without a slash at the end.
    private let address: String
    private let token: String
    private let transport: any HTTPTransport

    /// - Throws: `RemoteServerError` for an invalid address, and for one that would send the token unencrypted to another
    ///   machine.
    package init(
        _ address: String, token: String, over transport: any HTTPTransport
    ) throws(RemoteServerError) {
        guard let url = URL(string: address), let scheme = url.scheme?.lowercased(), let host = url.host, !host.isEmpty,
            ["http", "https"].contains(scheme), url.query == nil, url.user == nil
        else {
            throw RemoteServerError("'\(address)' is not the address of a server. Use one such as https://host:3000.")
        }
        guard scheme == "https" || Self.isLoopback(host) else {
            throw RemoteServerError("\(address) would send the token unencrypted. Use https.")
        }
        guard !token.isEmpty, !token.contains(where: \.isWhitespace) else {
            throw RemoteServerError("The token is empty, or has spaces in it.")
        }
        self.address = address.hasSuffix("/") ? String(address.dropLast()) : address
        self.token = token
        self.transport = transport
    }

    /// Returns whether a host's name is this machine's own.
    package static func isLoopback(_ host: some StringProtocol) -> Bool {
        ["127.0.0.1", "::1", "[::1]", "localhost"].contains(host.lowercased())
    }

    /// A server's answer to a command.
    package struct Answer: Sendable {
        package var status: Int
        /// The outcome, or the problem.
        package var json: JSONValue
        /// The same as it came.
        package var text: String
        /// In how many seconds the same may be sent again, where it was too early; nil for all else.
        package var retryAfter: Int?

        /// Whether it happened; a refusal and a problem did not.
        package var isAccepted: Bool { status == 200 && json["outcome"]?.string == "accepted" }

        /// The refusal's or the problem's.
        package var code: String? { json["code"]?.string }

        /// Why not, in a sentence.
        package var reason: String {
            let code = code ?? "status \(status)"
            return "\(code): \(json["detail"]?.string ?? json["message"]?.string ?? "no reason is given")"
        }
    }

    /// Sends one command. The same id again is safe.
    ///
    /// If the server limits the rate, waits and retries, for at most two minutes.
    package func send(_ request: CommandRequest) async throws -> Answer {
        var request = request
        // When it arrives is for the server to say.
        request.occurredAt = nil
        return try await answerInTurn("/v1/commands", request)
    }

    /// Returns the answer to a command, after the waits that the server asks for.
    private func answerInTurn(_ path: String, _ request: CommandRequest) async throws -> Answer {
        let body = Array(request.json.utf8)
        var left = Self.attempts
        while true {
            let answer = try await answer("POST", path, body)
            guard let seconds = answer.retryAfter, seconds <= left else { return answer }
            left -= max(1, seconds)
            try await Task.sleep(for: .seconds(max(1, seconds)))
        }
    }

    /// Seconds that a command waits for its turn.
    private static let attempts = 120

    /// Signs a command with a key that stays in this process.
    ///
    /// The free text of a command is stored outside the log, which has its salted digest. So the server returns the
    /// command to sign and the ledger's position.
    ///
    /// - Parameter request: with an id and a sender.
    /// - Throws: `RemoteServerError` where the server does not take the command, or wants another one signed.
    package func sealed(_ request: CommandRequest, by key: SealingKey) async throws -> CommandRequest {
        let answer = try await answerInTurn(
            "/v1/commands/signable?key=\(key.publicKey.bytes.hexadecimal)", request)
        guard answer.status == 200 else { throw RemoteServerError(answer) }
        return try request.sealed(as: answer.json, by: key)
    }

    /// Reads something as JSON.
    ///
    /// - Parameter path: from the first slash on.
    /// - Throws: `RemoteServerError` where the server does not tell.
    package func get(_ path: String) async throws -> JSONValue {
        let answer = try await answer("GET", path, nil)
        guard answer.status == 200 else { throw RemoteServerError(answer) }
        return answer.json
    }

    /// Sends a request other than a command.
    ///
    /// - Parameters:
    ///   - method: such as `DELETE`.
    ///   - path: from the first slash on.
    /// - Returns: the answer; null for an answer without content.
    /// - Throws: `RemoteServerError` if the server does not do it.
    package func request(_ method: String, _ path: String) async throws -> JSONValue {
        let answer = try await answer(method, path, nil)
        guard [200, 204].contains(answer.status) else { throw RemoteServerError(answer) }
        return answer.json
    }

    /// Returns the number of the token's user.
    package func user() async throws -> UserID {
        guard let number = try await get("/v1/users/me")["user"]?.integer(as: UInt64.self) else {
            throw RemoteServerError("\(address) does not say whose the token is.")
        }
        return UserID(number)
    }

    private func answer(_ method: String, _ path: String, _ body: [UInt8]?) async throws -> Answer {
        let (status, retryAfter, bytes) = try await exchange(method, path, body)
        do {
            return Answer(
                status: status, json: try JSONDocument(status == 204 ? Array("null".utf8) : bytes).root,
                text: String(decoding: bytes, as: UTF8.self),
                retryAfter: status == 429 ? retryAfter : nil)
        } catch {
            throw RemoteServerError("\(address) answers \(status) without valid JSON. Check the address.")
        }
    }

    private func exchange(
        _ method: String, _ path: String, _ body: [UInt8]?
    ) async throws -> (status: Int, retryAfter: Int?, [UInt8]) {
        do {
            return try await transport.send(
                method, to: address + path,
                headers: [("Authorization", "Bearer \(token)"), ("Accept", "application/json")], body: body)
        } catch {
            throw RemoteServerError(
                "\(address) cannot be reached: \(error). Check the address and whether the server runs. Sending the same "
                    + "command again is safe.")
        }
    }
}

/// Why a server cannot be asked.
package struct RemoteServerError: Error, CustomStringConvertible {
    package let description: String
    package let kind: Kind

    /// The outcome to expect if the same request is sent again.
    package enum Kind: Sendable {
        /// The object of the request does not exist.
        case absence
        /// The server does not accept the request from this caller, or in the state that the object is in.
        case refusal
        /// The request itself is wrong.
        case badRequest
        /// Perhaps the server accepts it later.
        case passing
    }

    package init(_ description: String, _ kind: Kind = .passing) {
        (self.description, self.kind) = (description, kind)
    }

    /// The reason that a server gives for an answer other than 200.
    init(_ answer: RemoteServer.Answer) {
        let kind: Kind =
            switch answer.status {
            case 404: .absence
            case 401, 402, 403, 409, 422, 451: .refusal
            case 408, 425, 429: .passing
            case 400..<500: .badRequest
            default: .passing
            }
        self.init("The server refuses it (\(answer.reason))", kind)
    }
}
