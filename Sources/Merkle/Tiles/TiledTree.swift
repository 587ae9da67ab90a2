/// A tree whose hashes come from tiles, such as a third party's static copy of a log.
///
/// Tiles are trusted only if they lead to a root from a verified checkpoint: compute a proof and verify it, or `verify`
/// the whole tree.
public struct TiledTree {
    /// The number of leaves.
    public let size: UInt64
    private let fetch: (TileID) throws -> Tile

    /// - Parameters:
    ///   - size: from a verified checkpoint.
    ///   - fetch: reads a tile, or throws if the tile does not exist. Called each time a tile is needed.
    public init(size: UInt64, fetch: @escaping (TileID) throws -> Tile) {
        self.size = size
        self.fetch = fetch
    }

    /// The root that the tiles lead to. Reads at most one tile for every bit of the size.
    public func root() throws -> TreeHash {
        try TreeHash.root(size: size, from: hash(of:))
    }

    /// The hash of a complete subtree of the tree. Reads one tile.
    ///
    /// - Throws: `ProofError.nodeBeyondSize`, `ProofError.wrongTile`, or what reading a tile throws.
    public func hash(of node: TreeNodeID) throws -> TreeHash {
        let height = UInt64(node.level % 8)
        let row = TileRow(level: node.level / 8, size: size)
        let index = node.index >> (8 - height)
        guard index < row.endIndex, let hash = try tile(row[index]).hash(of: node) else {
            throw ProofError.nodeBeyondSize(level: node.level, index: node.index, size: size)
        }
        return hash
    }

    /// Verifies the whole copy: every record is in its tile, every tile is in the one above, and all lead to the root.
    ///
    /// Reads every tile about twice and every bundle once; hashes every record. Keeps two tiles in memory.
    ///
    /// - Parameters:
    ///   - root: from the verified checkpoint that the size came from.
    ///   - bundle: reads an entry bundle by its index and width, or throws if it does not exist.
    /// - Throws: the first `ProofError`, or the error of reading a tile or a bundle.
    public func verify(root: TreeHash, bundle: (_ index: UInt64, _ width: Int) throws -> EntryBundle) throws {
        for row in TileRow.rows(size: size) {
            var above: Tile?
            for id in row {
                let tile = try tile(id)
                if id.level == 0 { try verify(bundle(id.index, id.width), in: tile) }
                if id.width == TileID.fullWidth, let parent = id.parent(size: size) {
                    let holder = above?.id == parent ? above : try self.tile(parent)
                    above = holder
                    try holder?.verify(contains: tile)
                }
            }
        }
        let computed = try self.root()
        guard computed == root else { throw ProofError.rootMismatch(computed: computed, expected: root) }
    }

    private func verify(_ bundle: EntryBundle, in tile: Tile) throws(ProofError) {
        let leaves = bundle.leaves
        guard leaves.count == tile.hashes.count else {
            throw .wrongTile(
                found: "\(leaves.count) records", expected: "\(tile.hashes.count) for \(TilePath.tile(tile.id))")
        }
        for (leaf, expected) in zip(leaves, tile.hashes) where leaf != expected {
            throw .tileMismatch(path: TilePath.tile(tile.id).text, computed: leaf, expected: expected)
        }
    }

    private func tile(_ id: TileID) throws -> Tile {
        let tile = try fetch(id)
        guard tile.id == id else {
            throw ProofError.wrongTile(found: TilePath.tile(tile.id).text, expected: TilePath.tile(id).text)
        }
        return tile
    }
}

extension Tile {
    /// Verifies that this tile holds the hash of a full tile one level below.
    fileprivate func verify(contains tile: Tile) throws(ProofError) {
        let expected = hashes[Int(tile.id.index & 0xFF)]
        let computed = tile.fullHash
        guard computed == expected else {
            throw .tileMismatch(path: TilePath.tile(id).text, computed: computed, expected: expected)
        }
    }
}
