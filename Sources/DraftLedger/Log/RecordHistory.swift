import Draft
import Ledger
import LMDB
import Platform
import Records

/// The records of one room's own stream, or of its beginning, in order: copied out of the ledger, not decoded.
///
/// The links of a stream lead backward and a fold goes forward, so the records have to be kept in between. Nine in ten
/// are ticks, which are not needed as events; 50 bytes each in one piece of memory are less than any form of them.
struct RecordHistory {
    /// Consecutive records, newest first, as they are found.
    private struct Segment {
        var bytes: [UInt8] = []
        var entries: [Entry] = []
    }

    private struct Entry {
        var position: UInt64
        var start: Int
        var end: Int
    }

    /// Newest first.
    private let segments: [Segment]

    /// How many of the newest records have been dropped.
    private var dropped = 0

    /// Finds the records of a stream that stand between two positions. About 0.7 microseconds for each that does not stand
    /// below the first, nearly all of it waiting for memory; so several cores look for the parts of a long one.
    ///
    /// - Parameters:
    ///   - stream: the room's own stream.
    ///   - ledger: where it is.
    ///   - start: what stands below it is left out, and not looked for.
    ///   - limit: what stands at or above it is left out.
    ///   - version: the newest version wanted; nil for all of them.
    ///   - threads: how many may look at once.
    init(
        of stream: StreamKey, in ledger: Ledger, from start: UInt64 = 0, before limit: UInt64 = .max,
        through version: UInt32? = nil, threads: Int = Cores.count
    ) throws {
        let trail = try StreamTrail(of: StreamID(stream), in: ledger, before: limit, parts: threads)
        segments = try Cores.map(Array(trail.starts.indices), threads: threads) { number in
            var segment = Segment()
            try trail.walkBack(from: number) { position, header, record in
                guard position >= start else { return false }
                if position >= limit || header.version > version ?? .max { return true }
                let first = segment.bytes.count
                record.withUnsafeBytes { segment.bytes.append(contentsOf: $0) }
                segment.entries.append(Entry(position: position, start: first, end: segment.bytes.count))
                return true
            }
            return segment
        }
    }

    /// The number of records.
    var count: Int { segments.reduce(0) { $0 + $1.entries.count } - dropped }

    /// The position of the newest record, or nil.
    var lastPosition: UInt64? {
        segments.lazy.flatMap(\.entries).dropFirst(dropped).first?.position
    }

    /// Calls `body` with one record after the other, oldest first, until it returns false.
    func forEach(_ body: (RecordView) throws -> Bool) throws {
        var left = count
        for segment in segments.reversed() {
            let goesOn = try segment.bytes.withUnsafeBytes { bytes in
                for entry in segment.entries.reversed() {
                    guard left > 0 else { return false }
                    left -= 1
                    let record = UnsafeRawBufferPointer(rebasing: bytes[entry.start..<entry.end])
                    guard try body(RecordView(record, position: entry.position)) else { return false }
                }
                return true
            }
            if !goesOn { return }
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
        let isCut = kept < count
        dropped += count - kept
        return isCut
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
}
