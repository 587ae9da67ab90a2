public import Draft
import Foundation
import Ledger
import LMDB
import Records

/// What became of words that the log has the digest of.
public enum KeptWords: Hashable, Sendable {
    case told(String)
    /// They were erased, or were never brought here: nothing tells them any more.
    case erased
    /// What is kept is not what the log's digest is of.
    case altered
}

extension DraftLedger {
    /// Keeps the words of a command about a case beside the log, and leaves their salted digest in their place: what is
    /// sent then.
    ///
    /// `send` does it by itself where a command is not signed. Whoever signs one pins its words before, and signs what is
    /// returned.
    ///
    /// - Parameters:
    ///   - command: of any kind; one that has no words, or has them pinned, comes back as it is.
    ///   - actor: who will send it.
    ///   - id: under which. The same words under the same id have the same digest, so that a retry is one, until they are
    ///     erased.
    /// - Throws: `notWritable`, `invalidValue` for words that are too long, or what keeps the ledger from storing them.
    public func pinningWords(
        of command: Command, as actor: Sender, id: CommandID
    ) throws(DraftLedgerError) -> Command {
        try pin(command, as: actor, id: id).command
    }

    /// Likewise.
    ///
    /// - Returns: the command to send, and whether its words were not there before.
    func pin(
        _ command: Command, as actor: Sender, id: CommandID
    ) throws(DraftLedgerError) -> (command: Command, isNew: Bool) {
        guard var statement = command.statement, statement.digest == nil, !statement.text.isEmpty else {
            return (command, false)
        }
        guard access == .writing else { throw .notWritable(path) }
        guard statement.text.utf8.count <= statement.limit else {
            throw DraftLedgerError(
                .invalidValue,
                "The \(statement.name) has \(statement.text.utf8.count) bytes; at most \(statement.limit) are allowed.")
        }
        return try rethrowing {
            guard let table = try words() else { return (command, false) }
            let subject = try self.subject(of: command, sentBy: actor)
            let (text, alias) = (statement.text, Self.alias(of: actor, id))
            let (digest, isNew) = try ledger.write { transaction in
                let known = try transaction.value(at: alias, in: table).flatMap { Digest256(bytes: $0) }
                let pinned = PinnedWords(text: text, salt: known ?? .random())
                let digest = pinned.digest(by: Self.hashing)
                let isNew = try transaction.value(at: digest.hexadecimal, in: table) == nil
                if known == nil { try transaction.put(pinned.salt.bytes, at: alias, in: table) }
                let row = WordsRow(text: text, salt: pinned.salt.hexadecimal, user: subject?.number, alias: alias)
                if isNew { try transaction.put(try row.bytes, at: digest.hexadecimal, in: table) }
                return (digest, isNew)
            }
            (statement.text, statement.digest) = ("", digest)
            var pinned = command
            pinned.statement = statement
            return (pinned, isNew)
        }
    }

    /// Forgets words that came to nothing, since the command was refused. Their salt stays, so that a retry is known as
    /// one.
    func dropWords(of command: Command) throws(DraftLedgerError) {
        guard let digest = command.statement?.digest else { return }
        try rethrowing {
            guard let table = try words() else { return }
            try ledger.write { _ = try $0.remove(digest.hexadecimal, in: table) }
        }
    }

    /// The words that a digest in the log stands for.
    ///
    /// - Throws: what keeps the ledger from being read.
    public func words(pinnedBy digest: Digest256) throws(DraftLedgerError) -> KeptWords {
        try rethrowing {
            guard let table = try words() else { return .erased }
            let bytes = try ledger.read { try $0.value(at: digest.hexadecimal, in: table) }
            guard let bytes else { return .erased }
            guard let row = WordsRow(bytes), let salt = Digest256(hexadecimal: row.salt),
                PinnedWords(text: row.text, salt: salt).digest(by: Self.hashing) == digest
            else { return .altered }
            return .told(row.text)
        }
    }

    /// An event as those may read it who may read its words: with them, as far as they are there. To be shown, not stored.
    ///
    /// - Throws: what keeps the ledger from being read.
    public func told(_ recorded: RecordedEvent) throws(DraftLedgerError) -> RecordedEvent {
        guard var statement = recorded.event.statement, let digest = statement.digest else { return recorded }
        switch try words(pinnedBy: digest) {
        case .told(let text): statement.text = text
        case .erased: statement.text = "(erased)"
        case .altered: statement.text = "(not the words that the record has the digest of)"
        }
        var told = recorded
        told.event.statement = statement
        return told
    }

