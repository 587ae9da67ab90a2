import Draft
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Pages
import TextFormats

/// Errors as the app reads them. It shows `message` as it is, for the statuses whose body it looks at at all.
extension Problem {
    /// The app's client reads the top level, its envelope `error`: both have the code and the message.
    var appResponse: Response {
        Response(json: Self.appMembers.json(of: self), status: status, headers: headers)
    }

    static let appMembers = Members<Problem>(
        "AppError",
        appHead + [
            .init("detail") { $0.detail }, .init("success") { _ in false },
            .init("error", Members(nil, appHead)) { $0 },
        ] + detailMembers)

    private static let appHead: [Member<Problem>] = [
        .init("code") { $0.code }, .init("message") { $0.appMessage },
    ]

    /// The app's own sentence where it has one.
    private var appMessage: String {
        if let sentence = RefusalCode(name: code)?.appSentence { return sentence }
        return switch status.code {
        // A rejected token has a reason. A request without a token has no session that could have expired.
        case 401: details.reason == nil ? "Please sign in" : "Your session has expired"
        case 403, 404: "Something went wrong"
        case 408: "Request timed out"
        case 429: "Too many attempts. Try again later"
        case 500...: "Server error (\(status.code))"
        default: detail
        }
    }
}

extension RefusalCode {
    /// The sentence that the app shows; nil if the ledger's own sentence is as good.
    fileprivate var appSentence: String? {
        Self.appSentences[self]
    }

    private static let appSentences: [RefusalCode: String] = [
        .notYourTurn: "It's not your turn to pick",
        .playerAlreadyDrafted: "This player has already been drafted",
        .insufficientBalance: "Insufficient balance",
        .stalePickNumber: "That pick has already been made",
        .clockExpired: "Time ran out before your pick arrived",
        .playerNotInPool: "This player is not in this draft",
        .draftNotActive: "The draft has not started",
        .draftComplete: "The draft is over",
        .roomPaused: "The draft is paused",
        .membershipFrozen: "The room is full and can't be left",
        .entriesClosed: "Entries are closed",
        .entryLimit: "Entry limit reached",
        .staleQueue: "Your queue changed on another device",
    ]
}

// MARK: What the app sends

extension Exchange {
    /// The maximum size of a body from the app: the queue of a whole pool.
    private static let appBytes = 64 << 10

    /// The JSON object that the app sent, and when its last byte had come.
    func appBody() async throws -> (object: JSONValue, arrival: Timestamp) {
        let (bytes, arrival) = try await body(upTo: Self.appBytes)
        do {
            let root = try JSONDocument(bytes).root
            guard root.kind == .object else { throw Problem(.badRequest, "The body is not a JSON object.") }
            return (root, arrival)
        } catch let error as JSONError {
            throw Problem(.badRequest, "The body is not JSON: \(error).")
        }
    }

    /// The command ID that a client may choose; nil if the client sends no ID, like the app.
    func appCommandID() throws -> CommandID? {
        guard let text = request.headers[.idempotencyKey] else { return nil }
        guard let id = CommandID(text.filter { $0 != "\"" }) else {
            throw Problem(.badRequest, "The Idempotency-Key is '\(text)', expected a UUID.")
        }
        return id
    }
}
