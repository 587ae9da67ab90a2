import Synchronization

/// Records to append together, one after the other, atomically.
public struct AppendRequest: Sendable {
    /// The source of the records' `recordedAt`.
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
    /// The conditions on streams under which the request is accepted.
    public var expectations: [StreamExpectation]
    /// When the records say they were recorded. A time before the last record's is refused.
    public var recordedAt: RecordedAt
    /// The size that the ledger must have; nil for any. It fixes the records' positions.
    public var expectedSize: Position?
    /// Whether the records state their versions and links, which the caller that decided on them has already. The
    /// ledger compares them with its own, and refuses the request if they differ.
    public var statesPlaces: Bool
    /// The requests that this one builds on; nil if it builds on no other.
    public var chain: AppendChain?

    public init(
        records: RecordBatch,
        expectations: [StreamExpectation] = [],
        recordedAt: RecordedAt = .now,
        expectedSize: Position? = nil,
        statesPlaces: Bool = false,
        chain: AppendChain? = nil
    ) {
        self.records = records
        self.expectations = expectations
        self.recordedAt = recordedAt
        self.expectedSize = expectedSize
        self.statesPlaces = statesPlaces
        self.chain = chain
    }
}

/// The result of an accepted request. It has been synced, unless the ledger was opened with a weaker durability.
public struct Appended: Hashable, Sendable {
    /// The positions of the request's records, in its order.
    public let positions: Range<Position>
    /// The last record's time in microseconds since 1970 UTC; the ledger's last time for a request without records.
    public let recordedAt: Int64
    /// The heads, after the request, of the streams that its expectations named and that have events.
    public let heads: [StreamID: StreamHead]
}

/// Requests that build on one another: if one of them is not carried out, all later ones are refused.
///
/// A caller that decides on the results of earlier requests submits the next ones before those are durable. An expected
/// size alone does not protect them: if one request is refused, events of another writer can fill exactly its place,
/// and the request after it would find the size that it expects, with other events below.
public final class AppendChain: Sendable {
    private let isCut = Atomic<Bool>(false)

    public init() {}

    /// Whether a request of the chain was not carried out.
    public var isBroken: Bool { isCut.load(ordering: .acquiring) }

    /// Refuses every request of the chain whose turn has not come yet.
    public func cut() { isCut.store(true, ordering: .releasing) }
}

/// The state of a stream that an append expects when it is executed.
public enum ExpectedVersion: Hashable, Sendable {
    /// The stream's last event has this version; 0 is the same as `noStream`.
    case exact(UInt32)
    /// The stream has no events.
    case noStream
    /// Nothing is expected. Useful to get the stream's new head.
    case any

    func isMet(by head: StreamHead?) -> Bool {
        switch self {
        case .exact(let version): version == head?.version ?? 0
        case .noStream: head == nil
        case .any: true
        }
    }

    /// The last version that the caller knew; nil if that is not the point.
    var knownVersion: UInt32? {
        switch self {
        case .exact(let version): version
        case .noStream: 0
        case .any: nil
        }
    }
}

/// An expectation of one stream.
public struct StreamExpectation: Hashable, Sendable {
    public let stream: StreamID
    public let version: ExpectedVersion

    public init(_ stream: StreamID, _ version: ExpectedVersion) {
        self.stream = stream
        self.version = version
    }
}

/// Why a request was not appended: a stream was not where the request expected it.
public struct VersionConflict: Hashable, Sendable {
    /// The stream.
    public let stream: StreamID
    /// The expectation of the request.
    public let expected: ExpectedVersion
    /// The actual version; nil if the stream has no events.
    public let actual: StreamHead?
    /// The positions of the events that the caller did not know, oldest first: the last `limit` of them, if there are
    /// more. Empty when the stream is behind the expectation.
    public let unknown: [Position]

    /// How many positions a conflict names at most.
    public static let limit = 256
}
