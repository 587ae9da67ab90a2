import Draft
import DraftLedger
package import HTTPTypes
import Hummingbird
package import HummingbirdCore
import Pages
import Statements
import TextFormats
package import Tokens

/// A problem with a request or the outcome of its command (RFC 9457): a type that is a page of ours, a code for
/// programs, and a sentence for people.
package struct Problem: Error {
    /// The codes that are not refusals of the ledger, with their status and title.
    package enum Kind: String, CaseIterable {
        case badRequest, unauthenticated, forbidden, notFound, methodNotAllowed, requestTimeout, tooLarge
        case misdirected, keyMismatch, internalError, unavailable, tooManyRequests, accountInUse
        case targetTooLong, headTooLarge, expectationFailed, unsupportedMediaType, notAcceptable
        case notImplemented, versionNotSupported
        case tooEarly, providerRefused, providerUnreachable, tooManyCases

        package var status: HTTPResponse.Status {
            switch self {
            case .badRequest: .badRequest
            case .unauthenticated: .unauthorized
            case .forbidden: .forbidden
            case .notFound: .notFound
            case .methodNotAllowed: .methodNotAllowed
            case .requestTimeout: .requestTimeout
            case .tooLarge: .contentTooLarge
            case .misdirected: .misdirectedRequest
            case .keyMismatch: .unprocessableContent
            case .internalError: .internalServerError
            case .unavailable: .serviceUnavailable
            case .tooManyRequests: .tooManyRequests
            case .accountInUse: .conflict
            case .targetTooLong: .uriTooLong
            case .headTooLarge: .requestHeaderFieldsTooLarge
            case .expectationFailed: .expectationFailed
            case .unsupportedMediaType: .unsupportedMediaType
            case .notAcceptable: .notAcceptable
            case .notImplemented: .notImplemented
            case .versionNotSupported: .httpVersionNotSupported
            case .tooEarly, .tooManyCases: .conflict
            case .providerRefused: .unprocessableContent
            case .providerUnreachable: .badGateway
            }
        }

        package var title: String {
            switch self {
            case .badRequest: "The request cannot be read"
            case .unauthenticated: "A valid token is required"
            case .forbidden: "Forbidden"
            case .notFound: "Not found"
            case .methodNotAllowed: "The address does not take this method"
            case .requestTimeout: "The request took too long to arrive"
            case .tooLarge: "The request is too large"
            case .misdirected: "The request names another host"
            case .keyMismatch: "The idempotency key is not the command's id"
            case .internalError: "Something went wrong here"
            case .unavailable: "Not now; sending the same again is safe"
            case .tooManyRequests: "You have asked more often than you may"
            case .accountInUse: "There is still something in the account"
            case .targetTooLong: "The target of the request is too long"
            case .headTooLarge: "The head of the request is too large"
            case .expectationFailed: "The expectation cannot be met"
            case .unsupportedMediaType: "The body has a form that is not read here"
            case .notAcceptable: "There is no answer in a form that the client takes"
            case .notImplemented: "The server does not know this method or coding"
            case .versionNotSupported: "The server talks HTTP/1.1"
            case .tooEarly: "The payment is not recorded yet"
            case .tooManyCases: "You have a case about this already"
            case .providerRefused: "The payment provider refuses the payment"
            case .providerUnreachable: "The payment provider does not answer"
            }
        }
    }

    package var status: HTTPResponse.Status
    package var code: String
    package var title: String
    /// The description of the problem, and what to do about it.
    package var detail: String
    var details = Details()
    package var headers = HTTPFields()

    /// Facts in addition to those that every problem has.
    struct Details: Sendable {
        /// Whether there is a record of the command; nil where that is not known, or no command was sent.
        var isRecorded: Bool?
        var refusal: Refusal?
        /// The position of the refusal's record.
        var position: UInt64?
        /// The cause for which a token was rejected.
        var reason: String?
        /// The parts of a server that is not ready.
        var parts: [Readiness.Part]?
        /// The ID of the command.
        var id: CommandID?
        var receipt: Receipt?

        fileprivate static let members: [Member<Details>] = [
            .init("recorded", ifAny: { $0.isRecorded }),
            .init("position", ifAny: { details in details.refusal.map { _ in details.position } }),
            .init("pick", ifAny: { $0.refusal.map(\.pick) }).former(today: "pickNumber"),
            .init("seat", ifAny: { $0.refusal.map(\.seat) }), .init("player", ifAny: { $0.refusal.map(\.player) }),
            .init("deadline", ifAny: { $0.refusal.map(\.deadline) }),
            .init("graceEndsAt", ifAny: { $0.refusal.map(\.graceEndsAt) }),
            .init("margin", ifAny: { $0.refusal.map(\.margin) }).former(today: "marginMicroseconds"),
            .init("pickNumber", ifAny: { $0.refusal.map(\.pick) }),
            .init("marginMicroseconds", ifAny: { $0.refusal.map(\.margin) }),
            .init("reason", ifAny: { $0.reason }), .init("parts", each: Readiness.Part.members, ifAny: { $0.parts }),
            .init("id", ifAny: { $0.id?.description }), .init("receipt", ifAny: { $0.receipt?.description }),
        ]
    }

    static let members = Members<Problem>(
        "Problem",
        [
            .init("type") { "/problems/\($0.code)" }, .init("title") { $0.title },
            .init("status") { $0.status.code }, .init("detail") { $0.detail }, .init("code") { $0.code },
        ] + detailMembers)

    /// The members for ``Details``, of the app's problems too.
    static let detailMembers: [Member<Problem>] = Members(nil, Details.members).of { $0.details }

    package init(_ kind: Kind, _ detail: String) {
        status = kind.status
        code = kind.rawValue
        title = kind.title
        self.detail = detail
        if kind == .unauthenticated { headers[.wwwAuthenticate] = "Bearer" }
        if kind == .unavailable || kind == .tooManyRequests {
            headers[.retryAfter] = "1"
            details.isRecorded = false
        }
    }

    /// A request that may have been recorded: sent again under the same ID, it has one outcome.
    ///
    /// - Parameter isRecorded: true where it certainly was; nil where that is not known.
    init(unclear detail: String, isRecorded: Bool? = nil) {
        self.init(.unavailable, detail)
        details.isRecorded = isRecorded
    }

    /// Makes the problem of a rejected token. The cause is in the detail and in `WWW-Authenticate` (RFC 6750, section
    /// 3).
    package init(_ rejection: TokenRejection) {
        self.init(.unauthenticated, "The token is not accepted. \(rejection.detail)")
        let isScheme = rejection.cause == .scheme
        if isScheme { detail = rejection.detail }
        let described = rejection.detail.unicodeScalars.map { scalar in
            // A quoted value may contain only these characters.
            (0x20...0x7E).contains(scalar.value) && scalar != "\"" && scalar != "\\" ? Character(scalar) : "?"
        }
        headers[.wwwAuthenticate] =
            "Bearer error=\"\(isScheme ? "invalid_request" : "invalid_token")\", "
            + "error_description=\"\(String(described))\""
        details.reason = rejection.cause.rawValue
    }

    /// Keys that cannot be read: a token can neither be accepted nor refused now.
    package init(_ fault: KeysUnavailable) {
        self.init(.unavailable, "The keys of the token's issuer cannot be read now. Send the same again later.")
        headers[.retryAfter] = "\(fault.seconds)"
    }

    /// A command that was turned down.
    ///
    /// - Parameter position: of its record; nil if it was only counted.
    init(_ refusal: Refusal, position: UInt64?) {
        status = refusal.code.status
        code = refusal.code.name
        title = Self.title(of: refusal.code)
        detail = refusal.message
        details = Details(isRecorded: position != nil, refusal: refusal, position: position)
    }

    /// Makes the problem of a ledger error.
    ///
    /// - Parameter path: the path of the ledger, which clients must not see. It is removed from the message.
    init(_ error: DraftLedgerError, ofLedgerAt path: String) {
        let message = error.message.replacing(" in \(path)", with: "").replacing(path, with: "the ledger")
        switch error.code {
        case .unknownRoom, .unknownUser, .unknownTournament, .unknownPool, .unknownStream:
            self.init(.notFound, message)
        case .badMoment, .ambiguousName, .invalidValue, .recordTooLarge: self.init(.badRequest, message)
        case .notLeader:
            self.init(.unavailable, message)
            headers[HTTPField.Name.constant(ClusterCenter.declined)] = "true"
        case .replicationUnclear:
            self.init(unclear: message)
        case .overloaded, .deadlineExceeded, .withdrawn, .closed, .lockedByAnotherWriter, .conflict, .notWritable,
            .diskFull, .readOnly, .writerLost, .moved, .readerNotProtected:
            self.init(.unavailable, message)
        case .signingKeyMissing, .checkpointUnverified:
            self.init(
                .unavailable, "The key that signs the log is missing on the server: nothing is signed until it is back."
            )
            headers[.retryAfter] = "30"
        // Faults of the ledger itself go to the owner's log.
        default: self.init(.internalError, "The ledger could not be read or written.")
        }
    }

    static func title(of code: RefusalCode) -> String {
        let words = code.name.reduce(into: "") { $0 += $1.isUppercase ? " \($1.lowercased())" : "\($1)" }
        return "The command was refused: \(words)"
    }

    package var response: Response {
        var headers = headers
        headers[.contentType] = "application/problem+json"
        return Response(status: status, headers: headers, body: .init(line))
    }

    /// The body of an answer.
    var line: [UInt8] { Self.members.json(of: self).line }
}

extension RefusalCode {
    /// Domain refusals are conflicts, unless they are about who asks, what is named, or what is said.
    var status: HTTPResponse.Status {
        switch self {
        case .insufficientBalance: .init(code: 402, reasonPhrase: "Payment Required")
        case .forbidden, .conflictOfInterest, .badSignature, .caseRequired: .forbidden
        case .unknownRoom, .unknownUser, .unknownTournament, .unknownPool, .unknownCase, .unknownMeasure,
            .unknownAlias:
            .notFound
        case .playerNotInPool, .duplicateCommand, .invalidValue, .approverRequired: .unprocessableContent
        default: .conflict
        }
    }
}
