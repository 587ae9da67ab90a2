extension Decider {
    func roomEvents(for command: Command) throws(Refusal) -> [StreamEvent] {
        switch command {
        case .openRoom(let id, let room): try openRoomEvents(id, room)
        case .importRoom(let id, let command): try importRoomEvents(id, command)
        case .startDraft(let id): try startDraftEvents(id)
        case .tickClock(let id, let pick): try tickEvents(id, pick: pick)
        case .makePick(let id, let command): try makePickEvents(id, command)
        case .automatePick(let id, let pick, let epoch): try automatePickEvents(id, pick: pick, epoch: epoch)
        case .recordAutomatedPick(let id, let command): try recordAutomatedPickEvents(id, command)
        case .setAutodraft(let id, let seat, let on): try autodraftEvents(id, seat: seat, on: on)
        case .extendClock(let id, let pick, let interval, let reason):
            try extendClockEvents(id, pick: pick, by: interval, reason: reason)
        case .pauseRoom(let id, let kind, let reason): try pauseRoomEvents(id, kind: kind, reason: reason)
        case .resumeRoom(let id): try resumeRoomEvents(id)
        case .setConnection(let id, let seat, let connected):
            try connectionEvents(id, seat: seat, connected: connected)
        case .correctPick(let id, let command): try correctPickEvents(id, command)
        default: throw Refusal(.invalidValue, "\(command.kind.name) is not a command of a room.")
        }
    }

    /// What an accepted pick leads to: the next slot's clock, or the end of the draft.
    ///
    /// - Parameters:
    ///   - room: the room before the pick.
    ///   - events: the room's events of this decision so far, the pick first.
    func withConsequences(of events: [Event], in room: RoomState) -> [StreamEvent] {
        var events = events
        let pick = room.currentPickNumber
        if pick == room.ruleset.snake.pickCount {
            let version = room.version &+ UInt32(events.count) &+ 1
            events.append(.draftCompleted(DraftCompleted(picks: pick, events: version)))
        } else if room.ruleset.isTimed && room.status == .active {
            events.append(startedClock(in: room, pick: pick + 1, remaining: room.ruleset.pickClock))
        }
        return events.on(.room(room.id))
    }
}
