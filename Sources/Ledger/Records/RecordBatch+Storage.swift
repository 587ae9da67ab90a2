extension RecordBatch {
    /// The memory of a batch. Its address stays while nothing is added, so that other threads can hash the records
    /// while one stores them.
    ///
    /// Unchecked because the batch that holds it alone is the only one to change it; shared, it is only read. Plain
    /// memory rather than arrays in a class, whose every access the runtime checks for exclusivity.
    @usableFromInline
    final class Storage: @unchecked Sendable {
        private let memory: UnsafeMutablePointer<Memory>

        private struct Memory {
            var bytes: UnsafeMutableRawPointer
            var byteCount = 0
            var byteCapacity: Int
            /// The end of each record, in bytes from the start.
            var ends: UnsafeMutablePointer<Int>
            var count = 0
            var capacity: Int
        }

        init(records: Int, bytes: Int) {
            let capacity = max(records, 4)
            let byteCapacity = max(bytes, 256)
            memory = .allocate(capacity: 1)
            memory.initialize(
                to: Memory(
                    bytes: .allocate(byteCount: byteCapacity, alignment: 16), byteCapacity: byteCapacity,
                    ends: .allocate(capacity: capacity), capacity: capacity))
        }

        deinit {
            memory.pointee.bytes.deallocate()
            memory.pointee.ends.deallocate()
            memory.deallocate()
        }

        /// The number of records.
        var count: Int { memory.pointee.count }

        var byteCount: Int { memory.pointee.byteCount }

        func record(at index: Int) -> UnsafeMutableRawBufferPointer {
            precondition(index >= 0 && index < memory.pointee.count, "a batch has no record \(index)")
            let start = index == 0 ? 0 : memory.pointee.ends[index - 1]
            return UnsafeMutableRawBufferPointer(
                start: memory.pointee.bytes + start, count: memory.pointee.ends[index] - start)
        }

        /// Memory after the last record, for one more.
        func room(_ byteCount: Int) -> UnsafeMutableRawBufferPointer {
            reserve(records: 1, bytes: byteCount)
            return UnsafeMutableRawBufferPointer(
                start: memory.pointee.bytes + memory.pointee.byteCount, count: byteCount)
        }

        /// Makes the room that was asked for last a record.
        func endRecord(_ byteCount: Int) {
            memory.pointee.byteCount += byteCount
            memory.pointee.ends[memory.pointee.count] = memory.pointee.byteCount
            memory.pointee.count += 1
        }

        func append(contentsOf other: Storage) {
            reserve(records: other.count, bytes: other.byteCount)
            let start = byteCount
            (memory.pointee.bytes + start).copyMemory(from: other.memory.pointee.bytes, byteCount: other.byteCount)
            for index in 0..<other.count {
                memory.pointee.ends[memory.pointee.count + index] = start + other.memory.pointee.ends[index]
            }
            memory.pointee.count += other.count
            memory.pointee.byteCount += other.byteCount
        }

        func copy() -> Storage {
            let copy = Storage(records: count, bytes: byteCount)
            copy.append(contentsOf: self)
            return copy
        }

        private func reserve(records: Int, bytes: Int) {
            if memory.pointee.byteCount + bytes > memory.pointee.byteCapacity { growBytes(by: bytes) }
            if memory.pointee.count + records > memory.pointee.capacity { growEnds(by: records) }
        }

        private func growBytes(by added: Int) {
            let old = memory.pointee.bytes
            memory.pointee.byteCapacity = max(byteCount + added, 2 * memory.pointee.byteCapacity)
            memory.pointee.bytes = .allocate(byteCount: memory.pointee.byteCapacity, alignment: 16)
            memory.pointee.bytes.copyMemory(from: old, byteCount: byteCount)
            old.deallocate()
        }

        private func growEnds(by added: Int) {
            let old = memory.pointee.ends
            memory.pointee.capacity = max(count + added, 2 * memory.pointee.capacity)
            memory.pointee.ends = .allocate(capacity: memory.pointee.capacity)
            memory.pointee.ends.update(from: old, count: count)
            old.deallocate()
        }
    }
}
