import Draft
import Records

/// Records on their way from the core that found them to the cores that fold them, sorted by shard: for each, one piece
/// of memory that is filled, read once, and filled again.
///
/// An entry is 16 bytes and a content, aligned to 8: for a record its position, its length and its bytes; for a run of
/// ticks the room's number, 0, the count, and 8 bytes with the pick and what was shown.
///
/// Unchecked because one core fills all buckets, and only afterwards the others empty one each. Plain memory, because
/// a reference to each bucket would be counted with every record.
final class RecordBuckets: @unchecked Sendable {
    private let buckets: UnsafeMutablePointer<Bucket>

    /// The number of shards.
    let count: Int

    private struct Bucket {
        var base: UnsafeMutableRawPointer
        var used = 0
        var capacity: Int
    }

    private static let prefix = 16
    private static let runLength = 8

    init(count: Int, capacity: Int = 1 << 16) {
        self.count = count
        buckets = .allocate(capacity: count)
        for shard in 0..<count {
            let base = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
            (buckets + shard).initialize(to: Bucket(base: base, capacity: capacity))
        }
    }

    deinit {
        for shard in 0..<count { buckets[shard].base.deallocate() }
        buckets.deallocate()
    }

    func append(_ record: RecordView, to shard: Int) {
        let entry = beginEntry(record.bytes.count, in: shard)
        entry.storeBytes(of: record.position, as: UInt64.self)
        entry.storeBytes(of: UInt32(record.bytes.count), toByteOffset: 8, as: UInt32.self)
        // A record has a header, so its bytes have an address.
        (entry + Self.prefix).copyMemory(from: record.bytes.baseAddress!, byteCount: record.bytes.count)
    }

    func append(_ run: TickRun, ofRoom number: UInt64, to shard: Int) {
        let entry = beginEntry(Self.runLength, in: shard)
        entry.storeBytes(of: number, as: UInt64.self)
        entry.storeBytes(of: 0, toByteOffset: 8, as: UInt32.self)
        entry.storeBytes(of: run.count, toByteOffset: 12, as: UInt32.self)
        entry.storeBytes(of: UInt32(run.pick), toByteOffset: 16, as: UInt32.self)
        entry.storeBytes(of: run.remaining, toByteOffset: 20, as: UInt32.self)
    }

    /// Hands every entry of a shard to its fold, in the order in which they were appended, and empties the bucket.
    func drain(_ shard: Int, into sink: inout some FoldSink & ~Copyable) throws {
        precondition(shard < count, "there are \(count) shards")
        defer { buckets[shard].used = 0 }
        var entry = buckets[shard].base
        let end = entry + buckets[shard].used
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

    private func beginEntry(_ length: Int, in shard: Int) -> UnsafeMutableRawPointer {
        precondition(shard < count, "there are \(count) shards")
        let start = buckets[shard].used
        let end = start + Self.size(length)
        if end > buckets[shard].capacity { grow(shard, to: end) }
        buckets[shard].used = end
        return buckets[shard].base + start
    }

    private func grow(_ shard: Int, to needed: Int) {
        let capacity = max(needed, buckets[shard].capacity * 2)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        larger.copyMemory(from: buckets[shard].base, byteCount: buckets[shard].used)
        buckets[shard].base.deallocate()
        buckets[shard].base = larger
        buckets[shard].capacity = capacity
    }
}
