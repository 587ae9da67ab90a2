import Dispatch
import Synchronization

/// Hashes a run of leaves on other cores while the caller goes on with something else.
///
/// Hashing is the larger part of appending to a tree in bulk, and all of it but the last few node hashes is
/// independent. `start` hands the blocks of 256 leaves to other threads; `finish` takes a hand in what is left. A
/// helper that comes late finds nothing to do, so a busy machine costs speed and nothing else.
///
/// Which thread owns what: a block belongs to the thread that drew its number from `next`; the results of a block are
/// read after `finished` has counted all of them.
public final class LeafHashing: Sendable {
    private let run: LeafRun
    private let leaf: @Sendable (UInt64) -> UnsafeRawBufferPointer
    private let results: Results
    private let next = Atomic<Int>(0)
    private let finished = Atomic<Int>(0)
    private let allFinished = DispatchSemaphore(value: 0)

    /// Plans the hashing of leaves.
    ///
    /// - Parameters:
    ///   - leaves: their indexes in the tree.
    ///   - leaf: the record at an index; called from any thread until `finish` has returned.
    public init(leaves: Range<UInt64>, leaf: @escaping @Sendable (UInt64) -> UnsafeRawBufferPointer) {
        self.run = LeafRun(leaves: leaves)
        self.leaf = leaf
        self.results = Results(blocks: run.blocks)
    }

    /// Lets other threads begin.
    ///
    /// - Parameter helpers: how many at most.
    public func start(helpers: Int) {
        for _ in 0..<min(helpers, run.blocks) {
            DispatchQueue.global(qos: .userInitiated).async { self.work() }
        }
    }

    /// Hashes what no other thread has begun, waits for the rest, and hands out the subtrees from left to right.
    ///
    /// Their heights are such that each can be appended to the edge of the tree that the run continues. Call it once.
    public func finish(_ body: (TreeNodeID, TreeHash) throws -> Void) rethrows {
        guard run.blocks > 0 else { return }
        work()
        allFinished.wait()
        // The order of memory comes from this counter; the semaphore is only there to sleep on.
        precondition(finished.load(ordering: .acquiring) == run.blocks)
        for block in 0..<run.blocks {
            for (node, hash) in results[block] { try body(node, hash) }
        }
    }

    private func work() {
        while true {
            let block = next.add(1, ordering: .acquiringAndReleasing).oldValue
            guard block < run.blocks else { return }
            results[block] = subtrees(of: run.block(block))
            if finished.add(1, ordering: .acquiringAndReleasing).newValue == run.blocks { allFinished.signal() }
        }
    }

    private func subtrees(of leaves: Range<UInt64>) -> [(TreeNodeID, TreeHash)] {
        withUnsafeTemporaryAllocation(of: TreeHash.self, capacity: leaves.count) { hashes in
            for (offset, index) in leaves.enumerated() { hashes.initializeElement(at: offset, to: .leaf(leaf(index))) }
            var offset = 0
            return LeafRun.subtrees(of: leaves).map { node in
                let count = 1 << node.level
                defer { offset += count }
                return (node, .root(overwriting: UnsafeMutableBufferPointer(rebasing: hashes[offset..<offset + count])))
            }
        }
    }

    /// One slot a block, each written once by one thread.
    private final class Results: @unchecked Sendable {
        private let slots: UnsafeMutableBufferPointer<[(TreeNodeID, TreeHash)]>

        init(blocks: Int) {
            slots = .allocate(capacity: blocks)
            slots.initialize(repeating: [])
        }

        deinit {
            slots.deinitialize()
            slots.deallocate()
        }

        subscript(block: Int) -> [(TreeNodeID, TreeHash)] {
            get { slots[block] }
            set { slots[block] = newValue }
        }
    }
}

extension TreeHash {
    /// The root over a power of two of subtrees of one height, level by level, in their own memory.
    static func root(overwriting hashes: UnsafeMutableBufferPointer<TreeHash>) -> TreeHash {
        var count = hashes.count
        while count > 1 {
            count /= 2
            for index in 0..<count { hashes[index] = .node(hashes[2 * index], hashes[2 * index + 1]) }
        }
        return hashes[0]
    }
}
