import Draft
import DraftLedger
import Platform
import Records

/// The free text of a simulation, as it is stored outside the log.
typealias WordBook = Guarded<[SentWords]>

/// A command as it is sent: with commitments to free text, which is stored separately.
struct Letter {
    var origin: CommandOrigin
    /// With digests in the place of words; nil where there are none.
    var pinned: Command?
    fileprivate var words: [TextCommitment] = []
}

extension Journal {
    /// A new command's letter.
    ///
    /// - Parameter arrival: when the command reaches the edge of the system; the desk's clock moves to when it is
    ///   handled, a millisecond or three later.
    mutating func letter(of command: Command, from actor: Sender, arriving arrival: Timestamp) -> Letter {
        let name = nextName()
        guard words != nil, actor.role != .scheduler, command.statements.contains(where: \.isInTheOpen) else {
            return Letter(origin: origin(of: command, named: name, from: actor, arriving: arrival))
        }
        // It hides nothing: the seed tells the name. So the same seed gives the same digests.
        let salt = cryptography.sha256(
            [name.high, name.low].flatMap { word in
                (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
            })
        var kept: [TextCommitment] = []
        let pinned = command.mappingWords { statement in
            guard statement.isInTheOpen else { return statement.words }
            let words = TextCommitment(text: statement.text, salt: salt)
            kept.append(words)
            return Wording("", digest: words.digest(by: cryptography))
        }
        return Letter(
            origin: origin(of: pinned, named: name, from: actor, arriving: arrival), pinned: pinned, words: kept)
    }
}

extension SimulatedStore {
    /// Keeps the words of a command that was accepted.
    func keep(_ letter: Letter) {
        guard let book = journal.words, let command = letter.pinned else { return }
        let sender = letter.origin.actor
        let subject = command.subject(sentBy: sender) { id in
            dispute(id)?.opened.claimant
        } holder: { id, pick in
            guard let room = room(id), pick >= 1, pick <= room.ruleset.snake.pickCount,
                let seat = room.seatOfSlot.dropFirst(Int(room.ruleset.snake.slot(of: pick))).first
            else { return nil }
            return room.member(at: seat)?.user
        } proposed: { id in
            proposal(id).map { ($0.command, $0.dispute) }
        }
        let words = letter.words.map { SentWords($0, about: subject, in: letter.origin.commandID, from: sender) }
        book.withLock { $0 += words }
    }
}
