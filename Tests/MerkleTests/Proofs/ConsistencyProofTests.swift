import Merkle
import Testing

@Suite struct ConsistencyProofTests {
    /// All pairs of sizes up to 130, against the recursive definition.
    @Test func everyProofUpToSize130IsPROOFAndVerifies() throws {
        let tree = ReferenceTree(leafCount: 130)
        for new in 1...130 {
            for old in 1...new {
                let proof = try ConsistencyProof(from: UInt64(old), to: UInt64(new), from: tree.source)
                try #require(proof.hashes == tree.proof(old, new), "\(old) to \(new)")
                try proof.verify(
                    oldSize: UInt64(old), oldRoot: tree.root(old), newSize: UInt64(new), newRoot: tree.root(new))
            }
        }
    }

    @Test func noOtherRootHashOrCountOfHashesIsAccepted() throws {
        let tree = ReferenceTree(leafCount: 66)
        for new in 1...66 {
            for old in 1...new {
                let hashes = tree.proof(old, new)
                func refuses(_ hashes: [TreeHash], _ oldRoot: TreeHash, _ newRoot: TreeHash) -> Bool {
                    let proof = ConsistencyProof(hashes: hashes)
                    let (old, new) = (UInt64(old), UInt64(new))
                    return (try? proof.verify(oldSize: old, oldRoot: oldRoot, newSize: new, newRoot: newRoot)) == nil
                }
                let (oldRoot, newRoot) = (tree.root(old), tree.root(new))
                for flipped in hashes.withOneHashFlipped {
                    try #require(refuses(flipped, oldRoot, newRoot), "\(old) to \(new)")
                }
                try #require(refuses(hashes, .emptyRoot, newRoot))
                try #require(refuses(hashes, oldRoot, .emptyRoot))
                try #require(old == new || refuses(hashes, newRoot, oldRoot))
                try #require(refuses(hashes + [oldRoot], oldRoot, newRoot))
                try #require(refuses([oldRoot] + hashes, oldRoot, newRoot))
                try #require(hashes.isEmpty || refuses(Array(hashes.dropLast()), oldRoot, newRoot))
                try #require(hashes.isEmpty || refuses(Array(hashes.dropFirst()), oldRoot, newRoot))
            }
        }
    }

    /// The proof that matters: a log that changed a record in the past cannot prove that it did not.
    @Test func aRewrittenHistoryHasNoProof() throws {
        let honest = ReferenceTree(leafCount: 50)
        for changed in [0, 1, 15, 16, 29] {
            var records = (0..<50).map { Array("record \($0)".utf8) }
            records[changed] = Array("another pick".utf8)
            let forged = ReferenceTree(records)
            for old in changed + 1...50 {
                let proof = try ConsistencyProof(from: UInt64(old), to: 50, from: forged.source)
                #expect(throws: ProofError.self) {
                    try proof.verify(
                        oldSize: UInt64(old), oldRoot: honest.root(old), newSize: 50, newRoot: forged.root(50))
                }
            }
        }
    }

    @Test func anEmptyOldTreeAndAShrinkingLogAreRefused() {
        let tree = ReferenceTree(leafCount: 8)
        for (old, new, error) in [
            (0, 0, .emptyTree), (0, 8, .emptyTree), (8, 7, .sizesReversed(old: 8, new: 7)),
        ] as [(UInt64, UInt64, ProofError)] {
            #expect(throws: error) { try ConsistencyProof(from: old, to: new, from: tree.source) }
            #expect(throws: error) {
                try ConsistencyProof(hashes: []).verify(
                    oldSize: old, oldRoot: .emptyRoot, newSize: new, newRoot: .emptyRoot)
            }
        }
    }

    @Test func betweenEqualSizesTheProofIsEmptyAndTheRootsAreEqual() throws {
        let tree = ReferenceTree(leafCount: 21)
        let proof = try ConsistencyProof(from: 21, to: 21, from: tree.source)
        #expect(proof.hashes.isEmpty)
        #expect(throws: ProofError.rootMismatch(computed: tree.root(21), expected: tree.root(20))) {
            try proof.verify(oldSize: 21, oldRoot: tree.root(21), newSize: 21, newRoot: tree.root(20))
        }
    }
}
