import Foundation
import Merkle
import Testing

@Suite struct TiledLogTests {
    /// A log's directory: reads tiles, bundles and checkpoints.
    private struct Log {
        let folder: URL

        func tree(size: UInt64) -> TiledTree {
            TiledTree(size: size) { id in
                try Tile(id, bytes: TestFiles.bytes(TilePath.tile(id).text, in: folder))
            }
        }

        func bundle(_ index: UInt64, _ width: Int) throws -> EntryBundle {
            let path = TilePath.entries(index: index, width: width).text
            return try EntryBundle(bytes: TestFiles.bytes(path, in: folder), width: width)
        }
    }

    private let fixture: Fixture
    private let log = Log(folder: TestFiles.fixture)

    init() throws { fixture = try Fixture() }

    @Test func tilesAndBundlesAreWrittenAsTheFilesThatGoHasVerified() throws {
        var written: [String: [UInt8]] = [:]
        for row in TileRow.rows(size: 300) {
            for id in row {
                written[TilePath.tile(id).text] = try Tile(id, from: fixture.tree.source).bytes
                guard id.level == 0 else { continue }
                let records = fixture.records.dropFirst(Int(id.index) * 256).prefix(id.width)
                let path = TilePath.entries(index: id.index, width: id.width)
                written[path.text] = try EntryBundle(Array(records)).bytes
            }
        }
        let paths = TestFiles.paths(in: TestFiles.fixture).filter { $0.hasPrefix("tile/") }
        #expect(written.keys.sorted() == paths)
        for path in paths {
            #expect(try written[path] == Fixture.bytes(path), "\(path)")
            #expect(try TilePath(path).text == path)
        }
    }

    @Test func theWholeCopyVerifies() throws {
        try log.tree(size: 300).verify(root: fixture.tree.root(300), bundle: log.bundle)
    }

    @Test func proofsFromTilesAreProofsFromTheRecords() throws {
        let tiles = log.tree(size: 300)
        #expect(try tiles.root() == fixture.tree.root(300))
        for index in 0..<300 {
            let proof = try InclusionProof(index: UInt64(index), size: 300, from: tiles.hash(of:))
            try #require(proof.hashes == fixture.tree.path(index, 0..<300), "leaf \(index)")
        }
        for old in stride(from: 1, through: 300, by: 7) {
            let proof = try ConsistencyProof(from: UInt64(old), to: 300, from: tiles.hash(of:))
            try #require(proof.hashes == fixture.tree.proof(old, 300), "from \(old)")
        }
    }

