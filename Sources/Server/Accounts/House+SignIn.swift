import Draft
import DraftLedger
import Foundation
import HTTPTypes
import HummingbirdCore

/// Who asks, by a token or by the session that a token has begun.
extension House {
    /// What somebody has shown to be who he is.
    private struct Proof {
        var user: UserID
        /// What a token says of roles itself.
        var ownRoles: StaffRoles = []
        var credential: Credential
    }

    /// Who asks; nobody in particular where neither a token nor the cookie of a session is sent.
    ///
    /// A token says who. What somebody of the house may do, the ledger says, as soon as it says who that is at all.
    ///
    /// - Throws: `unauthenticated` for a token that is not believed. The cookie of a session that has ended is like
    ///   none: a browser sends it to pages that are everybody's, too.
    func caller(of request: Request) async throws -> Caller {
        guard let proof = try await bearer(in: request) ?? guest(in: request) else { return .nobody }
        let staff = try staff.staff()
        let roles = staff.hasBegun ? staff.roles(of: proof.user, at: now) : proof.ownRoles
        return Caller(
            user: proof.user, roles: roles, rolesAreRecorded: staff.hasBegun, credential: proof.credential)
    }

    private func bearer(in request: Request) async throws -> Proof? {
        guard let header = request.headers[.authorization] else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else {
            throw Problem(.unauthenticated, "The Authorization header is not 'Bearer' and a token.")
        }
        let token = String(parts[1])
        guard token.hasPrefix(MachineTokens.prefix) else {
            let identity = try await verifier.identity(in: token)
            return Proof(
                user: try await accounts.user(of: identity), ownRoles: identity.devRoles,
                credential: .token(ownRoles: identity.devRoles, expiresAt: identity.expiresAt))
        }
        guard let entry = try tokens.entry(of: token) else {
            throw TokenVerifier.refusal("There is no such token, or it was revoked.")
        }
        return Proof(
            user: UserID(entry.user), ownRoles: entry.staffRoles,
            credential: .machine(ownRoles: entry.staffRoles, digest: entry.digest))
    }

    private func guest(in request: Request) throws -> Proof? {
        guard let key = cookie.key(in: request), let session = try session(of: key) else { return nil }
        return Proof(user: session.user, ownRoles: session.ownRoles, credential: .session(key))
    }

    /// The session of a key; nil where it has ended, or the machine's token behind it was revoked.
    func session(of key: Sessions.Key) throws -> Sessions.Session? {
        guard let session = sessions.session(of: key) else { return nil }
        if let machine = session.machine, try tokens.entry(digest: machine) == nil {
            sessions.end(key)
            return nil
        }
        return session
    }

    // MARK: Standing

    /// Whether somebody who came some time ago would still be let in, and as the same.
    func stillKnows(_ caller: Caller) async throws -> Bool {
        switch caller.credential {
        case .none: return true
        case .token(_, let end): if let end, end <= Date() { return false }
        case .machine(_, let digest): if try tokens.entry(digest: digest) == nil { return false }
        case .session(let key): if try session(of: key) == nil { return false }
        }
        guard caller.rolesAreRecorded, !caller.roles.isEmpty, let user = caller.user else { return true }
        return try staff.staff().roles(of: user, at: now) == caller.roles
    }

    // MARK: Other sites

    /// Holds a request that changes something, and comes by a cookie, against where it comes from: a browser sends the
    /// cookie along wherever the page stands that has it sent (CSRF).
    ///
    /// - Throws: `forbidden` for a page of another site, and for who does not say where the page stands.
    func checkSameOrigin(_ request: Request) throws {
        try checkNotForeign(request)
        guard request.headers[.origin] != nil || request.headers[.secFetchSite] != nil else {
            throw Problem(.forbidden, "What is sent by a cookie says where it comes from: send Origin, or use a token.")
        }
    }

    /// - Throws: `forbidden` for what a page of another site has a browser send.
    func checkNotForeign(_ request: Request) throws {
        let site = request.headers[.secFetchSite]
        let origin = request.headers[.origin]
        let isOurs = origin.map {
            $0 == "http://\(authority(of: request))" || $0 == "https://\(authority(of: request))"
        }
        guard site == nil || site == "same-origin", isOurs ?? true else {
            throw Problem(.forbidden, "The page that sends this is of another site: \(origin ?? site ?? "unknown").")
        }
    }

    /// The host that a request names.
    private func authority(of request: Request) -> String { request.head.authority?.lowercased() ?? "" }
}

extension HTTPField.Name {
    static let secFetchSite = constant("Sec-Fetch-Site")
}

/// Whether a stream's viewer may go on, looked at anew when a while has passed: streams outlive tokens.
struct ViewerStanding {
    private let house: House
    private let caller: Caller
    private var lookedAt = ContinuousClock.now

    init(of caller: Caller, in house: House) {
        self.caller = caller
        self.house = house
    }

    mutating func stillHolds() async throws -> Bool {
        let now = ContinuousClock.now
        guard now - lookedAt >= house.options.limits.heartbeat else { return true }
        lookedAt = now
        return try await house.stillKnows(caller)
    }
}
