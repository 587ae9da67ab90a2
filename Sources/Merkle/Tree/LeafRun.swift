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
