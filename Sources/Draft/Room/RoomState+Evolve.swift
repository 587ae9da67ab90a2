extension RoomState {
    /// The room that a `RoomOpened` creates; nil for any other event.
    public static func opened(by recorded: RecordedEvent) -> RoomState? {
        guard case .room(let id) = recorded.stream, case .roomOpened(let opened) = recorded.event else { return nil }
        return RoomState(id: id, opened: opened)
    }

    /// Folds the room's next event.
    ///
    /// History is fact: nothing is checked and nothing fails. What cannot be placed, a seat that the room does not
    /// have or a pick that is not the next one, counts as an event and changes nothing else.
    ///
    /// - Complexity: O(1), but for a correction, which recounts the players taken.
    public mutating func evolve(_ recorded: RecordedEvent) {
        switch recorded.event {
        case .clockTicked(let event): return tick(pick: event.pick, remaining: event.remaining)
        case .clockStarted(let event): return evolve(event)
        case .pickMade(let event):
            return evolve(
                event, at: recorded.position, recordedAt: recorded.recordedAt, occurredAt: recorded.origin?.occurredAt)
        default: version &+= 1
        }
        switch recorded.event {
        case .pickAutomated, .pickCorrected, .commandRejected:
            evolvePicks(recorded)
        case .clockExtended, .roomPaused, .roomResumed:
            evolveClock(recorded.event)
        case .seatTaken, .seatLeft, .draftOrderDrawn, .autodraftSet, .connectionChanged:
            evolveMembers(recorded.event)
        case .roomFilled: status = .countdown
        case .countdownStarted(let event): countdownEndsAt = event.endsAt
        case .draftStarted:
            status = .active
            // History whose source has no times began some time before it was recorded.
            let isHistory = recorded.origin?.actor == .importer
            startedAt = recorded.origin?.occurredAt ?? (isHistory ? nil : recorded.recordedAt)
            picks.reserveCapacity(Int(ruleset.snake.pickCount))
        case .draftCompleted: end(as: .complete)
        case .roomCancelled: end(as: .cancelled)
        case .roomVoided: end(as: .voided)
        default: break
        }
    }

    /// Folds a `ClockTicked` without the event around it: ticks are nine in ten events of a live ledger.
    ///
    /// - Parameters:
    ///   - pick: the pick on the clock.
    ///   - remaining: what the last of them showed, in milliseconds.
    ///   - count: how many ticks of the pick in a row, of which this is the last.
    @inlinable
    public mutating func tick(pick: PickNumber, remaining: UInt32, count: UInt32 = 1) {
        version &+= count
        if clock?.pick == pick { clock?.lastShown = remaining }
    }

    /// Folds a `ClockStarted` without the event around it.
    public mutating func evolve(_ started: ClockStarted) {
        version &+= 1
        epoch = started.epoch
        clock = Clock(
            pick: started.pick, slot: started.slot, epoch: started.epoch, deadline: started.deadline,
            graceEndsAt: started.graceEndsAt, lastShown: nil)
    }

    private init(id: RoomID, opened: RoomOpened) {
        let teams = Int(opened.ruleset.teams)
        self.init(
            id: id, tournament: opened.tournament, pool: opened.pool, entryFee: opened.entryFee,
            ruleset: opened.ruleset, commitment: opened.commitment, secret: nil, externalID: opened.externalID,
            status: .waiting, pause: nil, members: Array(repeating: nil, count: teams), joins: 0, seatOfSlot: [],
            countdownEndsAt: nil, startedAt: nil, picks: [], taken: PlayerSet(), clock: nil, lastPickClock: nil,
            epoch: 0, refusals: Array(repeating: 0, count: teams), version: 1)
    }

    private mutating func end(as final: RoomStatus) {
        status = final
        clock = nil
        pause = nil
    }
}

extension RoomState {
    private mutating func evolveMembers(_ event: Event) {
        switch event {
        case .seatTaken(let event):
            joins = joins == .max ? joins : joins + 1
            guard Int(event.seat) < members.count else { return }
            members[Int(event.seat)] = Member(
                user: event.user, entry: event.entry, externalID: event.externalID, slot: nil, autodraft: false,
                missedPicks: 0, connected: false)
        case .seatLeft(let event):
            guard Int(event.seat) < members.count else { return }
            members[Int(event.seat)] = nil
        case .draftOrderDrawn(let event):
            secret = event.secret
            seatOfSlot = event.seats
            for (slot, seat) in event.seats.enumerated() where Int(seat) < members.count {
                members[Int(seat)]?.slot = Slot(truncatingIfNeeded: slot)
            }
        case .autodraftSet(let event):
            guard Int(event.seat) < members.count else { return }
            members[Int(event.seat)]?.autodraft = event.on
            if !event.on, event.cause != .correction { members[Int(event.seat)]?.missedPicks = 0 }
        case .connectionChanged(let event):
            guard Int(event.seat) < members.count else { return }
            members[Int(event.seat)]?.connected = event.connected
        default: break
        }
    }

    private mutating func evolveClock(_ event: Event) {
        switch event {
        case .clockExtended(let event):
            epoch = event.epoch
            clock?.epoch = event.epoch
            clock?.deadline = event.deadline
            clock?.graceEndsAt = event.graceEndsAt
            clock?.lastShown = nil
        case .roomPaused(let event):
            status = .paused
            pause = Pause(kind: event.kind, remaining: event.remaining)
        case .roomResumed:
            status = .active
            pause = nil
            clock = nil
        default: break
        }
    }
}
