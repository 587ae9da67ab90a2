import Draft

extension CommandRebuilder {
    /// The commands that can have caused the events, likeliest first; empty for events that set up the room.
    func acceptedCandidates(_ group: CommandGroup) -> [RoomQuestion] {
        for recorded in group.events {
            switch recorded.event.room {
            case .preparation(.opened), .membership(.taken), .membership(.left), .preparation(.filled),
                .preparation(.revealed), .preparation(.drawn):
                return []
            case .preparation, .clock, .pick, .seatChange, .ending, .results, nil:
                continue
            }
        }
        if case .queue(_, let seat) = group.first.stream {
            return group.queueQuestions(of: room.id, seat, at: view.queue(room.id, seat).version)
        }
        let id = room.id
        guard let event = group.first.event.room else { return [] }
        switch event {
        case .pick(.made):
            let candidates = (event.commands ?? []).map { RoomQuestion.room(id, $0) }
            return group.origin?.actor.role == .user ? candidates : candidates.reversed()
        case .pick(.automated(let made)): return [automation(made, by: group.origin?.actor)]
        case .pick(.corrected(let corrected)): return correctionCandidates(corrected)
        case .clock(.extended(let extended)):
            guard let clock = room.clock else { return [] }
            return [
                .room(
                    id,
                    .extendClock(pick: extended.pick, by: extended.deadline - clock.deadline, reason: extended.reason))
            ]
        case .membership, .preparation, .clock, .seatChange, .ending, .results:
            return (event.commands ?? []).map { .room(id, $0) }
        }
    }

    private func automation(_ made: PickAutomated, by actor: Sender?) -> RoomQuestion {
        if actor?.role == .importer {
            return .room(
                room.id,
                .recordAutomatedPick(
                    RecordAutomatedPick(
                        pick: made.pick, seat: made.seat, player: made.player, reason: made.reason, source: made.source,
                        adp: made.adp)))
        }
        return .room(room.id, .automatePick(pick: made.pick, epoch: room.epoch))
    }

    private func correctionCandidates(_ corrected: PickCorrected) -> [RoomQuestion] {
        var command = CorrectPick(
            pick: corrected.pick, mode: corrected.mode, player: corrected.newPlayer, dispute: corrected.dispute,
            requestedBy: corrected.requestedBy, approvedBy: corrected.approvedBy, reason: corrected.reason)
        let named = RoomQuestion.room(room.id, .correctPick(command))
        command.requestedBy = nil
        return [named, .room(room.id, .correctPick(command))]
    }
}

extension CommandGroup {
    /// The commands that can have caused an edit of a queue, with or without an expected version.
    ///
    /// - Parameter version: the queue's before the edit.
    func queueQuestions(of id: RoomID, _ seat: Seat, at version: UInt32) -> [RoomQuestion] {
        guard events.count == 1 else { return [] }
        func versions(_ make: (UInt32?) -> RoomQuestion) -> [RoomQuestion] { [make(nil), make(version)] }
        switch first.event.queueChange {
        case .replaced(let event):
            return versions { .queue(id, seat, .setQueue(players: event.players, expectedVersion: $0)) }
        case .added(let event):
            return versions {
                .queue(id, seat, .addToQueue(player: event.player, index: event.index, expectedVersion: $0))
            }
        case .removed(let event):
            return versions { .queue(id, seat, .removeFromQueue(player: event.player, expectedVersion: $0)) }
        case .moved(let event):
            return versions {
                .queue(id, seat, .moveInQueue(player: event.player, index: event.index, expectedVersion: $0))
            }
        case .raised(let event):
            return versions { .queue(id, seat, .moveToTopOfQueue(player: event.player, expectedVersion: $0)) }
        case .cleared: return versions { .queue(id, seat, .clearQueue(expectedVersion: $0)) }
        case .ranked(let event): return [.queue(id, seat, .setRankings(players: event.players))]
        case .limited(let event): return [.queue(id, seat, .setPositionLimits(event.limits))]
        case .explained, nil: return []
        }
    }
}

extension Event.Room {
    /// The commands that can have led to the event as the first of a group, likeliest first; nil if the state of the room
    /// or another event is needed to tell.
    var commands: [RoomCommand]? {
        switch self {
        case .preparation(.begun): return [.startDraft]
        case .pick(.made(let made)):
            let named = MakePick(
                pick: made.pick, player: made.player, seat: made.seat, adp: made.adp, claimedAt: made.claimedAt)
            var unnamed = named
            unnamed.seat = nil
            return [.makePick(unnamed), .makePick(named)]
        case .seatChange(.autodraft(let set)):
            return set.cause == .userWish ? [.setAutodraft(seat: set.seat, on: set.on)] : nil
        case .seatChange(.connection(let changed)):
            return [.setConnection(seat: changed.seat, connected: changed.connected)]
        case .clock(.paused(let paused)): return [.pauseRoom(kind: paused.kind, reason: paused.reason)]
        case .clock(.resumed): return [.resumeRoom]
        case .ending(.voided(let voided)):
            return [.voidRoom(approvedBy: voided.approvedBy ?? 0, reason: voided.reason)]
        case .results(let results): return [.recordStatedResults(results)]
        case .membership, .preparation(.opened), .preparation(.filled), .preparation(.revealed), .preparation(.drawn),
            .preparation(.countdown), .clock(.started), .clock(.ticked), .clock(.extended), .pick(.automated),
            .pick(.corrected), .ending(.completed), .ending(.cancelled):
            return nil
        }
    }
}
