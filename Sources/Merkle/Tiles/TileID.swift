/// The place of a tile in a tiled log (C2SP tlog-tiles): up to 256 neighbouring hashes of one tree level in eight.
///
/// Hash number i of tile (level, index) is the complete subtree of height 8 · level with the index 256 · index + i.
/// A tile is published when a checkpoint needs it, and stays as it is. A partial one gives way to wider ones.
public struct TileID: Hashable, Sendable {
    /// 0 for leaf hashes; one more for every eight levels of the tree, at most 7 with 64-bit sizes.
    public let level: Int
    /// How many full tiles stand to the left on this level.
    public let index: UInt64
    /// How many hashes it holds: 1 to 256.
    public let width: Int

    /// The width of a tile that is full.
    public static let fullWidth = 256
    static let levels = 0...7

    /// Names a tile.
    ///
    /// - Returns: nil if no tree of less than 2^64 leaves has such a tile.
    public init?(level: Int, index: UInt64, width: Int) {
        guard TileID.levels.contains(level), (1...TileID.fullWidth).contains(width),
            index <= UInt64.max >> UInt64(8 * (level + 1))
        else { return nil }
        self.init(level: level, checkedIndex: index, width: width)
    }

    init(level: Int, checkedIndex index: UInt64, width: Int) {
        self.level = level
        self.index = index
        self.width = width
    }

    /// The complete subtree whose hash the tile holds at that offset, 0 ..< width.
    public func node(at offset: Int) -> TreeNodeID {
        TreeNodeID(level: 8 * level, index: (index << 8) + UInt64(offset))
    }

    /// The tile one level up, which holds this tile's own hash once this one is full.
    ///
    /// - Returns: nil on the last level.
    func parent(size: UInt64) -> TileID? {
        level < TileID.levels.upperBound ? TileRow(level: level + 1, size: size)[index >> 8] : nil
    }
}

/// The tiles of one level: full ones, and at most one partial one at the end.
public struct TileRow: RandomAccessCollection, Hashable, Sendable {
    /// The tiles' level.
    public let level: Int
    /// The number of full tiles.
    public let fullCount: UInt64
    /// The width of the partial tile; 0 for a full tile.
    public let partialWidth: Int

    /// The tiles on one level of a tree of `size` leaves.
    public init(level: Int, size: UInt64) {
        precondition(TileID.levels.contains(level), "tiles have no level \(level)")
        let hashCount = size >> UInt64(8 * level)
        self.level = level
        self.fullCount = hashCount >> 8
        self.partialWidth = Int(hashCount & 0xFF)
    }

    /// All tiles of a tree of `size` leaves, from the leaves up. An empty tree has none.
    public static func rows(size: UInt64) -> [TileRow] {
        TileID.levels.map { TileRow(level: $0, size: size) }.filter { !$0.isEmpty }
    }

    public var startIndex: UInt64 { 0 }
    public var endIndex: UInt64 { fullCount + (partialWidth > 0 ? 1 : 0) }

    /// The tile with that index on the level.
    public subscript(index: UInt64) -> TileID {
        let width = index < fullCount ? TileID.fullWidth : partialWidth
        return TileID(level: level, checkedIndex: index, width: width)
    }
}

/// The path of a tile or an entry bundle in the directory of a tiled log.
///
///     tile/<level>/<N>[.p/<width>]
///     tile/entries/<N>[.p/<width>]
///
/// N is the index in groups of three digits, all but the last after an `x`: 1234067 is `x001/x234/067`. So no
/// directory grows beyond a thousand names, and none has a file's name.
public enum TilePath: Hashable, Sendable {
    /// Hashes.
    case tile(TileID)
    /// The records under the level-0 tile of that index and width.
    case entries(index: UInt64, width: Int)

    /// The path below the log's directory, with slashes and without one at the start.
    public var text: String {
        switch self {
        case .tile(let tile): "tile/\(tile.level)/" + TilePath.place(tile.index, tile.width)
        case .entries(let index, let width): "tile/entries/" + TilePath.place(index, width)
        }
    }

    /// Reads a path.
    ///
    /// - Throws: `FormatError` for anything but the one way to write a path.
    public init(_ text: String) throws(FormatError) {
        guard let path = TilePath(parsing: text), path.text == text else {
            throw FormatError(
                .tilePath, found: text.utf8,
                expected: "tile/<0 to 7, or entries>/<index as 001 or x001/234>[.p/<1 to 255>]")
        }
        self = path
    }

    /// Lenient on purpose: the caller compares with the one way to write what was read.
    private init?(parsing text: String) {
        var parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count >= 3, parts.removeFirst() == "tile" else { return nil }
        let kind = parts.removeFirst()

        var width: Int? = TileID.fullWidth
        if parts.count > 1, parts[parts.count - 2].hasSuffix(".p") {
            width = Int(parts.removeLast())
            parts.append(parts.removeLast().dropLast(2))
        }
        let digits = parts.map { $0.hasPrefix("x") ? $0.dropFirst() : $0 }
        guard let width, digits.allSatisfy({ $0.utf8.count == 3 }), let index = UInt64(digits.joined()) else {
            return nil
        }
        let level = kind == "entries" ? 0 : Int(kind)
        guard let level, let tile = TileID(level: level, index: index, width: width) else { return nil }
        self = kind == "entries" ? .entries(index: index, width: width) : .tile(tile)
    }

    private static func place(_ index: UInt64, _ width: Int) -> String {
        let digits = String(index)
        let padded = Array(String(repeating: "0", count: (3 - digits.count % 3) % 3) + digits)
        let groups = stride(from: 0, to: padded.count, by: 3).map { String(padded[$0..<$0 + 3]) }
        let place = groups.dropLast().map { "x\($0)/" }.joined() + groups[groups.count - 1]
        return width == TileID.fullWidth ? place : "\(place).p/\(width)"
    }
}

extension TilePath: CustomStringConvertible {
    public var description: String { text }
}
