public import Foundation

/// The server's description of a call that failed or was refused.
public struct Problem: Sendable {
    /// The HTTP status.
    public var status: Int
    public var code: ProblemCode
    /// The sentence for people: the ledger's own, or the server's.
    public var sentence: String
    /// The position of the refusal in the ledger; nil if the command was not decided, or the refusal was only counted.
    public var position: UInt64?
    /// The pick that was on the clock, or that the command named.
    public var pick: Int?
    public var seat: Int?
    /// By its index in the pool.
    public var player: Int?
    /// When the time of the pick ended, and when its grace did.
    public var deadline: Date?
    public var graceEndsAt: Date?
    /// By how much the command was in time; below zero by how much it was late.
    public var margin: Duration?
    /// Whether it is the first outcome of a key that was used before.
    public var isReplay: Bool
    /// When the server can be asked again; nil where it does not say.
    public var retryAfter: Duration?
    /// Whether the ledger decided; otherwise the server answered for itself.
    public var isDecision: Bool

    /// Whether the outcome is on record. If it is, it is final; if not, a retry of the command is decided again.
    public var isRecorded: Bool { position != nil }
}

extension Problem {
    /// Reads the server's two shapes of an error: `application/problem+json`, and the app's.
    ///
    /// - Parameter answer: an answer in neither shape, such as a proxy's page, becomes a problem with an unknown code.
    init(_ answer: TransportAnswer) {
        let body = try? WireFormat.decoder.decode(Body.self, from: Data(answer.body))  // a proxy's page has no members
        status = answer.status
        code = ProblemCode(body?.code ?? "status\(answer.status)")
        sentence = body?.detail ?? body?.message ?? "The server answers with the status \(answer.status)."
        position = body?.position
        (pick, seat, player) = (body?.pick, body?.seat, body?.player)
        (deadline, graceEndsAt) = (body?.deadline, body?.graceEndsAt)
        margin = body?.margin.map { .microseconds($0) }
        isReplay = answer.headers["idempotency-replayed"] == "true"
        retryAfter = answer.headers["retry-after"].flatMap { Int($0) }.map { .seconds(min(max($0, 0), 86_400)) }
        isDecision = body?.isDecision ?? false
    }

    private struct Body: Decodable {
        var code: String?
        var detail: String?
        var message: String?
        var position: UInt64?
        var pick: Int?
        var seat: Int?
        var player: Int?
        var deadline: Date?
        var graceEndsAt: Date?
        var margin: Int64?
        /// A decision always states the clock, even if no clock ran.
        var isDecision: Bool

        private enum Key: String, CodingKey {
            case code, detail, message, position, pick, seat, player, deadline, graceEndsAt, margin
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Key.self)
            // One member in another form than is known does not take the others along.
            func read<Value: Decodable>(_ key: Key) -> Value? { try? members.decodeIfPresent(Value.self, forKey: key) }
            (code, detail, message) = (read(.code), read(.detail), read(.message))
            (position, margin) = (read(.position), read(.margin))
            (pick, seat, player) = (read(.pick), read(.seat), read(.player))
            (deadline, graceEndsAt) = (read(.deadline), read(.graceEndsAt))
            isDecision = members.contains(.margin)
        }
    }
}

/// The server's JSON.
enum WireFormat {
    /// Times are ISO 8601 in UTC, of whole seconds in the app's shapes and of microseconds elsewhere.
    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            guard let date = date(text) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "'\(text)' is not an ISO 8601 time.")
            }
            return date
        }
        return decoder
    }

    static func date(_ text: String) -> Date? {
        let parts = text.split(separator: ".", maxSplits: 1)
        guard let whole = parts.first else { return nil }
        guard parts.count == 2 else { return try? Date(text, strategy: .iso8601) }  // nil is what is asked for
        let digits = parts[1].prefix(while: \.isNumber)
        let zone = parts[1].dropFirst(digits.count)
        // As above.
        guard !digits.isEmpty, let seconds = try? Date("\(whole)\(zone)", strategy: .iso8601),
            let fraction = Double("0.\(digits)")
        else { return nil }
        return seconds.addingTimeInterval(fraction)
    }

    static func text(_ date: Date) -> String {
        let micros = Int64((date.timeIntervalSince1970 * 1_000_000).rounded())
        let (seconds, rest) = micros.quotientAndRemainder(dividingBy: 1_000_000)
        let whole = Date(timeIntervalSince1970: Double(rest < 0 ? seconds - 1 : seconds))
        let fraction = String(rest < 0 ? rest + 1_000_000 : rest)
        let digits = String(repeating: "0", count: 6 - fraction.count) + fraction
        return "\(whole.formatted(.iso8601).dropLast())." + digits + "Z"
    }
}
