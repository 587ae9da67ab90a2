import Draft
import DraftLedger
import Foundation
import Platform
import Tokens

/// The moments at which users have signed out everywhere, in the file `signouts.json` in the ledger's directory: tokens that
/// were issued to them before are refused, after a restart too.
///
/// A moment is kept until no such token can be valid any more.
final class SignOuts: Sendable {
    private struct Entry: Codable {
        var user: UInt64
        /// Seconds since 1970.
        var at: Double
    }

    private struct Content: Codable {
        var signedOut: [Entry]
    }

    private let ledger: DraftLedger
    private let files: SideFiles
    private let moments: Guarded<[UserID: Double]>

    /// - Throws: a fault of the file: to continue without it would let old tokens in again.
    init(of ledger: DraftLedger, in files: SideFiles) throws {
        (self.ledger, self.files) = (ledger, files)
        moments = Guarded(try Self.read(in: ledger.path))
        files.follow(Self.file) { [moments, path = ledger.path] in
            // A file that cannot be read now is read at the next start, which reports it.
            if let known = try? Self.read(in: path) { moments.withLock { $0 = known } }
        }
    }

    private static let file = "signouts.json"

    private static func read(in ledger: String) throws -> [UserID: Double] {
        let known: Content? = try AccountFile.read("\(ledger)/\(file)")
        return Dictionary((known?.signedOut ?? []).map { (UserID($0.user), $0.at) }) { max($0, $1) }
    }

    /// Whether a token of a user may still be accepted.
    ///
    /// An issuer writes whole seconds: a token of the same second counts as older.
    func allows(_ user: UserID, tokenIssuedAt issue: Double) -> Bool {
        moments.withLock { $0[user].map { issue >= $0 } ?? true }
    }

    /// Stores that a user signs out everywhere, durably.
    ///
    /// - Parameter now: seconds since 1970.
    func note(_ user: UserID, at now: Double) throws {
        try moments.withLock { moments in
            let oldest = now - Double(TokenIssuer.longestLifetimeSeconds)
            var next = moments.filter { $0.value > oldest }
            next[user] = max(now, next[user] ?? now)
            let entries = next.map { Entry(user: $0.key.number, at: $0.value) }.sorted { $0.user < $1.user }
            let bytes = Array(try JSONEncoder().encode(Content(signedOut: entries)))
            try files.replace(Self.file, with: bytes, in: ledger)
            moments = next
        }
    }
}
