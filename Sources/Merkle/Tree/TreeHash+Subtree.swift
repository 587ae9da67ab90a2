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

    /// The root of the complete subtree over leaves, whose hashes are overwritten with what is in between.
    ///
    /// A little quicker than an edge that takes them one by one, and without an allocation.
    ///
    /// - Precondition: a power of two of them.
    public static func root(overwriting leaves: inout [TreeHash]) -> TreeHash {
        precondition(leaves.count.nonzeroBitCount == 1, "\(leaves.count) leaves are no complete subtree")
        return leaves.withUnsafeMutableBufferPointer { root(overwriting: $0) }
    }
}
