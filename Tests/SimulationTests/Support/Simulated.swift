import Draft
import DraftLedger
import Records
import Simulation

/// A simulation's events in memory, recorded as a ledger would record them.
struct Simulated {
    let summary: SimulationSummary
    /// In the order of the ledger, with positions, versions and links.
    let events: [RecordedEvent]

    init(_ options: SimulationOptions, from start: SimulationStart = .new) throws {
        var pending: [PendingEvent] = []
        summary = try Simulation(options).run(from: start) { pending += $0 }
        var heads: [StreamKey: (version: UInt32, position: UInt64)] = [:]
        events = pending.enumerated().map { position, event in
            let head = heads[event.stream]
            let version = (head?.version ?? 0) + 1
            heads[event.stream] = (version, UInt64(position))
            return RecordedEvent(
                position: UInt64(position), stream: event.stream, version: version, previous: head?.position,
                recordedAt: event.recordedAt ?? Timestamp(microseconds: 0), origin: event.origin, event: event.event)
        }
    }

    var types: Set<EventType> { Set(events.map(\.event.type)) }

    func count(_ type: EventType) -> Int { events.count { $0.event.type == type } }

    /// Refusals by code.
    var refusals: [RefusalCode: Int] {
        events.reduce(into: [:]) { counts, event in
            if case .commandRejected(let rejected) = event.event { counts[rejected.code, default: 0] += 1 }
        }
    }

    /// The events as text, which differs when anything in them does.
    var fingerprint: [String] {
        events.map { "\($0.position) \($0.stream) \($0.recordedAt) \(String(describing: $0.origin)) \($0.event)" }
    }
}
