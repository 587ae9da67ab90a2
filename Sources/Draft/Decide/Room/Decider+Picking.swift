extension Decider {
    /// A pick by hand.
    ///
    /// The order of the checks is fixed, and the first that fails names the refusal:
    ///
    /// 1. `unknownRoom`; 2. `draftComplete`; 3. `roomPaused`, by hand or by an outage; 4. `draftNotActive`;
    /// 5. `forbidden`: the sender may not act for the seat;
    /// 6. `clockExpired` or `stalePickNumber`: another pick than the expected one is on the clock;
    /// 7. `notYourTurn`; 8. `clockExpired`: it reached the server after the grace; 9. `playerNotInPool`;
    /// 10. `playerAlreadyDrafted`; 11. `invalidValue`: a value of the pick is invalid.
    ///
    /// The pick number comes before the turn, so that a double tap gets the right refusal even if the slot owns the
    /// next pick too. The clock comes before the player, so that who is late learns that and by how much. A pick that
    /// arrives when the rules have already made it is judged by the clock of its own number, also after later picks:
    /// `clockExpired` with its negative margin, or `stalePickNumber` with a margin that proves it was in time. A second
    /// tap for one's own pick is `stalePickNumber`.
    func makePickEvents(_ id: RoomID, _ command: MakePick) throws(Refusal) -> [StreamEvent] {
        guard let room = state.room(id) else {
            throw Refusal(
                .unknownRoom, "There is no room \(id).", pick: command.pick, seat: command.seat,
                player: command.player)
        }
        let own = seatOfSender(in: room)
        let seat = (command.seat ?? own).flatMap { mayAct(for: $0, in: room) ? $0 : nil }
        let judging = judgingClock(in: room, pick: command.pick, seat: seat)
        // Refusals are counted for the seat they name, so a sender must not use up another seat's count by naming it.
        func withEvidence(_ refusal: Refusal) -> Refusal {
            Refusal(
                refusal.code, refusal.message, pick: command.pick, seat: seat ?? own, player: command.player,
                deadline: judging?.deadline, graceEndsAt: judging?.graceEndsAt,
                margin: judging.map { $0.graceEndsAt - occurredAt })
        }
        do throws(Refusal) {
            try checkDrafting(room, includingOvernight: true)
            guard let seat else {
                throw Refusal(.forbidden, "The sender may not pick for a seat of room \(id).")
            }
            try checkTurn(command.pick, of: seat, in: room, judgedBy: judging)
            try checkAvailable(command.player, in: room)
            try checkIsRecordable(command.adp, named: "ADP")
            try checkIsRecordable(command.claimedAt?.microseconds, named: "claimed time")
            return pickedEvents(command, by: seat, in: room)
        } catch {
            throw withEvidence(error)
        }
    }

    private func pickedEvents(_ command: MakePick, by seat: Seat, in room: RoomState) -> [StreamEvent] {
        var events: [Event] = [
            .pickMade(
                PickMade(
                    pick: command.pick, slot: room.ruleset.snake.slot(of: command.pick), seat: seat,
                    player: command.player, adp: origin.actor.role == .importer ? command.adp : nil,
                    claimedAt: command.claimedAt))
        ]
        if room.member(at: seat)?.autodraft == true {
            events.append(.autodraftSet(AutodraftSet(seat: seat, on: false, cause: .manualAct)))
        }
        return withConsequences(of: events, in: room)
    }

    /// The seat of the sender, or of the user for whom the command was sent.
    private func seatOfSender(in room: RoomState) -> Seat? {
        let actor = origin.actor
        return (actor.role == .user ? actor.user : actor.onBehalfOf).flatMap(room.seat)
    }

    /// The times of the clock by which a pick is judged: the clock of its own number.
    ///
    /// Earlier rules knew only the clock that runs and, for a pick that the rules had just made in the seat's place, the
    /// one before it.
    private func judgingClock(in room: RoomState, pick: PickNumber, seat: Seat?) -> RoomState.PickClock? {
        guard state.rules < SoftwareStarted.rulesOfPickClocks else { return room.pickClock(of: pick) }
        if let last = room.picks.last, Int(pick) == room.picks.count, last.seat == seat, last.source != .manual,
            let clock = room.lastPickClock
        {
            return RoomState.PickClock(clock, of: clock.pick)
        }
        return room.runningClock.map { RoomState.PickClock($0, of: $0.pick) }
    }

    /// Whether a pick number is on the clock, or the rules have picked in the seat's place for it.
    private func isOpen(_ pick: PickNumber, to seat: Seat, in room: RoomState) -> Bool {
        guard pick >= 1, pick < room.currentPickNumber else { return true }
        let made = room.picks[Int(pick) - 1]
        return made.seat == seat && made.source != .manual
    }

    private func checkTurn(
        _ pick: PickNumber, of seat: Seat, in room: RoomState, judgedBy clock: RoomState.PickClock?
    ) throws(Refusal) {
        let isLate =
            isOpen(pick, to: seat, in: room)
            && clock.map { $0.pick == pick && occurredAt > $0.graceEndsAt } ?? false
        guard pick == room.currentPickNumber else {
            if isLate { throw Refusal(.clockExpired, "The clock of pick \(pick) ran out; it was autopicked.") }
            throw Refusal(.stalePickNumber, "Pick \(room.currentPickNumber) is on the clock, not \(pick).")
        }
        guard room.seatOnClock == seat else {
            throw Refusal(.notYourTurn, "Pick \(pick) does not belong to \(room.placeName(of: seat)).")
        }
        if isLate { throw Refusal(.clockExpired, "The clock of pick \(pick) has run out.") }
    }

    /// Refuses a player who is not available any more.
    func checkAvailable(_ player: PlayerIndex, in room: RoomState) throws(Refusal) {
        guard let pool = state.pool(room.pool), pool.contains(player) else {
            throw Refusal(
                .playerNotInPool, "Pool \(room.pool) has no player \(player).", player: player)
        }
        guard !room.taken.contains(player) else {
            throw Refusal(
                .playerAlreadyDrafted, "\(pool.players[Int(player)].name) is already drafted.", player: player)
        }
    }
}
