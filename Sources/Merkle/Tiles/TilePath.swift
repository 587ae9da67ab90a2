/// Where a tile or an entry bundle lies in the directory of a tiled log.
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
