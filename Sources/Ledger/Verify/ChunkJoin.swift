import LMDB
import Merkle
import Platform

/// Joins verified chunks, in the order of positions, to what can be said about the whole ledger.
struct ChunkJoin: Sendable {
    private(set) var verification: Verification
    /// The streams as the log says they are.
    private(set) var heads = HeadTable()
    private var edge = TreeEdge()
    private var nodes = NodeCheck()
    private var lastTime: Int64?
    private var isComplete = true
    /// Chunks that were ready before their turn, by number. Chunks are drawn in order, so about one a thread.
    private var waiting: [Int: ChunkCheck] = [:]
    private var next = 0
    /// The end of the last chunk.
    private var end: Position = 0
    /// The start of the last chunk, if the state before it is to be kept.
    private let lastChunk: Position?
    private var beginning: VerifiedBeginning?

    /// - Parameters:
    ///   - size: the number of events to verify.
    ///   - beginning: what was verified before; nil to verify everything.
    ///   - edge: the edge of the tree over the beginning.
    ///   - keepsBeginning: whether a later verification is to continue from the result.
    init(
        size: Position, after beginning: VerifiedBeginning? = nil, edge: TreeEdge = TreeEdge(),
        keepsBeginning: Bool = false
    ) {
        verification = Verification()
        verification.size = size
        lastChunk = keepsBeginning ? size / OccupiedChunks.chunkSize * OccupiedChunks.chunkSize : nil
        guard let beginning else { return }
        self.edge = edge
        heads = beginning.heads
        lastTime = beginning.lastTime
        end = beginning.end
    }

    /// The root over all records; nil while any is missing.
    var root: TreeHash? { isComplete && edge.size == verification.size ? edge.root : nil }

    /// Takes a chunk, and joins it if all before it have been.
    ///
    /// - Parameter number: which of the chunks that have events it is, from 0.
    mutating func add(
        _ chunk: ChunkCheck, number: Int, _ tables: LedgerTables, in transaction: borrowing ReadTransaction
    ) throws {
        waiting[number] = chunk
        while let chunk = waiting.removeValue(forKey: next) {
            try join(chunk, tables, in: transaction)
            next += 1
            end = chunk.positions.upperBound
        }
    }

    private mutating func join(
        _ chunk: ChunkCheck, _ tables: LedgerTables, in transaction: borrowing ReadTransaction
    ) throws {
        if chunk.positions.lowerBound == lastChunk { keepBeginning(until: chunk.positions.lowerBound) }
        var findings = chunk.findings
        if chunk.positions.lowerBound > end {
            isComplete = false
            findings.append(ChunkCheck.missing(end..<chunk.positions.lowerBound))
        }
        for (position, header) in chunk.firsts {
            findings.append(contentsOf: ChunkCheck.check(header, at: position, after: heads[header.stream]))
        }
        if let lastTime, let first = chunk.firstTime, first < lastTime {
            findings.append(
                Verification.Finding(
                    check: .times, position: chunk.positions.lowerBound,
                    message: "recorded at \(first), the event before it at \(lastTime)"))
        }
        heads.merge(chunk.lasts)
        lastTime = chunk.lastTime ?? lastTime
        nodes.merge(chunk.nodes)
        isComplete = isComplete && chunk.isComplete
        if isComplete { findings += try joinTree(chunk, tables, in: transaction) }
        findings.sort { ($0.position ?? 0) < ($1.position ?? 0) }
        for finding in findings { verification.add(finding) }
        verification.checked.events += UInt64(chunk.positions.count)
        verification.checked.bytes += chunk.bytes
    }

    private mutating func joinTree(
        _ chunk: ChunkCheck, _ tables: LedgerTables, in transaction: borrowing ReadTransaction
    ) throws -> [Verification.Finding] {
        var completed: [(TreeNodeID, TreeHash)] = []
        for (node, hash) in chunk.edge.subtrees {
            // The chunk has compared its own subtrees; the larger ones that they complete are new.
            edge.append(hash, level: node.level) { larger, hash in
                if larger.level > node.level, larger.level >= TreeNodeID.lowestStoredLevel {
                    completed.append((larger, hash))
                }
            }
        }
        return try completed.compactMap { try nodes.check($0, $1, tables, in: transaction) }
    }

