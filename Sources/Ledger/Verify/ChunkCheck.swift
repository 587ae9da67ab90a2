import LMDB
import Merkle
import Platform

/// The verification of consecutive positions on their own: every check that needs no other positions.
///
/// Values that depend on other chunks are joined later: each stream's first and last event in the chunk, the first and
/// last time, and the subtrees.
struct ChunkCheck: Sendable {
    private static let blockSize = 1 << TreeNodeID.lowestStoredLevel

    /// The chunk; its start is a multiple of its size.
    let positions: Range<Position>
    private(set) var findings: [Verification.Finding] = []
    private(set) var bytes: UInt64 = 0
    private(set) var nodes = NodeCheck()
    /// The first event of each stream in the chunk.
    private(set) var firsts: [(position: Position, header: RecordHeader)] = []
    /// The last event of each stream in the chunk.
    private(set) var lasts = HeadTable()
    private(set) var firstTime: Int64?
    private(set) var lastTime: Int64?
    /// The tree over the chunk's records, as if it began there.
    private(set) var edge = TreeEdge()
    private(set) var isComplete = true
    /// Leaves of the block that is being read.
    private var leaves: [TreeHash] = []
    private var next: Position

    init(_ positions: Range<Position>) {
        self.positions = positions
        next = positions.lowerBound
    }

    /// Takes the records of the chunk that one transaction is good for.
    ///
    /// - Returns: whether the chunk continues.
    mutating func takeSome(
        _ tables: LedgerTables, _ check: (Position, RawSpan) -> String?, in transaction: borrowing ReadTransaction
    ) throws -> Bool {
        let goesOn = try transaction.withCursor(on: tables.events) { cursor in
            guard try cursor.move(toOrAfter: next) else { return false }
            var transactionChunk = ScanChunk()
            var batch = LeafBatch()
            defer { leaves += batch.hashes() }
            repeat {
                let first = next
                let isWithin = try cursor.walkPage { position, record in
                    guard position < positions.upperBound else { return false }
                    guard position >= next else {
                        // Going on from here would come by the same events again.
                        add(.positions, at: position, "the event comes after the one at position \(next - 1)")
                        return false
                    }
                    if position > next { miss(next..<position) }
                    try take(position, record, into: &batch, tables, in: transaction)
                    if record.byteCount >= RecordHeader.Offset.end, let complaint = check(position, record) {
                        add(.records, at: position, complaint)
                    }
                    next = position + 1
                    return true
                }
                if !isWithin { return false }
                if transactionChunk.isOver(after: Int(next - first)) { return true }
            } while try cursor.move(behind: next - 1)
            return false
        }
        if goesOn { return true }
        if next < positions.upperBound { miss(next..<positions.upperBound) }
        addLastLeaves()
        return false
    }

    private mutating func miss(_ missing: Range<Position>) {
        isComplete = false
        findings.append(Self.missing(missing))
        next = missing.upperBound
    }

    /// The finding that positions have no events.
    static func missing(_ positions: Range<Position>) -> Verification.Finding {
        Verification.Finding(
            check: .positions, position: positions.lowerBound,
            message: positions.count == 1
                ? "there is no event" : "there are no events up to position \(positions.upperBound - 1)")
    }

    private mutating func take(
        _ position: Position, _ record: RawSpan, into batch: inout LeafBatch, _ tables: LedgerTables,
        in transaction: borrowing ReadTransaction
    ) throws {
        bytes += UInt64(record.byteCount)
        guard RecordHeader.recordSizes.contains(record.byteCount) else {
            isComplete = false
            add(.positions, at: position, "the record has \(record.byteCount) bytes")
            return
        }
        if isComplete { try addLeaf(record, into: &batch, tables, in: transaction) }
        let header = RecordHeader(record)
        checkTime(header, at: position)
        checkStream(header, at: position)
    }

    private mutating func addLeaf(
        _ record: RawSpan, into batch: inout LeafBatch, _ tables: LedgerTables,
        in transaction: borrowing ReadTransaction
    ) throws {
        batch.append(record)
        guard leaves.count + batch.count == Self.blockSize else { return }
        leaves += batch.hashes()
        let root = TreeHash.root(overwriting: &leaves)
        leaves.removeAll(keepingCapacity: true)
        var completed: [(TreeNodeID, TreeHash)] = []
        edge.append(root, level: TreeNodeID.lowestStoredLevel) { completed.append(($0, $1)) }
        for (node, hash) in completed {
            let offset = positions.lowerBound >> UInt64(node.level)
            let place = TreeNodeID(level: node.level, index: offset + node.index)
            if let finding = try nodes.check(place, hash, tables, in: transaction) { findings.append(finding) }
        }
    }

    /// Takes the leaves after the last whole block into the tree.
    private mutating func addLastLeaves() {
        for leaf in leaves { edge.append(leaf) }
        leaves = []
    }

    private mutating func checkTime(_ header: RecordHeader, at position: Position) {
        if let lastTime, header.recordedAt < lastTime {
            add(.times, at: position, "recorded at \(header.recordedAt), the event before it at \(lastTime)")
        }
        if firstTime == nil { firstTime = header.recordedAt }
        lastTime = header.recordedAt
    }

    private mutating func checkStream(_ header: RecordHeader, at position: Position) {
        if let last = lasts[header.stream] {
            findings.append(contentsOf: Self.check(header, at: position, after: last))
        } else {
            firsts.append((position, header))
        }
        // A version of 0 is a finding; events after it are checked as if after a first event.
        lasts.set(header.stream, to: StreamHead(version: max(header.version, 1), position: position))
    }

    /// Checks an event against the one before it in its stream.
    static func check(
        _ header: RecordHeader, at position: Position, after last: StreamHead?
    ) -> [Verification.Finding] {
        var findings: [Verification.Finding] = []
        let expected = (last?.version ?? 0) &+ 1
        if header.version != expected {
            findings.append(
                Verification.Finding(
                    check: .versions, position: position,
                    message: "version \(header.version) of stream \(header.stream) where \(expected) was due"))
        }
        if header.previous != last?.position {
            findings.append(
                Verification.Finding(
                    check: .links, position: position,
                    message: "links to \(name(header.previous)), but the event before it in stream "
                        + "\(header.stream) is \(name(last?.position))"))
        }
        return findings
    }

    private static func name(_ position: Position?) -> String { position.map { "position \($0)" } ?? "none" }

    private mutating func add(_ check: Verification.Check, at position: Position, _ message: String) {
        findings.append(Verification.Finding(check: check, position: position, message: message))
    }
}

/// Records of one transaction whose leaves are hashed together.
///
/// It points into the ledger's pages, which do not change during the transaction.
private struct LeafBatch {
    private var records: [UnsafeRawBufferPointer] = []

    /// The number of records that wait.
    var count: Int { records.count }

    mutating func append(_ record: RawSpan) { record.withUnsafeBytes { records.append($0) } }

    /// The hashes of those that wait, which wait no longer.
    mutating func hashes() -> [TreeHash] {
        defer { records.removeAll(keepingCapacity: true) }
        return Array(unsafeUninitializedCapacity: records.count) { hashes, count in
            hashes.initialize(repeating: TreeHash())
            records.withUnsafeBufferPointer { TreeHash.leaves(of: $0, into: hashes) }
            count = records.count
        }
    }
}
