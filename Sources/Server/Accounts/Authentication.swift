import Draft
import DraftLedger
import Foundation
import HTTPTypes
import HummingbirdCore
import Tokens

/// Identifies callers, by a token or by the session that a token has begun.
final class Authentication: Sendable {
    let options: ServerOptions
    let accounts: Accounts
    let verifier: TokenVerifier
    let signIns: SignIns
    let sessions: Sessions
    let cookie: SessionCookie
    let reader: LedgerReader
    private let signOuts: SignOuts
    private let tokens: MachineTokens
    private let staff: StaffBook
    private let operations: Operations
    /// The streams of callers whose rights end.
    private let tail: LedgerTail

    init(
        _ reader: LedgerReader, _ operations: Operations, _ options: ServerOptions, tail: LedgerTail,
        sessions: Sessions, notices: NoticeCenter?, payments: PaymentCenter?
    ) throws {
        (self.reader, self.operations, self.options) = (reader, operations, options)
        (self.tail, self.sessions) = (tail, sessions)
        let files = SideFiles(of: reader.ledger.path)
        reader.ledger.sides.add(files)
        sessions.share(with: reader.ledger)
        accounts = try Accounts(reader.ledger, notices, payments, in: files)
        verifier = TokenVerifier(
            issuers: options.issuers, isDev: options.isDev,
            sharedSecret: options.isDev && options.cluster.isSet ? try options.cluster.readSecret() : nil,
            clock: options.secondsClock, logger: operations.logger)
        signIns = SignIns(options.issuers, verifier)
        cookie = SessionCookie(options)
        signOuts = try SignOuts(of: reader.ledger, in: files)
        tokens = MachineTokens(of: reader.ledger.path)
        staff = StaffBook(reader.ledger)
        verifier.whenKeysChange { tail.check { $0.credential != .none } }
    }

    /// The proof that a caller has sent.
    private struct Proof {
        var user: UserID
        /// The roles that a token itself has.
        var ownRoles: StaffRoles = []
        var credential: Credential
    }

    /// Returns the caller; `Caller.anonymous` without a token and without the cookie of a session.
    ///
    /// A token identifies. If staff roles are enabled, the ledger has the roles.
    ///
    /// - Throws: `unauthenticated` for a token that is not accepted. The cookie of a session that has ended counts as
    ///   missing, because a browser also sends it to public pages.
    func caller(of request: Request) async throws -> Caller {
        guard let proof = try await bearer(in: request) ?? guest(in: request) else { return .anonymous }
        let staff = try staff.staff()
        let roles = staff.hasBegun ? staff.roles(of: proof.user, at: reader.now) : proof.ownRoles
        return Caller(
            user: proof.user, roles: roles, rolesAreRecorded: staff.hasBegun, credential: proof.credential)
    }

    /// - Throws: a problem with the one cause for which a token is not accepted, which is counted by its kind.
    private func bearer(in request: Request) async throws -> Proof? {
        guard let header = request.headers[.authorization] else { return nil }
        do {
            // Two of them arrive as one value with a comma, which would report the wrong cause.
            guard request.headers[values: .authorization].count == 1 else {
                throw TokenRejection(.scheme, "There is more than one Authorization header.")
            }
            return try await bearer(header)
        } catch let rejection as TokenRejection {
            operations.refusedTokens.count(rejection.cause)
            throw Problem(rejection)
        } catch let fault as KeysUnavailable {
            throw Problem(fault)
        }
    }

    private func bearer(_ header: String) async throws -> Proof {
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else {
            throw TokenRejection(.scheme, "The Authorization header is not 'Bearer' and a token.")
        }
        // RFC 9110, 11.4: one space or more.
        let token = String(parts[1].drop { $0 == " " })
        guard token.hasPrefix(MachineTokens.prefix) else {
            let identity = try await verifier.identity(in: token)
            let user = try await user(of: identity)
            return Proof(user: user, ownRoles: identity.proof.ownRoles, credential: .token(identity.proof))
        }
        guard let entry = try tokens.entry(of: token) else {
            throw TokenRejection(.revoked, "There is no such token, or it was revoked.")
        }
        return Proof(
            user: UserID(entry.user), ownRoles: entry.staffRoles,
            credential: .machine(ownRoles: entry.staffRoles, digest: entry.digest))
    }

    /// Returns the user of an account, whom its first token registers.
    ///
    /// - Throws: `unavailable` for a new account while the server waits for the machine's clock, also of a request that
    ///   only reads; a rejection of a token that is older than its user's last sign-out.
    func user(of identity: Identity) async throws -> UserID {
        if let delay = operations.health.delay, accounts.knownUser(of: identity.account) == nil {
            throw Problem(.unavailable, delay)
        }
        let user = try await accounts.user(of: identity.account, named: identity.name)
        guard signOuts.allows(user, tokenIssuedAt: identity.proof.issuedAt) else {
            throw TokenRejection(.signedOut, "It was issued before its user signed out everywhere.")
        }
        try accounts.notices?.note(email: identity.email, of: user)
        return user
    }

    private func guest(in request: Request) throws -> Proof? {
        guard let key = cookie.key(in: request), let session = try session(of: key) else { return nil }
        return Proof(user: session.user, ownRoles: session.ownRoles, credential: .session(key))
    }

