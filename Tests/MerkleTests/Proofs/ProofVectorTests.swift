import Foundation
import Merkle
import Testing

/// The probes of github.com/transparency-dev/merkle, right and wrong ones. A hash of another length than 32 bytes
/// cannot even be written down here, so a probe that needs one counts as refused.
@Suite(.enabled(if: TestFiles.hasVectors, Comment(rawValue: TestFiles.noVectors)))
struct ProofVectorTests {
    private static let folder = TestFiles.vectors.appending(path: "transparency-dev-merkle/testdata")

    private struct Probe: Decodable {
        let leafIdx, treeSize, size1, size2, start, end, size: UInt64?
        let root, leafHash, root1, root2: Data?
        let proof: [Data]?
        let wantErr: Bool
    }

    private struct NotAHash: Error {}

    private func hash(_ data: Data?) throws -> TreeHash {
        guard let data, let hash = TreeHash(data) else { throw NotAHash() }
        return hash
    }

    private func range(_ probe: Probe) throws -> Range<UInt64> {
        let (start, end) = try (#require(probe.start), #require(probe.end))
        guard start <= end else { throw ProofError.notASubtree(end..<end) }
        return start..<end
    }

    /// Returns how many probes there were; each must be accepted or refused as it asks, but for the named ones.
    private func run(
        _ kind: String, stricter: Set<String> = [], verify: (Probe, [TreeHash]) throws -> Void
    ) throws -> Int {
        let paths = TestFiles.paths(suffix: ".json", in: Self.folder.appending(path: kind))
        for path in paths {
            let probe = try TestFiles.json(Probe.self, "\(kind)/\(path)", in: Self.folder)
            let accepted: Bool
            do {
                try verify(probe, (probe.proof ?? []).map(hash))
                accepted = true
            } catch is ProofError {
                accepted = false
            } catch is NotAHash {
                accepted = false
            }
            let isStricter = stricter.contains((path as NSString).lastPathComponent)
            #expect(accepted == (!probe.wantErr && !isStricter), "\(kind)/\(path)")
        }
        return paths.count
    }

    @Test func inclusionProofsVerify() throws {
        let count = try run("inclusion") { probe, hashes in
            try InclusionProof(hashes: hashes).verify(
                leaf: hash(probe.leafHash), index: #require(probe.leafIdx), size: #require(probe.treeSize),
                root: hash(probe.root))
        }
        #expect(count == 98)
    }

    /// The named one has roots of 12 bytes and wants them accepted.
    @Test func consistencyProofsVerify() throws {
        let count = try run("consistency", stricter: ["sizes-are-equal-one-and-proof-is-empty.json"]) { probe, hashes in
            try ConsistencyProof(hashes: hashes).verify(
                oldSize: #require(probe.size1), oldRoot: hash(probe.root1), newSize: #require(probe.size2),
                newRoot: hash(probe.root2))
        }
        #expect(count == 98)
    }

    @Test func subtreeInclusionProofsVerify() throws {
        let count = try run("subtreeinclusion") { probe, hashes in
            let range = try range(probe)
            _ = try Subtree(range)
            let index = try #require(probe.leafIdx)
            guard range.contains(index) else { throw ProofError.indexBeyondSize(index: index, size: range.upperBound) }
            try InclusionProof(hashes: hashes).verify(
                leaf: hash(probe.leafHash), index: index - range.lowerBound,
                size: range.upperBound - range.lowerBound, root: hash(probe.root))
        }
        #expect(count == 204)
    }

    /// The named ones want an empty subtree, or a root of 12 bytes, accepted: an empty subtree proves nothing.
    @Test func subtreeConsistencyProofsVerify() throws {
        let stricter: Set = [
            "sizes-are-equal-one-and-proof-is-empty.json",
            "subtree-is-empty-sizes-are-equal-one-subtree-root-valid-proof-is-empty.json",
            "subtree-is-empty-sizes-are-equal-one-subtree-root-valid-tree-root-random-proof-is-empty.json",
            "subtree-is-empty-sizes-are-equal-zero-subtree-root-valid-proof-is-empty.json",
            "subtree-is-empty-sizes-are-equal-zero-subtree-root-valid-tree-root-random-proof-is-empty.json",
            "subtree-is-empty-subtree-root-valid-proof-is-empty.json",
            "subtree-is-empty-subtree-root-valid-tree-root-random-proof-is-empty.json",
        ]
        let count = try run("subtreeconsistency", stricter: stricter) { probe, hashes in
            try Subtree(range(probe)).verify(
                hashes, hash: hash(probe.root1), size: #require(probe.size), root: hash(probe.root2))
        }
        #expect(count == 118)
    }

    private struct Published: Decodable {
        struct Hash: Decodable { let what, hex: String }
        let hashes: [Hash]
        let leaves_hex: [String]
        let roots_hex_size_1_to_8: [String]
    }

    @Test func theHashesAndRootsOfRFC6962sFirstImplementations() throws {
        let published = try TestFiles.json(Published.self, "rfc6962/rfc6962-vectors.json", in: TestFiles.vectors)
        let records = published.leaves_hex.map { [UInt8](hex: $0) }
        let tree = ReferenceTree(records)
        for (index, root) in published.roots_hex_size_1_to_8.enumerated() {
            let computed = try TreeHash.root(size: UInt64(index + 1), from: tree.source)
            #expect(computed.bytes == [UInt8](hex: root))
        }
        #expect(TreeHash.emptyRoot.bytes == [UInt8](hex: published.hashes[0].hex))
        #expect(TreeHash.leaf([]).bytes == [UInt8](hex: published.hashes[1].hex))
        #expect(TreeHash.leaf(Array("L123456".utf8)).bytes == [UInt8](hex: published.hashes[2].hex))
        #expect(TreeHash.leaf(Array("hello world".utf8)).base64 == "TszzRgjTG6xce+z2AG31kAXYKBgQVtCSCE40HmuwBb0=")
    }

    /// RFC 6962 section 2.1.3 draws a tree of seven leaves with a letter for each node.
    @Test func thePathsOfTheRFCsDrawing() throws {
        let names: [String: Range<UInt64>] = [
            "a": 0..<1, "b": 1..<2, "c": 2..<3, "d": 3..<4, "e": 4..<5, "f": 5..<6, "j": 6..<7,
            "g": 0..<2, "h": 2..<4, "i": 4..<6, "k": 0..<4, "l": 4..<7,
        ]
        func proof(_ range: Range<UInt64>) throws -> [String] {
            try Subtree(range).proofSubtrees(size: 7).map { step in
                try #require(names.first { $0.value == step.range }?.key)
            }
        }
        #expect(try proof(0..<1) == ["b", "h", "l"])
        #expect(try proof(3..<4) == ["c", "g", "l"])
        #expect(try proof(4..<5) == ["f", "j", "k"])
        #expect(try proof(6..<7) == ["i", "k"])
        #expect(try proof(0..<3) == ["c", "d", "g", "l"])
        #expect(try proof(0..<4) == ["l"])
        #expect(try proof(0..<6) == ["i", "j", "k"])
    }
}
