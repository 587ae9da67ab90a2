extension Decider {
    /// The rules make the pick on the clock: because its slot autodrafts, because its clock ran out, or because an
    /// admin says so, in this order. An expiry that names another clock than the last one does nothing.
    func automatePickEvents(_ id: RoomID, pick: PickNumber, epoch: UInt32) throws(Refusal) -> [StreamEvent] {
        let room = try knownRoom(id)
        try checkDrafting(room, includingOvernight: true)
        try checkRole()
        guard pick == room.currentPickNumber, epoch == room.epoch, let seat = room.seatOnClock else {
            throw Refusal(
                .staleClock,
                "Pick \(room.currentPickNumber) with clock \(room.epoch) is current, not \(pick) with clock \(epoch).",
                pick: pick)
        }
        let reason = try reasonToAutomate(seat, in: room)
        guard let pool = state.pool(room.pool) else {
            throw Refusal(.unknownPool, "There is no pool \(room.pool).", pick: pick, seat: seat)
        }
        let queue = state.queue(id, seat)
        let choice = Autopick.choose(
            roster: room.roster(of: seat).map(\.player), taken: room.taken, pool: pool, queue: queue,
            limits: room.ruleset.limits, terms: room.draw)
        guard let choice else {
            throw Refusal(.playerNotInPool, "Every player of pool \(pool.id) is taken.", pick: pick, seat: seat)
        }
        var automated = PickAutomated(
            pick: pick, slot: room.ruleset.snake.slot(of: pick), seat: seat, player: choice.player, reason: reason,
            source: choice.source, queueVersion: queue.version, policyVersion: room.ruleset.autopickPolicy, adp: nil,
            skipped: choice.skipped)
        let explanation = explain(&automated, in: id)
        return withConsequences(
            of: [.pickAutomated(automated)] + missedAutodraftEvents(automated, in: room), in: room)
            + explanation.on(.queue(id, seat))
    }

    /// Leaves of those who were passed over nothing but a digest in the pick, and tells the names to the seat.
    ///
    /// A seat that never had a queue has nothing to hide, and everybody knows that: its queue was read at version 0. One
    /// that had a queue also gets a record of no skipped players: otherwise the positions of records would disclose it.
    ///
    /// - Returns: what goes to the seat's own stream.
    private func explain(_ automated: inout PickAutomated, in room: RoomID) -> [Event] {
        guard automated.queueVersion > 0, let salt = cryptography.autopickSalt(of: room, pick: automated.pick) else {
            return []
        }
        let skipped = automated.skipped
        automated.skipped = []
        automated.passedOver = PassedOver.digest(of: skipped, salt: salt, cryptography: cryptography)
        return [.autopickExplained(AutopickExplained(pick: automated.pick, salt: salt, skipped: skipped))]
    }

    private func reasonToAutomate(_ seat: Seat, in room: RoomState) throws(Refusal) -> PickAutomated.Reason {
        if room.member(at: seat)?.autodraft == true { return .autodraft }
        let clock = room.runningClock
        if let clock, hasRunOut(clock, in: room) { return .clockExpired }
        if origin.actor.role == .admin, room.signedCommands != .required {
            if state.staff.hasBegun { try checkCause(in: room.id, for: seat) }
            return .admin
        }
        let pick = room.currentPickNumber
        guard let clock else {
            if room.status == .paused { throw statusRefusal(of: room) }
            throw Refusal(.staleClock, "No clock is running in room \(room.id).", pick: pick, seat: seat)
        }
        guard occurredAt <= clock.graceEndsAt else {
            throw Refusal(
                .clockRunning, "Room \(room.id) is in its overnight pause: the clock of pick \(pick) is stopped.",
                pick: pick,
                seat: seat)
        }
        throw Refusal(
            .clockRunning, "The clock of pick \(pick) is still running.", pick: pick, seat: seat,
            deadline: clock.deadline,
            graceEndsAt: clock.graceEndsAt, margin: clock.graceEndsAt - occurredAt)
    }

    /// Autodraft is turned on when a seat has missed as many picks in a row as the ruleset lets it.
    private func missedAutodraftEvents(_ automated: PickAutomated, in room: RoomState) -> [Event] {
        let threshold = Int(room.ruleset.missedPicksBeforeAutodraft)
        guard automated.reason == .clockExpired, threshold > 0, let member = room.member(at: automated.seat),
            Int(member.missedPicks) + 1 >= threshold
        else { return [] }
        return [.autodraftSet(AutodraftSet(seat: automated.seat, on: true, cause: .missedPicks))]
    }

    /// A pick that another site's rules made, in a room without a clock. No policy of ours had a part in it: 0.
    func recordAutomatedPickEvents(_ id: RoomID, _ command: RecordAutomatedPick) throws(Refusal) -> [StreamEvent] {
        let room = try knownRoom(id)
        try checkDrafting(room, includingOvernight: false)
        try checkRole()
        if command.source == .unknown {
            try checkUnknown(command, in: room)
        } else {
            try checkMayAct(for: command.seat, in: room)
        }
        guard command.pick == room.currentPickNumber else {
            throw Refusal(
                .stalePickNumber, "Pick \(room.currentPickNumber) is next, not \(command.pick).", pick: command.pick,
                seat: command.seat)
        }
        guard command.seat == room.seatOnClock else {
            throw Refusal(
                .notYourTurn, "Pick \(command.pick) does not belong to \(room.placeName(of: command.seat)).",
                pick: command.pick, seat: command.seat)
        }
        if let player = command.player {
            try checkAvailable(player, in: room)
        } else if command.source != .skipped, command.source != .unknown {
            throw Refusal(
                .invalidValue, "Only a skipped or unknown pick can have no player.", pick: command.pick,
                seat: command.seat)
        }
        try checkIsRecordable(command.adp, named: "ADP")
        let automated = PickAutomated(
            pick: command.pick, slot: room.ruleset.snake.slot(of: command.pick), seat: command.seat,
            player: command.player, reason: command.reason, source: command.source, queueVersion: 0,
            policyVersion: 0, adp: command.adp, skipped: [])
        return withConsequences(of: [.pickAutomated(automated)], in: room)
    }

    /// A pick of which the source does not tell how it came about, in a room without a clock: whose team it knows, of
    /// that team with its player; of a team of which it tells nothing, without one.
    private func checkUnknown(_ command: RecordAutomatedPick, in room: RoomState) throws(Refusal) {
        guard !room.ruleset.isTimed, command.reason == .unknown,
            (room.member(at: command.seat) == nil) == (command.player == nil)
        else {
            throw Refusal(
                .invalidValue,
                "An unknown pick needs a player if its team is known, and must have none otherwise.",
                pick: command.pick, seat: command.seat)
        }
        if command.player != nil { try checkMayAct(for: command.seat, in: room) }
    }
}
