import Crypto
public import Draft
import Foundation
import LMDB
import Platform
import Records
import TextFormats

/// The accounts to which withdrawals are paid: an LMDB environment in the directory of the ledger.
///
/// A withdrawal is paid to the account that its user had at the request, and to no later one: who takes over a session can
/// change the account, and cannot redirect what is on its way. The ledger's digest proves which one it was.
///
/// Thread-safe. A change takes two syncs of the disk.
public final class PayoutBook: Sendable {
    private let environment: Environment
    /// Changes it on every node of a cluster.
    private let store: EnvironmentStore
    private let meta: Table<String>
    /// By user.
    private let current: Table<UInt64>
    /// Those of withdrawals, by the digest in the ledger.
    private let requested: Table<[UInt8]>
    /// Makes the salts, so that a request that is sent twice has one digest.
    private let secret: SymmetricKey

    /// The name of its directory in the directory of the ledger.
    public static let directory = "payouts"

    /// Opens the book, or creates it.
    ///
    /// - Parameters:
    ///   - path: of its directory, in the directory of the ledger.
    ///   - ledger: whose cluster has it on every node; nil while no server runs.
    /// - Throws: what keeps the file from being opened.
    public init(path: String, of ledger: DraftLedger? = nil) throws {
        if !FileSystem.exists(path) { try FileSystem.createDirectory(path) }
        environment = try Environment.open(at: path, options: .init(maximumTables: 4, initialMapSize: 16 << 20))
        store = EnvironmentStore(Self.directory, environment, of: ledger)
        meta = try environment.table(named: "meta")
        current = try environment.table(named: "current")
        requested = try environment.table(named: "requested")
        let meta = meta
        let bytes = try environment.write { transaction in
            if let known = try transaction.value(at: "secret", in: meta) { return known }
            let new = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
            try transaction.put(new, at: "secret", in: meta)
            return new
        }
        secret = SymmetricKey(data: bytes)
    }

    /// The account of a user; nil without one.
    public func destination(of user: UserID) throws -> PayoutDestination? {
        try environment.read { transaction in
            try transaction.value(at: user.number, in: current).flatMap(Self.row).flatMap(PayoutDestination.init)
        }
    }

    /// Sets the account of a user for withdrawals to come; nil removes it.
    public func set(_ destination: PayoutDestination?, of user: UserID) throws {
        try store.write { transaction in
            if let destination {
                try transaction.put(Array(destination.json.compact.utf8), at: user.number, in: current)
            } else {
                try transaction.remove(user.number, in: current)
            }
        }
    }

    /// Keeps the account of a user for a withdrawal.
    ///
    /// - Parameters:
    ///   - user: the user who withdraws.
    ///   - id: of the command that requests it. The same one has the same digest, as long as the account does not change.
    /// - Returns: the digest that the command carries; nil for a user without an account.
    public func request(of user: UserID, id: CommandID) throws -> Digest256? {
        guard let destination = try destination(of: user) else { return nil }
        let code = HMAC<SHA256>.authenticationCode(for: Data("\(id)".utf8), using: secret)
        let salt = Array(code.prefix(16))
        let digest = destination.digest(salt: salt)
        let row: JSON = ["user": .of(user), "salt": .of(salt.hexadecimal), "destination": destination.json]
        try store.write { transaction in
            try transaction.put(Array(row.compact.utf8), at: digest.bytes, in: requested)
        }
        return digest
    }

    /// The account of a withdrawal, by the digest in the ledger.
    ///
    /// - Returns: nil for a digest of which nothing is kept, and for a row that was changed since.
    public func destination(requestedAs digest: [UInt8]) throws -> PayoutDestination? {
        guard digest.count == 32 else { return nil }
        return try environment.read { transaction in
            guard let row = try transaction.value(at: digest, in: requested).flatMap(Self.row),
                let destination = row["destination"].flatMap(PayoutDestination.init),
                let salt = row["salt"]?.string.flatMap({ [UInt8](hexadecimal: $0) }),
                destination.digest(salt: salt).bytes == digest
            else { return nil }
            return destination
        }
    }

    /// Erases all accounts of a user.
    public func erase(_ user: UserID) throws {
        try store.write { transaction in
            try transaction.remove(user.number, in: current)
            var own: [[UInt8]] = []
            try transaction.withCursor(on: requested) { cursor in
                var found = try cursor.first()
                while found {
                    let bytes = cursor.withValue { $0.withUnsafeBytes { Array($0) } }
                    if Self.row(bytes)?["user"]?.integer(as: UInt64.self) == user.number { own.append(try cursor.key) }
                    found = try cursor.next()
                }
            }
            for key in own { try transaction.remove(key, in: requested) }
        }
    }

    // MARK: In the directory of a ledger

    private static func place(besideLedger path: String) -> String? {
        let place = path + "/" + directory
        return FileSystem.exists(place) ? place : nil
    }

    /// Erases all accounts of a user in the directory of a ledger, if it has a book.
    public static func erase(_ user: UserID, besideLedger path: String) throws {
        guard let place = place(besideLedger: path) else { return }
        try PayoutBook(path: place).erase(user)
    }

    /// Rewrites the file of the book in the directory of a ledger, if there is one, so that no byte of an erased account is left in it. No
    /// process may have it open.
    public static func compact(besideLedger path: String) throws {
        guard let place = place(besideLedger: path) else { return }
        let environment = try Environment.open(at: place, options: .init(maximumTables: 4, initialMapSize: 16 << 20))
        defer { environment.close() }
        try environment.compact()
    }

    /// All accounts of a user in the directory of a ledger, the present one first; empty for a ledger without a book.
    public static func destinations(of user: UserID, besideLedger path: String) throws -> [PayoutDestination] {
        guard let place = place(besideLedger: path) else { return [] }
        return try PayoutBook(path: place).destinations(of: user)
    }

    private func destinations(of user: UserID) throws -> [PayoutDestination] {
        var all: [PayoutDestination] = []
        func add(_ destination: PayoutDestination?) {
            if let destination, !all.contains(destination) { all.append(destination) }
        }
        add(try destination(of: user))
        try environment.read { transaction in
            try transaction.withCursor(on: requested) { cursor in
                var found = try cursor.first()
                while found {
                    let row = Self.row(cursor.withValue { $0.withUnsafeBytes { Array($0) } })
                    if row?["user"]?.integer(as: UInt64.self) == user.number {
                        add(row?["destination"].flatMap(PayoutDestination.init))
                    }
                    found = try cursor.next()
                }
            }
        }
        return all
    }

    /// An unreadable row counts as missing: its withdrawal is marked in the payout, and is not paid blindly.
    private static func row(_ bytes: [UInt8]) -> JSONValue? { try? JSONDocument(bytes).root }
}