    /// A case's history with its words.
    ///
    /// - Parameters:
    ///   - id: the case's number.
    ///   - size: as of how many events; all of them for nil.
    /// - Throws: what keeps the ledger from being read.
    public func caseHistory(_ id: CaseID, upTo size: UInt64? = nil) throws(DraftLedgerError) -> [RecordedEvent] {
        var told: [RecordedEvent] = []
        for recorded in try stream(.dispute(id), upTo: size) { told.append(try self.told(recorded)) }
        return told
    }

    /// How many words are kept about a user: claims, titles of documents, reasons of verdicts.
    public func countWords(about user: UserID) throws(DraftLedgerError) -> Int {
        try rethrowing { try rows(about: user).count }
    }

    /// Erases all words about a user, their salts included: the digests in the log say nothing then. Their bytes go as those
    /// of a profile do, see ``DraftLedger/setProfiles(_:)``.
    ///
    /// - Returns: how many there were.
    /// - Throws: `notWritable`, or what keeps the ledger from storing it.
    @discardableResult
    public func eraseWords(about user: UserID) throws(DraftLedgerError) -> Int {
        guard access == .writing else { throw .notWritable(path) }
        return try rethrowing {
            let rows = try rows(about: user)
            guard !rows.isEmpty, let table = try words() else { return 0 }
            try ledger.write { transaction in
                for (key, alias) in rows {
                    _ = try transaction.remove(key, in: table)
                    _ = try transaction.remove(alias, in: table)
                }
            }
            return rows.count
        }
    }

    // MARK: Rows

    private static let hashing = LedgerCryptography(drawMaster: [])

    /// Digest in hexadecimal → the words' row; sender and id of a command → the salt of its words. Nil where there is none
    /// yet, and none can be made.
    private func words() throws -> Table<String>? { try ledger.table(named: "words", keys: String.self) }

    private static func alias(of actor: Sender, _ id: CommandID) -> String { "sent/\(actor.rawValue)/\(id)" }

    /// Whom the words are about: the claimant of the case.
    private func subject(of command: Command, sentBy actor: Sender) throws -> UserID? {
        if case .dispute(_, .openDispute(let opened)) = command, let claimant = opened.claimant { return claimant }
        if let id = command.caseStated, case .disputeOpened(let opened)? = try stream(.dispute(id)).first?.event,
            let claimant = opened.claimant
        {
            return claimant
        }
        return actor.role == .user ? actor.user : actor.onBehalfOf
    }

    private func rows(about user: UserID) throws -> [(key: String, alias: String)] {
        guard let table = try words() else { return [] }
        return try ledger.read { transaction in
            try transaction.withCursor(on: table) { cursor in
                var rows: [(key: String, alias: String)] = []
                var found = try cursor.first()
                while found {
                    let bytes = cursor.withValue { $0.withUnsafeBytes { Array($0) } }
                    if let row = WordsRow(bytes), row.user == user.number {
                        rows.append((try cursor.key, row.alias))
                    }
                    found = try cursor.next()
                }
                return rows
            }
        }
    }
}

/// Words as they are kept.
private struct WordsRow: Codable {
    var text: String
    var salt: String
    var user: UInt64?
    var alias: String

    init(text: String, salt: String, user: UInt64?, alias: String) {
        self.text = text
        self.salt = salt
        self.user = user
        self.alias = alias
    }

    /// - Returns: nil for what is no such row: a salt alone, or damage.
    init?(_ bytes: [UInt8]) {
        guard let row = try? JSONDecoder().decode(WordsRow.self, from: Data(bytes)) else { return nil }
        self = row
    }

    var bytes: [UInt8] { get throws { Array(try JSONEncoder().encode(self)) } }
}

extension Digest256 {
    /// 32 bytes that nobody can foresee.
    fileprivate static func random() -> Digest256 {
        var random = SystemRandomNumberGenerator()
        return Digest256(words: (random.next(), random.next(), random.next(), random.next()))
    }
}
