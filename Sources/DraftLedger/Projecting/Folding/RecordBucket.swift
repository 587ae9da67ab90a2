import Draft

/// Records on their way from the core that found them to the core that folds them: one piece of memory that is filled,
/// read once, and filled again.
///
/// An entry is 16 bytes and a content, aligned to 8: for a record its position, its length and its bytes; for a run of
/// ticks the room's number, 0, the count, and 8 bytes with the pick and what was shown.
final class RecordBucket: @unchecked Sendable {
    private var base: UnsafeMutableRawPointer
    private var capacity: Int
    private var count = 0

    private static let prefix = 16
    private static let runLength = 8

    init(capacity: Int = 1 << 16) {
        self.capacity = capacity
        base = .allocate(byteCount: capacity, alignment: 16)
    }

    deinit { base.deallocate() }

    func append(_ record: RecordView) {
        let entry = beginEntry(record.bytes.count)
        entry.storeBytes(of: record.position, as: UInt64.self)
        entry.storeBytes(of: UInt32(record.bytes.count), toByteOffset: 8, as: UInt32.self)
        (entry + Self.prefix).copyMemory(from: record.bytes.baseAddress!, byteCount: record.bytes.count)
    }

    func append(_ run: TickRun, ofRoom number: UInt64) {
        let entry = beginEntry(Self.runLength)
        entry.storeBytes(of: number, as: UInt64.self)
        entry.storeBytes(of: 0, toByteOffset: 8, as: UInt32.self)
        entry.storeBytes(of: run.count, toByteOffset: 12, as: UInt32.self)
        entry.storeBytes(of: UInt32(run.pick), toByteOffset: 16, as: UInt32.self)
        entry.storeBytes(of: run.remaining, toByteOffset: 20, as: UInt32.self)
    }

    /// Hands every entry to a fold, in the order in which they were appended, and empties the bucket.
    func drain(into sink: inout some FoldSink & ~Copyable) throws {
        defer { count = 0 }
        var entry = base
        let end = base + count
        while entry < end {
            let name = entry.load(as: UInt64.self)
            let length = Int(entry.load(fromByteOffset: 8, as: UInt32.self))
            if length > 0 {
                let bytes = UnsafeRawBufferPointer(start: entry + Self.prefix, count: length)
                try sink.take(RecordView(bytes, position: name))
                entry += Self.size(length)
            } else {
                let run = TickRun(
                    count: entry.load(fromByteOffset: 12, as: UInt32.self),
                    pick: PickNumber(truncatingIfNeeded: entry.load(fromByteOffset: 16, as: UInt32.self)),
                    remaining: entry.load(fromByteOffset: 20, as: UInt32.self))
                try sink.take(run, ofRoom: name)
                entry += Self.size(Self.runLength)
            }
        }
    }

    private static func size(_ length: Int) -> Int { (prefix + length + 7) & ~7 }

    private func beginEntry(_ length: Int) -> UnsafeMutableRawPointer {
        let end = count + Self.size(length)
        if end > capacity { grow(to: end) }
        defer { count = end }
        return base + count
    }

    private func grow(to needed: Int) {
        capacity = max(needed, capacity * 2)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        larger.copyMemory(from: base, byteCount: count)
        base.deallocate()
        base = larger
    }
}
