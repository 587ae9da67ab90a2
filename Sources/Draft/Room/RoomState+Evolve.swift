extension RoomState: BegunStreamState {
    /// The room that a `RoomOpened` creates.
    public init?(beginning event: Event, at place: EventPlace) {
        guard case .room(let id) = place.stream, case .opened(let opened) = event.preparation else { return nil }
        self.init(id: id, opened: opened)
    }

    /// Folds the next event of the room or its clock. A seat that the room does not have and a pick that is not the next one count as
    /// events and change nothing else.
    ///
    /// - Complexity: O(1), except for a correction, which recounts the players taken.
    public mutating func evolve(_ event: Event, at place: EventPlace) {
        switch event.family {
        case .room(.clock(.ticked(let event))):
            if case .clock = place.stream { return show(event) }
            return tick(pick: event.pick, remaining: event.remaining)
        case .room(.clock(.started(let event))): return evolve(event)
        case .room(.membership(.taken(let event))): return evolve(event)
        case .room(.pick(.made(let event))): return evolve(event, at: place)
        case .room(.pick(.automated(let event))): evolve(event, at: place)
        case .room(.pick(.corrected(let event))): correct(event, at: place.position)
        case .refusal(let event): evolve(event)
        case .room(.clock(.extended(let event))): evolve(event)
        case .room(.clock(.paused(let event))):
            status = .paused
            pause = Pause(
                kind: event.kind, remaining: event.remaining, declaredBy: event.declarers(sender: place.sender))
        case .room(.clock(.resumed)):
            status = .active
            pause = nil
            clock = nil
        case .room(.membership(.left(let event))): if Int(event.seat) < members.count { members[Int(event.seat)] = nil }
        case .room(.preparation(.drawn(let event))): evolve(event)
        case .room(.seatChange(.autodraft(let event))): evolve(event)
        case .room(.seatChange(.connection(let event))):
            if Int(event.seat) < members.count { members[Int(event.seat)]?.connected = event.connected }
        case .room(.preparation(.revealed(let event))): evolve(event)
        case .room(.preparation(.filled)):
            status = .countdown
            if !sealedSeats.isEmpty { revealsUntil = place.recordedAt + DrawTerms.revealTime }
        case .room(.preparation(.countdown(let event))): countdownEndsAt = event.endsAt
        case .room(.preparation(.begun)):
            status = .active
            // History whose source has no times began some time before it was recorded.
            startedAt = place.occurredAt ?? (place.isHistory ? nil : place.recordedAt)
            picks.reserveCapacity(Int(ruleset.snake.pickCount))
        case .room(.ending(.completed)): end(as: .complete)
        case .room(.ending(.cancelled)): end(as: .cancelled)
        case .room(.ending(.voided)): end(as: .voided)
        case .room(.preparation(.opened)), .room(.results), .service, .listing, .contest, .queueChange, .payment,
            .feeStep, .account, .caseStep, .staffChange, .approval, .score, .alias, .note:
            break
        }
        version &+= 1
    }

    /// Folds a `ClockTicked` without the event around it: ticks are nine in ten events of a live ledger.
    ///
    /// - Parameter count: how many ticks of the pick in a row, of which this is the last.
    package mutating func tick(pick: PickNumber, remaining: UInt32, count: UInt32 = 1) {
        version &+= count
        ticks &+= count
        if clock?.pick == pick { clock?.lastShown = remaining }
    }

    /// Takes what was shown of the clock, as the clock's own stream has it: none of the room's events, and decides nothing.
    package mutating func show(_ tick: ClockTicked) {
        if clock?.pick == tick.pick { clock?.lastShown = tick.remaining }
    }

    /// Folds a `ClockStarted` without the event around it.
    package mutating func evolve(_ started: ClockStarted) {
        version &+= 1
        epoch = started.epoch
        clock = Clock(
            pick: started.pick, slot: started.slot, epoch: started.epoch, deadline: started.deadline,
            graceEndsAt: started.graceEndsAt, lastShown: nil)
    }

    /// Folds a `SeatTaken` without the event around it: a rule asks what the room will be once a seat is taken.
    mutating func evolve(_ taken: SeatTaken) {
        version &+= 1
        joins = joins == .max ? joins : joins + 1
        guard Int(taken.seat) < members.count else { return }
        members[Int(taken.seat)] = Member(
            user: taken.user, entry: taken.entry, externalID: taken.externalID, slot: nil, autodraft: false,
            missedPicks: 0, connected: false, entropy: draw == nil ? [] : taken.entropy)
    }

    /// Folds an `EntropyRevealed` without the event around it, and without counting it.
    mutating func evolve(_ revealed: EntropyRevealed) {
        guard Int(revealed.seat) < members.count else { return }
        members[Int(revealed.seat)]?.entropy = revealed.entropy
    }

    private init(id: RoomID, opened: RoomOpened) {
        let teams = Int(opened.ruleset.teams)
        self.init(
            id: id, tournament: opened.tournament, pool: opened.pool, entryFee: opened.entryFee,
            ruleset: opened.ruleset, commitment: opened.commitment, secret: nil, externalID: opened.externalID,
            status: .waiting, pause: nil, members: Array(repeating: nil, count: teams), joins: 0, seatOfSlot: [],
            countdownEndsAt: nil, startedAt: nil, picks: [], taken: PlayerSet(), clock: nil, lastPickClock: nil,
            epoch: 0, refusals: Array(repeating: 0, count: teams), version: 1, ticks: 0,
            signedCommands: opened.signedCommands, draw: opened.draw, spectators: opened.spectators)
    }

    private mutating func end(as final: RoomStatus) {
        status = final
        clock = nil
        pause = nil
    }
}

extension RoomState {
    private mutating func evolve(_ drawn: DraftOrderDrawn) {
        secret = drawn.secret
        seatOfSlot = drawn.seats
        for (slot, seat) in drawn.seats.enumerated() where Int(seat) < members.count {
            members[Int(seat)]?.slot = Slot(truncatingIfNeeded: slot)
        }
    }

    private mutating func evolve(_ set: AutodraftSet) {
        guard Int(set.seat) < members.count else { return }
        members[Int(set.seat)]?.autodraft = set.on
        if !set.on, set.cause != .correction { members[Int(set.seat)]?.missedPicks = 0 }
    }

    private mutating func evolve(_ extended: ClockExtended) {
        epoch = extended.epoch
        clock?.epoch = extended.epoch
        clock?.deadline = extended.deadline
        clock?.graceEndsAt = extended.graceEndsAt
        clock?.lastShown = nil
    }
}

extension RoomPaused {
    /// The people who declared the outage; empty for other pauses and for the service's own.
    package func declarers(sender: Sender?) -> [UserID] {
        guard kind == .outage, let sender, sender.role == .admin else { return [] }
        return [requestedBy, sender.user].compactMap(\.self)
    }
}
