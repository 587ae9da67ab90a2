/// A range of leaves that is one subtree in every tree that contains it: whole trees, single leaves, and all between.
///
/// The start is a multiple of the length rounded up to a power of two (draft-ietf-plants-merkle-tree-certs,
/// section 4.1). The two proofs of RFC 9162 are about the two extremes: an inclusion proof places the subtree of one
/// leaf in a tree, a consistency proof places the old tree. So both are computed and verified as what they have in
/// common, once, and proofs for ranges come for free.
public struct Subtree: Hashable, Sendable {
    /// The leaves, by index.
    public let range: Range<UInt64>

    /// Names the subtree that holds exactly these leaves.
    ///
    /// - Throws: `ProofError.notASubtree` if the range is empty or its start is not aligned to its length.
    public init(_ range: Range<UInt64>) throws(ProofError) {
        guard !range.isEmpty else { throw .notASubtree(range) }
        // The length rounded up to a power of two, less one: in this form it cannot overflow.
        let last = range.upperBound - range.lowerBound - 1
        let mask = UInt64.max >> UInt64(last.leadingZeroBitCount)
        guard range.lowerBound & mask == 0 else { throw .notASubtree(range) }
        self.range = range
    }

    init(unchecked range: Range<UInt64>) {
        self.range = range
    }
}

extension Subtree {
    /// The complete subtrees that make up this one, from left to right; each is smaller than the one before.
    public var nodes: [TreeNodeID] {
        var nodes: [TreeNodeID] = []
        var start = range.lowerBound
        while start < range.upperBound {
            let level = 63 - (range.upperBound - start).leadingZeroBitCount
            nodes.append(TreeNodeID(level: level, index: start >> UInt64(level)))
            start += 1 << UInt64(level)
        }
        return nodes
    }

    /// RFC 6962's MTH over these leaves. Asks for at most 64 hashes, from left to right.
    public func hash(from source: SubtreeHashSource) throws -> TreeHash {
        let hashes = try nodes.map(source)
        // A range is never empty, and the smaller, later subtrees are joined first.
        return hashes.dropLast().reversed().reduce(hashes[hashes.count - 1]) { TreeHash.node($1, $0) }
    }
}

extension TreeHash {
    /// The root of the tree's first `size` leaves, whatever has been added since.
    ///
    /// Asks for at most 64 hashes.
    public static func root(size: UInt64, from source: SubtreeHashSource) throws -> TreeHash {
        size == 0 ? emptyRoot : try Subtree(unchecked: 0..<size).hash(from: source)
    }
}

extension TreeHash {
    /// The root over a power of two of subtrees of one height, level by level, in their own memory.
    static func root(overwriting hashes: UnsafeMutableBufferPointer<TreeHash>) -> TreeHash {
        var count = hashes.count
        while count > 1 {
            joinPairs(UnsafeMutableBufferPointer(rebasing: hashes[..<count]))
            count /= 2
        }
        return hashes[0]
    }

    /// The root of the complete subtree over leaves, whose hashes are overwritten with what is in between.
    ///
    /// A little quicker than an edge that takes them one by one, and without an allocation.
    ///
    /// - Precondition: a power of two of them.
    public static func root(overwriting leaves: inout [TreeHash]) -> TreeHash {
        precondition(leaves.count.nonzeroBitCount == 1, "\(leaves.count) leaves are not a complete subtree")
        return leaves.withUnsafeMutableBufferPointer { root(overwriting: $0) }
    }
}

/// The place of a complete subtree: the 2^level leaves that start at `index` · 2^level.
///
/// Complete subtrees never change once their last leaf is there, so their hashes are what storage keeps and what
/// everything else (roots at any size, proofs, tiles) is computed from.
public struct TreeNodeID: Hashable, Sendable {
    /// The subtree's height: 0 for a leaf, at most 63.
    public let level: Int
    /// How many complete subtrees of this height stand to the left.
    public let index: UInt64

    /// Names the complete subtree with that height and place.
    public init(level: Int, index: UInt64) {
        precondition((0...63).contains(level), "a tree has no level \(level)")
        precondition(index <= UInt64.max >> UInt64(level), "level \(level) has no index \(index)")
        self.level = level
        self.index = index
    }
}

/// Answers with the hash of a complete subtree: storage, tiles, or a test's array.
///
/// Asked only for subtrees that are complete in the tree at hand. Whatever it throws reaches the caller unchanged.
public typealias SubtreeHashSource = (TreeNodeID) throws -> TreeHash
