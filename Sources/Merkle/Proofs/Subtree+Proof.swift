extension Subtree {
    /// The subtrees whose hashes prove that this one is part of the tree of `size` leaves, in the proof's order.
    ///
    /// SUBTREE_PROOF of draft-ietf-plants-merkle-tree-certs, section 4.4: PATH (RFC 9162, 2.1.3.1) for a single leaf,
    /// PROOF (2.1.4.1) for a range from leaf 0. Walking down from the root, each step leaves one half out of the path;
    /// if the path cuts the subtree, the subtree's last part must be stated, too.
    ///
    /// - Throws: `ProofError.subtreeBeyondSize` unless the tree contains the subtree.
    public func proofSubtrees(size: UInt64) throws(ProofError) -> [Subtree] {
        guard range.upperBound <= size else { throw .subtreeBeyondSize(range, size: size) }
        var siblings: [Subtree] = []
        var target = range
        var whole = 0..<size
        var isCut = false
        while target != whole {
            let lastOffset = whole.upperBound - whole.lowerBound - 1
            let split = whole.lowerBound + (1 << UInt64(63 - lastOffset.leadingZeroBitCount))
            let left = whole.lowerBound..<split
            let right = split..<whole.upperBound
            if target.upperBound <= split {
                siblings.append(Subtree(unchecked: right))
                whole = left
            } else {
                siblings.append(Subtree(unchecked: left))
                whole = right
                if target.lowerBound < split {
                    target = split..<target.upperBound
                    isCut = true
                }
            }
        }
        if isCut { siblings.append(Subtree(unchecked: whole)) }
        return siblings.reversed()
    }

    /// Computes the proof that this subtree is part of the tree of `size` leaves.
    ///
    /// - Throws: `ProofError.subtreeBeyondSize`, or what the source throws.
    public func proof(size: UInt64, from source: SubtreeHashSource) throws -> [TreeHash] {
        try proofSubtrees(size: size).map { try $0.hash(from: source) }
    }

    /// Verifies that the subtree with this hash is part of the tree with that size and root.
    ///
    /// Draft-ietf-plants-merkle-tree-certs, section 4.4.3; with a single leaf or a range from leaf 0 these are, step
    /// by step, the algorithms of RFC 9162, 2.1.3.2 and 2.1.4.2. `first`, `last` and `edge` are the indexes, on the
    /// level reached, of the nodes above the subtree's first leaf, its last leaf, and the tree's last leaf.
    public func verify(
        _ proof: [TreeHash], hash: TreeHash, size: UInt64, root: TreeHash
    ) throws(ProofError) {
        guard range.upperBound <= size else { throw .subtreeBeyondSize(range, size: size) }
        var first = range.lowerBound
        var last = range.upperBound - 1
        var edge = size - 1
        func ascend() {
            first >>= 1
            last >>= 1
            edge >>= 1
        }

        // Up to the largest node that the subtree ends with; a subtree at the tree's own edge is such a node itself.
        let isAtEdge = last == edge
        while first != last, isAtEdge || last & 1 == 1 { ascend() }

        var hashes = proof[...]
        let inner = UInt64.bitWidth - (last ^ edge).leadingZeroBitCount
        let border = (last >> UInt64(inner)).nonzeroBitCount
        let expectedCount = (first == last ? 0 : 1) + inner + border
        guard hashes.count == expectedCount else {
            throw .wrongHashCount(found: hashes.count, expected: expectedCount)
        }

        let start = first == last ? hash : hashes.removeFirst()
        var computedHash = start
        var computedRoot = start
        for sibling in hashes {
            if last & 1 == 1 || last == edge {
                if first < last { computedHash = .node(sibling, computedHash) }
                computedRoot = .node(sibling, computedRoot)
                // On the edge, a node without a sibling is its own parent.
                while last & 1 == 0, last != 0 { ascend() }
            } else {
                computedRoot = .node(computedRoot, sibling)
            }
            ascend()
        }
        guard computedHash == hash else { throw .subtreeMismatch(computed: computedHash, expected: hash) }
        guard computedRoot == root else { throw .rootMismatch(computed: computedRoot, expected: root) }
    }
}
