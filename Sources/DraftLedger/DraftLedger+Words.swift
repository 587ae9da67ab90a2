public import Draft
import Ledger
import LMDB
import Records

/// The state of text whose digest is in the log.
public enum StoredText: Hashable, Sendable {
    case told(String)
    /// They were erased, or were never brought here: nothing tells them any more.
    case erased
    /// What is kept is not what the log's digest is of.
    case altered
}

extension DraftLedger {
    /// Stores the free text of a person's command outside the log and replaces it by its salted digest in the command to
    /// send. Text by the scheduler and importers is the program's own and stays in the log.
    ///
    /// `send` does it by itself if a command is not signed. A client that signs a command pins its free text first, and
    /// signs the returned command.
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
    /// - Returns: the command to send, and the digests of those words that were not there before.
    package func pin(
        _ command: Command, as actor: Sender, id: CommandID
    ) throws(DraftLedgerError) -> (command: Command, new: [Digest256]) {
        guard Self.isPinned(command, sentBy: actor) else { return (command, []) }
        guard access == .writing else { throw .notWritable(path) }
        for statement in command.statements where statement.isInTheOpen {
            guard statement.text.utf8.count <= statement.limit else {
                throw DraftLedgerError(
                    .invalidValue,
                    "The \(statement.name) has \(statement.text.utf8.count) bytes; at most \(statement.limit) are "
                        + "allowed.")
            }
        }
        return try rethrowing {
            guard let table = try words() else { return (command, []) }
            let (subject, alias) = (try self.subject(of: command, sentBy: actor), Self.alias(of: actor, id))
            return try ledger.write { transaction in
                let known = try transaction.value(at: alias, in: table).flatMap { Digest256(bytes: $0) }
                let salt = known ?? .random()
                if known == nil { try transaction.put(salt.bytes, at: alias, in: table) }
                var new: [Digest256] = []
                let pinned = try command.mappingWords { (statement: Statement) throws -> Wording in
                    guard statement.isInTheOpen else { return statement.words }
                    let kept = TextCommitment(text: statement.text, salt: salt)
                    let digest = kept.digest(by: Self.hashing)
                    if try transaction.value(at: digest.hexadecimal, in: table) == nil {
                        let row = WordsRow(kept, about: subject, alias: alias)
                        try transaction.put(try row.bytes, at: digest.hexadecimal, in: table)
                        new.append(digest)
                    }
                    return Wording("", digest: digest)
                }
                return (pinned, new)
            }
        }
    }

    /// Whether a command has words that do not go into the log.
    static func isPinned(_ command: Command, sentBy actor: Sender) -> Bool {
        guard actor.role != .scheduler, actor.role != .importer else { return false }
        return command.statements.contains { $0.isInTheOpen }
    }

    /// Keeps words that were pinned elsewhere, with what they belong to.
    ///
    /// - Throws: what keeps the ledger from storing them.
    package func keep(_ words: [SentWords]) throws(DraftLedgerError) {
        guard !words.isEmpty else { return }
        try rethrowing {
            guard let table = try self.words() else { return }
            try ledger.write { transaction in
                for sent in words {
                    let alias = Self.alias(of: sent.sender, sent.id)
                    let row = WordsRow(sent.words, about: sent.subject, alias: alias)
                    try transaction.put(sent.words.salt.bytes, at: alias, in: table)
                    let digest = sent.words.digest(by: Self.hashing)
                    try transaction.put(try row.bytes, at: digest.hexadecimal, in: table)
                }
            }
        }
    }

    /// The salt of the digests of a command's text, so that its author can compare before signing; nil for a command without
    /// such digests.
    ///
    /// - Throws: the error of reading the ledger.
    public func salt(ofWordsBy actor: Sender, id: CommandID) throws(DraftLedgerError) -> Digest256? {
        try rethrowing {
            guard let table = try words() else { return nil }
            let bytes = try ledger.read { try $0.value(at: Self.alias(of: actor, id), in: table) }
            return bytes.flatMap { Digest256(bytes: $0) }
        }
    }

