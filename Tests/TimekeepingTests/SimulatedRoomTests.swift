import Draft
import Records
import Simulation
import Testing
import Timekeeping

/// The simulator's scheduler and the clock driver's timekeeper agree: what the one has sent, the other has due, so the same
/// commands of members lead to the same ledger.
@Suite struct SimulatedRoomTests {
    /// What the scheduler sent; nil for what is not the clock driver's to send.
    private func command(behind recorded: RecordedEvent, in room: RoomState?) -> RoomCommand? {
        switch recorded.event {
        case .draftStarted: .startDraft
        case .draftOrderDrawn where recorded.origin?.actor == .scheduler: .drawOrder
        case .clockTicked(let tick): .tickClock(pick: tick.pick)
        case .pickAutomated(let made) where made.reason != .admin:
            room.map { .automatePick(pick: made.pick, epoch: $0.epoch) }
        default: nil
        }
    }

    /// The room that an event is of, or of whose clock; nil for those of queues and all else.
    private func room(of recorded: RecordedEvent) -> RoomID? {
        switch recorded.stream {
        case .room(let id), .clock(let id): id
        default: nil
        }
    }

    @Test func whatTheSimulatorSendsIsDue() throws {
        let history = try SimulatedHistory(SimulationOptions(rooms: 24, seed: 5, teams: 4, rounds: 8))
        var keeper = Timekeeper()
        var taken: [RoomID: RoomCommand] = [:]
        var rooms: [RoomID: RoomState] = [:]
        var (sent, surprises) = ([CommandKind: Int](), [String]())
        for recorded in history.events {
            let subject = room(of: recorded)
            if let id = subject, let command = command(behind: recorded, in: rooms[id]) {
                for duty in keeper.takeDue(at: recorded.recordedAt) {
                    if case .room(let room, let command) = duty.command { taken[room] = command }
                }
                sent[command.kind, default: 0] += 1
                if taken[id] != command { surprises.append("room \(id): \(command), due: \(taken[id] as Any)") }
            }
            keeper.fold(recorded)
            guard let id = subject else { continue }
            if let command = taken.removeValue(forKey: id) {
                keeper.postpone(.room(id, command), until: recorded.recordedAt)
            }
            guard case .room = recorded.stream else { continue }
            if rooms[id]?.evolve(recorded.event, at: recorded.place) == nil {
                rooms[id] = RoomState(beginning: recorded.event, at: recorded.place)
            }
        }
        #expect(surprises == [])
        #expect(sent[.startDraft, default: 0] >= 20 && sent[.automatePick, default: 0] > 50)
        #expect(sent[.tickClock, default: 0] > 3_000 && sent[.drawOrder, default: 0] > 0)
        #expect(keeper.roomCount == 0)
    }
}
