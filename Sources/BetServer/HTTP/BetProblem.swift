import HTTPTypes
import Server
import TextFormats

/// An error as the app reads it: a code with one status, a message for people, and details for programs.
struct BetProblem: Error {
    enum Code: String, CaseIterable {
        case authRequired = "AUTH_REQUIRED"
        case authExpired = "AUTH_EXPIRED"
        case authInvalid = "AUTH_INVALID"
        case forbidden = "FORBIDDEN"
        case notFound = "NOT_FOUND"
        case validationError = "VALIDATION_ERROR"
        case rateLimited = "RATE_LIMITED"
        case serverError = "SERVER_ERROR"

        var status: HTTPResponse.Status {
            switch self {
            case .authRequired, .authExpired, .authInvalid: .unauthorized
            case .forbidden: .forbidden
            case .notFound: .notFound
            case .validationError: .unprocessableContent
            case .rateLimited: .tooManyRequests
            case .serverError: .internalServerError
            }
        }
    }

    var code: Code
    var message: String
    /// A reason for programs, and what belongs to it; null without any.
    var details: JSON = .null
    /// The status if it is not the code's own: one of HTTP itself, such as 405 or 413.
    var status: HTTPResponse.Status
    var headers = HTTPFields()

    init(_ code: Code, _ message: String, details: JSON = .null) {
        (self.code, self.message, self.details) = (code, message, details)
        status = code.status
        if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
    }

    /// A field of a request that is not what it has to be.
    init(field: String, _ message: String) {
        self.init(.validationError, message, details: ["field": .of(field)])
    }

    /// Translates a problem of the shared parts of servers. Statuses that the app knows keep their meaning. Others keep the
    /// status of HTTP, with the nearest code and the problem's own code in the details.
    init(_ problem: Problem) {
        let code: Code =
            switch problem.status.code {
            case 401: .authInvalid
            case 403: .forbidden
            case 404: .notFound
            case 429: .rateLimited
            case 500...: .serverError
            default: .validationError
            }
        self.init(code, problem.detail, details: ["code": .of(problem.code)])
        // A request that cannot be read is one that does not validate.
        status = problem.status == .badRequest ? code.status : problem.status
        headers = problem.headers
    }

    /// The body of an answer.
    static let members = Members<(problem: BetProblem, meta: Envelope.Meta)>(
        "AppError",
        [
            .init("success") { _ in false }, .init("error", error) { $0.problem },
            .init("meta", Envelope.Meta.members) { $0.meta },
        ])

    private static let error: Members<BetProblem> = [
        .init("code", .choice(Code.allCases.map(\.rawValue))) { .of($0.code.rawValue) },
        .init("message") { $0.message },
        .init("details", .map(.any), ifAny: { $0.details == .null ? JSON?.none : $0.details }),
    ]
}
