import Hummingbird
import HummingbirdCore
import TextFormats

/// One operation of the server: its address, and everything that is known of it.
///
/// The router, the quotas, the checks of access and of private data, the OpenAPI document and `/docs` derive from it. A new
/// operation is a `Route` in a ``RouteGroup``; the compiler asks for its cost, its access and its privacy.
struct Route: Sendable {
    let method: HTTPRequest.Method
    /// Such as `/v1/rooms/{room}/board`; a last `{name*}` takes all that is left of the path.
    let path: String
    /// The path in earlier versions, with the same parameters. It is answered alike, and the document leaves it out.
    private(set) var formerPath: String?
    let cost: Cost
    let access: Access
    /// The private data that its answers can contain.
    let privacy: RoutePrivacy
    /// The words and types for the document; nil for a page of the website, which the document leaves out.
    let operation: Operation?
    let answer: @Sendable (Exchange, ServerServices) async throws -> Response

    /// The way in which a request counts towards the quotas of its client.
    enum Cost: Hashable, Sendable {
        /// Not at all: signs of life, files of pages, and requests that are counted once their content is known.
        case none
        case read, write, report
        /// Counts as a read, or as a report if the query has this parameter.
        case readUnless(String)
    }

    /// The noun that an operation is about.
    enum Tag: String, CaseIterable, Sendable {
        case commands, contests, rooms, entries, pools, players, seasons, users, payments, reports, cases, staff,
            streams
        case proofs
        case sessions, imports, server, development, app

        var summary: String {
            switch self {
            case .commands: "Everything that changes the ledger."
            case .contests: "Contests, their standings and their settlement."
            case .rooms: "Rooms, their picks, rosters and queues."
            case .entries: "Paid teams."
            case .pools: "Lists of players that contests draft from."
            case .players: "Players across pools."
            case .seasons: "Points, ADPs and schedules."
            case .users: "Accounts of members."
            case .payments: "Deposits, withdrawals and payment providers."
            case .reports: "Figures about entries."
            case .cases: "Disputes, evidence and audits of a room."
            case .staff: "The work of the operator's people."
            case .streams: "Events as they happen."
            case .proofs: "Checkpoints, proofs and records."
            case .sessions: "Signing in and out."
            case .imports: "Files with rankings, points and ADPs."
            case .server: "The state of the server."
            case .development: "Only on a server for development."
            case .app: "The drafting app, with shapes and errors of its own."
            }
        }
    }

    /// An operation as the document describes it.
    struct Operation: Sendable {
        /// Such as `getRoomBoard`; generated clients have a function of this name.
        let id: String
        let tag: Tag
        /// An imperative sentence.
        let summary: String
        /// Details that the summary leaves out.
        let details: String
        let parameters: [Parameter]
        let body: Body?
        let answer: Answer
        /// Statuses of problems that do not follow from the rest.
        let problems: [Int]
    }

    /// Returns the same operation, which clients also reach at its path in earlier versions.
    func formerly(_ path: String) -> Route {
        var route = self
        route.formerPath = path
        return route
    }

    /// An address of the website. The document leaves it out.
    init(
        page path: String, _ method: HTTPRequest.Method = .get, cost: Cost,
        answer: @escaping @Sendable (Exchange) async throws -> Response
    ) {
        self.method = method
        self.path = path
        self.cost = cost
        (access, privacy, operation) = (.anyone, .open, nil)
        self.answer = { exchange, _ in try await answer(exchange) }
    }

    fileprivate init(
        _ method: HTTPRequest.Method, _ path: String, cost: Cost, access: Access, privacy: RoutePrivacy,
        _ operation: Operation, answer: @escaping @Sendable (Exchange, ServerServices) async throws -> Response
    ) {
        self.method = method
        self.path = path
        self.cost = cost
        self.access = access
        self.privacy = privacy
        self.operation = operation
        self.answer = answer
    }
}

/// Operations about one subject, described once and answered by the same type.
protocol RouteGroup: Sendable {
    init(_ server: ServerServices)
    static var routes: [Route] { get }
}

extension RouteGroup {
    /// Describes an operation.
    ///
    /// - Parameters:
    ///   - id: the operation id, a verb and a noun such as `getRoomBoard`.
    ///   - summary: an imperative sentence of at most 60 characters.
    ///   - query: its query parameters and headers. Those of the path follow from the path.
    ///   - problems: statuses of problems beyond those that follow from access, parameters and body.
    static func route(
        _ method: HTTPRequest.Method, _ path: String, id: String, tag: Route.Tag, _ summary: String,
        details: String = "", cost: Route.Cost, access: Route.Access, privacy: RoutePrivacy,
        query: [Route.Parameter] = [], body: Route.Body? = nil, answers: Route.Answer, problems: [Int] = [],
        answer: @escaping @Sendable (Self, Exchange) async throws -> Response
    ) -> Route {
        let mayWait = method == .get && path.hasPrefix("/v1/") && tag != .streams && tag != .sessions
        let operation = Route.Operation(
            id: id, tag: tag, summary: summary, details: details,
            parameters: Route.Parameter.ofPath(path) + query + (mayWait ? [.minPosition] : []), body: body,
            answer: answers, problems: problems)
        return Route(method, path, cost: cost, access: access, privacy: privacy, operation) { exchange, server in
            try await answer(Self(server), exchange)
        }
    }
}
