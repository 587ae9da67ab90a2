import Delivery
import Draft
import DraftLedger
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Pages
import TextFormats

/// `/metrics`, and who a token is.
struct OperationRoutes: RouteGroup {
    let reader: LedgerReader
    let options: ServerOptions
    let authentication: Authentication
    let operations: Operations
    let transport: Transport
    let audit: LedgerAudit
    let notices: NoticeCenter?
    let webhooks: WebhookCenter?

    init(_ server: ServerServices) {
        (reader, options, authentication) = (server.reader, server.options, server.authentication)
        (operations, transport, audit) = (server.operations, server.transport, server.results.audit)
        (notices, webhooks) = (server.notices, server.webhooks)
    }

    static var routes: [Route] {
        [
            route(
                .get, "/metrics", id: "getMetrics", tag: .server, "Get the metrics in Prometheus' format.", cost: .none,
                access: .checked(.metrics), privacy: .open, answers: .text
            ) { try await $0.metrics($1) },
            route(
                .get, "/v1/users/me", id: "getMe", tag: .users, "Get the caller.", cost: .read, access: .signedIn,
                privacy: .open, answers: .json("Me")
            ) { try await $0.me($1) },
            route(
                .delete, "/v1/users/me", id: "eraseMe", tag: .users, "Erase the caller's personal data.",
                details: "Refused with 409 while the user has money or a draft.", cost: .write, access: .signedIn,
                privacy: .open, answers: .nothing, problems: [409]
            ) { try await $0.erase($1) },
        ]
    }

    /// Returns metrics for Prometheus, to a scraper with a machine token. Metrics disclose nothing about users, but much
    /// about the operator's business.
    @Sendable
    private func metrics(_ exchange: Exchange) async throws -> Response {
        let roles = exchange.caller.roles
        let isStaff = roles.contains(.operator) || exchange.caller.maySeeAll
        try exchange.caller.demand(
            isStaff || operations.options.showsMetricsToAll || options.isDev, "How the server is doing")
        if let webhooks = webhooks?.current {
            operations.metrics.look(at: try await webhooks.status(), now: reader.now)
        }
        let text = try await reader.read { _ in
            try operations.metrics.look(at: reader, operations, transport, audit: audit, notices: notices)
            return operations.metrics.registry.text
        }
        var headers = HTTPFields()
        headers[.contentType] = "text/plain; version=0.0.4; charset=utf-8"
        headers[.cacheControl] = "no-store"
        return Response(status: .ok, headers: headers, body: .init(Array(text.utf8)))
    }

    /// Returns the user and the staff roles of a token's bearer.
    @Sendable
    private func me(_ exchange: Exchange) async throws -> Response {
        Response(json: Self.me.json(of: (try exchange.caller.known(), exchange.caller.roles.roles)))
    }

    static let me = Members<(user: UserID, roles: [StaffRole])>(
        "Me", [.init("user") { $0.user }, .init("roles") { $0.roles.map(\.name) }])

    /// Closes the account and erases who the user is.
    @Sendable
    private func erase(_ exchange: Exchange) async throws -> Response {
        let user = try exchange.caller.known()
        guard exchange.caller.roles.isEmpty else {
            throw Problem(.forbidden, "Accounts of staff cannot be erased here.")
        }
        try await authentication.accounts.erase(user)
        authentication.endAll(of: user)
        return Response(status: .noContent)
    }
}
