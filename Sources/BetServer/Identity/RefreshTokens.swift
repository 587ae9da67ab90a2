import Crypto
import Foundation
import LMDB
import Platform
import TextFormats
import Tokens
import Values

/// One sign-in of a user on one device: its refresh tokens follow each other, and end together.
struct RefreshFamily: Hashable, Sendable {
    private static let randomBytes = 16

    /// The user's number, so that all sign-ins of a user are next to each other, and random bytes.
    let bytes: [UInt8]

    /// A new one.
    init(of user: UserID) {
        var generator = SystemRandomNumberGenerator()
        bytes = user.number.bigEndianBytes + (0..<Self.randomBytes).map { _ in .random(in: 0...255, using: &generator) }
    }

    init?(_ bytes: [UInt8]) {
        guard bytes.count == 8 + Self.randomBytes else { return nil }
        self.bytes = bytes
    }

    /// Reads what `text` writes.
    init?(_ text: String) {
        guard let bytes = Base64URL.decode(Array(text.utf8)[...]) else { return nil }
        self.init(bytes)
    }

    var user: UserID { UserID(UInt64(bigEndianBytes: Array(bytes.prefix(8))) ?? 0) }
    var text: String { Base64URL.encode(bytes) }
}

/// The users of external subjects, and their refresh tokens.
///
/// They are in an LMDB environment of their own next to the ledger's log, so that they can be erased. It holds no secret:
/// tokens and subjects are stored as SHA-256 digests. A refresh token is valid once, and its use gives the next one. A
/// token that is used a second time was copied: all tokens of its sign-in end then (RFC 9700, 4.14.2).
final class RefreshTokens: Sendable {
    /// A refresh token with what belongs to it.
    struct Issued: Sendable {
        /// The text for the client. It is not stored.
        var token: String
        var user: UserID
        var family: RefreshFamily
    }

    /// The reason why a refresh token is not accepted.
    enum Rejection: Error, Hashable {
        case unknown, expired
        /// It was used before. Its whole sign-in has ended.
        case reused
    }

    /// Seconds from issue to expiry.
    static let lifetime: Int64 = 30 * 86_400
    /// The maximum number of sign-ins of a user. If there are more, the oldest end.
    static let mostOfUser = 16
    private static let secretBytes = 32
    private static let prefix = "sdr_"

    private let environment: Environment
    /// Digests of subjects to users.
    private let subjects: Table<[UInt8]>
    /// Users to digests of their subjects.
    private let users: Table<UInt64>
    /// Families to ``FamilyEntry``.
    private let families: Table<[UInt8]>
    /// Digests of tokens to ``TokenEntry``.
    private let tokens: Table<[UInt8]>
    /// The greatest number of a user that was given.
    private let numbers: Table<[UInt8]>
    /// Digests of identity tokens that were taken, to the seconds since 1970 at which they expire.
    private let taken: Table<[UInt8]>

    /// Opens the tables, and creates them if they are missing.
    ///
    /// - Parameter path: the directory of the tables, which exists.
    init(at path: String) throws(LMDBError) {
        environment = try .open(at: path, options: .init(maximumTables: 8, initialMapSize: 16 << 20))
        subjects = try environment.table(named: "subjects")
        users = try environment.table(named: "users")
        families = try environment.table(named: "families")
        tokens = try environment.table(named: "refresh-tokens")
        numbers = try environment.table(named: "numbers")
        taken = try environment.table(named: "identity-tokens")
    }

    func close() { environment.close() }

    private static func digest(_ text: String) -> [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }

    // MARK: Signing in

    /// An identity token that begins a sign-in. It is taken once.
    struct UsedToken: Sendable {
        fileprivate let digest: [UInt8]
        fileprivate let expiresAt: Int64

        /// - Parameters:
        ///   - signed: the bytes that the issuer has signed. The signature itself can have several forms.
        ///   - expiresAt: seconds since 1970.
        init(_ signed: [UInt8], expiresAt: Int64) {
            digest = Array(SHA256.hash(data: signed))
            self.expiresAt = expiresAt
        }
    }

