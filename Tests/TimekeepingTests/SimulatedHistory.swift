import Draft
import Records
import Simulation

/// A simulation's events in memory, with the places that a ledger would give them.
struct SimulatedHistory {
    let events: [RecordedEvent]

    init(_ options: SimulationOptions) throws {
        var pending: [PendingEvent] = []
        _ = try Simulation(options).run { pending += $0 }
        events = pending.enumerated().map { position, event in
            RecordedEvent(
                position: UInt64(position), stream: event.stream, version: 1, previous: nil,
                recordedAt: event.recordedAt ?? Timestamp(microseconds: 0), origin: event.origin, event: event.event)
        }
    }

    /// Whether the next event is not of the same command.
    func endsCommand(at index: Int) -> Bool {
        guard index + 1 < events.count, let origin = events[index].origin else { return true }
        return events[index + 1].origin?.commandID != origin.commandID
    }
}
