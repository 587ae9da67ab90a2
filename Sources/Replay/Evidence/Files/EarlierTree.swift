import Draft
import Merkle
import Records

/// The tree of the ledger's first events as it was once: one of which a checkpoint was published then, or one that the
/// sender of a signed command had seen. The proof shows that the ledger of the latest checkpoint extends it.
struct EarlierTree: Hashable, Sendable {
    /// Events, at least one.
    let size: UInt64
    let root: TreeHash
    /// To the latest checkpoint; nil only in bundles of former formats, which prove checkpoints step by step.
    var proof: ConsistencyProof?
    /// The checkpoint as it was published; nil for a tree that only signatures name.
    var checkpoint: SignedCheckpoint?
}

/// The earlier trees of a bundle as one file, `earlier.txt`.
///
///     draft-ledger/earlier@v1
///     tree 1200 <root in base64>
///     proof <hash in base64> <hash in base64> …
///     checkpoint <the signed note in base64>
///
/// The last line is left out for a tree of which no checkpoint was published. The trees are in the order of their sizes.
enum EarlierTrees {
    static let file = "earlier.txt"
    private static let header = "draft-ledger/earlier@v1"

    /// Nothing where there are no trees: then the bundle has no such file.
    static func bytes(of trees: [EarlierTree]) -> [UInt8]? {
        guard !trees.isEmpty else { return nil }
        let lines = trees.flatMap { tree in
            [
                "tree \(tree.size) \(tree.root.base64)",
                (["proof"] + (tree.proof?.hashes ?? []).map(\.base64)).joined(separator: " "),
                tree.checkpoint.map { "checkpoint \(Base64.encode(Array($0.description.utf8)))" },
            ].compactMap(\.self)
        }
        return Array(([header] + lines).map { $0 + "\n" }.joined().utf8)
    }

    /// - Throws: `badFile` for anything that `bytes(of:)` does not write.
    static func trees(in bytes: [UInt8]) throws(EvidenceError) -> [EarlierTree] {
        var trees: [EarlierTree] = []
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
        for (number, line) in lines.enumerated().dropFirst() {
            let words = line.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
            func fault(_ reason: String) -> EvidenceError { .badFile(file, "line \(number + 1) \(reason)") }
            switch words.first {
            case "tree":
                guard words.count == 3, let size = UInt64(words[1]), size > trees.last?.size ?? 0,
                    let root = TreeHash(base64: words[2])
                else { throw fault("is not a larger tree's size and root") }
                trees.append(EarlierTree(size: size, root: root))
            case "proof":
                let hashes = words.dropFirst().compactMap { TreeHash(base64: $0) }
                guard hashes.count == words.count - 1, !trees.isEmpty else { throw fault("is not hashes in base64") }
                trees[trees.count - 1].proof = ConsistencyProof(hashes: hashes)
            case "checkpoint":
                // The reason of a note that cannot be read is the line's.
                guard words.count == 2, let tree = trees.last, let note = Base64.decode(words[1].utf8),
                    let checkpoint = try? SignedCheckpoint(note), checkpoint.unverified.size == tree.size,
                    checkpoint.unverified.root == tree.root
                else { throw fault("is not a checkpoint of the tree before it") }
                trees[trees.count - 1].checkpoint = checkpoint
            default: throw fault("is not a tree, a proof or a checkpoint")
            }
        }
        guard trees.allSatisfy({ $0.proof != nil }), self.bytes(of: trees) == bytes else {
            throw .badFile(file, "it is not in the canonical form")
        }
        return trees
    }
}

/// The roots that a bundle proves.
struct EvidenceRoots: AnchorRootSource {
    typealias Failure = Never

    private let roots: [UInt64: Digest256]

    init(_ trees: [EarlierTree]) {
        var roots: [UInt64: Digest256] = [0: CommandSight.nothing.root]
        for tree in trees { roots[tree.size] = Digest256(bytes: tree.root.bytes) }
        self.roots = roots
    }

    func root(at size: UInt64) -> Digest256? { roots[size] }
}
