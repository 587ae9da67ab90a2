import Draft
import Records

extension CommandRebuilder {
    /// What can have been refused so, likeliest first. Where a refusal leaves more open than some hundred contents,
    /// nothing: a fingerprint of 32 bits would begin to fit by chance.
    func refusedCandidates(_ rejected: CommandRejected, in stream: StreamKey) -> [RoomQuestion] {
        if rejected.content != nil { return rejected.refusedCommand.flatMap(RoomQuestion.init).map { [$0] } ?? [] }
        let id = room.id
        switch (rejected.command, stream) {
        case (.makePick, .room): return pickCandidates(rejected)
        case (.automatePick, .room):
            guard let pick = rejected.pick else { return [] }
            return epochs.map { .room(id, .automatePick(pick: pick, epoch: $0)) }
        case (.tickClock, .room): return rejected.pick.map { [.room(id, .tickClock(pick: $0))] } ?? []
        case (.resumeRoom, .room): return [.room(id, .resumeRoom)]
        case (.startDraft, .room): return [.room(id, .startDraft)]
        case (.setAutodraft, .room):
            return seats(rejected.seat).flatMap { seat in
                [true, false].map { .room(id, .setAutodraft(seat: seat, on: $0)) }
            }
        case (.setConnection, .room):
            return seats(rejected.seat).flatMap { seat in
                [true, false].map { .room(id, .setConnection(seat: seat, connected: $0)) }
            }
        case (let kind, .queue(_, let seat)): return queueCandidates(kind, seat, rejected.player)
        default: return []
        }
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
        return ([unnamed] + named).map { .room(room.id, .makePick($0)) }
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
        switch (kind, player) {
        case (.clearQueue, _): return versions.map { .queue(id, seat, .clearQueue(expectedVersion: $0)) }
        case (.removeFromQueue, let player?):
            return versions.map { .queue(id, seat, .removeFromQueue(player: player, expectedVersion: $0)) }
        case (.moveToTopOfQueue, let player?):
            return versions.map { .queue(id, seat, .moveToTopOfQueue(player: player, expectedVersion: $0)) }
        case (.addToQueue, let player?):
            return versions.map { .queue(id, seat, .addToQueue(player: player, index: nil, expectedVersion: $0)) }
        default: return []
        }
    }
}
