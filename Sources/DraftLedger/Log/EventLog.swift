import Draft
import Ledger
import Records

/// The log as events: reads records and decodes them.
struct EventLog: Sendable {
    let ledger: Ledger

    /// The event at a position; nil beyond the end.
    func event(at position: UInt64) throws -> RecordedEvent? {
        try ledger.withRecord(at: position) { try RecordedEvent(span: $0, position: position) }
    }

    /// A stream's events in order, those below a position.
    func events(of stream: StreamKey, before position: UInt64 = .max) throws -> [RecordedEvent] {
        var events: [RecordedEvent] = []
        try ledger.walkBack(StreamID(stream)) { at, _, record in
            if at < position { events.append(try RecordedEvent(span: record, position: at)) }
            return true
        }
        events.reverse()
        return events
    }

    /// Calls `body` with a stream's records between two positions, in order, until it returns false.
    func walk(
        _ stream: StreamKey, within stretch: Range<UInt64>, _ body: (RecordView) throws -> Bool
    ) throws {
        try RecordHistory(of: stream, in: ledger, from: stretch.lowerBound, before: stretch.upperBound).forEach(body)
    }

    /// The events of a command, whatever their streams: an append's events stand together.
    ///
    /// Right behind them may stand the refusal of another command that was sent under the same id: it is told from
    /// them by its fingerprint.
    ///
    /// - Parameters:
    ///   - command: its sender, its id and its fingerprint.
    ///   - position: of one of them.
    /// - Returns: an empty list if the log has something else there.
    func events(of command: CommandOrigin, around position: UInt64) throws -> [RecordedEvent] {
        guard let mark = try event(at: position), isOfSameCommand(mark) else { return [] }
        func isOfSameCommand(_ event: RecordedEvent) -> Bool {
            event.origin?.key == command.key && event.origin?.fingerprint == command.fingerprint
        }
        var events: [RecordedEvent] = []
        try ledger.scanBackward(0..<position) { at, record in
            let event = try RecordedEvent(span: record, position: at)
            guard isOfSameCommand(event) else { return false }
            events.append(event)
            return true
        }
        events.reverse()
        try ledger.scan(position...) { at, record in
            let event = try RecordedEvent(span: record, position: at)
            guard isOfSameCommand(event) else { return false }
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

extension RecordBatch {
    /// The records of events, in order.
    init(encoding events: [PendingEvent], salting key: SaltKey?) throws(RecordError) {
        self.init(reservingRecords: events.count, bytes: events.count * 64)
        var (salting, copying) = (RecordWriter(salting: key), RecordWriter())
        for event in events {
            switch event.salting {
            case .byLedger: try append(event, salt: nil, by: &salting)
            case .asRecorded(let salt): try append(event, salt: salt, by: &copying)
            }
        }
    }

    private mutating func append(
        _ event: PendingEvent, salt: RecordSalt?, by writer: inout RecordWriter
    ) throws(RecordError) {
        try writer.write(
            event.event, stream: event.stream, origin: event.origin, recordedAt: event.recordedAt, salt: salt)
        writer.withBytes { append($0) }
    }
}

extension StreamID {
    /// The log's name for a history of the game.
    init(_ key: StreamKey) { self.init(rawValue: key.rawValue) }
}
