package import Hummingbird
package import HummingbirdCore
import TextFormats

/// An operation of the server: the description of its address, and the function that answers it.
///
/// The router, the quotas, the checks of access and of private data, the OpenAPI document and `/docs` derive from the
/// description. A new operation is a `Route` in a ``RouteGroup``; the compiler asks for its cost, its access and its privacy.
typealias Route = ServedRoute<ServerServices>

/// The description of one operation: its address, and everything that is known of it but the function that answers it.
package struct RouteDescription: Sendable {
    package let method: HTTPRequest.Method
    /// Such as `/v1/rooms/{room}/board`; a last `{name*}` takes all that is left of the path.
    package let path: String
    /// The path in earlier versions, with the same parameters. It is answered alike, and the document leaves it out.
    fileprivate(set) var formerPath: String?
    package let cost: Cost
    package let access: Access
    /// The private data that its answers can contain.
    let privacy: RoutePrivacy
    /// The words and types for the document; nil for a page of the website, which the document leaves out.
    package let operation: Operation?

    /// The way in which a request counts towards the quotas of its client.
    package enum Cost: Hashable, Sendable {
        /// Not at all: signs of life, files of pages, and requests that are counted once their content is known.
        case none
        case read, write, report
        /// A page of a file that the client sends.
        case page
        /// Counts as a read, or as a report if the query has this parameter.
        case readUnless(String)
    }

    /// The noun that an operation is about.
    package struct Tag: Hashable, Sendable {
        package let rawValue: String
        package let summary: String

        package init(_ rawValue: String, _ summary: String) { (self.rawValue, self.summary) = (rawValue, summary) }
    }

    /// An operation as the document describes it.
    package struct Operation: Sendable {
        /// Such as `getRoomBoard`; generated clients have a function of this name.
        package let id: String
        package let tag: Tag
        /// An imperative sentence.
        package let summary: String
        /// Details that the summary leaves out.
        package let details: String
        package let parameters: [Parameter]
        package let body: Body?
        package let answer: Answer
        /// Statuses of problems that do not follow from the rest.
        package let problems: [Int]
    }
}

extension RouteDescription.Tag {
    static let commands = Self("commands", "Everything that changes the ledger.")
    static let contests = Self("contests", "Contests, their standings and their settlement.")
    static let rooms = Self("rooms", "Rooms, their picks, rosters and queues.")
    static let entries = Self("entries", "Paid teams.")
    static let pools = Self("pools", "Lists of players that contests draft from.")
    static let players = Self("players", "Players across pools.")
    static let seasons = Self("seasons", "Points, ADPs and schedules.")
    static let users = Self("users", "Accounts of members.")
    static let payments = Self("payments", "Deposits, withdrawals and payment providers.")
    static let reports = Self("reports", "Figures about entries.")
    static let cases = Self("cases", "Disputes, evidence and audits of a room.")
    static let staff = Self("staff", "The work of the operator's people.")
    static let streams = Self("streams", "Events as they happen.")
    static let proofs = Self("proofs", "Checkpoints, proofs and records.")
    static let sessions = Self("sessions", "Signing in and out.")
    static let imports = Self("imports", "Files with rankings, points and ADPs.")
    static let server = Self("server", "The state of the server.")
    static let development = Self("development", "Only on a server for development.")
    static let app = Self("app", "The drafting app, with shapes and errors of its own.")

    /// The nouns of a ledger of drafts, in the order of its document.
    static let allOfDrafts: [Self] = [
        commands, contests, rooms, entries, pools, players, seasons, users, payments, reports, cases, staff, streams,
        proofs, sessions, imports, server, development, app,
    ]
}

/// An operation with the function that answers it, from the services of one kind of server.
package struct ServedRoute<Services: Sendable>: Sendable {
    package typealias Cost = RouteDescription.Cost
    package typealias Tag = RouteDescription.Tag
    package typealias Operation = RouteDescription.Operation
    package typealias Parameter = RouteDescription.Parameter
    package typealias Body = RouteDescription.Body
    package typealias Answer = RouteDescription.Answer
    package typealias Access = RouteDescription.Access

    package private(set) var description: RouteDescription
    package let answer: @Sendable (Exchange, Services) async throws -> Response

    package var method: HTTPRequest.Method { description.method }
    package var path: String { description.path }
    package var cost: Cost { description.cost }
    package var access: Access { description.access }
    var privacy: RoutePrivacy { description.privacy }
    package var operation: Operation? { description.operation }
    var formerPath: String? { description.formerPath }

    /// Returns the same operation, which clients also reach at its path in earlier versions.
    func formerly(_ path: String) -> Self {
        var route = self
        route.description.formerPath = path
        return route
    }

    /// An address of the website. The document leaves it out.
    package init(
        page path: String, _ method: HTTPRequest.Method = .get, cost: Cost,
        answer: @escaping @Sendable (Exchange) async throws -> Response
    ) {
        description = RouteDescription(
            method: method, path: path, cost: cost, access: .anyone, privacy: .open, operation: nil)
        self.answer = { exchange, _ in try await answer(exchange) }
    }

    fileprivate init(
        _ description: RouteDescription, answer: @escaping @Sendable (Exchange, Services) async throws -> Response
    ) {
        (self.description, self.answer) = (description, answer)
    }
}

/// Operations about one subject, described once and answered by the same type.
package protocol RouteGroup<Services>: Sendable {
    associatedtype Services: Sendable

    init(_ server: Services)
    static var routes: [ServedRoute<Services>] { get }
    /// The parameters of every read below `/v1`, except streams and sessions.
    static var parametersOfReads: [RouteDescription.Parameter] { get }
}

extension RouteGroup where Services == ServerServices {
    static var parametersOfReads: [RouteDescription.Parameter] { [.minPosition] }
}

extension RouteGroup {
    package static var parametersOfReads: [RouteDescription.Parameter] { [] }

    /// Describes an operation.
    ///
    /// - Parameters:
    ///   - id: the operation id, a verb and a noun such as `getRoomBoard`.
    ///   - summary: an imperative sentence of at most 60 characters.
    ///   - query: its query parameters and headers. Those of the path follow from the path.
    ///   - problems: statuses of problems beyond those that follow from access, parameters and body.
    package static func route(
        _ method: HTTPRequest.Method, _ path: String, id: String, tag: RouteDescription.Tag, _ summary: String,
        details: String = "", cost: RouteDescription.Cost, access: RouteDescription.Access, privacy: RoutePrivacy,
        query: [RouteDescription.Parameter] = [], body: RouteDescription.Body? = nil,
        answers: RouteDescription.Answer, problems: [Int] = [],
        answer: @escaping @Sendable (Self, Exchange) async throws -> Response
    ) -> ServedRoute<Services> {
        let isRead = method == .get && path.hasPrefix("/v1/") && tag != .streams && tag != .sessions
        let operation = RouteDescription.Operation(
            id: id, tag: tag, summary: summary, details: details,
            parameters: RouteDescription.Parameter.ofPath(path) + query + (isRead ? parametersOfReads : []),
            body: body, answer: answers, problems: problems)
        let description = RouteDescription(
            method: method, path: path, cost: cost, access: access, privacy: privacy, operation: operation)
        return ServedRoute(description) { exchange, server in try await answer(Self(server), exchange) }
    }
}