    private mutating func keepBeginning(until end: Position) {
        guard verification.isSound, self.end == end else { return }
        beginning = VerifiedBeginning(end: end, lastTime: lastTime, heads: heads)
    }

    /// Looks for positions after the last chunk that has events.
    mutating func checkEnd() {
        if end < verification.size { verification.add(ChunkCheck.missing(end..<verification.size)) }
    }

    mutating func add(_ check: Verification.Check, at position: Position? = nil, _ message: String) {
        verification.add(check, at: position, message)
    }

    mutating func finish() -> Verification {
        if lastChunk == end { keepBeginning(until: end) }
        verification.beginning = verification.isSound ? beginning : nil
        verification.root = root
        verification.checked.nodes = nodes.count
        verification.checked.streams = UInt64(heads.count)
        return verification
    }
}

/// The comparison of stored hashes with computed ones, from the lowest level up.
struct NodeCheck: Sendable {
    /// How many have been compared.
    private(set) var count: UInt64 = 0
    /// The subtrees whose stored hash is wrong, by themselves or by what is below.
    private var wrong: Set<TreeNodeID> = []

    /// Compares a hash. Those below it have been compared.
    ///
    /// - Returns: a finding, unless the hash is right or a wrong one below explains it.
    mutating func check(
        _ node: TreeNodeID, _ hash: TreeHash, _ tables: LedgerTables, in transaction: borrowing ReadTransaction
    ) throws -> Verification.Finding? {
        count += 1
        let stored = try transaction.withValue(at: node.storageKey, in: tables.nodes) { value in
            value.withUnsafeBytes { TreeHash(bytes: $0) }
        }
        if stored == hash { return nil }
        let children = [2 * node.index, 2 * node.index + 1].map { TreeNodeID(level: node.level - 1, index: $0) }
        let isExplained = stored != nil && children.contains { wrong.contains($0) }
        wrong.insert(node)
        if isExplained { return nil }
        let first = node.index << UInt64(node.level)
        let records = "the records at positions \(first) to \(first + ((1 << UInt64(node.level)) - 1))"
        return Verification.Finding(
            check: .nodes, position: first,
            message: "the stored hash of level \(node.level), index \(node.index), "
                + (stored == nil
                    ? "of \(records), is missing" : "is not that of \(records): one of them was changed, or the hash"))
    }

    /// Takes over what another part of the tree has shown.
    mutating func merge(_ other: NodeCheck) {
        count += other.count
        wrong.formUnion(other.wrong)
    }
}

/// The chunks of the log that have events.
///
/// All of them, in a log that is whole. In a damaged one a single wrong position can be as far away as numbers go, and
/// what lies between has to be told, not walked through. One look-up a chunk.
struct OccupiedChunks: Sendable {
    static let chunkSize: Position = 1 << 16

    private let size: Position
    private var starts: [Position] = []

    /// - Parameters:
    ///   - first: the start of the first chunk.
    ///   - size: the end of the last chunk.
    init(
        from first: Position = 0, below size: Position, _ tables: LedgerTables,
        in transaction: borrowing ReadTransaction
    ) throws {
        self.size = size
        starts = try transaction.withCursor(on: tables.events) { cursor in
            var starts: [Position] = []
            var next = first
            while next < size, try cursor.move(toOrAfter: next) {
                let position = try cursor.key
                // If keys are not in order, a search can lead anywhere, and must not lead back.
                guard (next..<size).contains(position) else { break }
                let start = position / Self.chunkSize * Self.chunkSize
                starts.append(start)
                next = start + Self.chunkSize
            }
            return starts
        }
    }

    var count: Int { starts.count }

    subscript(number: Int) -> Range<Position> {
        let start = starts[number]
        return start..<min(start + Self.chunkSize, size)
    }
}
