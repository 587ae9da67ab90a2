/// The right edge of a growing tree: the hashes of the largest complete subtrees that its leaves make up.
///
/// One hash for every bit that is set in the size, so at most 64, whatever the number of leaves: all it takes to add
/// a leaf and to know the root. Everything further left is only needed for proofs, and is passed to its
/// storage when it becomes complete.
public struct TreeEdge: Hashable, Sendable {
    /// The number of leaves.
    public private(set) var size: UInt64
    /// The complete subtrees from left to right, each smaller than the one before.
    private var hashes: [TreeHash]

    /// The edge of a tree without leaves.
    public init() {
        size = 0
        hashes = []
    }

    /// The edge of the tree of `size` leaves, as it was then or is now.
    ///
    /// - Parameters:
    ///   - size: the number of leaves.
    ///   - source: asked once for each bit set in the size, at most 64 times, from left to right.
    public init(size: UInt64, from source: SubtreeHashSource) throws {
        self.size = size
        hashes = size == 0 ? [] : try Subtree(0..<size).nodes.map(source)
    }

    /// The root of the tree: RFC 6962's MTH over all leaves. At most 63 node hashes.
    public var root: TreeHash {
        guard let smallest = hashes.last else { return .emptyRoot }
        return hashes.dropLast().reversed().reduce(smallest) { TreeHash.node($1, $0) }
    }

    /// The complete subtrees that make up the tree, from left to right.
    public var subtrees: [(node: TreeNodeID, hash: TreeHash)] {
        guard size > 0 else { return [] }
        var start: UInt64 = 0
        return hashes.map { hash in
            let level = 63 - (size - start).leadingZeroBitCount
            defer { start += 1 << UInt64(level) }
            return (TreeNodeID(level: level, index: start >> UInt64(level)), hash)
        }
    }

    /// Adds a leaf. One node hash on average, at most 63.
    ///
    /// - Parameters:
    ///   - leaf: the leaf's hash, prefix included.
    ///   - completed: called for the leaf and for each larger subtree that it completes, smallest first.
    @inlinable
    public mutating func append(_ leaf: TreeHash, completed: (TreeNodeID, TreeHash) throws -> Void) rethrows {
        try append(leaf, level: 0, completed: completed)
    }

    /// Adds a leaf. One node hash on average, at most 63.
    @inlinable
    public mutating func append(_ leaf: TreeHash) { append(leaf, level: 0) { _, _ in } }

    /// Adds a complete subtree of 2^`level` leaves.
    ///
    /// - Parameters:
    ///   - subtree: its hash.
    ///   - level: of which its number of leaves is the power of two.
    ///   - completed: called for the subtree and for each larger one that it completes, smallest first. When it throws,
    ///     the edge is left in between and must not be used again.
    /// - Precondition: the size is a multiple of 2^`level`.
    @inlinable
    public mutating func append(
        _ subtree: TreeHash, level: Int, completed: (TreeNodeID, TreeHash) throws -> Void
    ) rethrows {
        precondition(size & ((1 << UInt64(level)) - 1) == 0, "a subtree that does not begin where the tree ends")
        var node = TreeNodeID(level: level, index: size >> UInt64(level))
        var hash = subtree
        try completed(node, hash)
        while node.index & 1 == 1 {
            hash = .node(removeLast(), hash)
            node = TreeNodeID(level: node.level + 1, index: node.index >> 1)
            try completed(node, hash)
        }
        push(hash, leaves: 1 << UInt64(level))
    }

    @usableFromInline
    mutating func removeLast() -> TreeHash { hashes.removeLast() }

    @usableFromInline
    mutating func push(_ hash: TreeHash, leaves: UInt64) {
        hashes.append(hash)
        size += leaves
    }
}