    /// Begins a sign-in of a subject, whom its first sign-in registers.
    ///
    /// - Parameters:
    ///   - account: the issuer and its subject.
    ///   - token: the proof of it.
    ///   - floor: the greatest number of a user that the ledger knows: no new user gets it or a smaller one.
    ///   - now: seconds since 1970.
    /// - Throws: `reused` for a token that was taken before; a fault of the disk.
    func signIn(_ account: String, by token: UsedToken, above floor: UserID?, at now: Int64) throws -> Issued {
        try environment.write { transaction in
            guard try !transaction.contains(token.digest, in: taken) else { throw Rejection.reused }
            try transaction.put(UInt64(bitPattern: token.expiresAt).bigEndianBytes, at: token.digest, in: taken)
            let subject = Self.digest(account)
            let user: UserID
            if let known = try transaction.value(at: subject, in: subjects).flatMap(UInt64.init(bigEndianBytes:)) {
                user = UserID(known)
            } else {
                let key = Array("user".utf8)
                let last = try transaction.value(at: key, in: numbers).flatMap(UInt64.init(bigEndianBytes:)) ?? 0
                user = UserID(max(last, floor?.number ?? 0) + 1)
                try transaction.put(user.number.bigEndianBytes, at: key, in: numbers)
                try transaction.put(user.number.bigEndianBytes, at: subject, in: subjects)
                try transaction.put(subject, at: user.number, in: users)
            }
            try removeOld(of: user, at: now, in: transaction)
            let family = RefreshFamily(of: user)
            let entry = FamilyEntry(issuedAt: now, expiresAt: now + Self.lifetime)
            try transaction.put(entry.bytes, at: family.bytes, in: families)
            return try issue(family, at: now, in: transaction)
        }
    }

    private func issue(
        _ family: RefreshFamily, at now: Int64, in transaction: borrowing WriteTransaction
    ) throws -> Issued {
        var generator = SystemRandomNumberGenerator()
        let secret = (0..<Self.secretBytes).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let token = Self.prefix + Base64URL.encode(secret)
        let entry = TokenEntry(family: family.bytes, expiresAt: now + Self.lifetime, usedAt: 0)
        try transaction.put(entry.bytes, at: Self.digest(token), in: tokens)
        return Issued(token: token, user: family.user, family: family)
    }

    // MARK: Rotating

    /// Uses a refresh token, and gives the next one of its sign-in.
    ///
    /// - Throws: ``Rejection``; a fault of the disk.
    func rotate(_ token: String, at now: Int64) throws -> Issued {
        let outcome: Result<Issued, Rejection> = try environment.write { transaction in
            let key = Self.digest(token)
            guard var entry = try transaction.value(at: key, in: tokens).flatMap(TokenEntry.init),
                var family = try transaction.value(at: entry.family, in: families).flatMap(FamilyEntry.init),
                let name = RefreshFamily(entry.family)
            else { return .failure(.unknown) }
            guard entry.usedAt == 0 else {
                // Committed: the sign-in ends although this request is refused.
                try transaction.remove(entry.family, in: families)
                return .failure(.reused)
            }
            guard entry.expiresAt > now else { return .failure(.expired) }
            entry.usedAt = max(1, now)
            try transaction.put(entry.bytes, at: key, in: tokens)
            family.expiresAt = now + Self.lifetime
            try transaction.put(family.bytes, at: entry.family, in: families)
            return .success(try issue(name, at: now, in: transaction))
        }
        return try outcome.get()
    }

    /// Whether a sign-in has neither ended nor expired.
    func isActive(_ family: RefreshFamily, at now: Int64) throws -> Bool {
        try environment.read { transaction in
            let entry = try transaction.value(at: family.bytes, in: families).flatMap(FamilyEntry.init)
            return entry.map { $0.expiresAt > now } ?? false
        }
    }

    // MARK: Ending

    /// Ends a sign-in with all its tokens.
    func end(_ family: RefreshFamily) throws {
        _ = try environment.write { try $0.remove(family.bytes, in: families) }
    }

