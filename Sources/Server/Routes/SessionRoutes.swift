import Draft
import DraftLedger
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Pages
import TextFormats

/// `/v1/session`: how a page signs in with a token, so that it need not keep it, and who it is then.
struct SessionRoutes: RouteGroup {
    let reader: LedgerReader
    let authentication: Authentication
    let privacy: PrivateData

    init(_ server: ServerServices) {
        (reader, authentication, privacy) = (server.reader, server.authentication, server.privacy)
    }

    static var routes: [Route] {
        [
            route(
                .get, "/v1/session", id: "getSession", tag: .sessions, "Get the signed-in user.", cost: .read,
                access: .anyone, privacy: .open, answers: .json("Session")
            ) { try await $0.show($1) },
            route(
                .post, "/v1/session", id: "beginSession", tag: .sessions, "Begin a session with a token.",
                details: "Sets a cookie that scripts cannot read and that other sites cannot send.", cost: .write,
                access: .signedIn, privacy: .open, answers: .json("Session")
            ) { try await $0.begin($1) },
            route(
                .delete, "/v1/session", id: "endSession", tag: .sessions, "End the session of the cookie.",
                cost: .write,
                access: .anyone, privacy: .open, answers: .nothing
            ) { try await $0.end($1) },
            route(
                .delete, "/v1/sessions", id: "endSessions", tag: .sessions, "Sign out everywhere.",
                details: "Ends all sessions and streams of the user, and refuses tokens that were issued before.",
                cost: .write, access: .signedIn, privacy: .open, answers: .nothing
            ) { try await $0.endAll($1) },
            route(
                .delete, "/v1/users/{user}/sessions", id: "endUserSessions", tag: .sessions,
                "Sign a user out everywhere.",
                details: "Ends all sessions and streams of the user, and refuses tokens that were issued before. If "
                    + "another person does it, the user's stream records who.",
                cost: .write, access: .checked(.ownSessions), privacy: .open, answers: .nothing
            ) { try await $0.endAllOfUser($1) },
        ]
    }

    /// Begins a session by the token that is sent, and no later than that expires.
    @Sendable
    private func begin(_ exchange: Exchange) async throws -> Response {
        try authentication.checkNotForeign(exchange.request, exchange.record)
        let user = try exchange.caller.known()
        let begun: (secret: String, session: Sessions.Session)
        switch exchange.caller.credential {
        case .none, .session:
            throw Problem(.unauthenticated, "A session begins with a token in the Authorization header.")
        case .token(let proof):
            begun = try authentication.sessions.begin(
                user, proof.ownRoles, machine: nil, key: proof.key, until: proof.expiry)
        case .machine(let roles, let digest):
            begun = try authentication.sessions.begin(user, roles, machine: digest, until: nil)
        }
        var response = try await answer(exchange.caller, until: begun.session.expiresAt)
        response.headers[.setCookie] = authentication.cookie.setting(begun.secret, for: begun.session)
        return response
    }

    /// Returns the caller; `"user":null` without a user.
    @Sendable
    private func show(_ exchange: Exchange) async throws -> Response {
        let end: Date?
        switch exchange.caller.credential {
        case .none:
            var response = Response(json: Self.members.json(of: Shown()))
            // Of a session that has ended: not to be sent again.
            if authentication.cookie.key(in: exchange.request) != nil {
                response.headers[.setCookie] = authentication.cookie.clearing
            }
            return response
        case .token(let proof): end = proof.expiry
        case .machine: end = nil
        case .session(let key): end = try authentication.session(of: key)?.expiresAt
        }
        return try await answer(exchange.caller, until: end)
    }

    /// Ends the session of the cookie. A session that has already ended is not an error.
    @Sendable
    private func end(_ exchange: Exchange) async throws -> Response {
        try authentication.checkNotForeign(exchange.request, exchange.record)
        if let key = authentication.cookie.key(in: exchange.request) { authentication.end(key) }
        return Response(status: .noContent, headers: [.setCookie: authentication.cookie.clearing])
    }

    /// Signs the caller out everywhere.
    @Sendable
    private func endAll(_ exchange: Exchange) async throws -> Response {
        try authentication.checkNotForeign(exchange.request, exchange.record)
        try authentication.signOutEverywhere(try exchange.caller.known())
        return Response(status: .noContent, headers: [.setCookie: authentication.cookie.clearing])
    }

    /// Signs a user out everywhere, for the user and for officers, for example after a device is lost.
    @Sendable
    private func endAllOfUser(_ exchange: Exchange) async throws -> Response {
        try authentication.checkNotForeign(exchange.request, exchange.record)
        let user = UserID(try exchange.number("user", upTo: UserID.maximum.number))
        let caller = try exchange.caller.known()
        guard caller == user || exchange.caller.isOfficer else {
            throw Problem(.forbidden, "Signing user \(user) out takes that user or the role officer.")
        }
        try await privacy.recordSignOut(of: user, by: exchange.caller)
        try authentication.signOutEverywhere(user)
        return Response(status: .noContent)
    }

    private func answer(_ caller: Caller, until end: Date?) async throws -> Response {
        let user = try caller.known()
        let name = try await reader.read { try $0.profile(of: user)?.displayName }
        let expiry = end.map { Timestamp(microseconds: Int64($0.timeIntervalSince1970 * 1e6)) }
        let shown = Shown(user: user, name: name, roles: caller.roles.roles, expiresAt: expiry)
        return Response(json: Self.members.json(of: shown))
    }

    /// The caller; all nil without a user.
    struct Shown: Sendable {
        var user: UserID?
        var name: String?
        var roles: [StaffRole] = []
        var expiresAt: Timestamp?
    }

    static let members = Members<Shown>(
        "Session",
        [
            .init("user") { $0.user }, .init("name") { $0.name }, .init("roles") { $0.roles.map(\.name) },
            .init("expiresAt") { $0.expiresAt },
        ])
}
