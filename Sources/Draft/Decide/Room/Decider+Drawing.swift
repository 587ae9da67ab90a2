/// The draw of a full room's order, and what members reveal for it.
extension Decider {
    /// The events when the last seat of a room is taken: `RoomFilled`, and the draw. If members have yet to reveal their
    /// entropy, the draw waits for that.
    ///
    /// - Parameter room: the room with its last seat taken.
    func fillEvents(of room: RoomState) -> [Event] {
        let filled = Event.roomFilled(RoomFilled(seats: room.ruleset.teams))
        return room.sealedSeats.isEmpty ? [filled] + drawEvents(of: room) : [filled]
    }

    /// `DraftOrderDrawn`, which names who has not revealed, and `CountdownStarted`.
    private func drawEvents(of room: RoomState) -> [Event] {
        let secret = cryptography.drawSecret(of: room.id)
        let seats = OrderDraw.seats(
            secret: secret, room: room.id, entrants: room.entrants, cryptography: cryptography)
        return [
            .draftOrderDrawn(DraftOrderDrawn(secret: secret, seats: seats, withheld: room.sealedSeats)),
            .countdownStarted(CountdownStarted(endsAt: now + room.ruleset.countdown)),
        ]
    }

    /// A member's own, within ten seconds of the fill. The last one to reveal has the order drawn.
    ///
    /// A reveal that came in time and meets an order that is drawn already is refused with its margin: evidence that it was
    /// not waited for.
    func revealEntropyEvents(_ id: RoomID, _ entropy: [UInt8]) throws(Refusal) -> [StreamEvent] {
        let room = try knownRoom(id)
        guard let seat = origin.actor.user.flatMap(room.seat), mayAct(for: seat, in: room),
            let member = room.member(at: seat)
        else { throw Refusal(.forbidden, "Only a member of room \(id) can reveal, and only their own entropy.") }
        func refusal(_ code: RefusalCode, _ message: String) -> Refusal {
            Refusal(
                code, message, seat: seat, deadline: room.revealsUntil,
                margin: room.revealsUntil.map { $0 - occurredAt })
        }
        guard room.status == .countdown, room.seatOfSlot.isEmpty, let until = room.revealsUntil else {
            throw refusal(.wrongStatus, "Room \(id) does not wait for entropy of its members.")
        }
        guard member.isSealed else {
            throw refusal(
                .alreadyExists, "The member at \(room.placeName(of: seat)) of room \(id) has nothing to reveal.")
        }
        guard entropy.count == DrawTerms.entropyLength, cryptography.sha256(entropy).bytes == member.entropy else {
            throw refusal(.invalidValue, "These are not the 16 bytes whose SHA-256 was sent with the join.")
        }
        guard occurredAt <= until else {
            throw refusal(.clockExpired, "The time to reveal for room \(id) is over.")
        }
        let revealed = EntropyRevealed(seat: seat, entropy: entropy)
        var after = room
        after.evolve(revealed)
        let events: [Event] =
            [.entropyRevealed(revealed)] + (after.sealedSeats.isEmpty ? drawEvents(of: after) : [])
        return events.on(.room(id))
    }

    /// The time to reveal is over: what was not revealed is drawn with as it came.
    func drawOrderEvents(_ id: RoomID) throws(Refusal) -> [StreamEvent] {
        let room = try knownRoom(id)
        try checkRole()
        guard room.status == .countdown, room.seatOfSlot.isEmpty, let until = room.revealsUntil else {
            throw Refusal(.wrongStatus, "Room \(id) does not wait for entropy of its members.")
        }
        guard occurredAt > until else {
            throw Refusal(
                .clockRunning, "The members of room \(id) can still reveal.", deadline: until,
                margin: until - occurredAt)
        }
        return drawEvents(of: room).on(.room(id))
    }

    /// `RoomCancelled`, with the secret of a draw that did not take place, so that anyone can check the commitment.
    func cancelledEvent(of room: RoomState, reason: Wording) -> StreamEvent {
        var cancelled = RoomCancelled(reason: reason)
        if room.draw != nil, room.commitment != nil, room.seatOfSlot.isEmpty {
            cancelled.secret = cryptography.drawSecret(of: room.id)
        }
        return StreamEvent(.room(room.id), .roomCancelled(cancelled))
    }
}

extension Decider {
    /// Refuses what no member can put into a draw. Bytes that are revealed in one room would tell what is still sealed in
    /// another, so those who seal join one room at a time.
    func checkEntropy(_ entropy: [UInt8], of tournament: TournamentState, entries: UInt8) throws(Refusal) {
        guard !entropy.isEmpty else { return }
        guard tournament.details.signedCommands == .required else {
            guard entropy.count == DrawTerms.entropyLength else {
                throw Refusal(
                    .invalidValue, "\(entropy.count) bytes of entropy were sent, expected 16 random bytes or none.")
            }
            return
        }
        guard entropy.count == DrawTerms.digestLength else {
            throw Refusal(
                .invalidValue,
                "\(entropy.count) bytes of entropy were sent, expected the 32 of a SHA-256, or none.")
        }
        guard entries == 1 else {
            throw Refusal(
                .invalidValue, "\(entries) entries cannot share one commitment. Join with one entry at a time.")
        }
    }
}

extension RoomState {
    /// Seats whose members have brought a SHA-256 and not yet revealed of what, in their order.
    package var sealedSeats: [Seat] { members.indices.filter { members[$0]?.isSealed == true }.map { Seat($0) } }
}

extension RoomState.Member {
    /// Whether it has yet to reveal what it puts into the draw.
    package var isSealed: Bool { entropy.count == DrawTerms.digestLength }
}
