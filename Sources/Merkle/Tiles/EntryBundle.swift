/// Up to 256 records, as a tiled log publishes them: u16 big-endian length ‖ record, again and again.
///
/// The bundle with an index holds the records under the level-0 tile with that index.
public struct EntryBundle: Hashable, Sendable {
    /// The records' stored bytes, in the order of their positions.
    public let records: [[UInt8]]

    /// The largest record that the length can state.
    public static let recordByteLimit = Int(UInt16.max)

    /// Collects the records of a bundle.
    ///
    /// - Throws: `FormatError` if one is larger than 65,535 bytes, or if there are none or more than 256.
    public init(_ records: [[UInt8]]) throws(FormatError) {
        try EntryBundle.check(count: records.count)
        for record in records where record.count > EntryBundle.recordByteLimit {
            throw FormatError(
                .entryBundle, found: "a record of \(record.count) bytes", expected: "at most 65535")
        }
        self.records = records
    }

    /// Reads a bundle's file.
    ///
    /// - Parameters:
    ///   - bytes: the file's.
    ///   - width: the number of records by the file's name: 1 to 256.
    /// - Throws: `FormatError` if the bytes are not exactly that many records.
    public init(bytes: [UInt8], width: Int) throws(FormatError) {
        try EntryBundle.check(count: width)
        var records: [[UInt8]] = []
        var rest = bytes[...]
        while records.count < width {
            let length = rest.prefix(2).reduce(0) { $0 << 8 | Int($1) }
            guard rest.count >= 2 + length else {
                throw FormatError(
                    .entryBundle, found: "\(rest.count) bytes where record \(records.count) should be",
                    expected: "2 bytes of length, followed by that many bytes")
            }
            records.append(Array(rest.dropFirst(2).prefix(length)))
            rest = rest.dropFirst(2 + length)
        }
        guard rest.isEmpty else {
            throw FormatError(
                .entryBundle, found: "\(rest.count) bytes after the last record", expected: "\(width) records")
        }
        self.records = records
    }

    /// The bundle's file.
    public var bytes: [UInt8] {
        records.flatMap { [UInt8(truncatingIfNeeded: $0.count >> 8), UInt8(truncatingIfNeeded: $0.count)] + $0 }
    }

    /// The leaf hashes, as the level-0 tile holds them.
    public var leaves: [TreeHash] { records.map { TreeHash.leaf($0) } }

    private static func check(count: Int) throws(FormatError) {
        guard (1...TileID.fullWidth).contains(count) else {
            throw FormatError(.entryBundle, found: "\(count) records", expected: "1 to 256")
        }
    }
}