    /// Forgets words that came to nothing, since the command was refused. Their salt stays, so that a retry is known as
    /// one.
    package func drop(_ words: [Digest256]) throws(DraftLedgerError) {
        guard !words.isEmpty else { return }
        try rethrowing {
            guard let table = try self.words() else { return }
            try ledger.write { transaction in
                for digest in words { _ = try transaction.remove(digest.hexadecimal, in: table) }
            }
        }
    }

    /// The words that a digest in the log stands for.
    ///
    /// - Throws: the error of reading the ledger.
    public func words(pinnedBy digest: Digest256) throws(DraftLedgerError) -> StoredText {
        try rethrowing {
            guard let table = try words() else { return .erased }
            let bytes = try ledger.read { try $0.value(at: digest.hexadecimal, in: table) }
            guard let bytes else { return .erased }
            guard let row = WordsRow(bytes), let salt = Digest256(hexadecimal: row.salt),
                TextCommitment(text: row.text, salt: salt).digest(by: Self.hashing) == digest
            else { return .altered }
            return .told(row.text)
        }
    }

    /// The words that an event has the digests of, in the order of its fields.
    ///
    /// - Parameter position: the event's.
    /// - Throws: `badMoment` for a position without an event, or the error of reading the ledger.
    public func words(
        at position: UInt64
    ) throws(DraftLedgerError) -> [(digest: Digest256, words: StoredText)] {
        let size = try size
        guard position < size else {
            let events = size == 0 ? "no events" : size == 1 ? "1 event" : "\(size) events"
            throw DraftLedgerError(
                .badMoment,
                "There is no event at position \(position): the ledger has \(events)"
                    + (size == 0 ? "." : ", at positions 0 to \(size - 1)."))
        }
        var digests: [Digest256] = []
        _ = try rethrowing { try log.event(at: position) }?.event.mappingWords { statement in
            if let digest = statement.digest { digests.append(digest) }
            return statement.words
        }
        var found: [(digest: Digest256, words: StoredText)] = []
        for digest in digests { found.append((digest, try words(pinnedBy: digest))) }
        return found
    }

    /// An event as those may read it who may read its words: with them, as far as they are there. To be shown, not stored.
    ///
    /// - Throws: the error of reading the ledger.
    public func told(_ recorded: RecordedEvent) throws(DraftLedgerError) -> RecordedEvent {
        var told = recorded
        told.event = try recorded.event.mappingWords { statement throws(DraftLedgerError) in
            try self.told(statement.words)
        }
        return told
    }

    /// Words as those may read them who may: to be shown, not stored.
    ///
    /// - Throws: the error of reading the ledger.
    public func told(_ wording: Wording) throws(DraftLedgerError) -> Wording {
        guard let digest = wording.digest, wording.text.isEmpty else { return wording }
        return switch try words(pinnedBy: digest) {
        case .told(let text): Wording(text, digest: digest)
        case .erased: Wording("(erased)", digest: digest)
        case .altered: Wording("(text does not match the recorded digest)", digest: digest)
        }
    }

    /// A case's history with its words.
    ///
    /// - Parameters:
    ///   - id: the case's number.
    ///   - size: as of how many events; all of them for nil.
    /// - Throws: the error of reading the ledger.
    public func caseHistory(_ id: CaseID, upTo size: UInt64? = nil) throws(DraftLedgerError) -> [RecordedEvent] {
        var told: [RecordedEvent] = []
        for recorded in try stream(.dispute(id), upTo: size) { told.append(try self.told(recorded)) }
        return told
    }

    /// How many words are kept about a user: claims, titles of documents, reasons of verdicts and of acts.
    public func countWords(about user: UserID) throws(DraftLedgerError) -> Int {
        try rethrowing { try rows(about: user).count }
    }

