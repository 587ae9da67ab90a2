import Draft
import DraftLedger
import Records

/// The draw of a room's order: what was promised, what members brought, what came of it.
extension RoomAuditor {
    /// The rules pick among those whom the pool had when the room opened, by the only version of draws with terms.
    mutating func checkTerms(_ opened: RoomOpened, _ recorded: RecordedEvent) {
        guard let terms = opened.draw else { return }
        if terms.version != DrawTerms.currentVersion {
            notes.note(
                .draw, at: recorded, expected: "version \(DrawTerms.currentVersion)", actual: "\(terms.version)",
                "The room uses an unknown version of the draw.")
        }
        let players = view.pool(opened.pool)?.players.count ?? 0
        if Int(terms.poolPlayers) != players {
            notes.note(
                .autopick, at: recorded, expected: "\(players) players", actual: "\(terms.poolPlayers)",
                "The room states a wrong number of players of its pool.")
        }
    }

    /// Redoes the draw from the secret that it reveals, and from what the members brought.
    mutating func checkDraw(_ drawn: DraftOrderDrawn, _ recorded: RecordedEvent, in room: RoomState) {
        if !room.seatOfSlot.isEmpty {
            notes.note(
                .draw, at: recorded, expected: "one draw per room", actual: "another one",
                "The order was drawn a second time.")
        }
        guard let commitment = room.commitment else {
            if drawn.seats.sorted() != Array(0..<room.ruleset.teams) {
                notes.note(
                    .draw, at: recorded, expected: "every seat once", actual: "\(drawn.seats)",
                    "The given order is not a permutation of the seats.")
            }
            return
        }
        notes.counts.draws += 1
        checkWithheld(drawn, recorded, in: room)
        guard let secret = drawn.secret else {
            return notes.note(
                .draw, at: recorded, expected: "the secret", actual: "none", "The draw does not reveal its secret.")
        }
        checkSecret(secret, of: commitment, recorded)
        let seats = OrderDraw.seats(
            secret: secret, room: room.id, entrants: room.entrants, cryptography: cryptography)
        if seats != drawn.seats {
            notes.note(
                .draw, at: recorded, expected: "\(seats)", actual: "\(drawn.seats)",
                "Recomputed from the secret, the draft order is different.")
        }
    }

    private mutating func checkSecret(_ secret: Digest256, of commitment: Digest256, _ recorded: RecordedEvent) {
        let actual = OrderDraw.commitment(to: secret, cryptography: cryptography)
        guard actual != commitment else { return }
        notes.note(
            .draw, at: recorded, expected: "SHA-256 \(commitment.hexadecimal)", actual: "SHA-256 \(actual.hexadecimal)",
            "The secret does not match the room's commitment.")
    }

    /// Checks that the draw lists the seats that did not reveal, and that they had ten seconds.
    private mutating func checkWithheld(_ drawn: DraftOrderDrawn, _ recorded: RecordedEvent, in room: RoomState) {
        let sealed = room.sealedSeats
        if drawn.withheld != sealed {
            notes.note(
                .draw, at: recorded, expected: sealed.map { room.placeName(of: $0) }.joined(separator: ", "),
                actual: drawn.withheld.map { room.placeName(of: $0) }.joined(separator: ", "),
                "The draw lists the wrong seats as not revealed.")
        }
        if !sealed.isEmpty, let until = room.revealsUntil, recorded.moment <= until {
            notes.note(
                .draw, at: recorded, expected: "after \(until.iso8601)", actual: recorded.moment.iso8601,
                "The order was drawn before the time to reveal ended.")
        }
    }

    /// What is revealed is what the join brought the SHA-256 of.
    mutating func checkReveal(_ revealed: EntropyRevealed, _ recorded: RecordedEvent, in room: RoomState) {
        let brought = room.member(at: revealed.seat)?.entropy ?? []
        let digest = cryptography.sha256(revealed.entropy).bytes
        guard brought != digest || revealed.entropy.count != DrawTerms.entropyLength else { return }
        notes.note(
            .draw, at: recorded, expected: "16 bytes with SHA-256 \(brought.hexadecimal)",
            actual: "\(revealed.entropy.count) bytes with SHA-256 \(digest.hexadecimal)",
            "The entropy of \(room.placeName(of: revealed.seat)) does not match its commitment.")
    }

    /// A room that ends before its draw keeps its promise all the same.
    mutating func checkUnusedSecret(_ cancelled: RoomCancelled, _ recorded: RecordedEvent, in room: RoomState) {
        guard let commitment = room.commitment, room.draw != nil, room.seatOfSlot.isEmpty else {
            if cancelled.secret != nil {
                notes.note(
                    .draw, at: recorded, expected: "no secret", actual: "one",
                    "The end of the room reveals a secret that was already revealed.")
            }
            return
        }
        guard let secret = cancelled.secret else {
            return notes.note(
                .draw, at: recorded, expected: "the secret", actual: "none",
                "The room ended before its draw without revealing its committed secret.")
        }
        checkSecret(secret, of: commitment, recorded)
    }

    /// Checks that the draw waited for every timely reveal.
    mutating func checkRevealHeard(_ rejected: CommandRejected, _ recorded: RecordedEvent, in room: RoomState) {
        guard rejected.command == .revealEntropy, rejected.code == .wrongStatus, let seat = rejected.seat,
            let until = room.revealsUntil, recorded.moment <= until, !room.seatOfSlot.isEmpty,
            case .room(_, .revealEntropy(let entropy))? = rejected.refusedCommand,
            let member = room.member(at: seat), cryptography.sha256(entropy).bytes == member.entropy
        else { return }
        notes.note(
            .draw, at: recorded, expected: "a draw with the entropy of \(room.placeName(of: seat)) revealed",
            actual: "one without",
            "The entropy was revealed \((until - recorded.moment).seconds()) before the end, but the draw did not wait for it."
        )
    }
}
