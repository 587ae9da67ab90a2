import Platform
import Synchronization

/// Hashes a run of leaves on other cores while the caller continues with other work.
///
/// Hashing is the larger part of appending to a tree in bulk, and all of it but the last few node hashes is
/// independent. Threads that call `help` draw blocks of 256 leaves; `finish` takes a hand in what is left.
///
/// Helpers only ever help. One that comes late finds nothing to do, and a block whose helper has been put to sleep by
/// a busy machine is hashed again by the caller. So the caller never waits, and a thread may still be reading
/// leaves when `finish` has returned: the closure that lends them must keep them alive and unchanged.
public final class LeafHashing: Sendable {
    /// The subtrees that a block consists of.
    private final class Block: Sendable {
        let subtrees: [(node: TreeNodeID, hash: TreeHash)]
        init(_ subtrees: [(TreeNodeID, TreeHash)]) { self.subtrees = subtrees }
    }

    private let run: LeafRun
    private let leaf: @Sendable (UInt64) -> UnsafeRawBufferPointer
    private let blocks: Slots
    private let next = Atomic<Int>(0)

    /// Plans the hashing of leaves.
    ///
    /// - Parameters:
    ///   - leaves: their indexes in the tree.
    ///   - leaf: the record at an index; called from any thread.
    public init(leaves: Range<UInt64>, leaf: @escaping @Sendable (UInt64) -> UnsafeRawBufferPointer) {
        self.run = LeafRun(leaves: leaves)
        self.leaf = leaf
        self.blocks = Slots(count: run.blocks)
    }

    /// Whether there are blocks that no thread has begun.
    public var needsHelp: Bool { next.load(ordering: .relaxed) < run.blocks }

    /// Hashes what no other thread has begun. From any thread, any number of times.
    public func help() {
        while true {
            let number = next.add(1, ordering: .acquiringAndReleasing).oldValue
            guard number < run.blocks else { return }
            _ = blocks[number].storeIfNil(hash(number))
        }
    }

    /// Hashes what no other thread has begun, and hands out the subtrees from left to right.
    ///
    /// Their heights are such that each can be appended to the edge of the tree that the run continues.
    public func finish(_ body: (TreeNodeID, TreeHash) throws -> Void) rethrows {
        help()
        for number in 0..<run.blocks {
            for (node, hash) in finished(number).subtrees { try body(node, hash) }
        }
    }

    /// A block in progress; another thread restarts it if it takes much too long.
    private func finished(_ number: Int) -> Block {
        for _ in 0..<100 {
            if let block = blocks[number].load() { return block }
            DedicatedThread.yield()
        }
        return blocks[number].storeIfNil(hash(number))
    }

    private func hash(_ number: Int) -> Block {
        let leaves = run.block(number)
        return withUnsafeTemporaryAllocation(of: TreeHash.self, capacity: leaves.count) { hashes in
            withUnsafeTemporaryAllocation(of: UnsafeRawBufferPointer.self, capacity: leaves.count) { records in
                for (offset, index) in leaves.enumerated() { records.initializeElement(at: offset, to: leaf(index)) }
                hashes.initialize(repeating: TreeHash())
                TreeHash.leaves(of: UnsafeBufferPointer(records), into: hashes)
            }
            var offset = 0
            return Block(
                LeafRun.subtrees(of: leaves).map { node in
                    let count = 1 << node.level
                    defer { offset += count }
                    let below = UnsafeMutableBufferPointer(rebasing: hashes[offset..<offset + count])
                    return (node, .root(overwriting: below))
                })
        }
    }

    /// One place for each block, filled by the first thread that completes it. Unchecked because all that is shared in it is atomic.
    private final class Slots: @unchecked Sendable {
        private let count: Int
        private let slots: UnsafeMutablePointer<AtomicLazyReference<Block>>

        init(count: Int) {
            self.count = count
            slots = .allocate(capacity: count)
            for index in 0..<count { (slots + index).initialize(to: AtomicLazyReference()) }
        }

        deinit {
            slots.deinitialize(count: count)
            slots.deallocate()
        }

        subscript(number: Int) -> AtomicLazyReference<Block> {
            _read { yield slots[number] }
        }
    }
}

/// A run of leaves, cut into the blocks and the complete subtrees in which it is hashed.
///
/// A block is 256 leaves from a multiple of 256 on: large enough to be worth handing to another core, and the smallest
/// subtree whose hash is kept. The blocks at the ends may be cut, and are then several smaller subtrees.
struct LeafRun {
    /// The height of the subtree that a whole block is.
    static let blockLevel = 8
    static let blockCount: UInt64 = 1 << UInt64(blockLevel)

    /// The leaves, by index.
    let leaves: Range<UInt64>

    /// The number of blocks that have leaves of the run.
    var blocks: Int {
        guard !leaves.isEmpty else { return 0 }
        return Int((leaves.upperBound - 1) / Self.blockCount - leaves.lowerBound / Self.blockCount) + 1
    }

    /// The leaves of the run in one of its blocks.
    func block(_ number: Int) -> Range<UInt64> {
        let start = (leaves.lowerBound / Self.blockCount + UInt64(number)) * Self.blockCount
        return (start..<start + Self.blockCount).clamped(to: leaves)
    }

    /// The largest complete subtrees that leaves within one block make up, from left to right; at most 14.
    static func subtrees(of leaves: Range<UInt64>) -> [TreeNodeID] {
        var nodes: [TreeNodeID] = []
        var start = leaves.lowerBound
        while start < leaves.upperBound {
            let fitting = 63 - (leaves.upperBound - start).leadingZeroBitCount
            let level = min(fitting, start.trailingZeroBitCount, blockLevel)
            nodes.append(TreeNodeID(level: level, index: start >> UInt64(level)))
            start += 1 << UInt64(level)
        }
        return nodes
    }
}
