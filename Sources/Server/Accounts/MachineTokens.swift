package import Draft
import Foundation
import Platform
import Records

/// A token of a program with a staff role: a backend, a monitor or a metrics scraper.
package struct MachineToken: Hashable, Sendable, Codable {
    /// Eight hexadecimal digits, for lists and for revoking.
    package var id: String
    /// The purpose of the token.
    package var name: String
    /// SHA-256 of the whole token, in hexadecimal digits. The token has 256 random bits, so that nothing slower is needed.
    var digest: String
    /// The number under which it acts, as in `admin/901`.
    package var user: UInt64
    /// The roles of the program if staff roles are not enabled in the ledger. If they are enabled, only the ledger
    /// counts.
    package var roles: [String]
    /// ISO 8601.
    package var createdAt: String

    /// The roles that are known here.
    var staffRoles: StaffRoles {
        StaffRole.allCases.filter { roles.contains($0.name) }.reduce(into: []) { $0.insert(StaffRoles($1)) }
    }
}

/// The tokens of programs, in the file `tokens.json` next to the log. Only the owner can read the file, and it does not
/// contain the tokens themselves. A running server sees the changes of other processes.
package final class MachineTokens: Sendable {
    private struct Content: Codable {
        var tokens: [MachineToken]
    }

    /// The identity of the file: each change makes a new file, and two changes can have the same date.
    struct Stamp: Equatable {
        var date: Date?
        var number: Int?
        var size: Int?
    }

    private struct Known {
        var stamp: Stamp?
        var tokens: [String: MachineToken] = [:]
    }

    /// Every token begins so: leaked ones are found by it, and no JSON Web Token does.
    package static let prefix = "draftledger_"

    /// The timeout of the lock. A change takes only a few writes to the disk.
    private static let lockTimeout = Duration.seconds(10)

    private let path: String
    private let known = Guarded(Known())

    /// - Parameter ledger: the ledger's directory.
    package init(of ledger: String) { path = ledger + "/tokens.json" }

    /// Makes a token.
    ///
    /// - Returns: the token, which is not stored and cannot be shown again.
    package func create(
        _ name: String, user: UserID, roles: StaffRoles, at now: Timestamp
    ) throws -> (token: String, entry: MachineToken) {
        let secret = (0..<4).map { _ in Self.digits(UInt64.random(in: 0 ... .max)) }.joined()
        let id = String(Self.digits(UInt64.random(in: 0 ... .max)).prefix(8))
        let token = "\(Self.prefix)\(id)_\(secret)"
        let entry = MachineToken(
            id: id, name: name, digest: Self.digest(of: token), user: user.number,
            roles: roles.roles.map(\.name), createdAt: now.iso8601)
        try changing { $0.append(entry) }
        return (token, entry)
    }

    package func list() throws -> [MachineToken] {
        do {
            let content: Content? = try AccountFile.read(path)
            return content?.tokens ?? []
        } catch {
            throw MachineTokensError(description: error.description)
        }
    }

    /// Revokes a token.
    ///
    /// - Returns: the token's entry; nil if the ID is unknown.
    package func revoke(_ id: String) throws -> MachineToken? {
        try changing { tokens in
            guard let index = tokens.firstIndex(where: { $0.id == id }) else { return nil }
            return tokens.remove(at: index)
        }
    }

    /// Reads the tokens, changes them and writes them back, with a lock against other tasks and processes. If two
    /// changes coincide, both are kept. The lock is on a separate file, because each change is a new `tokens.json`.
    ///
    /// - Throws: `MachineTokensError` if another holder does not release the lock in time.
    private func changing<Result>(_ body: (inout [MachineToken]) throws -> Result) throws -> Result {
        let lock = try OpenFile.regular(path + ".lock", .readAndWrite, permissions: 0o600)
        let start = ContinuousClock.now
        while true {
            do throws(Errno) {
                try lock.lock()
                break
            } catch {
                guard error == .wouldBlock, ContinuousClock.now - start < Self.lockTimeout else {
                    throw MachineTokensError(description: "Another process is changing \(path). Try again.")
                }
                Thread.sleep(forTimeInterval: 0.005)
            }
        }
        defer { lock.unlock() }
        let before = try list()
        var tokens = before
        let result = try body(&tokens)
        if tokens != before { try store(tokens) }
        return result
    }

    /// Returns the entry of a token; nil if the token does not exist or was revoked.
    func entry(of token: String) throws -> MachineToken? {
        // By its digest, whose comparison tells nothing of the token however long it takes.
        try entry(digest: Self.digest(of: token))
    }

    /// Likewise, by the token's digest.
    func entry(digest: String) throws -> MachineToken? {
        // A look at the file for each request: a revoked token is not to live on in memory.
        let stamp = stamp()
        let isFresh = known.withLock { $0.stamp != nil && $0.stamp == stamp }
        if !isFresh {
            let tokens = try list().reduce(into: [:]) { $0[$1.digest] = $1 }
            known.withLock { $0 = Known(stamp: stamp, tokens: tokens) }
        }
        return known.withLock { $0.tokens[digest] }
    }

    /// Returns the stamp of the file; nil if the file does not exist.
    func stamp() -> Stamp? {
        guard let found = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }  // nil: no file
        return Stamp(
            date: found[.modificationDate] as? Date, number: found[.systemFileNumber] as? Int,
            size: found[.size] as? Int)
    }

    private func store(_ tokens: [MachineToken]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try DurableFile.replace(
            path, with: Array(try encoder.encode(Content(tokens: tokens))), permissions: 0o600)
    }

    private static func digest(of token: String) -> String { Digest256(hashing: Array(token.utf8)).hexadecimal }

    private static func digits(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// An error of the file of machine tokens.
package struct MachineTokensError: Error, CustomStringConvertible {
    package let description: String
}
