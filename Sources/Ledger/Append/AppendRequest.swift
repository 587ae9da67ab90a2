/// Records to append together: all of them, one after the other, or none.
public struct AppendRequest: Sendable {
    /// Where the records' `recordedAt` comes from.
    public enum RecordedAt: Hashable, Sendable {
        /// The ledger's clock when the request's turn comes; never less than the last record's time.
        case now
        /// This time, in microseconds since 1970 UTC, for every record of the request.
        case at(Int64)
        /// The time that each record carries already: history that was recorded elsewhere.
        case fromRecords
    }

    /// The records, in order.
    public var records: RecordBatch
    /// What must be true of the streams, for the request to be accepted.
    public var expectations: [StreamExpectation]
    /// When the records say they were recorded. A time before the last record's is refused.
    public var recordedAt: RecordedAt
    /// The size that the ledger must have; nil for any. It fixes the records' positions.
    public var expectedSize: Position?
    /// The requests that this one builds on; nil for none.
    public var chain: AppendChain?

    public init(
        records: RecordBatch,
        expectations: [StreamExpectation] = [],
        recordedAt: RecordedAt = .now,
        expectedSize: Position? = nil,
        chain: AppendChain? = nil
    ) {
        self.records = records
        self.expectations = expectations
        self.recordedAt = recordedAt
        self.expectedSize = expectedSize
        self.chain = chain
    }
}