    @Test func anyChangedByteOfTheCopyIsFound() throws {
        let root = fixture.tree.root(300)
        for path in TestFiles.paths(in: TestFiles.fixture) where path.hasPrefix("tile/") {
            let original = try Fixture.bytes(path)
            for index in stride(from: 0, to: original.count, by: max(1, original.count / 23)) {
                var changed = original
                changed[index] ^= 0x10
                func bytes(_ asked: TilePath) throws -> [UInt8] {
                    asked.text == path ? changed : try Fixture.bytes(asked.text)
                }
                let tree = TiledTree(size: 300) { id in try Tile(id, bytes: bytes(.tile(id))) }
                #expect(throws: (any Error).self, "\(path), byte \(index)") {
                    try tree.verify(root: root) { index, width in
                        try EntryBundle(bytes: bytes(.entries(index: index, width: width)), width: width)
                    }
                }
            }
        }
    }

    /// A forger who replaces a record also replaces its leaf hash; the tile above gives it away.
    @Test func aRecordReplacedTogetherWithItsLeafHashIsFound() throws {
        let forged = Array("another pick".utf8)
        let tree = TiledTree(size: 300) { id in
            let tile = try Tile(id, bytes: Fixture.bytes(TilePath.tile(id).text))
            guard id.level == 0, id.index == 0 else { return tile }
            return try Tile(id, hashes: tile.hashes.enumerated().map { $0 == 5 ? .leaf(forged) : $1 })
        }
        #expect(
            throws: ProofError.tileMismatch(
                path: "tile/1/000.p/1", computed: try forgedHash(with: forged), expected: fixture.tree.hash(0..<256))
        ) {
            try tree.verify(root: fixture.tree.root(300)) { index, width in
                let bundle = try log.bundle(index, width)
                guard index == 0 else { return bundle }
                return try EntryBundle(bundle.records.enumerated().map { $0 == 5 ? forged : $1 })
            }
        }
    }

    private func forgedHash(with forged: [UInt8]) throws -> TreeHash {
        ReferenceTree(fixture.records.prefix(256).enumerated().map { $0 == 5 ? forged : $1 }).root(256)
    }

    /// Three levels of tiles, with and without partial ones at the edge.
    @Test(arguments: [1, 255, 256, 257, 511, 65_535, 65_536, 65_537, 66_000])
    func treesOfAnyHeight(size: Int) throws {
        let records = (0..<size).map { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        let reference = ReferenceTree(records)
        var tiles: [TileID: Tile] = [:]
        for row in TileRow.rows(size: UInt64(size)) {
            for id in row { tiles[id] = try Tile(id, from: reference.source) }
        }
        let tree = TiledTree(size: UInt64(size)) { id in try #require(tiles[id]) }
        try tree.verify(root: reference.root(size)) { index, width in
            try EntryBundle(Array(records.dropFirst(Int(index) * 256).prefix(width)))
        }
    }

    @Test func aSubtreeThatIsNotCompleteHasNoHash() {
        let tree = log.tree(size: 300)
        for (level, index) in [(0, 300), (2, 75), (8, 1), (9, 0), (63, 1), (0, Int.max)] {
            #expect(throws: ProofError.nodeBeyondSize(level: level, index: UInt64(index), size: 300)) {
                try tree.hash(of: TreeNodeID(level: level, index: UInt64(index)))
            }
        }
    }

    @Test func aFileOfAnotherLengthIsRefused() throws {
        let id = try #require(TileID(level: 0, index: 1, width: 44))
        let bytes = try Fixture.bytes("tile/0/001.p/44")
        #expect(throws: FormatError.self) { try Tile(id, bytes: bytes + [0]) }
        #expect(throws: FormatError.self) { try Tile(id, bytes: bytes.dropLast()) }
        #expect(throws: FormatError.self) { try Tile(id, hashes: []) }

        let bundle = try Fixture.bytes("tile/entries/001.p/44")
        for (bytes, width) in [
            (bundle, 43), (bundle, 45), (bundle.dropLast(), 44), (bundle + [0], 44), ([], 1), ([0], 1), (bundle, 0),
        ] as [([UInt8], Int)] {
            #expect(throws: FormatError.self) { try EntryBundle(bytes: bytes, width: width) }
        }
    }

    @Test func aBundleHoldsRecordsOf0To65_535Bytes() throws {
        let records = [[], [7], [UInt8](repeating: 1, count: 65_535)]
        let bundle = try EntryBundle(records)
        #expect(try EntryBundle(bytes: bundle.bytes, width: 3) == bundle)
        #expect(throws: FormatError.self) { try EntryBundle([[UInt8](repeating: 1, count: 65_536)]) }
        #expect(throws: FormatError.self) { try EntryBundle([]) }
        #expect(throws: FormatError.self) { try EntryBundle(Array(repeating: [], count: 257)) }
    }

    /// Tessera's complete log of 15 records, with a checkpoint at every size.
    @Test(.enabled(if: TestFiles.hasVectors, Comment(rawValue: TestFiles.noVectors)))
    func tesserasLogAtEverySize() throws {
        let log = Log(folder: TestFiles.vectors.appending(path: "tessera-log/testdata/log"))
        let key = try VerifierKey("example.com/log/testdata+33d7b496+AeHTu4Q3hEIMHNqc6fASMsq3rKNx280NI+oO5xCFkkSx")
        let checkpoints = try (0...15).map { size in
            try SignedCheckpoint(TestFiles.bytes("checkpoint.\(size)", in: log.folder)).verified(by: key)
        }
        for new in checkpoints {
            let size = new.checkpoint.size
            let tiles = log.tree(size: size)
            try tiles.verify(root: new.checkpoint.root, bundle: log.bundle)
            for index in 0..<size {
                let leaf = try tiles.hash(of: TreeNodeID(level: 0, index: index))
                try new.verify(leaf: leaf, at: index, InclusionProof(index: index, size: size, from: tiles.hash(of:)))
            }
            for old in checkpoints where old.checkpoint.size > 0 && old.checkpoint.size <= size {
                let proof = try ConsistencyProof(from: old.checkpoint.size, to: size, from: tiles.hash(of:))
                try new.verify(extends: old, proof)
            }
        }
    }
}