    /// The session of a key; nil if it has ended, the machine's token that began it was revoked, or the key of the
    /// token was removed.
    ///
    /// - Throws: `unavailable` while it cannot be known whether a key still holds.
    func session(of key: Sessions.Key) throws -> Sessions.Session? {
        guard let session = sessions.session(of: key) else { return nil }
        if let machine = session.machine, try tokens.entry(digest: machine) == nil {
            end(key)
            return nil
        }
        do throws(KeysUnavailable) {
            guard try session.key.map(verifier.stillTrusts) ?? true else {
                end(key)
                return nil
            }
        } catch {
            throw Problem(error)
        }
        return session
    }

    // MARK: Ending

    /// Ends a session, and the streams that came by it.
    func end(_ key: Sessions.Key) {
        sessions.end(key)
        tail.check { $0.credential == .session(key) }
    }

    /// Ends all sessions and streams of a user.
    func endAll(of user: UserID) {
        sessions.endAll(of: user)
        tail.dismiss(user)
    }

    /// Ends all sessions and streams of a user, and refuses tokens that were issued to the user before now.
    ///
    /// - Throws: a fault of the disk; nothing has ended then but sessions.
    func signOutEverywhere(_ user: UserID) throws {
        sessions.endAll(of: user)
        try signOuts.note(user, at: verifier.now)
        tail.dismiss(user)
    }

    // MARK: Standing

    /// Whether a caller who came some time ago would still be let in, and with the same roles.
    func stillKnows(_ caller: Caller) async throws -> Bool {
        switch caller.credential {
        case .none: return true
        case .token(let proof):
            guard try verifier.stillAccepts(proof) else { return false }
            if let user = caller.user, !signOuts.allows(user, tokenIssuedAt: proof.issuedAt) { return false }
        case .machine(_, let digest): if try tokens.entry(digest: digest) == nil { return false }
        case .session(let key): if try session(of: key) == nil { return false }
        }
        guard !caller.roles.isEmpty, let user = caller.user else { return true }
        let staff = try staff.staff()
        return staff.hasBegun ? staff.roles(of: user, at: reader.now) == caller.roles : !caller.rolesAreRecorded
    }

    // MARK: Other sites

    /// Checks the origin of a request that changes something and is authenticated by a cookie. A browser also sends the
    /// cookie with requests of other sites' pages (CSRF).
    ///
    /// - Throws: `forbidden` for a page of another site, and for a request without an origin.
    func checkSameOrigin(_ request: Request, _ record: RequestRecord) throws {
        try checkNotForeign(request, record)
        guard request.headers[.origin] != nil || request.headers[.secFetchSite] != nil else {
            throw Problem(.forbidden, "A request with a cookie must state its origin. Send Origin, or use a token.")
        }
    }

    /// - Throws: `forbidden` for what a page of another site has a browser send.
    func checkNotForeign(_ request: Request, _ record: RequestRecord) throws {
        let site = request.headers[.secFetchSite]
        let origin = request.headers[.origin]
        let authority = authority(of: request)
        let own = [options.publicOrigin, record.origin, "http://\(authority)", "https://\(authority)"]
        guard site == nil || site == "same-origin", origin == nil || own.contains(origin) else {
            throw Problem(
                .forbidden,
                "The page that sends this is of another site: \(origin ?? site ?? "unknown"). "
                    + "If a proxy serves it, name its address in the setting public.origin.")
        }
    }

    /// The host that a request names.
    private func authority(of request: Request) -> String { request.head.authority?.lowercased() ?? "" }
}

extension HTTPField.Name {
    static let secFetchSite = constant("Sec-Fetch-Site")
}

/// Whether a stream may continue: it outlives its token, its session and its user's roles.
///
/// Looked at when something has happened that may end one of these, when the token or session expires, and at each
/// heartbeat.
struct ViewerStanding {
    private let authentication: Authentication
    private let caller: Caller
    private let viewer: Viewer
    private var lookedAt = ContinuousClock.now

    init(of caller: Caller, as viewer: Viewer, in authentication: Authentication) {
        self.caller = caller
        self.viewer = viewer
        self.authentication = authentication
    }

    mutating func stillHolds() async throws -> Bool {
        let now = ContinuousClock.now
        let isAsked = viewer.takeCheck()
        guard isAsked || now - lookedAt >= authentication.options.limits.heartbeat else { return true }
        lookedAt = now
        do {
            return try await authentication.stillKnows(caller)
        } catch is KeysUnavailable {
            // The client gets this answer when it returns.
            return false
        } catch let problem as Problem where problem.status == .serviceUnavailable {
            return false
        }
    }
}

extension Authentication {
    /// Seconds since 1970 at which the token or session of a caller expires; nil for never.
    func expiry(of caller: Caller) -> Double? {
        switch caller.credential {
        case .none, .machine: nil
        case .token(let proof): proof.expiresAt
        case .session(let key): sessions.session(of: key)?.expiresAt.timeIntervalSince1970
        }
    }

    /// Ends streams whose token or session expires, or whose machine token is revoked by another process, until the task is
    /// cancelled.
    func watchRights() async throws {
        var stamp = tokens.stamp()
        while true {
            try await Task.sleep(for: .milliseconds(250))
            tail.checkExpired(at: verifier.now)
            let now = tokens.stamp()
            guard now != stamp else { continue }
            stamp = now
            tail.check { caller in
                switch caller.credential {
                case .machine, .session: true
                case .none, .token: false
                }
            }
        }
    }
}
