public import Foundation

/// Why a call has no answer, or another one than was hoped for.
public enum DraftClientError: Error, Sendable {
    /// The ledger refused the command. If `problem.position` is not nil, the refusal is on record as evidence.
    case refused(Problem)

    /// The server turned the request down, or could not serve it: nothing was decided.
    case failed(Problem)

    /// The server accepts no token of the viewer, even after one refresh.
    case unauthenticated(String)

    /// The server was not reached, or has not answered in time. Nothing was asked of it that would not be safe to ask again.
    case offline(String)

    /// The deadline has passed and no outcome is known: the command may have been decided, or not. The same again under the
    /// same key tells which, and does it once.
    case unanswered(key: UUID, String)

    /// The answer is not what this version understands.
    case unreadable(String)

    /// A command could not be signed, or what the server shows of its ledger does not continue what it showed before.
    case signing(String)

    /// The task was cancelled.
    case cancelled

    /// The server's words about it; nil where it said nothing.
    public var problem: Problem? {
        switch self {
        case .refused(let problem), .failed(let problem): problem
        default: nil
        }
    }

    /// Whether the same call may succeed a little later without anybody doing anything.
    public var isTransient: Bool {
        switch self {
        case .offline, .unanswered: true
        case .failed(let problem): problem.status >= 500 || problem.status == 429 || problem.status == 408
        default: false
        }
    }
}

extension DraftClientError {
    /// An answer that a decoder does not accept, with the place of the first fault.
    static func undecodable(_ error: any Error) -> DraftClientError {
        guard let fault = error as? DecodingError else { return .unreadable("\(error)") }
        let path: [any CodingKey] =
            switch fault {
            case .keyNotFound(let key, let context): context.codingPath + [key]
            case .valueNotFound(_, let context), .typeMismatch(_, let context), .dataCorrupted(let context):
                context.codingPath
            @unknown default: []
            }
        let place = path.map(\.stringValue).joined(separator: ".")
        return .unreadable(place.isEmpty ? "it is not valid JSON." : "'\(place)' is missing or not as expected.")
    }
}

extension DraftClientError: CustomStringConvertible, LocalizedError {
    /// One sentence or two, for people.
    public var description: String {
        switch self {
        case .refused(let problem), .failed(let problem): problem.sentence
        case .unauthenticated(let words): "Please sign in again: \(words)"
        case .offline(let words): "The server cannot be reached: \(words)"
        case .unanswered(_, let words): "It is not known whether this was done. \(words)"
        case .unreadable(let words): "The server's answer is not understood: \(words)"
        case .signing(let words): words
        case .cancelled: "Cancelled."
        }
    }

    public var errorDescription: String? { description }
}
