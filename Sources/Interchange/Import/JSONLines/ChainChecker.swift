import Draft
import DraftLedger
import Merkle

/// Checks that events which come with their places are a history: positions without a gap, versions and links that
/// fit, times that never run backwards, and agreement with what the ledger already has.
struct ChainChecker {
    private struct Head {
        var version: UInt32
        var position: UInt64

        init(_ recorded: RecordedEvent) {
            version = recorded.version
            position = recorded.position
        }
    }

    /// Events that the ledger does not have yet.
    private(set) var newEvents: UInt64 = 0

    private let size: UInt64
    private var next: UInt64?
    private var lastTime: Timestamp?

    /// The last event of each stream that the new events have met; nil for a stream that begins with them.
    private var heads: [UInt64: Head?] = [:]

    /// - Parameter size: of the ledger.
    init(size: UInt64) { self.size = size }

    /// - Throws: `ImportIssue` that says what does not fit.
    mutating func take(
        _ recorded: RecordedEvent, stored: inout StoredEvents, at place: JSONLinesImporter.Place
    ) throws {
        let expected = next ?? min(recorded.position, size)
        guard recorded.position == expected else {
            throw place.issue(
                found: "position \(recorded.position)",
                expected: next == nil
                    ? "a position that the ledger has, or \(size), the next one"
                    : "position \(expected), the next one after the line before")
        }
        next = expected + 1
        if recorded.position < size {
            try checkStored(recorded, &stored, place)
        } else {
            try checkNew(recorded, &stored, place)
        }
        lastTime = recorded.recordedAt
    }

    private func checkStored(
        _ recorded: RecordedEvent, _ stored: inout StoredEvents, _ place: JSONLinesImporter.Place
    ) throws {
        guard let own = try stored.event(at: recorded.position), own.isSame(as: recorded) else {
            throw place.issue(
                found: "another event than the ledger has at position \(recorded.position)",
                expected: "the ledger's own events, or an empty ledger to import into")
        }
    }

    private mutating func checkNew(
        _ recorded: RecordedEvent, _ stored: inout StoredEvents, _ place: JSONLinesImporter.Place
    ) throws {
        let stream = recorded.stream.rawValue
        if heads[stream] == nil { heads[stream] = .some(try stored.head(of: recorded.stream).map { Head($0) }) }
        let head = heads[stream] ?? nil
        let version = (head?.version ?? 0) + 1
        guard recorded.version == version else {
            throw place.issue(
                found: "version \(recorded.version) of \(recorded.stream)", expected: "version \(version)")
        }
        guard recorded.previous == head?.position else {
            throw place.issue(
                found: "previous \(recorded.previous.map(String.init) ?? "null") of \(recorded.stream)",
                expected: head.map { "\($0.position)" } ?? "null")
        }
        let earliest = try lastTime ?? stored.lastTime()
        if let earliest, recorded.recordedAt < earliest {
            throw place.issue(
                found: "recordedAt \(recorded.recordedAt.iso8601)",
                expected: "\(earliest.iso8601) or later, as of the event before")
        }
        if case .created(let created) = recorded.event.service, KeyName(created.origin) == nil {
            throw place.issue(
                found: "the origin \"\(created.origin)\", which no key could be named by",
                expected: "a name like \"example.com/drafts\", without spaces and plus signs")
        }
        heads[stream] = Head(recorded)
        newEvents += 1
    }
}

/// The events that a ledger has, read in stretches as an import asks for one after the other.
struct StoredEvents {
    private static let stretch = 4096

    private let ledger: DraftLedger?
    private var events: [RecordedEvent] = []

    init(_ ledger: DraftLedger?) { self.ledger = ledger }

    mutating func event(at position: UInt64) throws -> RecordedEvent? {
        if let first = events.first?.position, position >= first, position - first < UInt64(events.count) {
            return events[Int(position - first)]
        }
        events.removeAll(keepingCapacity: true)
        try ledger?.events(from: position, limit: Self.stretch) { recorded in
            events.append(recorded)
            return true
        }
        return events.first
    }

    func head(of stream: StreamKey) throws -> RecordedEvent? { try ledger?.stream(stream).last }

    func lastTime() throws -> Timestamp? {
        guard let ledger, try ledger.size > 0 else { return nil }
        var time: Timestamp?
        try ledger.events(from: try ledger.size - 1, limit: 1) { recorded in
            time = recorded.recordedAt
            return true
        }
        return time
    }
}

extension RecordedEvent {
    /// Whether two events are the same record at the same place.
    func isSame(as other: RecordedEvent) -> Bool {
        position == other.position && stream == other.stream && version == other.version
            && previous == other.previous && recordedAt == other.recordedAt && origin == other.origin
            && event == other.event
    }
}
