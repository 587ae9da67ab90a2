/// A row that a store can keep: a key by which rows sort, and a value. Both have one encoding only, so equal rows are
/// equal bytes and a digest over all rows says whether two projections agree.
public protocol RowCodable: Hashable, Sendable {
    /// The version of the fold that leads to the rows: raised whenever the same events give other rows or other bytes.
    /// A store keeps the rows of each version in a table of its own, and refolds them.
    static var foldVersion: UInt32 { get }

    /// Sorts, byte by byte, as the rows should.
    var rowKey: [UInt8] { get }

    var rowValue: [UInt8] { get }

    /// Reads a row back.
    ///
    /// - Returns: nil for anything but what `rowKey` and `rowValue` of this version write.
    init?(rowKey: [UInt8], rowValue: [UInt8])
}

/// Big-endian numbers: the bytes sort as the numbers do.
enum KeyBytes {
    static func bytes(of number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }

    /// - Returns: nil unless there are exactly 8 bytes.
    static func number(_ bytes: [UInt8]) -> UInt64? {
        bytes.count == 8 ? bytes.reduce(0) { $0 << 8 | UInt64($1) } : nil
    }
}
