import Ledger

/// Records on their way from the core that found them to the core that folds them: one piece of memory that is filled,
/// read once, and filled again.
final class RecordBucket: @unchecked Sendable {
    private var base: UnsafeMutableRawPointer
    private var capacity: Int
    private var count = 0

    /// Position and length before each record.
    private static let prefix = 16

    init(capacity: Int = 1 << 20) {
        self.capacity = capacity
        base = .allocate(byteCount: capacity, alignment: 16)
    }

    deinit { base.deallocate() }

    func append(_ record: UnsafeRawBufferPointer, at position: UInt64) {
        let needed = count + Self.prefix + record.count
        if needed > capacity { grow(to: needed) }
        base.storeBytes(of: position, toByteOffset: count, as: UInt64.self)
        base.storeBytes(of: record.count, toByteOffset: count + 8, as: Int.self)
        (base + count + Self.prefix).copyMemory(from: record.baseAddress!, byteCount: record.count)
        count = (needed + 7) & ~7
    }

    /// Calls `body` with every record in the order in which it was appended, and empties the bucket.
    func drain(_ body: (RecordView) throws -> Void) throws {
        defer { count = 0 }
        var offset = 0
        while offset < count {
            let position = base.load(fromByteOffset: offset, as: UInt64.self)
            let length = base.load(fromByteOffset: offset + 8, as: Int.self)
            let bytes = UnsafeRawBufferPointer(start: base + offset + Self.prefix, count: length)
            try body(RecordView(bytes, position: position))
            offset = (offset + Self.prefix + length + 7) & ~7
        }
    }

    private func grow(to needed: Int) {
        capacity = max(needed + 64, capacity * 2)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        larger.copyMemory(from: base, byteCount: count)
        base.deallocate()
        base = larger
    }
}
