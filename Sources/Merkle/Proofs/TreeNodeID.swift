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
