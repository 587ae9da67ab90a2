/// Proves that several records are leaves of one tree, with each hash that this takes once.
///
/// An inclusion proof of each would repeat the hashes near the root: a draft of nine hundred records takes about seventy
/// hashes here and twenty thousand there. The order is that of a walk from the root: the left half before the right one,
/// and one hash for each largest range without a proven leaf, whatever its length (RFC 9162's MTH over that range).
///
///     let proof = try InclusionMultiProof(indices: [3, 4, 90], size: 100, from: source)
///     try proof.verify([3: first, 4: second, 90: third], size: 100, root: root)
public struct InclusionMultiProof: Hashable, Sendable {
    /// In the order of the walk.
    public let hashes: [TreeHash]

    /// Takes the hashes as somebody sent them.
    public init(hashes: [TreeHash]) {
        self.hashes = hashes
    }

    /// Computes the proof for some leaves: for those with these indices, in any order.
    ///
    /// - Throws: `ProofError.indexBeyondSize`, `emptyTree` without an index, or what the source throws.
    public init(indices: some Sequence<UInt64>, size: UInt64, from source: SubtreeHashSource) throws {
        let indices = indices.sorted()
        guard let last = indices.last else { throw ProofError.emptyTree }
        guard last < size else { throw ProofError.indexBeyondSize(index: last, size: size) }
        var hashes: [TreeHash] = []
        try Self.walk(0..<size, indices[...]) { hashes.append(try Subtree(unchecked: $0).hash(from: source)) }
        self.hashes = hashes
    }

    /// Calls for each largest range without one of the indices, from left to right.
    private static func walk(
        _ range: Range<UInt64>, _ indices: ArraySlice<UInt64>, _ body: (Range<UInt64>) throws -> Void
    ) rethrows {
        guard !indices.isEmpty else { return try body(range) }
        guard range.upperBound - range.lowerBound > 1 else { return }
        let split = range.split
        let middle = indices.partitioningIndex { $0 >= split }
        try walk(range.lowerBound..<split, indices[..<middle], body)
        try walk(split..<range.upperBound, indices[middle...], body)
    }

    /// Returns if all leaves have their index in the tree with that size and root; about one node hash for each leaf and
    /// each hash of the proof.
    ///
    /// - Parameters:
    ///   - leaves: the records' leaf hashes by their index.
    ///   - size: the number of leaves, from a verified checkpoint.
    ///   - root: the tree's, from the same checkpoint.
    /// - Throws: `emptyTree` without a leaf, `indexBeyondSize`, `wrongHashCount` or `rootMismatch`.
    public func verify(_ leaves: [UInt64: TreeHash], size: UInt64, root: TreeHash) throws(ProofError) {
        let indices = leaves.keys.sorted()
        guard let last = indices.last else { throw .emptyTree }
        guard last < size else { throw .indexBeyondSize(index: last, size: size) }
        var expected = 0
        Self.walk(0..<size, indices[...]) { _ in expected += 1 }
        guard hashes.count == expected else { throw .wrongHashCount(found: hashes.count, expected: expected) }
        var rest = hashes[...]
        let computed = Self.root(0..<size, indices[...], of: leaves, taking: &rest)
        guard computed == root else { throw .rootMismatch(computed: computed, expected: root) }
    }

    /// The hash of a range by its leaves and the next hashes of the proof, of which there are as many as the walk takes.
    private static func root(
        _ range: Range<UInt64>, _ indices: ArraySlice<UInt64>, of leaves: [UInt64: TreeHash],
        taking hashes: inout ArraySlice<TreeHash>
    ) -> TreeHash {
        guard let first = indices.first else { return hashes.removeFirst() }
        guard range.upperBound - range.lowerBound > 1 else { return leaves[first] ?? .emptyRoot }
        let split = range.split
        let middle = indices.partitioningIndex { $0 >= split }
        let left = root(range.lowerBound..<split, indices[..<middle], of: leaves, taking: &hashes)
        return .node(left, root(split..<range.upperBound, indices[middle...], of: leaves, taking: &hashes))
    }
}

extension Range<UInt64> {
    /// The leaf at which RFC 9162's tree over these leaves is split: after the largest power of two that is smaller than their number.
    fileprivate var split: UInt64 {
        let last = upperBound - lowerBound - 1
        return lowerBound + (1 << UInt64(63 - last.leadingZeroBitCount))
    }
}

extension ArraySlice<UInt64> {
    /// The first index at which a predicate holds that holds for all elements after it, by halving.
    fileprivate func partitioningIndex(_ belongs: (UInt64) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if belongs(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
