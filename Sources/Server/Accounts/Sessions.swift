import Draft
import DraftLedger
import Foundation
import HTTPTypes
import HummingbirdCore
import LMDB
import Platform
import Records

/// The sessions of users that are signed in by a cookie. Pages use the cookie instead of a token, and their scripts
/// cannot read it.
///
/// Sessions are kept in memory only, by the digests of their cookies. After a restart, users sign in again.
final class Sessions: Sendable {
    /// The proof that was shown at sign-in, and the end of the session.
    struct Session: Hashable, Sendable {
        var user: UserID
        /// The roles of the token itself, which count unless staff roles are enabled.
        var ownRoles: StaffRoles
        /// The digest of the machine's token that began it, which may be revoked; nil for a token of an issuer.
        var machine: String?
        /// The key that has signed the token, which may be removed; nil for the server's own tokens.
        var key: TokenProof.SigningKey?
        var expiresAt: Date
    }

    /// The digest of a cookie's value.
    typealias Key = Digest256

    fileprivate struct Entry {
        var session: Session
        /// Counts sign-ins, so that the oldest is known.
        var number: UInt64
    }

    fileprivate struct State {
        var entries: [Key: Entry] = [:]
        var keys: [UserID: [Key]] = [:]
        var count: UInt64 = 0
    }

    /// The maximum lifetime of a session in seconds. A session also ends with its token.
    static let longest = 24.0 * 3_600
    /// The maximum number of sessions of a user. If there are more, the oldest end.
    static let mostOfUser = 16

    private let state = Guarded(State())
    /// The ledger whose sessions they are, so that every node of its cluster knows them.
    private let ledger = Guarded<DraftLedger?>(nil)
    private let most: Int
    private let clock: SecondsClock

    /// - Parameter most: the maximum number of sessions of all users, so that clients cannot fill the memory. If there
    ///   are more, the oldest end.
    init(atMost most: Int = 65_536, by clock: SecondsClock = .system) { (self.most, self.clock) = (most, clock) }

    private var now: Date { Date(timeIntervalSince1970: clock.now()) }

    var count: Int { state.withLock { $0.entries.count } }

    /// Begins a session.
    ///
    /// - Parameter end: when the token expires; nil if it does not expire.
    /// - Returns: the cookie's value, which is not stored, and the session.
    /// - Throws: `notLeader` on a node of a cluster that does not lead.
    func begin(
        _ user: UserID, _ ownRoles: StaffRoles, machine: String?, key: TokenProof.SigningKey? = nil, until end: Date?
    ) throws -> (secret: String, session: Session) {
        let (secret, now) = (Self.secret(), now)
        let latest = now.addingTimeInterval(Self.longest)
        let session = Session(
            user: user, ownRoles: ownRoles, machine: machine, key: key,
            expiresAt: end.map { min($0, latest) } ?? latest)
        let key = Self.key(of: secret)
        try share(try Self.change(adding: session, key)) { add(session, key) }
        return (secret, session)
    }

    /// Shares the sessions with the nodes of a ledger's cluster.
    func share(with ledger: DraftLedger) {
        self.ledger.withLock { $0 = ledger }
        ledger.sides.add(self)
    }

    private func share(_ change: TableChange, _ make: () -> Void) throws {
        guard let ledger = ledger.withLock({ $0 }) else { return make() }
        try ledger.change(name, [change], making: make)
    }

    func add(_ session: Session, _ key: Key) {
        let now = now
        state.withLock { state in
            if state.entries.count >= most { state.makeRoom(below: most, at: now) }
            let user = session.user
            while let keys = state.keys[user], keys.count >= Self.mostOfUser { state.end(keys[0]) }
            state.count += 1
            state.entries[key] = Entry(session: session, number: state.count)
            state.keys[user, default: []].append(key)
        }
    }

    func remove(_ key: Key) { state.withLock { $0.end(key) } }

