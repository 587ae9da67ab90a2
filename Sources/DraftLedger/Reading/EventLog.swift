import Draft
import Ledger

/// The log as events: reads records and decodes them.
struct EventLog: Sendable {
    let ledger: Ledger

    /// The event at a position; nil beyond the end.
    func event(at position: UInt64) throws -> RecordedEvent? {
        try ledger.withRecord(at: position) { try RecordedEvent(span: $0, position: position) }
    }

    /// A stream's events in order, those below a position. Not inside a read transaction; see `events(through:)`.
    func events(of stream: StreamKey, before position: UInt64 = .max) throws -> [RecordedEvent] {
        var events: [RecordedEvent] = []
        try ledger.walkBack(StreamID(rawValue: stream.rawValue)) { at, _, record in
            if at < position { events.append(try RecordedEvent(span: record, position: at)) }
            return true
        }
        events.reverse()
        return events
    }

    /// The events of a stream up to and with the one at a position, in order.
    ///
    /// Needs no head, unlike `events(of:before:)`, and so works inside a read transaction, too: the head that the
    /// writer knows can be later than the transaction's snapshot.
    func events(through position: UInt64) throws -> [RecordedEvent] {
        var events: [RecordedEvent] = []
        try ledger.walkBack(from: position) { at, _, record in
            events.append(try RecordedEvent(span: record, position: at))
            return true
        }
        events.reverse()
        return events
    }

    /// The events of a command, whatever their streams: an append's events stand together.
    ///
    /// - Parameters:
    ///   - version: the version of one of them.
    ///   - stream: its stream.
    func events(of id: CommandID, from version: UInt32, in stream: StreamKey) throws -> [RecordedEvent] {
        guard
            let position = try ledger.positions(
                of: StreamID(rawValue: stream.rawValue), versions: version...version
            ).first
        else { return [] }
        var events: [RecordedEvent] = []
        try ledger.scanBackward(0..<position) { at, record in
            let event = try RecordedEvent(span: record, position: at)
            guard event.origin?.commandID == id else { return false }
            events.append(event)
            return true
        }
        events.reverse()
        try ledger.scan(position...) { at, record in
            let event = try RecordedEvent(span: record, position: at)
            guard event.origin?.commandID == id else { return false }
            events.append(event)
            return true
        }
        return events
    }

    /// How many events were recorded up to a time: as-of that time is as-of this position. O(log n).
    func position(at time: Timestamp) throws -> UInt64 {
        var (low, high) = (0 as UInt64, try ledger.size)
        while low < high {
            let middle = low + (high - low) / 2
            let recordedAt = try ledger.withRecord(at: middle) { RecordHeader($0).recordedAt }
            if let recordedAt, recordedAt <= time.microseconds { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension RecordedEvent {
    init(span: RawSpan, position: UInt64) throws {
        self = try span.withUnsafeBytes { try RecordedEvent(record: $0, position: position) }
    }
}
