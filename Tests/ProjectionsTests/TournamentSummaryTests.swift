import Draft
import Projections
import Testing

@Suite struct TournamentSummaryTests {
    private func summary(
        _ stage: TournamentState.Stage, maxEntries: UInt32? = 4, _ rooms: [(RoomStatus, UInt8)]
    ) -> TournamentSummary {
        var state = TournamentState(id: 1, details: .blank)
        state.stage = stage
        state.details.maxEntries = maxEntries
        var summary = TournamentSummary(state)
        for (status, entries) in rooms { summary.update(from: nil, to: room(status, entries)) }
        return summary
    }

    private func room(_ status: RoomStatus, _ entries: UInt8) -> RoomSummary {
        var random = RandomRows(seed: 1)
        var room = random.room()
        room.status = status
        room.entries = entries
        return room
    }

    @Test(
        arguments: [
            (TournamentState.Stage.open, [], TournamentSummary.Status.open),
            (.open, [(.waiting, 0)], .open),
            (.open, [(.waiting, 1)], .filling),
            (.open, [(.active, 2), (.waiting, 1)], .filling),
            (.open, [(.countdown, 2), (.countdown, 2)], .full),
            (.open, [(.voided, 2), (.complete, 2)], .filling),
            (.open, [(.active, 2), (.countdown, 2)], .drafting),
            (.open, [(.complete, 2), (.complete, 2)], .complete),
            (.closed, [(.countdown, 2), (.cancelled, 1)], .full),
            (.closed, [(.complete, 2), (.countdown, 2)], .drafting),
            (.closed, [(.voided, 2), (.countdown, 2)], .drafting),
            (.closed, [(.paused, 2)], .drafting),
            (.closed, [(.complete, 2), (.cancelled, 1)], .complete),
            (.finalized, [(.complete, 2)], .complete),
            (.cancelled, [(.cancelled, 2)], .cancelled),
        ] as [(TournamentState.Stage, [(RoomStatus, UInt8)], TournamentSummary.Status)])
    func theStatusFollowsFromTheStageAndTheRooms(
        stage: TournamentState.Stage, rooms: [(RoomStatus, UInt8)], status: TournamentSummary.Status
    ) {
        #expect(summary(stage, rooms).status == status)
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func updatingRoomByRoomCountsWhatThereIs(seed: UInt64) {
        var random = RandomRows(seed: seed)
        var updated = summary(.open, [])
        var rooms: [RoomSummary] = []
        for _ in 0..<50 {
            let new = random.room()
            if !rooms.isEmpty, random.flip() {
                let index = Int(random.number(in: 0...Int64(rooms.count) - 1))
                updated.update(from: rooms[index], to: new)
                rooms[index] = new
            } else {
                updated.update(from: nil, to: new)
                rooms.append(new)
            }
        }
        #expect(updated == summary(.open, rooms.map { ($0.status, $0.entries) }), "seed \(seed)")
        for room in rooms { updated.update(from: room, to: nil) }
        #expect(updated == summary(.open, []), "seed \(seed)")
    }
}
