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
