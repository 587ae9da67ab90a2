/// The ledger from a position on, without end: first what is there, then what is appended, each position once and in
/// order.
///
/// Nothing is kept for a consumer that is slow: each step reads the log from where the last one ended, in a read
/// transaction of its own, and returns copies. So a consumer costs one slice of memory, however far it lags.
///
/// The sequence ends when the task is cancelled or the ledger is closed. In a ledger opened for reading, which another
/// process may be writing, it looks for news every few milliseconds.
public struct Subscription: AsyncSequence, Sendable {
    public typealias Element = RecordSlice
    public typealias Failure = LedgerError

    /// The size in bytes from which a slice takes no further record, and the number of its records at most.
    static let sliceBytes = 1 << 20
    static let sliceRecords = 4_096

    let ledger: Ledger
    let start: Position

    public func makeAsyncIterator() -> Iterator { Iterator(ledger: ledger, position: start) }

    /// A place in the ledger that moves forward.
    public struct Iterator: AsyncIteratorProtocol {
        let ledger: Ledger
        /// The position of the next record.
        public private(set) var position: Position

        init(ledger: Ledger, position: Position) {
            self.ledger = ledger
            self.position = position
        }

        /// The records from `position` on; waits until there is one.
        ///
        /// - Returns: nil when no more will come.
        /// - Throws: `damaged`, `storage`.
        public mutating func next() async throws(LedgerError) -> RecordSlice? {
            while !Task.isCancelled {
                do {
                    if let slice = try ledger.slice(from: position) {
                        position = slice.positions.upperBound
                        return slice
                    }
                } catch  where error.code == .closed {
                    return nil
                }
                guard try await ledger.waitForGrowth(beyond: position) else { return nil }
            }
            return nil
        }
    }
}

extension Ledger {
    /// Follows the ledger from a position on; see `Subscription`.
    public func subscribe(from position: Position = 0) -> Subscription {
        Subscription(ledger: self, start: position)
    }

    /// Copies the records of one slice, starting at a position.
    ///
    /// - Returns: nil if no record has been appended there yet.
    func slice(from position: Position) throws(LedgerError) -> RecordSlice? {
        try reportingAll(path) {
            var slice = RecordSlice(from: position)
            try scan(position...) { _, record in
                slice.append(record)
                return slice.byteCount < Subscription.sliceBytes && slice.count < Subscription.sliceRecords
            }
            return slice.count == 0 ? nil : slice
        }
    }

    /// Waits until there is a record at `position`.
    ///
    /// - Returns: false if no more records will follow: the ledger has been closed, or the task cancelled.
    /// - Throws: `damaged`, `storage`. A failed read is not the end of the sequence.
    func waitForGrowth(beyond position: Position) async throws(LedgerError) -> Bool {
        if let writing { return await writing.writer.published.waitForGrowth(beyond: position) }
        // Nothing tells a process what another one has committed; the file's pages do, when they are looked at.
        while !Task.isCancelled {
            do {
                if try size > position { return true }
            } catch  where error.code == .closed {
                return false
            }
            // A task that was cancelled wakes at once, and the loop sees it.
            try? await Task.sleep(nanoseconds: 5_000_000)
        }
        return false
    }
}

/// Consecutive records of the ledger, copied out of it.
public struct RecordSlice: Sendable {
    /// Their positions.
    public private(set) var positions: Range<Position>
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    init(from position: Position) { positions = position..<position }

    /// The number of records.
    public var count: Int { ends.count }

    /// The size of all records in bytes.
    public var byteCount: Int { bytes.count }

    /// Calls `body` with each record and its position, in order.
    public func forEach<Failure: Error>(
        _ body: (Position, RawSpan) throws(Failure) -> Void
    ) throws(Failure) {
        let records = bytes.span.bytes
        var start = 0
        for (position, end) in zip(positions, ends) {
            try body(position, records.extracting(start..<end))
            start = end
        }
    }

    mutating func append(_ record: RawSpan) {
        record.withUnsafeBytes { bytes.append(contentsOf: $0) }
        ends.append(bytes.count)
        positions = positions.lowerBound..<positions.upperBound + 1
    }
}
