import Draft
import Ledger

/// The records of one room's own stream, or of its beginning, in order: copied out of the ledger, not decoded.
///
/// The links of a stream lead backward and a fold goes forward, so the records have to be kept in between. Nine in ten
/// are ticks, which nobody needs as events; 50 bytes each in one piece of memory are less than any form of them.
struct RecordHistory {
    private struct Entry {
        var position: UInt64
        var start: Int
        var end: Int
    }

    private var bytes: [UInt8] = []
    /// Newest first, as they are found.
    private var entries: [Entry] = []

    /// How many of the newest have been cut off.
    private var dropped = 0

    /// Finds the records of a stream that stand below a position. About 0.7 microseconds each, most of it waiting for
    /// memory.
    ///
    /// - Parameter version: the newest version wanted; nil for all of them.
    init(
        of stream: StreamKey, in ledger: Ledger, before position: UInt64 = .max, through version: UInt32? = nil
    ) throws {
        try ledger.walkBack(StreamID(rawValue: stream.rawValue), from: version) { at, header, record in
            if at >= position { return true }
            if entries.isEmpty {
                entries.reserveCapacity(Int(header.version))
                bytes.reserveCapacity(Int(header.version) * 56)
            }
            let start = bytes.count
            record.withUnsafeBytes { bytes.append(contentsOf: $0) }
            entries.append(Entry(position: at, start: start, end: bytes.count))
            return true
        }
    }

    /// The number of records.
    var count: Int { entries.count - dropped }

    /// Where the newest record stands; nil when there is none.
    var lastPosition: UInt64? { count == 0 ? nil : entries[dropped].position }

    /// Calls `body` with one record after the other, oldest first, until it returns false.
    func forEach(_ body: (RecordView) throws -> Bool) throws {
        try bytes.withUnsafeBytes { bytes in
            for entry in entries[dropped...].reversed() {
                let record = UnsafeRawBufferPointer(rebasing: bytes[entry.start..<entry.end])
                guard try body(RecordView(record, position: entry.position)) else { return }
            }
        }
    }

    /// Keeps the records before the first that `isBeyond` holds for.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    mutating func cut(before isBeyond: (RecordView) throws -> Bool) throws -> Bool {
        var kept = 0
        try forEach { record in
            if try isBeyond(record) { return false }
            kept += 1
            return true
        }
        defer { dropped = entries.count - kept }
        return kept < count
    }

    /// Keeps the records up to the first that `isLast` holds for.
    ///
    /// - Returns: whether there was one.
    mutating func cut(after isLast: (RecordView) throws -> Bool) throws -> Bool {
        guard try cut(before: isLast) else { return false }
        dropped -= 1
        return true
    }

    /// The records as events.
    func events() throws -> [RecordedEvent] {
        var events: [RecordedEvent] = []
        events.reserveCapacity(count)
        try forEach { record in
            events.append(try record.decoded())
            return true
        }
        return events
    }

    /// The room that the records amount to; nil unless they open it.
    func room() throws -> RoomState? {
        var gatherer = TickGatherer(into: FoldShard { _ in nil })
        try forEach { record in
            try gatherer.take(record)
            return true
        }
        return try gatherer.finish().folder.rooms.first
    }
}