    /// Erases a user: the subject, all sign-ins and all tokens. The number is never given again.
    func erase(_ user: UserID) throws {
        try environment.write { transaction in
            if let subject = try transaction.value(at: user.number, in: users) {
                try transaction.remove(subject, in: subjects)
                try transaction.remove(user.number, in: users)
            }
            let ended = try entries(of: user, in: transaction).map(\.family)
            for family in ended { try transaction.remove(family, in: families) }
            try removeTokens(in: transaction) { ended.contains($0.family) }
        }
    }

    /// Removes sign-ins and tokens that have expired, and tokens of sign-ins that have ended.
    func removeExpired(at now: Int64) throws {
        try environment.write { transaction in
            var expired: [[UInt8]] = []
            try transaction.withCursor(on: families) { cursor in
                var found = try cursor.first()
                while found {
                    let entry = cursor.withValue { FamilyEntry($0.copied) }
                    if entry.map({ $0.expiresAt <= now }) ?? true { expired.append(try cursor.key) }
                    found = try cursor.next()
                }
            }
            for family in expired { try transaction.remove(family, in: families) }
            try removeTaken(at: now, in: transaction)
            var ended: [[UInt8]] = []
            try transaction.withCursor(on: tokens) { cursor in
                var found = try cursor.first()
                while found {
                    let entry = cursor.withValue { TokenEntry($0.copied) }
                    // A token that was used stays until it would have expired, so that its reuse is noticed.
                    let lives =
                        try entry.map { try $0.expiresAt > now && transaction.contains($0.family, in: families) }
                        ?? false
                    if !lives { ended.append(try cursor.key) }
                    found = try cursor.next()
                }
            }
            for token in ended { try transaction.remove(token, in: tokens) }
        }
    }

    /// Removes identity tokens that have expired: they are refused in any case.
    private func removeTaken(at now: Int64, in transaction: borrowing WriteTransaction) throws {
        var expired: [[UInt8]] = []
        try transaction.withCursor(on: taken) { cursor in
            var found = try cursor.first()
            while found {
                let end = cursor.withValue { UInt64(bigEndianBytes: $0.copied) }
                if end.map({ Int64(bitPattern: $0) <= now }) ?? true { expired.append(try cursor.key) }
                found = try cursor.next()
            }
        }
        for token in expired { try transaction.remove(token, in: taken) }
    }

    private func removeOld(of user: UserID, at now: Int64, in transaction: borrowing WriteTransaction) throws {
        let all = try entries(of: user, in: transaction).sorted { $0.entry.issuedAt < $1.entry.issuedAt }
        let expired = all.filter { $0.entry.expiresAt <= now }
        let left = all.filter { $0.entry.expiresAt > now }
        let old = expired + left.prefix(max(0, left.count - Self.mostOfUser + 1))
        for one in old { try transaction.remove(one.family, in: families) }
    }

    private func entries(
        of user: UserID, in transaction: borrowing WriteTransaction
    ) throws -> [(family: [UInt8], entry: FamilyEntry)] {
        var found: [(family: [UInt8], entry: FamilyEntry)] = []
        let prefix = user.number.bigEndianBytes
        try transaction.withCursor(on: families) { cursor in
            var isThere = try cursor.move(toOrAfter: prefix)
            while isThere, try cursor.key.starts(with: prefix) {
                if let entry = cursor.withValue({ FamilyEntry($0.copied) }) { found.append((try cursor.key, entry)) }
                isThere = try cursor.next()
            }
        }
        return found
    }

    private func removeTokens(
        in transaction: borrowing WriteTransaction, where isEnded: (TokenEntry) -> Bool
    ) throws {
        var ended: [[UInt8]] = []
        try transaction.withCursor(on: tokens) { cursor in
            var found = try cursor.first()
            while found {
                if let entry = cursor.withValue({ TokenEntry($0.copied) }), isEnded(entry) {
                    ended.append(try cursor.key)
                }
                found = try cursor.next()
            }
        }
        for token in ended { try transaction.remove(token, in: tokens) }
    }
}
