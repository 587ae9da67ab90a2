import Draft

extension CommandRebuilder {
    /// What can have led to the events of an accepted command, likeliest first; nothing for the room's setting.
    func acceptedCandidates(_ group: CommandGroup) -> [Command] {
        for recorded in group.events {
            switch recorded.event {
            case .roomOpened, .seatTaken, .seatLeft, .roomFilled: return []
            default: continue
            }
        }
        if case .queue(_, let seat) = group.first.stream { return queueCandidates(group, seat) }
        let id = room.id
        switch group.first.event {
        case .draftStarted: return [.startDraft(id)]
        case .pickMade(let made): return pickCandidates(made, by: group.origin?.actor)
        case .pickAutomated(let made): return [automation(made, by: group.origin?.actor)]
        case .autodraftSet(let set) where set.cause == .userWish:
            return [.setAutodraft(id, seat: set.seat, on: set.on)]
        case .clockExtended(let extended):
            guard let clock = room.clock else { return [] }
            return [
                .extendClock(id, pick: extended.pick, by: extended.deadline - clock.deadline, reason: extended.reason)
            ]
        case .roomPaused(let paused): return [.pauseRoom(id, kind: paused.kind, reason: paused.reason)]
        case .roomResumed: return [.resumeRoom(id)]
        case .connectionChanged(let changed):
            return [.setConnection(id, seat: changed.seat, connected: changed.connected)]
        case .pickCorrected(let corrected): return correctionCandidates(corrected)
        case .roomVoided(let voided):
            return [.voidRoom(id, approvedBy: voided.approvedBy ?? 0, reason: voided.reason)]
        default: return []
        }
    }

    private func pickCandidates(_ made: PickMade, by actor: Sender?) -> [Command] {
        let named = MakePick(
            pick: made.pick, player: made.player, seat: made.seat, adp: made.adp, claimedAt: made.claimedAt)
        var unnamed = named
        unnamed.seat = nil
        let candidates = [Command.makePick(room.id, unnamed), .makePick(room.id, named)]
        return actor?.role == .user ? candidates : candidates.reversed()
    }

    private func automation(_ made: PickAutomated, by actor: Sender?) -> Command {
        if actor?.role == .importer {
            return .recordAutomatedPick(
                room.id,
                RecordAutomatedPick(
                    pick: made.pick, seat: made.seat, player: made.player, reason: made.reason, source: made.source,
                    adp: made.adp))
        }
        return .automatePick(room.id, pick: made.pick, epoch: room.epoch)
    }

    private func correctionCandidates(_ corrected: PickCorrected) -> [Command] {
        var command = CorrectPick(
            pick: corrected.pick, mode: corrected.mode, player: corrected.newPlayer, dispute: corrected.dispute,
            requestedBy: corrected.requestedBy, approvedBy: corrected.approvedBy, reason: corrected.reason)
        let named = Command.correctPick(room.id, command)
        command.requestedBy = nil
        return [named, .correctPick(room.id, command)]
    }

    /// A queue's edit names the version that it expects, or none.
    private func queueCandidates(_ group: CommandGroup, _ seat: Seat) -> [Command] {
        guard group.events.count == 1 else { return [] }
        let id = room.id
        let current = view.queue(id, seat).version
        func versions(_ make: (UInt32?) -> Command) -> [Command] { [make(nil), make(current)] }
        switch group.first.event {
        case .queueSet(let event):
            return versions { .setQueue(id, seat, players: event.players, expectedVersion: $0) }
        case .queueAdded(let event):
            return versions {
                .addToQueue(id, seat, player: event.player, index: event.index, expectedVersion: $0)
            }
        case .queueRemoved(let event):
            return versions { .removeFromQueue(id, seat, player: event.player, expectedVersion: $0) }
        case .queueMoved(let event):
            return versions {
                .moveInQueue(id, seat, player: event.player, index: event.index, expectedVersion: $0)
            }
        case .queueMovedToTop(let event):
            return versions { .moveToTopOfQueue(id, seat, player: event.player, expectedVersion: $0) }
        case .queueCleared: return versions { .clearQueue(id, seat, expectedVersion: $0) }
        case .rankingsSet(let event): return [.setRankings(id, seat, players: event.players)]
        case .positionLimitsSet(let event): return [.setPositionLimits(id, seat, event.limits)]
        default: return []
        }
    }
}
