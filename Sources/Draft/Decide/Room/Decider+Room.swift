extension Decider {
    /// - Parameter contest: what the room belongs to.
    func roomEvents(
        _ id: RoomID, _ command: RoomCommand, of contest: some ContestStates
    ) throws(Refusal) -> [StreamEvent] {
        switch command {
        case .openRoom(let room): try openRoomEvents(id, room, of: contest)
        case .importRoom(let command): try importRoomEvents(id, command, of: contest)
        case .startDraft: try startDraftEvents(id, of: contest)
        case .tickClock(let pick): try tickClockEvents(id, pick: pick)
        case .makePick(let command): try makePickEvents(id, command)
        case .automatePick(let pick, let epoch): try automatePickEvents(id, pick: pick, epoch: epoch)
        case .recordAutomatedPick(let command): try recordAutomatedPickEvents(id, command)
        case .setAutodraft(let seat, let on): try setAutodraftEvents(id, seat: seat, on: on)
        case .extendClock(let pick, let interval, let reason):
            try extendClockEvents(id, pick: pick, by: interval, reason: reason)
        case .pauseRoom(let kind, let reason): try pauseRoomEvents(id, kind: kind, reason: reason)
        case .resumeRoom: try resumeRoomEvents(id)
        case .setConnection(let seat, let connected): try setConnectionEvents(id, seat: seat, connected: connected)
        case .correctPick(let command): try correctPickEvents(id, command, of: contest)
        case .cancelRoom(let reason): try cancelRoomEvents(id, reason: reason, of: contest)
        case .voidRoom(let approver, let reason):
            try voidRoomEvents(id, approvedBy: approver, reason: reason, of: contest)
        case .revealEntropy(let entropy): try revealEntropyEvents(id, entropy)
        case .drawOrder: try drawOrderEvents(id)
        case .recordStatedResults(let results): try recordStatedResultsEvents(id, results)
        }
    }

    /// The events after an accepted pick: the next slot's clock, or the end of the draft.
    ///
    /// - Parameters:
    ///   - room: the room before the pick.
    ///   - events: the room's events of this decision so far, the pick first.
    func withConsequences(of events: [Event], in room: RoomState) -> [StreamEvent] {
        var events = events
        let pick = room.currentPickNumber
        if pick == room.ruleset.snake.pickCount {
            let version = room.version &+ UInt32(events.count) &+ 1
            let ticks = room.ruleset.isTimed ? room.ticks &+ state.ticks(of: room.id) : nil
            let queues = room.members.indices.map { state.queue(room.id, Seat($0)).version }
            events.append(
                .draftCompleted(DraftCompleted(picks: pick, events: version, ticks: ticks, queueVersions: queues)))
        } else if room.ruleset.isTimed && room.status == .active {
            events.append(clockStartedEvent(in: room, pick: pick + 1, remaining: room.ruleset.pickClock))
        }
        return events.on(.room(room.id))
    }
}

extension Decider {
    /// The user's choice. A choice that changes nothing is recorded as well: the choice is a fact.
    func setAutodraftEvents(_ id: RoomID, seat: Seat, on: Bool) throws(Refusal) -> [StreamEvent] {
        let room = try knownRoom(id)
        try checkNotOver(room)
        try checkMayAct(for: seat, in: room)
        return [
            StreamEvent(.room(id), .autodraftSet(AutodraftSet(seat: seat, on: on, cause: .userWish)))
        ]
    }

    /// A member's connection came or went, as the service that holds it says.
    func setConnectionEvents(_ id: RoomID, seat: Seat, connected: Bool) throws(Refusal) -> [StreamEvent] {
        let room = try knownRoom(id)
        try checkNotOver(room)
        guard mayAct(for: seat, in: room) else {
            throw Refusal(
                .forbidden, "The sender may not act for \(room.placeName(of: seat)) of room \(id).", seat: seat)
        }
        return [
            StreamEvent(.room(id), .connectionChanged(ConnectionChanged(seat: seat, connected: connected)))
        ]
    }
}
