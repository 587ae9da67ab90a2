import Draft
import Records

@testable import Replay  // the groups of commands

/// A history that the rules have given, with what a forger of it has to know.
struct HonestHistory {
    let name: String
    let events: [RecordedEvent]
    let vocabulary: Vocabulary

    /// For each event the places of its command's events.
    let groups: [Range<Int>]

    /// What a forger can put in another's place.
    let streams: [StreamKey]
    let senders: [Sender]
    let ids: [CommandID]
    let cases: [CaseID]
    let signatures: [CommandSignature]

    init(_ name: String, _ events: [RecordedEvent]) {
        self.name = name
        self.events = events
        vocabulary = Vocabulary(of: events)
        var ranges: [Range<Int>] = []
        var start = 0
        while start < events.count {
            let group = CommandGroup(events: [events[start]])
            let end = events[(start + 1)...].firstIndex { !group.takes($0) } ?? events.count
            ranges += Array(repeating: start..<end, count: end - start)
            start = end
        }
        groups = ranges
        streams = Set(events.map(\.stream)).sorted { $0.rawValue < $1.rawValue }
        let origins = events.compactMap(\.origin)
        senders = Set(origins.map(\.actor)).sorted { $0.rawValue < $1.rawValue }
        ids = Set(origins.map(\.commandID)).sorted { ($0.high, $0.low) < ($1.high, $1.low) }
        cases = Set(
            events.compactMap { recorded in
                if case .dispute(let id) = recorded.stream { id } else { nil }
            }
        ).sorted()
        signatures = Array(origins.compactMap(\.signature).prefix(1))
    }
}

/// A history that somebody has written as if it had happened: one thing is changed, and everything that follows from its
/// place in the ledger fits again.
struct ForgedHistory {
    var events: [RecordedEvent]

    /// What was changed, by the type of the event and the field.
    let what: String
    let old: String
    let new: String

    /// The place of the first event that is another one than before.
    let start: Int

    /// How many events from there on may be others.
    let changed: Int

    /// The streams that were touched.
    var streams: Set<StreamKey>

    /// Whether other events stand at other positions than before.
    let isShifted: Bool
}

extension ForgedHistory {
    /// Numbers and links the events anew, as a house does that writes them for the first time; the end of a draft then
    /// states how many events its room has.
    static func relinked(_ events: [RecordedEvent]) -> [RecordedEvent] {
        var heads: [StreamKey: (version: UInt32, position: UInt64)] = [:]
        return events.enumerated().map { place, event in
            var event = event
            let head = heads[event.stream]
            if case .draftCompleted(var completed) = event.event, completed.events == event.version {
                completed.events = (head?.version ?? 0) + 1
                event.event = .draftCompleted(completed)
            }
            event.position = UInt64(place)
            event.version = (head?.version ?? 0) + 1
            event.previous = head?.position
            heads[event.stream] = (event.version, event.position)
            return event
        }
    }

    /// Whether a ledger could hold it at all: its time never runs backwards, every value fits its field, and no record that
    /// has no place for a command names one.
    var isRecordable: Bool {
        var writer = RecordWriter()
        var last = events[max(0, start - 1)].recordedAt
        for event in events[start...] {
            guard event.recordedAt >= last else { return false }
            last = event.recordedAt
        }
        for event in events[start...].prefix(changed) {
            // What cannot be written is what is asked.
            guard event.origin == nil || event.event.type.hasOrigin,
                (try? writer.write(event.event, stream: event.stream, origin: event.origin)) != nil
            else {
                return false
            }
        }
        return true
    }
}
