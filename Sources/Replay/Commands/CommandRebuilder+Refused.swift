import Draft
import Records

extension CommandRebuilder {
    /// Whether a refusal names all that its command said, or all that it leaves open was tried.
    func isUnmistakable(_ rejected: CommandRejected?) -> Bool {
        guard let rejected, rejected.refusedCommand == nil else { return true }
        if rejected.command == .tickClock { return rejected.pick != nil }
        return [.makePick, .setAutodraft, .setConnection, .resumeRoom, .startDraft].contains(rejected.command)
    }

    /// The commands that can have been refused in this way, likeliest first. Empty if a refusal leaves more than some hundred
    /// candidates: a fingerprint of 32 bits would match by chance.
    func refusedCandidates(_ rejected: CommandRejected, in stream: StreamKey) -> [RoomQuestion] {
        if rejected.content != nil { return rejected.refusedCommand.flatMap(RoomQuestion.init).map { [$0] } ?? [] }
        let id = room.id
        let kind = rejected.command
        if case .queue(_, let seat) = stream { return queueCandidates(kind, seat, rejected.player) }
        guard case .room = stream else { return [] }
        if kind == .makePick { return pickCandidates(rejected) }
        var candidates: [RoomCommand] = [.resumeRoom, .startDraft]
        if let pick = rejected.pick {
            candidates.append(.tickClock(pick: pick))
            if kind == .automatePick { candidates += epochs.map { .automatePick(pick: pick, epoch: $0) } }
        }
        for seat in seats(rejected.seat) {
            candidates += [true, false].map { .setAutodraft(seat: seat, on: $0) }
            candidates += [true, false].map { .setConnection(seat: seat, connected: $0) }
        }
        return candidates.filter { $0.kind == kind }.map { .room(id, $0) }
    }

    private func pickCandidates(_ rejected: CommandRejected) -> [RoomQuestion] {
        // The largest numbers stand for none in a record.
        let unnamed = MakePick(
            pick: rejected.pick ?? .max, player: rejected.player ?? .max, claimedAt: rejected.claimedAt)
        // A refused command can name a seat that the room does not have.
        let named = (Seat.min...Seat.max).map { seat in
            var named = unnamed
            named.seat = seat
            return named
        }
        return ([unnamed] + named).map { $0.question(in: room.id) }
    }

    /// The last clock first: a late expiry names one of the last.
    private var epochs: [UInt32] {
        let newest = room.epoch &+ 1
        return (0...min(newest, 300)).map { newest - $0 }
    }

    /// A refused command can name a seat that the room does not have.
    private func seats(_ named: Seat?) -> [Seat] { named.map { [$0] } ?? Array(Seat.min...Seat.max) }

    private func queueCandidates(_ kind: CommandKind, _ seat: Seat, _ player: PlayerIndex?) -> [RoomQuestion] {
        let id = room.id
        let newest = view.queue(id, seat).version
        let versions: [UInt32?] = [nil] + (0...min(newest &+ 1, 300)).map { newest &+ 1 - $0 }
        let candidates = versions.flatMap { version -> [QueueCommand] in
            let cleared = QueueCommand.clearQueue(expectedVersion: version)
            guard let player else { return [cleared] }
            return [
                cleared, .removeFromQueue(player: player, expectedVersion: version),
                .moveToTopOfQueue(player: player, expectedVersion: version),
                .addToQueue(player: player, index: nil, expectedVersion: version),
            ]
        }
        return candidates.filter { $0.kind == kind }.map { .queue(id, seat, $0) }
    }
}

extension CommandRejected {
    /// The refused pick; nil for another command, and where the refusal does not keep the command.
    var refusedPick: MakePick? {
        if case .room(_, .makePick(let pick))? = refusedCommand { pick } else { nil }
    }
}
