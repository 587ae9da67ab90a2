import Merkle
import Testing

@Suite struct InclusionProofTests {
    /// All leaves of all trees up to 300 leaves, against the recursive definition.
    @Test func everyProofUpToSize300IsPATHAndVerifies() throws {
        let tree = ReferenceTree(leafCount: 300)
        for size in 1...300 {
            let root = tree.root(size)
            for index in 0..<size {
                let proof = try InclusionProof(index: UInt64(index), size: UInt64(size), from: tree.source)
                try #require(proof.hashes == tree.path(index, 0..<size), "leaf \(index) of \(size)")
                try proof.verify(leaf: tree.leaves[index], index: UInt64(index), size: UInt64(size), root: root)
            }
        }
    }

    @Test func noOtherLeafRootOrCountOfHashesIsAccepted() throws {
        let tree = ReferenceTree(leafCount: 64)
        for size in 1...64 {
            let root = tree.root(size)
            for index in 0..<size {
                let hashes = tree.path(index, 0..<size)
                func refuses(_ hashes: [TreeHash], leaf: TreeHash, root: TreeHash) -> Bool {
                    let proof = InclusionProof(hashes: hashes)
                    return (try? proof.verify(leaf: leaf, index: UInt64(index), size: UInt64(size), root: root)) == nil
                }
                let leaf = tree.leaves[index]
                for flipped in hashes.withOneHashFlipped {
                    try #require(refuses(flipped, leaf: leaf, root: root), "leaf \(index) of \(size)")
                }
                try #require(refuses(hashes, leaf: root, root: leaf) || hashes.isEmpty)
                try #require(refuses(hashes, leaf: .leaf(Array("another".utf8)), root: root))
                try #require(refuses(hashes + [root], leaf: leaf, root: root))
                try #require(refuses([leaf] + hashes, leaf: leaf, root: root))
                try #require(hashes.isEmpty || refuses(Array(hashes.dropLast()), leaf: leaf, root: root))
                try #require(hashes.isEmpty || refuses(Array(hashes.dropFirst()), leaf: leaf, root: root))
            }
        }
    }

    @Test func noOtherIndexIsAccepted() throws {
        let tree = ReferenceTree(leafCount: 40)
        for size in 1...40 {
            for index in 0..<size {
                let proof = InclusionProof(hashes: tree.path(index, 0..<size))
                for other in 0..<size where other != index {
                    #expect(throws: ProofError.self) {
                        try proof.verify(
                            leaf: tree.leaves[index], index: UInt64(other), size: UInt64(size), root: tree.root(size))
                    }
                }
            }
        }
    }

    @Test func theNumberOfHashesIsInnerPlusBorder() throws {
        let tree = ReferenceTree(leafCount: 100)
        for size in UInt64(1)...100 {
            for index in 0..<size {
                let inner = UInt64.bitWidth - (index ^ (size - 1)).leadingZeroBitCount
                let border = (index >> UInt64(inner)).nonzeroBitCount
                let long = InclusionProof(hashes: Array(repeating: .emptyRoot, count: 65))
                #expect(throws: ProofError.wrongHashCount(found: 65, expected: inner + border)) {
                    try long.verify(leaf: tree.leaves[0], index: index, size: size, root: .emptyRoot)
                }
            }
        }
    }

    @Test func aLeafBeyondTheTreeIsRefusedToProveAndToVerify() {
        let tree = ReferenceTree(leafCount: 8)
        for (index, size) in [(0, 0), (1, 1), (8, 8), (UInt64.max, 8), (UInt64.max, UInt64.max)] as [(UInt64, UInt64)] {
            let error = ProofError.indexBeyondSize(index: index, size: size)
            #expect(throws: error) { try InclusionProof(index: index, size: size, from: tree.source) }
            #expect(throws: error) {
                try InclusionProof(hashes: []).verify(leaf: tree.leaves[0], index: index, size: size, root: .emptyRoot)
            }
        }
    }

    @Test func whatTheSourceThrowsReachesTheCaller() {
        struct Unreadable: Error {}
        #expect(throws: Unreadable.self) {
            try InclusionProof(index: 3, size: 9) { _ in throw Unreadable() }
        }
    }
}
