/// Proves that a record is the tree's leaf number `index`: RFC 9162 section 2.1.3, the leaf's sibling first.
///
/// The proof is only the hashes. Index and size are arguments, since they must come from the claim and from a verified
/// checkpoint: a proof that could bring its own would prove something else.
public struct InclusionProof: Hashable, Sendable {
    /// The siblings on the way from the leaf to the root, at most 64.
    public let hashes: [TreeHash]

    /// Takes the hashes as somebody sent them.
    public init(hashes: [TreeHash]) {
        self.hashes = hashes
    }

    /// Computes the proof for a leaf.
    ///
    /// - Throws: `ProofError.indexBeyondSize`, or what the source throws.
    public init(index: UInt64, size: UInt64, from source: SubtreeHashSource) throws {
        let leaf = try Subtree(leaf: index, size: size)
        hashes = try leaf.proof(size: size, from: source)
    }

    /// Returns if the leaf has that index in the tree with that size and root; at most 64 node hashes.
    ///
    /// - Parameters:
    ///   - leaf: the record's leaf hash.
    ///   - index: the leaf's, from 0.
    ///   - size: the number of leaves, from a verified checkpoint.
    ///   - root: the tree's, from the same checkpoint.
    /// - Throws: `indexBeyondSize`, `wrongHashCount` or `rootMismatch`.
    public func verify(leaf: TreeHash, index: UInt64, size: UInt64, root: TreeHash) throws(ProofError) {
        try Subtree(leaf: index, size: size).verify(hashes, hash: leaf, size: size, root: root)
    }
}

extension Subtree {
    init(leaf index: UInt64, size: UInt64) throws(ProofError) {
        guard index < size else { throw .indexBeyondSize(index: index, size: size) }
        self.init(unchecked: index..<index + 1)
    }
}

/// Proves that a tree extends an older one, that is: nothing was changed or removed. RFC 9162 section 2.1.4.
///
/// The proof is only the hashes; sizes and roots come from two verified checkpoints. Between equal sizes it is empty
/// and the roots must be equal. An older tree of size 0 is refused: every tree extends it, so a proof from it could
/// only lull.
public struct ConsistencyProof: Hashable, Sendable {
    /// The hashes that the newer tree adds to the older one, at most 65.
    public let hashes: [TreeHash]

    /// Takes the hashes as somebody sent them.
    public init(hashes: [TreeHash]) {
        self.hashes = hashes
    }

    /// Computes the proof between two sizes of one tree.
    ///
    /// - Throws: `ProofError.emptyTree`, `ProofError.sizesReversed`, or what the source throws.
    public init(from oldSize: UInt64, to newSize: UInt64, from source: SubtreeHashSource) throws {
        let old = try Subtree(tree: oldSize, extendedTo: newSize)
        hashes = try old.proof(size: newSize, from: source)
    }

    /// Returns if the newer tree begins with all of the older one; at most 130 node hashes.
    ///
    /// - Throws: `emptyTree`, `sizesReversed`, `wrongHashCount`, `subtreeMismatch` (the old root) or `rootMismatch`.
    public func verify(
        oldSize: UInt64, oldRoot: TreeHash, newSize: UInt64, newRoot: TreeHash
    ) throws(ProofError) {
        try Subtree(tree: oldSize, extendedTo: newSize).verify(hashes, hash: oldRoot, size: newSize, root: newRoot)
    }
}

extension Subtree {
    init(tree oldSize: UInt64, extendedTo newSize: UInt64) throws(ProofError) {
        guard oldSize > 0 else { throw .emptyTree }
        guard oldSize <= newSize else { throw .sizesReversed(old: oldSize, new: newSize) }
        self.init(unchecked: 0..<oldSize)
    }
}