    /// Those that have not ended.
    var all: [(key: Key, session: Session)] {
        state.withLock { state in
            state.entries.sorted { $0.value.number < $1.value.number }.map { ($0.key, $0.value.session) }
        }
    }

    /// Returns the session of a key; nil if the key is unknown or the session has ended.
    func session(of key: Key) -> Session? {
        let now = now
        return state.withLock { state in
            guard let session = state.entries[key]?.session else { return nil }
            guard session.expiresAt > now else {
                state.end(key)
                return nil
            }
            return session
        }
    }

    /// Ends a session. On a node that does not lead it ends there alone, and elsewhere with its token.
    func end(_ key: Key) {
        // A session of which other nodes cannot be told ends here all the same.
        if (try? share(Self.change(removing: key), { remove(key) })) == nil { remove(key) }
    }

    /// Ends all sessions of a user, as when the account is closed.
    func endAll(of user: UserID) {
        state.withLock { state in
            for key in state.keys[user] ?? [] { state.end(key) }
        }
    }

    /// Returns 256 random bits as text.
    static func secret() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }.hexadecimal
    }

    static func key(of secret: String) -> Key { Digest256(hashing: Array(secret.utf8)) }
}

extension Sessions.State {
    fileprivate mutating func end(_ key: Sessions.Key) {
        guard let user = entries.removeValue(forKey: key)?.session.user else { return }
        keys[user]?.removeAll { $0 == key }
        if keys[user]?.isEmpty == true { keys[user] = nil }
    }

    /// Forgets those that have expired, and of the others a tenth, the oldest.
    fileprivate mutating func makeRoom(below most: Int, at now: Date) {
        for (key, entry) in entries where entry.session.expiresAt <= now { end(key) }
        guard entries.count >= most else { return }
        let oldest = entries.sorted { $0.value.number < $1.value.number }.prefix(most / 10 + 1)
        for (key, _) in oldest { end(key) }
    }
}

/// The cookie of a session, and that of a sign-in under way.
struct SessionCookie {
    /// A name that browsers keep to this host and to encrypted connections; on a server for development, which has none
    /// of these, a plain one.
    let name: String
    private let attributes: String
    private let isPlain: Bool

    init(_ options: ServerOptions) {
        // A browser keeps no cookie of an unencrypted page that is marked as one for encrypted pages.
        isPlain = options.certificates == nil && options.isDev || options.publicOrigin?.hasPrefix("http://") == true
        name = isPlain ? "draftledger" : "__Host-draftledger"
        attributes = "Path=/; HttpOnly; SameSite=Strict" + (isPlain ? "" : "; Secure")
    }

    /// The key of the session whose cookie a request has; nil without any.
    func key(in request: Request) -> Sessions.Key? { value(of: name, in: request).map(Sessions.key) }

    private func value(of name: String, in request: Request) -> String? {
        for field in request.headers[values: .cookie] {
            for pair in field.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1)
                guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name else { continue }
                return String(parts[1])
            }
        }
        return nil
    }

    /// The secret of a browser that signs in at an issuer; nil without any.
    func signInSecret(in request: Request) -> String? {
        value(of: name + "-sign-in", in: request).flatMap { $0.utf8.count == 64 ? $0 : nil }
    }

    /// The header that sets it. The issuer's page leads back, so that browsers have to send it then (`SameSite=Lax`).
    func settingSignIn(_ secret: String) -> String {
        "\(name)-sign-in=\(secret); Path=/; HttpOnly; SameSite=Lax" + (isPlain ? "" : "; Secure")
            + "; Max-Age=\(Int(SignIns.timeSeconds))"
    }

    /// The header that sets it, for as long as its session holds.
    func setting(_ secret: String, for session: Sessions.Session, at now: Date = Date()) -> String {
        "\(name)=\(secret); \(attributes); Max-Age=\(max(0, Int(session.expiresAt.timeIntervalSince(now))))"
    }

    /// The header that takes it back.
    var clearing: String { "\(name)=; \(attributes); Max-Age=0" }
}
