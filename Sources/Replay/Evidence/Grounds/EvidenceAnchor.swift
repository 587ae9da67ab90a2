import Draft
import Merkle
import Records

/// A root that somebody who signed had seen, and the proof that the signed ledger extends it: without it nobody could tell
/// what exactly was signed.
struct EvidenceAnchor: Sendable {
    let size: UInt64
    let root: TreeHash
    /// To the latest checkpoint.
    let proof: ConsistencyProof

    static let folder = "anchors"
    static let suffix = ".anchor"

    var name: String { "\(Self.folder)/\(EvidenceRecord.digits(size))\(Self.suffix)" }

    /// The root, then the proof's hashes, each in base64 on a line of its own.
    var bytes: [UInt8] { Array(([root] + proof.hashes).map { $0.base64 + "\n" }.joined().utf8) }

    init(size: UInt64, root: TreeHash, proof: ConsistencyProof) {
        self.size = size
        self.root = root
        self.proof = proof
    }

    /// - Throws: `badFile` for an invalid file.
    init(_ file: (name: String, bytes: [UInt8])) throws(EvidenceError) {
        let digits = file.name.dropFirst(Self.folder.count + 1).dropLast(Self.suffix.count)
        guard let size = UInt64(digits), size > 0 else {
            throw .badFile(file.name, "its name is not a number of events")
        }
        let lines = file.bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
        let hashes = lines.compactMap { TreeHash(base64: String(decoding: $0, as: UTF8.self)) }
        guard hashes.count == lines.count, let root = hashes.first else {
            throw .badFile(file.name, "it is not a root and a proof in base64")
        }
        self.init(size: size, root: root, proof: ConsistencyProof(hashes: Array(hashes.dropFirst())))
        guard name == file.name, bytes == file.bytes else {
            throw .badFile(file.name, "it is not in the canonical form")
        }
    }
}

/// The roots that a bundle proves.
struct EvidenceRoots: AnchorRootSource {
    typealias Failure = Never

    private let roots: [UInt64: Digest256]

    init(_ anchors: [EvidenceAnchor]) {
        var roots: [UInt64: Digest256] = [0: CommandSight.nothing.root]
        for anchor in anchors { roots[anchor.size] = Digest256(bytes: anchor.root.bytes) }
        self.roots = roots
    }

    func root(at size: UInt64) -> Digest256? { roots[size] }
}
