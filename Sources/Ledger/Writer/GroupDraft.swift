import LMDB
import Merkle
import Platform

/// A group of requests in a transaction that is not committed yet: the ledger as it would be.
///
/// Requests are staged one after the other, each seeing the ones before it. One that cannot be accepted leaves no
/// trace; a failure of the storage ends the whole draft.
struct GroupDraft {
    private let ledger: String
    private let tables: LedgerTables
    private let heads: HeadStore
    private let clock: @Sendable () -> Int64

    private let crew: HashingCrew
    private(set) var edge: TreeEdge
    private(set) var recordedAt: Int64
    /// The heads that the group has moved.
    private(set) var moved = HeadTable()
    private(set) var size: Position
    private var leaves: LeafPipeline

    init(
        of ledger: String, tables: LedgerTables, heads: HeadStore, after state: Published.State, crew: HashingCrew,
        clock: @escaping @Sendable () -> Int64
    ) {
        self.ledger = ledger
        self.tables = tables
        self.heads = heads
        self.clock = clock
        self.crew = crew
        edge = state.edge
        recordedAt = state.recordedAt
        size = state.size
        leaves = LeafPipeline(from: state.size, crew: crew)
    }

    /// Clears the staged changes: a transaction starts or restarts.
    mutating func begin(after state: Published.State) {
        guard size > state.size else { return }
        self = GroupDraft(of: ledger, tables: tables, heads: heads, after: state, crew: crew, clock: clock)
    }

    /// Stages a request.
    ///
    /// - Returns: what will be acknowledged after the commit, or why the request is refused.
    /// - Throws: a failure of the storage.
    mutating func stage(
        _ request: inout AppendRequest, in transaction: borrowing WriteTransaction,
        _ events: borrowing Appender<UInt64>
    ) throws -> Result<Appended, LedgerError> {
        if let refusal = try refusal(of: request, in: transaction) {
            request.chain?.cut()
            return .failure(refusal)
        }
        request.records.makeUnique()
        let records = request.records.storage
        switch request.recordedAt {
        case .now where !request.records.isEmpty: recordedAt = max(recordedAt, clock())
        case .at(let time) where !request.records.isEmpty: recordedAt = time
        default: break
        }
        let first = size
        for start in stride(from: 0, to: records.count, by: LeafPipeline.segment) {
            // In portions, so that other cores have something to hash from early on.
            let portion = start..<min(start + LeafPipeline.segment, records.count)
            try completeHeaders(portion, of: records, keepingTimes: request.recordedAt == .fromRecords, in: transaction)
            leaves.add(portion, of: records)
            for index in portion {
                try events.append(UnsafeRawBufferPointer(records.record(at: index)), at: first + Position(index))
            }
        }
        var heads: [StreamID: StreamHead] = [:]
        for expectation in request.expectations {
            heads[expectation.stream] = try head(of: expectation.stream, in: transaction)
        }
        return .success(Appended(positions: first..<size, recordedAt: recordedAt, heads: heads))
    }

    /// Takes the records into the tree and stores the hashes that have become complete.
    mutating func completeTree(in transaction: borrowing WriteTransaction) throws {
        var completed: [(TreeNodeID, TreeHash)] = []
        leaves.drain(into: &edge) { node, hash in
            if node.level >= TreeNodeID.lowestStoredLevel { completed.append((node, hash)) }
        }
        for (node, hash) in completed {
            try hash.withUnsafeBytes { try transaction.put($0, at: node.storageKey, in: tables.nodes) }
        }
    }

    func head(of stream: StreamID, in transaction: borrowing WriteTransaction) throws -> StreamHead? {
        if let head = moved[stream] { return head }
        return try heads.head(of: stream, in: transaction)
    }

    /// Gives records their versions, their links and, unless they keep their own, their time.
    private mutating func completeHeaders(
        _ indices: Range<Int>, of records: RecordBatch.Storage, keepingTimes: Bool,
        in transaction: borrowing WriteTransaction
    ) throws {
        for index in indices {
            let record = records.record(at: index)
            let stream = StreamID(
                rawValue: UInt64(
                    littleEndian: record.loadUnaligned(
                        fromByteOffset: RecordHeader.Offset.stream, as: UInt64.self)))
            let head = try head(of: stream, in: transaction)
            let version = (head?.version ?? 0) + 1
            record.storeBytes(of: version.littleEndian, toByteOffset: RecordHeader.Offset.version, as: UInt32.self)
            record.storeBytes(
                of: (head?.position ?? RecordHeader.noPosition).littleEndian,
                toByteOffset: RecordHeader.Offset.previous, as: UInt64.self)
            if keepingTimes {
                recordedAt = RecordHeader(UnsafeRawBufferPointer(record).bytes).recordedAt
            } else {
                record.storeBytes(
                    of: recordedAt.littleEndian, toByteOffset: RecordHeader.Offset.recordedAt, as: Int64.self)
            }
            moved.set(stream, to: StreamHead(version: version, position: size))
            size += 1
        }
    }
}

