extension RecordBatch {
    /// The memory of a batch. Its address stays while nothing is added, so that other threads can hash the records
    /// while one stores them.
    ///
    /// Unchecked because the batch that holds it alone is the only one to change it; shared, it is only read.
    final class Storage: @unchecked Sendable {
        /// Where each record ends, in bytes from the start.
        var ends: [Int] = []
        private var base: UnsafeMutableRawPointer
        private var capacity: Int

        init(records: Int, capacity: Int) {
            self.capacity = max(capacity, 256)
            base = .allocate(byteCount: self.capacity, alignment: 16)
            ends.reserveCapacity(records)
        }

        deinit { base.deallocate() }

        var byteCount: Int { ends.last ?? 0 }

        func reserve(_ bytes: Int) {
            guard bytes > capacity else { return }
            capacity = max(bytes, 2 * capacity)
            let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
            larger.copyMemory(from: base, byteCount: byteCount)
            base.deallocate()
            base = larger
        }

        /// Cleared memory after the last record.
        func room(_ count: Int) -> UnsafeMutableRawBufferPointer {
            let room = UnsafeMutableRawBufferPointer(start: base + byteCount, count: count)
            room.initializeMemory(as: UInt8.self, repeating: 0)
            return room
        }

        func record(at index: Int) -> UnsafeMutableRawBufferPointer {
            let start = index == 0 ? 0 : ends[index - 1]
            return UnsafeMutableRawBufferPointer(start: base + start, count: ends[index] - start)
        }

        func append(contentsOf other: Storage) {
            let start = byteCount
            (base + start).copyMemory(from: other.base, byteCount: other.byteCount)
            ends.append(contentsOf: other.ends.lazy.map { start + $0 })
        }

        func copy() -> Storage {
            let copy = Storage(records: ends.count, capacity: byteCount)
            copy.append(contentsOf: self)
            return copy
        }
    }
}
