/// Why a proof does not hold, or cannot be computed.
///
/// Sizes and indexes count leaves; a leaf's index is its record's position in the ledger.
public enum ProofError: Error, Hashable, Sendable {
    /// The tree, or the older of two trees, has no leaves; every tree extends it, so nothing follows.
    case emptyTree
    /// The leaf is not in a tree of this size.
    case indexBeyondSize(index: UInt64, size: UInt64)
    /// The older tree is larger than the newer one.
    case sizesReversed(old: UInt64, new: UInt64)
    /// No tree contains this range of leaves as a subtree.
    case notASubtree(Range<UInt64>)
    /// The subtree ends beyond a tree of this size.
    case subtreeBeyondSize(Range<UInt64>, size: UInt64)
    /// The complete subtree is not in a tree of this size.
    case nodeBeyondSize(level: Int, index: UInt64, size: UInt64)
    /// A proof between these two has another number of hashes.
    case wrongHashCount(found: Int, expected: Int)
    /// The proof leads to another tree.
    case rootMismatch(computed: TreeHash, expected: TreeHash)
    /// The proof starts from another subtree: for a consistency proof, from another old tree.
    case subtreeMismatch(computed: TreeHash, expected: TreeHash)
    /// The tile holds another hash than the records or the tile below it give.
    case tileMismatch(path: String, computed: TreeHash, expected: TreeHash)
    /// The tile that was handed over is not the one asked for.
    case wrongTile(found: String, expected: String)
}

extension ProofError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .emptyTree:
            "an empty tree proves nothing: use a checkpoint of at least one record"
        case .indexBeyondSize(let index, let size):
            "leaf \(index) is not in a tree of \(size) leaves: use a later checkpoint"
        case .sizesReversed(let old, let new):
            "the older tree (\(old) leaves) is larger than the newer one (\(new)): swap them, or the log was rolled back"
        case .notASubtree(let range):
            "leaves \(range.lowerBound)..<\(range.upperBound) are not a subtree: "
                + "the start must be a multiple of the length rounded up to a power of two"
        case .subtreeBeyondSize(let range, let size):
            "leaves \(range.lowerBound)..<\(range.upperBound) are not all in a tree of \(size) leaves"
        case .nodeBeyondSize(let level, let index, let size):
            "the subtree \(index) of height \(level) is not complete in a tree of \(size) leaves"
        case .wrongHashCount(let found, let expected):
            "the proof has \(found) hashes, expected exactly \(expected): it belongs to another leaf or size"
        case .rootMismatch(let computed, let expected):
            "the proof leads to the root \(computed.base64), expected \(expected.base64)"
        case .subtreeMismatch(let computed, let expected):
            "the proof starts from the hash \(computed.base64), expected \(expected.base64)"
        case .tileMismatch(let path, let computed, let expected):
            "\(path) holds \(expected.base64) where the level below gives \(computed.base64)"
        case .wrongTile(let found, let expected):
            "found \(found), expected \(expected)"
        }
    }
}
