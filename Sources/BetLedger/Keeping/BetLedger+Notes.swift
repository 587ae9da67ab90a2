package import Bets
import Crypto
import Draft
import Foundation
import LMDB
import Ledger
import Platform
import Records
package import Values

/// The state of a bettor's notes, whose digest is in the log.
package enum BetNotes: Hashable, Sendable {
    /// The bet has none.
    case none
    case told(String)
    /// They were erased, or are not in this copy of the ledger.
    case erased
    /// The stored text is not what the log has the digest of.
    case altered
}

/// A bettor's notes are outside of the log, so that they can be erased. The log has their salted digest.
extension BetLedger {
    private static let tableName = "bet-notes"

    private func notesTable() throws -> Table<String>? { try ledger.table(named: Self.tableName) }

    /// The name of the salt of a command's notes.
    private static func alias(_ actor: Sender, _ id: CommandID) -> String { "salt/\(actor.rawValue)/\(id)" }

    private static func digest(of words: TextCommitment) -> Digest256 {
        Digest256(
            sha256: HMAC<SHA256>.authenticationCode(
                for: Array(words.text.utf8), using: SymmetricKey(data: words.salt.bytes)))
    }

    /// Stores the notes of a bet and puts their digest into the command.
    ///
    /// - Returns: the command, and the digest of notes that were not there before.
    func pinNotes(
        of command: BetCommand, as actor: Sender, id: CommandID
    ) throws(BetLedgerError) -> (command: BetCommand, new: Digest256?) {
        guard access == .writing, case .recordBet(let user, var bet) = command, !bet.notes.text.isEmpty,
            bet.notes.digest == nil
        else { return (command, nil) }
        let text = bet.notes.text
        // The rules refuse longer ones, with their reason.
        guard text.utf8.count <= BetRules.textBytes else { return (command, nil) }
        let stored = try rethrowing { () -> (digest: Digest256, isNew: Bool)? in
            guard let table = try notesTable() else { return nil }
            return try ledger.write { transaction in
                let alias = Self.alias(actor, id)
                let known = try transaction.value(at: alias, in: table).flatMap { Digest256(bytes: $0) }
                let salt = known ?? Self.randomSalt()
                let words = TextCommitment(text: text, salt: salt)
                let digest = Self.digest(of: words)
                let isNew = try transaction.value(at: digest.hexadecimal, in: table) == nil
                if known == nil { try transaction.put(salt.bytes, at: alias, in: table) }
                if isNew {
                    try transaction.put(
                        NotesRow(words, of: user, alias: alias).bytes, at: digest.hexadecimal, in: table)
                }
                return (digest, isNew)
            }
        }
        guard let stored else { return (command, nil) }
        bet.notes = Wording("", digest: stored.digest)
        return (.recordBet(user, bet), stored.isNew ? stored.digest : nil)
    }

    /// Removes notes that came to nothing, because the bet was refused or is a retry.
    func dropNotes(_ digest: Digest256) {
        // Rows that stay are found by no bet, and go when the user's notes are erased.
        try? ledger.write { transaction in
            if let table = try notesTable() { _ = try transaction.remove(digest.hexadecimal, in: table) }
        }
    }

    /// The notes of a bet.
    ///
    /// - Throws: `unknown` for a bet that is not recorded, `storage`.
    package func notes(of bet: BetID) throws(BetLedgerError) -> BetNotes {
        guard let recorded = state.bets[bet] else {
            throw BetLedgerError(.unknown, "Record \(bet) is not a bet.")
        }
        return try notes(recorded.terms.notes)
    }

    func notes(_ wording: Wording) throws(BetLedgerError) -> BetNotes {
        guard let digest = wording.digest else { return wording.text.isEmpty ? .none : .told(wording.text) }
        return try rethrowing {
            guard let table = try notesTable(),
                let bytes = try ledger.read({ try $0.value(at: digest.hexadecimal, in: table) })
            else { return .erased }
            guard let row = NotesRow(bytes), Self.digest(of: row.words) == digest else { return .altered }
            return .told(row.words.text)
        }
    }

    /// Erases all notes of a user with their salts, and records how many. Nothing then tells what the digests in the log are
    /// of.
    ///
    /// - Returns: the number of erased notes. If there are none, nothing is recorded.
    @discardableResult
    package func eraseNotes(of user: UserID) throws(BetLedgerError) -> Int {
        guard access == .writing else { throw BetLedgerError(.notWritable, "\(path) was opened for reading.") }
        let count = try removeNotes(of: user)
        if count > 0 {
            let erased = FreeTextErased(user: user, texts: UInt32(count), isOfStaff: false)
            // In its turn among the commands.
            try rethrowing { try queue.sync { try record(.freeTextErased(erased)) } }
        }
        return count
    }

    /// Records an event of the ledger itself, which changes nothing in the state of bets. On the queue of commands.
    private func record(_ event: Event) throws {
        let snapshot = try memory.withLock { memory in
            let now = max(Timestamp(microseconds: clock()), memory.lastRecordedAt)
            var writer = RecordWriter()
            try writer.write(
                event, stream: .system, origin: nil, place: memory.place(in: StreamKey.system.rawValue),
                recordedAt: now)
            var records = RecordBatch()
            writer.withBytes { records.append($0) }
            try ledger.appendBlocking(
                AppendRequest(
                    records: records, recordedAt: .fromRecords, expectedSize: memory.size, statesPlaces: true))
            try memory.catchUp(with: ledger)
            return (state: memory.state, size: memory.size)
        }
        published.withLock { $0 = snapshot }
    }

    private func removeNotes(of user: UserID) throws(BetLedgerError) -> Int {
        try rethrowing {
            guard let table = try notesTable() else { return 0 }
            return try ledger.write { transaction in
                let rows = try transaction.withCursor(on: table) { cursor in
                    var rows: [(name: String, alias: String)] = []
                    var found = try cursor.first()
                    while found {
                        let name = try cursor.key
                        let row = cursor.withValue { $0.withUnsafeBytes { NotesRow([UInt8]($0)) } }
                        if let row, row.user == user { rows.append((name, row.alias)) }
                        found = try cursor.next()
                    }
                    return rows
                }
                for (name, alias) in rows {
                    _ = try transaction.remove(name, in: table)
                    _ = try transaction.remove(alias, in: table)
                }
                return rows.count
            }
        }
    }

    private static func randomSalt() -> Digest256 {
        Digest256(sha256: SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) })
    }
}

/// Notes as they are stored.
private struct NotesRow {
    let words: TextCommitment
    let user: UserID
    /// The name of the salt's row, which is erased with the notes.
    let alias: String

    init(_ words: TextCommitment, of user: UserID, alias: String) {
        self.words = words
        self.user = user
        self.alias = alias
    }

    /// - Returns: nil for another row, such as that of a salt.
    init?(_ bytes: [UInt8]) {
        var reader = CanonicalReader(bytes)
        guard let user = try? reader.id(UserID.self), let alias = try? reader.text(), let salt = try? reader.digest(),
            let text = try? reader.text(), reader.isAtEnd
        else { return nil }
        words = TextCommitment(text: text, salt: salt)
        self.user = user
        self.alias = alias
    }

    var bytes: [UInt8] {
        var writer = CanonicalWriter()
        writer.write(user)
        writer.write(alias)
        writer.write(words.salt)
        writer.write(words.text)
        return writer.bytes
    }
}
