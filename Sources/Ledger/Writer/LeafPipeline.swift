import Merkle

/// The records of a group on their way into the tree: hashed on other cores while this one stores them.
struct LeafPipeline {
    /// From how many records on it pays to involve other cores before everything is stored.
    static let segment = 1_024
    /// From how many on it pays at all.
    private static let worthSharing = 256

    private let crew: HashingCrew
    private var next: Position
    private var waiting = Leaves()
    private var running: [LeafHashing] = []

    /// - Parameters:
    ///   - start: the position of the first record to come.
    ///   - crew: who helps.
    init(from start: Position, crew: HashingCrew) {
        self.next = start
        self.crew = crew
    }

    /// Adds records of a batch, complete. Their memory is shared from here on: a change would be to a copy.
    mutating func add(_ indices: Range<Int>, of records: RecordBatch.Storage) {
        waiting.add(indices, of: records)
        if waiting.count >= Self.segment { startSegment() }
    }

    /// Adds everything to the edge, in order.
    mutating func drain(into edge: inout TreeEdge, completed: (TreeNodeID, TreeHash) -> Void) {
        if waiting.count >= Self.worthSharing { startSegment() }
        for hashing in running {
            hashing.finish { node, hash in edge.append(hash, level: node.level, completed: completed) }
        }
        running = []
        for leaf in waiting.records { edge.append(.leaf(leaf), completed: completed) }
        waiting = Leaves()
    }

    private mutating func startSegment() {
        let leaves = waiting
        let start = next
        let range = start..<start + Position(leaves.count)
        let hashing = LeafHashing(leaves: range) { leaves.records[Int($0 - start)] }
        crew.help(hashing)
        running.append(hashing)
        next = range.upperBound
        waiting = Leaves()
    }

    /// Unchecked because the memory that the pointers lead to is kept, and is not changed meanwhile.
    private struct Leaves: @unchecked Sendable {
        private(set) var records: [UnsafeRawBufferPointer] = []
        private var owners: [RecordBatch.Storage] = []

        var count: Int { records.count }

        mutating func add(_ indices: Range<Int>, of storage: RecordBatch.Storage) {
            owners.append(storage)
            for index in indices { records.append(UnsafeRawBufferPointer(storage.record(at: index))) }
        }
    }
}
