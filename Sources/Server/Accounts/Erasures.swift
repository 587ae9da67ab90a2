import Draft
import DraftLedger
import Foundation
import Platform
import Records

/// The erased users, in the file `erasures.json` next to the log. It has their numbers, to erase them again if a
/// restored backup contains them. It also has salted digests of their subjects, so that the token of a closed account
/// does not register a new user.
final class Erasures: Sendable {
    private struct Entry: Codable {
        var user: UInt64
        var subject: String
    }

    private struct Content: Codable {
        /// 64 hexadecimal digits, of this file alone.
        var salt: String
        var erased: [Entry]
    }

    private let ledger: DraftLedger
    private let files: SideFiles
    private let content: Guarded<Content>

    /// - Throws: an error if the file is damaged: without it, the server would restore erased users.
    init(of ledger: DraftLedger, in files: SideFiles) throws {
        (self.ledger, self.files) = (ledger, files)
        let path = "\(ledger.path)/\(Self.file)"
        if let known: Content = try AccountFile.read(path) {
            content = Guarded(known)
        } else {
            let salt = (0..<4).map { _ in String(UInt64.random(in: 1 << 60 ... .max), radix: 16) }.joined()
            content = Guarded(Content(salt: salt, erased: []))
        }
        files.follow(Self.file) { [content] in
            // A file that cannot be read now is read at the next start, which reports it.
            let known: Content?? = try? AccountFile.read(path)
            if let known = known ?? nil { content.withLock { $0 = known } }
        }
    }

    private static let file = "erasures.json"

    var users: [UserID] { content.withLock { $0.erased.map { UserID($0.user) } } }

    /// Whether a subject was erased.
    func contains(_ account: String) -> Bool {
        content.withLock { content in
            let subject = Self.digest(of: account, content.salt)
            return content.erased.contains { $0.subject == subject }
        }
    }

    /// Notes that a user is to be erased, durably: what is noted is done at the next start at the latest.
    func add(_ user: UserID, _ account: String) throws {
        try content.withLock { content in
            guard !content.erased.contains(where: { $0.user == user.number }) else { return }
            var next = content
            next.erased.append(Entry(user: user.number, subject: Self.digest(of: account, content.salt)))
            try files.replace(Self.file, with: Array(try JSONEncoder().encode(next)), in: ledger)
            content = next
        }
    }

    private static func digest(of account: String, _ salt: String) -> String {
        Digest256(hashing: Array("\(salt) \(account)".utf8)).hexadecimal
    }
}
