import Foundation

/// One call of the server's, with all that makes a request of it but the token.
struct Call: Sendable {
    var method = "GET"
    /// With its query, if any.
    var path: String
    var headers: [String: String] = [:]
    var body: [UInt8]?
    /// Whether the answer may be older than the viewer's last write.
    var mayLag = false

    static func post(_ path: String, _ body: some Encodable, key: UUID? = nil) throws(DraftClientError) -> Call {
        try write("POST", path: path, body: body, key: key)
    }

    static func put(_ path: String, _ body: some Encodable, key: UUID? = nil) throws(DraftClientError) -> Call {
        try write("PUT", path: path, body: body, key: key)
    }

    private static func write(
        _ method: String, path: String, body: some Encodable, key: UUID?
    ) throws(DraftClientError) -> Call {
        let bytes: [UInt8]
        do {
            bytes = Array(try JSONEncoder().encode(body))
        } catch {
            throw .undecodable(error)
        }
        return Call(method: method, path: path, headers: ["Idempotency-Key": key?.uuidString ?? ""], body: bytes)
    }
}

/// A time by which something is to be done, and the pauses until then.
struct RetryBudget: Sendable {
    private let end: ContinuousClock.Instant
    private var pause: Duration
    private let longest: Duration

    init(_ time: Duration, _ options: DraftClient.Options) {
        end = .now + time
        (pause, longest) = (options.firstPause, options.longestPause)
    }

    /// The time that remains.
    var left: Duration { max(.zero, end - .now) }

    /// Waits before the next attempt.
    ///
    /// - Parameter least: the minimum that the server asks for.
    /// - Returns: false if the remaining time is too short for another attempt.
    mutating func wait(atLeast least: Duration? = nil) async throws(DraftClientError) -> Bool {
        let wanted = max(pause * Double.random(in: 1...1.5), least ?? .zero)
        pause = min(pause * 2, longest)
        guard wanted < left else { return false }
        do {
            try await Task.sleep(for: wanted)
        } catch {
            throw .cancelled
        }
        return true
    }
}

extension DraftClient {
    /// Decodes the answer to a call.
    func value<Value: Decodable>(_ answer: TransportAnswer) throws(DraftClientError) -> Value {
        do {
            return try WireFormat.decoder.decode(Value.self, from: Data(answer.body))
        } catch {
            throw .undecodable(error)
        }
    }

    /// Reads, and tries again where the network or the server is not able to.
    func get<Value: Decodable>(_ path: String, mayLag: Bool = false) async throws(DraftClientError) -> Value {
        try value(try await read(path, mayLag: mayLag))
    }

    func read(_ path: String, mayLag: Bool = false) async throws(DraftClientError) -> TransportAnswer {
        var budget = RetryBudget(options.commandTime, options)
        var attempts = options.readAttempts
        while true {
            do {
                return try await answer(to: Call(path: path, mayLag: mayLag))
            } catch {
                attempts -= 1
                guard error.isTransient, attempts > 0,
                    try await budget.wait(atLeast: error.problem?.retryAfter)
                else { throw error }
            }
        }
    }

    /// Sends what changes something, under its key, until it has its first outcome: the server does it once, however often it
    /// comes.
    ///
    /// - Throws: `unanswered` where the time is over without one.
    func write(
        _ call: Call, key: UUID, within time: Duration? = nil
    ) async throws(DraftClientError) -> TransportAnswer {
        var budget = RetryBudget(time ?? options.commandTime, options)
        while true {
            do {
                let answer = try await answer(to: call, within: budget.left)
                if let position = answer.headers["ledger-position"].flatMap({ UInt64($0) }) { note(written: position) }
                return answer
            } catch {
                guard error.isTransient else { throw error }
                guard try await budget.wait(atLeast: error.problem?.retryAfter) else {
                    throw .unanswered(key: key, "\(error)")
                }
            }
        }
    }

    // MARK: One request

    /// Sends a call once; and a second time where the token has run out.
    func answer(to call: Call, within time: Duration? = nil) async throws(DraftClientError) -> TransportAnswer {
        let answer: TransportAnswer = try await send(call) { (request: TransportRequest) in
            var request = request
            if let time { request.timeLimit = min(request.timeLimit, max(time, .milliseconds(100))) }
            let answer = try await self.transport.answer(to: request)
            return (answer, answer.status)
        }
        guard (200..<300).contains(answer.status) else { throw Self.failure(answer) }
        return answer
    }

    /// Opens a stream; its failures are as those of a call.
    func stream(_ call: Call) async throws(DraftClientError) -> TransportStream {
        let stream: TransportStream = try await send(call) { (request: TransportRequest) in
            let stream = try await self.transport.stream(request)
            return (stream, stream.status)
        }
        guard stream.status != 200, stream.status != 204 else { return stream }
        var body: [UInt8] = []
        do {
            for try await piece in stream.body where body.count < 1 << 16 { body += piece }
        } catch {
            // The status says enough.
        }
        throw Self.failure(TransportAnswer(status: stream.status, headers: stream.headers, body: body))
    }

    private func send<Answer: Sendable>(
        _ call: Call, _ transmit: @Sendable (TransportRequest) async throws -> (Answer, status: Int)
    ) async throws(DraftClientError) -> Answer {
        var rejected: String?
        while true {
            let token = try await tokens.token(insteadOf: rejected)
            guard rejected == nil || token != nil else {
                throw .unauthenticated("the server refuses the token, and the token provider has no other token.")
            }
            let request = try request(call, token)
            let answer: (Answer, status: Int)
            do {
                answer = try await transmit(request)
            } catch is CancellationError {
                throw .cancelled
            } catch {
                if Task.isCancelled { throw .cancelled }
                throw .offline("\(error)")
            }
            guard answer.status == 401, token != nil, rejected == nil else { return answer.0 }
            rejected = token
        }
    }

    private func request(_ call: Call, _ token: String?) throws(DraftClientError) -> TransportRequest {
        var path = call.path
        var headers = call.headers.filter { !$0.value.isEmpty }
        if call.method == "GET", !call.mayLag, lastWrite > 0 {
            path += "\(path.contains("?") ? "&" : "?")after=\(lastWrite)"
            headers["Prefer"] = "wait=2"
        }
        guard let url = URL(string: address + path) else { throw .unreadable("'\(path)' is not a valid address.") }
        if let token { headers["Authorization"] = "Bearer \(token)" }
        if call.body != nil { headers["Content-Type"] = "application/json" }
        headers["Accept"] = headers["Accept"] ?? "application/json"
        return TransportRequest(
            method: call.method, url: url, headers: headers, body: call.body, timeLimit: options.requestTime)
    }

    private static func failure(_ answer: TransportAnswer) -> DraftClientError {
        let problem = Problem(answer)
        if answer.status == 401 { return .unauthenticated(problem.sentence) }
        return problem.isDecision ? .refused(problem) : .failed(problem)
    }
}
