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
