import Merkle
import TestSupport
import Testing

@Suite(.seeded) struct InclusionMultiProofTests {
    /// Random sets of leaves of trees up to 200 leaves.
    @Test func everySetOfLeavesIsProvenAndNoOtherIs() throws {
        let tree = ReferenceTree(leafCount: 200)
        var random = SeededGenerator(seed: 31)
        for _ in 0..<300 {
            let size = Int.random(in: 1...200, using: &random)
            let share = Double.random(in: 0...1, using: &random)
            var indices = (0..<size).filter { _ in Double.random(in: 0...1, using: &random) < share }
            if indices.isEmpty { indices = [Int.random(in: 0..<size, using: &random)] }
            let root = tree.root(size)
            let leaves = Dictionary(uniqueKeysWithValues: indices.map { (UInt64($0), tree.leaves[$0]) })
            let proof = try InclusionMultiProof(
                indices: indices.shuffled(using: &random).map { UInt64($0) }, size: UInt64(size), from: tree.source)
            try proof.verify(leaves, size: UInt64(size), root: root)
            func refuses(_ proof: InclusionMultiProof, _ leaves: [UInt64: TreeHash], _ root: TreeHash) -> Bool {
                (try? proof.verify(leaves, size: UInt64(size), root: root)) == nil
            }
            // A changed leaf, a leaf less, one at another place, a hash less or more, and another root.
            let some = try #require(leaves.keys.sorted().randomElement(using: &random))
            var changed = leaves
            changed[some] = .leaf([1])
            try #require(refuses(proof, changed, root))
            var less = leaves
            less[some] = nil
            try #require(refuses(proof, less, root))
            if let free = (0..<UInt64(size)).first(where: { leaves[$0] == nil }) {
                var moved = less
                moved[free] = leaves[some]
                try #require(refuses(proof, moved, root))
            }
            try #require(refuses(InclusionMultiProof(hashes: proof.hashes + [root]), leaves, root))
            for flipped in proof.hashes.withOneHashFlipped {
                try #require(refuses(InclusionMultiProof(hashes: flipped), leaves, root))
            }
            if !proof.hashes.isEmpty {
                try #require(refuses(InclusionMultiProof(hashes: Array(proof.hashes.dropLast())), leaves, root))
            }
            try #require(refuses(proof, leaves, .leaf([2])))
        }
    }

    /// Of one leaf, both proofs have the same hashes; the order differs, from the root here and from the leaf there.
    @Test func ofOneLeafItHasTheHashesOfItsInclusionProof() throws {
        let tree = ReferenceTree(leafCount: 60)
        for size in UInt64(1)...60 {
            for index in 0..<size {
                let one = try InclusionProof(index: index, size: size, from: tree.source)
                let both = try InclusionMultiProof(indices: [index], size: size, from: tree.source)
                #expect(Set(one.hashes) == Set(both.hashes) && one.hashes.count == both.hashes.count)
            }
        }
    }

    @Test func noLeafAndLeavesBeyondTheTreeProveNothing() throws {
        let tree = ReferenceTree(leafCount: 5)
        #expect(throws: ProofError.emptyTree) {
            try InclusionMultiProof(indices: [], size: 5, from: tree.source)
        }
        #expect(throws: ProofError.indexBeyondSize(index: 5, size: 5)) {
            try InclusionMultiProof(indices: [1, 5], size: 5, from: tree.source)
        }
        let proof = try InclusionMultiProof(indices: [1], size: 5, from: tree.source)
        #expect(throws: ProofError.emptyTree) { try proof.verify([:], size: 5, root: tree.root(5)) }
        #expect(throws: ProofError.indexBeyondSize(index: .max, size: 5)) {
            try proof.verify([.max: tree.leaves[1]], size: 5, root: tree.root(5))
        }
        // A size that no tree has, as a stranger's file may state it.
        #expect(throws: ProofError.self) { try proof.verify([1: tree.leaves[1]], size: .max, root: tree.root(5)) }
    }
}
