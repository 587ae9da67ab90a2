/// The hashes of a tile. What lies between them and the next tile's level is computed, not stored.
public struct Tile: Hashable, Sendable {
    /// The tile's place.
    public let id: TileID
    /// As many as the tile is wide.
    public let hashes: [TreeHash]

    /// Collects a tile's hashes.
    ///
    /// - Throws: what the source throws.
    public init(_ id: TileID, from source: SubtreeHashSource) throws {
        self.id = id
        self.hashes = try (0..<id.width).map { try source(id.node(at: $0)) }
    }

    /// Takes hashes that somebody has already.
    ///
    /// - Throws: `FormatError` unless there are exactly as many as the tile is wide.
    public init(_ id: TileID, hashes: [TreeHash]) throws(FormatError) {
        guard hashes.count == id.width else {
            throw FormatError(.tile, found: "\(hashes.count) hashes", expected: "\(id.width) for \(TilePath.tile(id))")
        }
        self.id = id
        self.hashes = hashes
    }

    /// Reads a tile's file.
    ///
    /// - Throws: `FormatError` unless there are exactly 32 bytes for each hash.
    public init(_ id: TileID, bytes: [UInt8]) throws(FormatError) {
        let expected = id.width * TreeHash.byteCount
        guard bytes.count == expected else {
            throw FormatError(
                .tile, found: "\(bytes.count) bytes", expected: "\(expected) bytes for \(TilePath.tile(id))")
        }
        self.id = id
        self.hashes = bytes.withUnsafeBytes { bytes in
            (0..<id.width).map { offset in
                let start = offset * TreeHash.byteCount
                // The rebased slice has 32 bytes, which is all that the initialiser asks for.
                return TreeHash(bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<start + TreeHash.byteCount]))!
            }
        }
    }

    /// The tile's file: the hashes one after the other.
    public var bytes: [UInt8] { hashes.flatMap(\.bytes) }

    /// The hash of a complete subtree whose height is within the tile's eight levels.
    ///
    /// Joins up to 256 of the tile's hashes.
    ///
    /// - Returns: nil if the tile does not hold all of the subtree.
    public func hash(of node: TreeNodeID) -> TreeHash? {
        let height = node.level - 8 * id.level
        guard (0...8).contains(height) else { return nil }
        let count = 1 << height
        let (start, overflowed) = (node.index << UInt64(height)).subtractingReportingOverflow(id.index << 8)
        guard !overflowed, start < UInt64(id.width), Int(start) + count <= id.width else { return nil }
        return Tile.join(hashes[Int(start)..<Int(start) + count])
    }

    /// The hash of everything that a full tile covers, as the tile above holds it.
    var fullHash: TreeHash { Tile.join(hashes[...]) }

    private static func join(_ hashes: ArraySlice<TreeHash>) -> TreeHash {
        var level = Array(hashes)
        while level.count > 1 {
            level = stride(from: 0, to: level.count, by: 2).map { TreeHash.node(level[$0], level[$0 + 1]) }
        }
        return level[0]
    }
}
