/// The start of every record, the only part that this module understands.
///
/// A record is an SBE message, little-endian: the standard's own header, then the composite `recordHeader` as the first
/// field of the root block. The offsets are part of the stored format.
public struct RecordHeader: Hashable, Sendable {
    /// Byte offsets in a record.
    public enum Offset {
        /// The SBE message header: block length, template, schema and version, u16 each.
        public static let messageHeader = 0
        /// u64.
        public static let stream = 8
        /// u32.
        public static let version = 16
        /// u64, all ones for none.
        public static let previous = 20
        /// i64.
        public static let recordedAt = 28
        /// The offset at which the header ends and the event begins.
        public static let end = 36
    }

    /// The sizes that a record can have, in bytes. The upper bound is what an entry of a tile can be.
    public static let recordSizes = Offset.end...65_535

    /// The stream that the event belongs to.
    public var stream: StreamID
    /// The event's place in its stream: 1 for the first.
    public var version: UInt32
    /// The position of the stream's event before this one; nil at version 1.
    public var previous: Position?
    /// The ledger's clock at the commit: microseconds since 1970 UTC. Never less than in an earlier record.
    public var recordedAt: Int64

    public init(stream: StreamID, version: UInt32, previous: Position?, recordedAt: Int64) {
        self.stream = stream
        self.version = version
        self.previous = previous
        self.recordedAt = recordedAt
    }

    /// Reads the header in place.
    ///
    /// - Precondition: the record has at least 36 bytes; every record that the ledger lends has.
    @inlinable
    public init(_ record: RawSpan) {
        stream = StreamID(
            rawValue: UInt64(
                littleEndian: record.unsafeLoadUnaligned(
                    fromByteOffset: Offset.stream, as: UInt64.self)))
        version = UInt32(littleEndian: record.unsafeLoadUnaligned(fromByteOffset: Offset.version, as: UInt32.self))
        let link = UInt64(littleEndian: record.unsafeLoadUnaligned(fromByteOffset: Offset.previous, as: UInt64.self))
        previous = link == Self.noPosition ? nil : link
        recordedAt = Int64(
            littleEndian: record.unsafeLoadUnaligned(
                fromByteOffset: Offset.recordedAt, as: Int64.self))
    }

    @usableFromInline static let noPosition = UInt64.max
}

/// The name of one history of the ledger. The module above defines the contents of the number.
public struct StreamID: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    public let rawValue: UInt64

    @inlinable
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    @inlinable
    public static func < (lhs: StreamID, rhs: StreamID) -> Bool { lhs.rawValue < rhs.rawValue }

    public var description: String { String(rawValue) }
}

/// An event's 0-based place in the ledger, and its leaf index in the tree.
public typealias Position = UInt64
