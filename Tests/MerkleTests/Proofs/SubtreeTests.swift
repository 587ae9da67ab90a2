import Crypto
import Merkle
import TestSupport
import Testing

@Suite struct SubtreeTests {
    private let tree = ReferenceTree((0..<130).map { [UInt8($0)] })

    /// Every subtree that the tree of `size` leaves has.
    private func subtrees(upTo size: Int) -> [Subtree] {
        (0...size).flatMap { end in (0..<end).compactMap { try? Subtree(UInt64($0)..<UInt64(end)) } }
    }

    private func accumulated(_ lines: [String]) -> String {
        SHA256.hash(data: lines.joined().utf8.map { $0 }).map { String(format($0)) }.joined()
    }

    private func format(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

    private func hex(_ hash: TreeHash) -> String { hash.bytes.map(format).joined() }

    /// Appendix of draft-ietf-plants-merkle-tree-certs: all subtrees up to 130 leaves, leaf i being the byte i, rolled
    /// into one SHA-256.
    @Test func allSubtreeHashesGiveTheDraftsAccumulatedHash() throws {
        let lines = try subtrees(upTo: 130).sorted {
            ($0.range.upperBound, $0.range.lowerBound) < ($1.range.upperBound, $1.range.lowerBound)
        }.map { "[\($0.range.lowerBound), \($0.range.upperBound)) \(hex(try $0.hash(from: tree.source)))\n" }
        #expect(accumulated(lines) == "94a95384a8c69acea9b50d035a58285b3a777cb7a724005faa5e1f1e1190007f")
    }

    /// The same draft: the proof of every subtree in every tree up to 130 leaves.
    @Test func allSubtreeProofsGiveTheDraftsAccumulatedHash() throws {
        var lines: [String] = []
        for size in 0...130 {
            for subtree in subtrees(upTo: size) {
                let proof = try subtree.proof(size: UInt64(size), from: tree.source)
                let hashes = proof.map { " " + hex($0) }.joined()
                lines.append("[\(subtree.range.lowerBound), \(subtree.range.upperBound)) \(size)\(hashes)\n")
            }
        }
        #expect(accumulated(lines) == "c586ebbb73a5621baf2140095d87dde934e3b6503a562a1a5215b8209edd083d")
    }

    @Test func everySubtreeProofUpToSize40VerifiesAndNotWithAHashFlipped() throws {
        for size in 1...40 {
            let root = tree.root(size)
            for subtree in subtrees(upTo: size) {
                let range = Int(subtree.range.lowerBound)..<Int(subtree.range.upperBound)
                let hash = tree.hash(range)
                let proof = try subtree.proof(size: UInt64(size), from: tree.source)
                try subtree.verify(proof, hash: hash, size: UInt64(size), root: root)
                for flipped in proof.withOneHashFlipped {
                    try #require(throws: ProofError.self) {
                        try subtree.verify(flipped, hash: hash, size: UInt64(size), root: root)
                    }
                }
            }
        }
    }

    @Test(
        arguments: [
            (0, 1, true), (3, 4, true), (4, 8, true), (8, 12, true), (8, 13, true), (0, 14, true), (2, 4, true),
            (1, 3, false), (7, 9, false), (4, 4, false), (12, 18, false),
            (0, UInt64.max, true), (1, UInt64.max, false), (UInt64.max - 1, UInt64.max, true),
            (1 << 63, UInt64.max, true), (1 << 62, UInt64.max, false),
        ] as [(UInt64, UInt64, Bool)])
    func aSubtreesStartIsAMultipleOfItsLengthRoundedUp(start: UInt64, end: UInt64, isSubtree: Bool) {
        #expect(((try? Subtree(start..<end)) != nil) == isSubtree)
    }

    @Test func aSubtreeConsistsOfCompleteOnesThatGetSmaller() throws {
        let nodes = try Subtree(16..<29).nodes
        #expect(nodes == [.init(level: 3, index: 2), .init(level: 2, index: 6), .init(level: 0, index: 28)])
        #expect(try Subtree(0..<UInt64.max).nodes.count == 64)
    }

    /// With equal leaves a complete subtree's hash depends only on its height, so trees of any size can be tried.
    @Test(arguments: [UInt64](1...40))
    func proofsHoldUpToTheLargestSizesThereAre(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var heights = [TreeHash.leaf([])]
        for _ in 1...63 { heights.append(.node(heights[heights.count - 1], heights[heights.count - 1])) }
        let source: SubtreeHashSource = { heights[$0.level] }

        let bits = generator.next() % 64
        let size = seed == 1 ? UInt64.max : max(2, generator.next() >> bits)
        let old = 1 + generator.next() % size
        let index = seed == 1 ? UInt64.max - 1 : generator.next() % size
        let root = try TreeHash.root(size: size, from: source)

        let inclusion = try InclusionProof(index: index, size: size, from: source)
        try inclusion.verify(leaf: heights[0], index: index, size: size, root: root)
        for flipped in inclusion.hashes.withOneHashFlipped {
            #expect(throws: ProofError.self, "seed \(seed), leaf \(index) of \(size)") {
                try InclusionProof(hashes: flipped).verify(leaf: heights[0], index: index, size: size, root: root)
            }
        }
        let oldRoot = try TreeHash.root(size: old, from: source)
        let consistency = try ConsistencyProof(from: old, to: size, from: source)
        try consistency.verify(oldSize: old, oldRoot: oldRoot, newSize: size, newRoot: root)
        for flipped in consistency.hashes.withOneHashFlipped {
            #expect(throws: ProofError.self, "seed \(seed), \(old) to \(size)") {
                try ConsistencyProof(hashes: flipped).verify(
                    oldSize: old, oldRoot: oldRoot, newSize: size, newRoot: root)
            }
        }
    }
}
