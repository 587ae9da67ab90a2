/// Records on their way into the ledger, one after the other in one piece of memory.
///
/// Building one costs an allocation now and then, not one a record; the ledger completes the headers in place and
/// stores the records from where they are. A copy shares the memory until one of the two is changed.
public struct RecordBatch: Sendable {
    var storage: Storage

    /// An empty batch.
    ///
    /// - Parameters:
    ///   - records: how many records to make room for.
    ///   - bytes: for how many bytes in all.
    public init(reservingRecords records: Int = 0, bytes: Int = 0) {
        storage = Storage(records: records, bytes: bytes)
    }

    /// The number of records.
    public var count: Int { storage.count }

    /// The size of all records, in bytes.
    public var byteCount: Int { storage.byteCount }

    public var isEmpty: Bool { count == 0 }

    /// Adds a record of `byteCount` bytes, which `write` fills.
    ///
    /// `write` gets the whole record, all zero except the stream. The ledger overwrites version and previous when it
    /// appends, and recordedAt unless it is asked to keep it.
    ///
    /// - Precondition: room for the header. A record above the ledger's limit is refused when it is appended.
    @inlinable
    public mutating func append<Failure: Error>(
        stream: StreamID, byteCount: Int, write: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let record = beginRecord(byteCount)
        record.storeBytes(
            of: stream.rawValue.littleEndian, toByteOffset: RecordHeader.Offset.stream, as: UInt64.self)
        try write(record)
        endRecord(byteCount)
    }

    /// Adds a record whose bytes are at hand, stream included.
    public mutating func append(_ record: [UInt8]) {
        record.withUnsafeBytes { append($0) }
    }

    /// Adds a record whose bytes are at hand, stream included.
    public mutating func append(_ record: UnsafeRawBufferPointer) {
        checkRoom(record.count)
        makeUnique()
        storage.room(record.count).copyMemory(from: record)
        endRecord(record.count)
    }

    /// Adds the records of another batch.
    public mutating func append(contentsOf other: RecordBatch) {
        makeUnique()
        storage.append(contentsOf: other.storage)
    }

    /// Lends a record by its place in the batch.
    public func withRecord<Result, Failure: Error>(
        at index: Int, _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(storage.record(at: index).bytes)
    }

    @usableFromInline
    mutating func beginRecord(_ byteCount: Int) -> UnsafeMutableRawBufferPointer {
        checkRoom(byteCount)
        makeUnique()
        let room = storage.room(byteCount)
        room.initializeMemory(as: UInt8.self, repeating: 0)
        return room
    }

    private func checkRoom(_ byteCount: Int) {
        precondition(byteCount >= RecordHeader.Offset.end, "a record of \(byteCount) bytes has no room for its header")
    }

    @usableFromInline
    mutating func endRecord(_ byteCount: Int) { storage.endRecord(byteCount) }

    mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
    }
}