extension GroupDraft {
    /// Why a request cannot be accepted; nil if it can.
    private func refusal(
        of request: borrowing AppendRequest, in transaction: borrowing WriteTransaction
    ) throws -> LedgerError? {
        if request.chain?.isBroken == true {
            return LedgerError(
                .sizeConflict, path: ledger, detail: "a request that this one depends on failed")
        }
        if let expected = request.expectedSize, expected != size {
            return LedgerError(
                .sizeConflict, path: ledger, detail: "expected \(expected) events in the ledger, found \(size)")
        }
        for expectation in request.expectations {
            let head = try head(of: expectation.stream, in: transaction)
            guard !expectation.version.isMet(by: head) else { continue }
            return try conflict(expectation, head, in: transaction)
        }
        if request.statesPlaces, let refusal = try placeRefusal(of: request.records.storage, in: transaction) {
            return refusal
        }
        return recordRefusal(of: request.records.storage, request.recordedAt)
    }

    /// Holds the places that records state against those that they would get.
    private func placeRefusal(
        of records: RecordBatch.Storage, in transaction: borrowing WriteTransaction
    ) throws -> LedgerError? {
        var own = HeadTable()
        for index in 0..<records.count {
            let stated = RecordHeader(UnsafeRawBufferPointer(records.record(at: index)).bytes)
            let head = try own[stated.stream] ?? head(of: stated.stream, in: transaction)
            let version = (head?.version ?? 0) + 1
            guard stated.version == version, stated.previous == head?.position else {
                return try conflict(
                    StreamExpectation(stated.stream, .exact(stated.version &- 1)), head,
                    detail: "record \(index) of the request states \(Self.place(stated.version, stated.previous)) of "
                        + "stream \(stated.stream); expected \(Self.place(version, head?.position))",
                    in: transaction)
            }
            own.set(stated.stream, to: StreamHead(version: version, position: size + Position(index)))
        }
        return nil
    }

    private static func place(_ version: UInt32, _ previous: Position?) -> String {
        "version \(version) after \(previous.map { "position \($0)" } ?? "no event")"
    }

    private func conflict(
        _ expectation: StreamExpectation, _ actual: StreamHead?, detail: String? = nil,
        in transaction: borrowing WriteTransaction
    ) throws -> LedgerError {
        var unknown: [Position] = []
        var next = actual
        while let head = next, let known = expectation.version.knownVersion, head.version > known,
            unknown.count < VersionConflict.limit
        {
            unknown.append(head.position)
            let header = try transaction.withValue(at: head.position, in: tables.events) { RecordHeader($0) }
            next = header?.previous.map { StreamHead(version: head.version - 1, position: $0) }
        }
        let conflict = VersionConflict(
            stream: expectation.stream, expected: expectation.version, actual: actual, unknown: unknown.reversed())
        return LedgerError(
            .versionConflict, path: ledger,
            detail: detail ?? "expected stream \(expectation.stream) at \(expectation.version), "
                + "found it at version \(actual?.version ?? 0)",
            conflict: conflict)
    }

    private func recordRefusal(
        of records: RecordBatch.Storage, _ time: AppendRequest.RecordedAt
    ) -> LedgerError? {
        var last = recordedAt
        if case .at(let time) = time, time < last { return clockRefusal(time, last, "the request") }
        for index in 0..<records.count {
            let record = records.record(at: index)
            guard RecordHeader.recordSizes.contains(record.count) else {
                return LedgerError(
                    .recordSize, path: ledger,
                    detail: "record \(index) of the request has \(record.count) bytes, "
                        + "at most \(RecordHeader.recordSizes.upperBound) are possible")
            }
            guard time == .fromRecords else { continue }
            let recordedAt = RecordHeader(UnsafeRawBufferPointer(record).bytes).recordedAt
            if recordedAt < last { return clockRefusal(recordedAt, last, "record \(index) of the request") }
            last = recordedAt
        }
        return nil
    }

    private func clockRefusal(_ time: Int64, _ last: Int64, _ what: String) -> LedgerError {
        LedgerError(
            .clockBackwards, path: ledger,
            detail: "\(what) has the time \(time), the record before it \(last) (microseconds since 1970)")
    }
}
