import Draft

extension CommandRebuilder {
    /// What can have led to the events of an accepted command, likeliest first; nothing for the room's setting.
    func acceptedCandidates(_ group: CommandGroup) -> [RoomQuestion] {
        for recorded in group.events {
            switch recorded.event {
            case .roomOpened, .seatTaken, .seatLeft, .roomFilled, .entropyRevealed, .draftOrderDrawn: return []
            default: continue
            }
        }
        if case .queue(_, let seat) = group.first.stream {
            return group.queueQuestions(of: room.id, seat, at: view.queue(room.id, seat).version)
        }
        let id = room.id
        switch group.first.event {
        case .draftStarted: return [.room(id, .startDraft)]
        case .pickMade(let made): return pickCandidates(made, by: group.origin?.actor)
        case .pickAutomated(let made): return [automation(made, by: group.origin?.actor)]
        case .autodraftSet(let set) where set.cause == .userWish:
            return [.room(id, .setAutodraft(seat: set.seat, on: set.on))]
        case .clockExtended(let extended):
            guard let clock = room.clock else { return [] }
            return [
                .room(
                    id,
                    .extendClock(pick: extended.pick, by: extended.deadline - clock.deadline, reason: extended.reason))
            ]
        case .roomPaused(let paused): return [.room(id, .pauseRoom(kind: paused.kind, reason: paused.reason))]
        case .roomResumed: return [.room(id, .resumeRoom)]
        case .connectionChanged(let changed):
            return [.room(id, .setConnection(seat: changed.seat, connected: changed.connected))]
        case .pickCorrected(let corrected): return correctionCandidates(corrected)
        case .roomVoided(let voided):
            return [.room(id, .voidRoom(approvedBy: voided.approvedBy ?? 0, reason: voided.reason))]
        case .resultsStated(let results): return [.room(id, .recordStatedResults(results))]
        default: return []
        }
    }

    private func pickCandidates(_ made: PickMade, by actor: Sender?) -> [RoomQuestion] {
        let named = MakePick(
            pick: made.pick, player: made.player, seat: made.seat, adp: made.adp, claimedAt: made.claimedAt)
        var unnamed = named
        unnamed.seat = nil
        let candidates = [RoomQuestion.room(room.id, .makePick(unnamed)), .room(room.id, .makePick(named))]
        return actor?.role == .user ? candidates : candidates.reversed()
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
    /// What can have led to an edit of a queue, which names the version that it expects, or none.
    ///
    /// - Parameter version: the queue's before the edit.
    func queueQuestions(of id: RoomID, _ seat: Seat, at version: UInt32) -> [RoomQuestion] {
        guard events.count == 1 else { return [] }
        func versions(_ make: (UInt32?) -> RoomQuestion) -> [RoomQuestion] { [make(nil), make(version)] }
        switch first.event {
        case .queueSet(let event):
            return versions { .queue(id, seat, .setQueue(players: event.players, expectedVersion: $0)) }
        case .queueAdded(let event):
            return versions {
                .queue(id, seat, .addToQueue(player: event.player, index: event.index, expectedVersion: $0))
            }
        case .queueRemoved(let event):
            return versions { .queue(id, seat, .removeFromQueue(player: event.player, expectedVersion: $0)) }
        case .queueMoved(let event):
            return versions {
                .queue(id, seat, .moveInQueue(player: event.player, index: event.index, expectedVersion: $0))
            }
        case .queueMovedToTop(let event):
            return versions { .queue(id, seat, .moveToTopOfQueue(player: event.player, expectedVersion: $0)) }
        case .queueCleared: return versions { .queue(id, seat, .clearQueue(expectedVersion: $0)) }
        case .rankingsSet(let event): return [.queue(id, seat, .setRankings(players: event.players))]
        case .positionLimitsSet(let event): return [.queue(id, seat, .setPositionLimits(event.limits))]
        default: return []
        }
    }
}
