import Crypto
import Foundation
import LMDB
import Ledger
import Records
package import Values

/// A user's session: the token to show next, and the user.
package struct RefreshedSession: Hashable, Sendable {
    package var user: UserID
    /// 64 hexadecimal digits. Only its SHA-256 is stored.
    package var refreshToken: String
}

/// Apple's names for users and their refresh tokens, in erasable tables: the log knows users by their numbers alone.
extension BetLedger {
    private static let tableName = "bet-accounts"

    /// How long a refresh token is valid.
    package static let refreshLifetime = Interval.seconds(30 * 86_400)

    private func changingAccounts<Result>(
        _ body: (borrowing WriteTransaction, Table<String>) throws -> Result
    ) throws(BetLedgerError) -> Result {
        guard access == .writing else { throw BetLedgerError(.notWritable, "\(path) was opened for reading.") }
        return try rethrowing {
            guard let table: Table<String> = try ledger.table(named: Self.tableName) else {
                throw BetLedgerError(.storage, "The table of accounts is missing.")
            }
            return try ledger.write { try body($0, table) }
        }
    }

    /// The user with a subject of Apple's identity tokens; a new one at the first sign-in. Numbers are never reused.
    package func user(forAppleSubject subject: String) throws(BetLedgerError) -> UserID {
        guard (1...255).contains(subject.utf8.count) else {
            throw BetLedgerError(.unknown, "A subject has 1 to 255 bytes, this one has \(subject.utf8.count).")
        }
        return try changingAccounts { transaction, table in
            let name = "apple/\(subject)"
            if let known = try transaction.value(at: name, in: table).flatMap(AccountRow.number) {
                return UserID(known)
            }
            let last = try transaction.value(at: "last", in: table).flatMap(AccountRow.number) ?? 0
            guard last < UserID.maximum.number else {
                throw BetLedgerError(.storage, "No number of a user is left.")
            }
            try transaction.put(AccountRow.bytes(last + 1), at: "last", in: table)
            try transaction.put(AccountRow.bytes(last + 1), at: name, in: table)
            return UserID(last + 1)
        }
    }

    /// Begins a session of a user: a family of refresh tokens, of which each is valid once.
    package func beginSession(of user: UserID, at now: Timestamp) throws(BetLedgerError) -> RefreshedSession {
        let family = CommandID.random()
        return try changingAccounts { transaction, table in
            try Self.issue(to: user, family: family, at: now, in: transaction, table)
        }
    }

    /// Exchanges a refresh token for the next one of its family.
    ///
    /// A token that was used before is in the wrong hands, or its answer was lost: the whole family is revoked.
    ///
    /// - Throws: `tokenInvalid`.
    package func refreshSession(
        _ token: String, at now: Timestamp
    ) throws(BetLedgerError) -> RefreshedSession {
        let name = Self.name(of: token)
        let session = try changingAccounts { transaction, table -> RefreshedSession? in
            guard let row = try transaction.value(at: name, in: table).flatMap(TokenRow.init) else { return nil }
            guard !row.isUsed, now < row.expiresAt else {
                // Within the transaction, and not undone by an error.
                try Self.revoke(row.family, in: transaction, table)
                return nil
            }
            var used = row
            used.isUsed = true
            try transaction.put(used.bytes, at: name, in: table)
            return try Self.issue(to: row.user, family: row.family, at: now, in: transaction, table)
        }
        guard let session else {
            throw BetLedgerError(
                .tokenInvalid, "The refresh token is unknown, expired or was used before. Sign in again.")
        }
        return session
    }

    /// Ends the session of a refresh token. Does nothing for an unknown token.
    package func endSession(_ token: String) throws(BetLedgerError) {
        let name = Self.name(of: token)
        try changingAccounts { transaction, table in
            guard let row = try transaction.value(at: name, in: table).flatMap(TokenRow.init) else { return }
            try Self.revoke(row.family, in: transaction, table)
        }
    }

    /// Erases what says who a user is: the subject, all sessions, and all notes. The bets stay under the user's number.
    package func eraseAccount(of user: UserID) throws(BetLedgerError) {
        try changingAccounts { transaction, table in
            let names = try Self.names(in: transaction, table) { name, bytes in
                if name.hasPrefix("apple/") { return AccountRow.number(bytes) == user.number }
                return name.hasPrefix("token/") && TokenRow(bytes)?.user == user
            }
            for name in names { _ = try transaction.remove(name, in: table) }
        }
        try eraseNotes(of: user)
    }

    // MARK: Tokens

    private static func name(of token: String) -> String {
        "token/\(Digest256(hashing: Array(token.utf8)).hexadecimal)"
    }

    private static func issue(
        to user: UserID, family: CommandID, at now: Timestamp, in transaction: borrowing WriteTransaction,
        _ table: Table<String>
    ) throws -> RefreshedSession {
        let token = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0).hexadecimal }
        let row = TokenRow(user: user, family: family, expiresAt: now + refreshLifetime, isUsed: false)
        try transaction.put(row.bytes, at: name(of: token), in: table)
        return RefreshedSession(user: user, refreshToken: token)
    }

    private static func revoke(
        _ family: CommandID, in transaction: borrowing WriteTransaction, _ table: Table<String>
    ) throws {
        let names = try names(in: transaction, table) { $0.hasPrefix("token/") && TokenRow($1)?.family == family }
        for name in names { _ = try transaction.remove(name, in: table) }
    }

    private static func names(
        in transaction: borrowing WriteTransaction, _ table: Table<String>, _ isWanted: (String, [UInt8]) -> Bool
    ) throws -> [String] {
        try transaction.withCursor(on: table) { cursor in
            var names: [String] = []
            var found = try cursor.first()
            while found {
                let name = try cursor.key
                let bytes = cursor.withValue { $0.withUnsafeBytes { [UInt8]($0) } }
                if isWanted(name, bytes) { names.append(name) }
                found = try cursor.next()
            }
            return names
        }
    }
}

private enum AccountRow {
    static func bytes(_ number: UInt64) -> [UInt8] {
        var writer = CanonicalWriter()
        writer.write(number)
        return writer.bytes
    }

    static func number(_ bytes: [UInt8]) -> UInt64? {
        var reader = CanonicalReader(bytes)
        // Nil for a damaged row, which is then as good as missing.
        guard let number = try? reader.number(UInt64.self), reader.isAtEnd else { return nil }
        return number
    }
}

/// A refresh token as it is stored, under its SHA-256.
private struct TokenRow {
    var user: UserID
    /// The tokens of one session, which are revoked together.
    var family: CommandID
    var expiresAt: Timestamp
    var isUsed: Bool

    init(user: UserID, family: CommandID, expiresAt: Timestamp, isUsed: Bool) {
        self.user = user
        self.family = family
        self.expiresAt = expiresAt
        self.isUsed = isUsed
    }

    init?(_ bytes: [UInt8]) {
        var reader = CanonicalReader(bytes)
        do {
            self.init(
                user: try reader.id(), family: CommandID(high: try reader.number(), low: try reader.number()),
                expiresAt: try reader.timestamp(), isUsed: try reader.flag())
        } catch {
            return nil
        }
        guard reader.isAtEnd else { return nil }
    }

    var bytes: [UInt8] {
        var writer = CanonicalWriter()
        writer.write(user)
        writer.write(family.high)
        writer.write(family.low)
        writer.write(expiresAt)
        writer.write(isUsed)
        return writer.bytes
    }
}
