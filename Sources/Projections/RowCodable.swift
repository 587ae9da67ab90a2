/// A row that a store can keep: a key by which rows sort, and a value. Both have one encoding only, so equal rows are
/// equal bytes and a digest over all rows says whether two projections agree.
public protocol RowCodable: Hashable, Sendable {
    /// Sorts, byte by byte, as the rows should.
    var rowKey: [UInt8] { get }

    var rowValue: [UInt8] { get }

    /// Reads a row back.
    ///
    /// - Returns: nil for anything but what `rowKey` and `rowValue` of this version write.
    init?(rowKey: [UInt8], rowValue: [UInt8])
}