    /// Removes one text and its salt, which leaves no trace in the log: see `erasure(at:)`.
    ///
    /// - Parameter digest: what the log has of them.
    /// - Returns: whether they were there.
    /// - Throws: `notWritable`, or what keeps the ledger from storing it.
    @discardableResult
    package func eraseWords(pinnedBy digest: Digest256) throws(DraftLedgerError) -> Bool {
        guard access == .writing else { throw .notWritable(path) }
        return try rethrowing {
            guard let table = try words() else { return false }
            return try ledger.write { transaction in
                guard let bytes = try transaction.value(at: digest.hexadecimal, in: table) else { return false }
                if let row = WordsRow(bytes) { _ = try transaction.remove(row.alias, in: table) }
                return try transaction.remove(digest.hexadecimal, in: table)
            }
        }
    }

    /// Removes all text about a user and its salts, which leaves no trace in the log: see `erasure(about:)`. The bytes go as
    /// those of a profile do, see ``DraftLedger/setProfiles(_:)``.
    ///
    /// - Parameters:
    ///   - isOfStaff: whether text that staff wrote goes too.
    ///   - kept: the digests of texts that stay.
    /// - Returns: how many there were.
    /// - Throws: `notWritable`, or what keeps the ledger from storing it.
    @discardableResult
    package func eraseWords(
        about user: UserID, ofStaff isOfStaff: Bool = true, keeping kept: Set<Digest256> = []
    ) throws(DraftLedgerError) -> Int {
        guard access == .writing else { throw .notWritable(path) }
        return try rethrowing {
            let keys = Set(kept.map(\.hexadecimal))
            let rows = try rows(about: user).filter { (isOfStaff || !$0.isOfStaff) && !keys.contains($0.key) }
            guard !rows.isEmpty, let table = try words() else { return 0 }
            try ledger.write { transaction in
                for (key, alias, _) in rows {
                    _ = try transaction.remove(key, in: table)
                    _ = try transaction.remove(alias, in: table)
                }
            }
            return rows.count
        }
    }

    // MARK: Rows

    /// Digests need no secret.
    static let hashing = LedgerCryptography(drawMaster: [])

    /// Digest in hexadecimal → the row of the free text; sender and ID of a command → the salt of its free text. Nil if
    /// the table does not exist and cannot be created.
    private func words() throws -> Table<String>? { try ledger.table(named: "words", keys: String.self) }

    private static func alias(of actor: Sender, _ id: CommandID) -> String { "sent/\(actor.rawValue)/\(id)" }

    /// The user that a command's text is about.
    package func subject(of command: Command, sentBy actor: Sender) throws -> UserID? {
        try command.subject(sentBy: actor) { id in
            guard case .opened(let opened) = try stream(.dispute(id)).first?.event.caseStep else { return nil }
            return opened.claimant
        } holder: { room, pick in
            guard let room = try self.room(room), pick >= 1, pick <= room.ruleset.snake.pickCount,
                let seat = room.seatOfSlot.dropFirst(Int(room.ruleset.snake.slot(of: pick))).first
            else { return nil }
            return room.member(at: seat)?.user
        } proposed: { id in
            try measure(id).map { ($0.proposed.command, $0.proposed.dispute) }
        }
    }

    func rows(about user: UserID) throws -> [(key: String, alias: String, isOfStaff: Bool)] {
        guard let table = try words() else { return [] }
        return try ledger.read { transaction in
            try transaction.withCursor(on: table) { cursor in
                var rows: [(key: String, alias: String, isOfStaff: Bool)] = []
                var found = try cursor.first()
                while found {
                    let bytes = cursor.withValue { $0.withUnsafeBytes { Array($0) } }
                    if let row = WordsRow(bytes), row.user == user.number {
                        rows.append((try cursor.key, row.alias, row.isOfStaff))
                    }
                    found = try cursor.next()
                }
                return rows
            }
        }
    }
}

extension Digest256 {
    /// Returns 32 unpredictable bytes.
    fileprivate static func random() -> Digest256 {
        var random = SystemRandomNumberGenerator()
        return Digest256(words: (random.next(), random.next(), random.next(), random.next()))
    }
}
