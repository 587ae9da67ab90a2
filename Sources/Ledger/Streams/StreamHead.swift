import LMDB
import Merkle
import Platform

/// The head of a stream: its last event.
public struct StreamHead: Hashable, Sendable {
    /// The position of the last event. Before the version: so laid out, a slot of a table of heads is 24 bytes.
    public let position: Position
    /// The version of the last event, which is also the number of the stream's events.
    public let version: UInt32

    public init(version: UInt32, position: Position) {
        self.version = version
        self.position = position
    }
}

/// Stream heads by stream, 24 bytes a slot. Every event that is appended looks up and moves one.
typealias HeadTable = NumberTable<StreamHead>

extension NumberTable<StreamHead> {
    init() { self.init(blank: StreamHead(version: 0, position: 0)) }

    subscript(stream: StreamID) -> StreamHead? { self[stream.rawValue] }

    mutating func set(_ stream: StreamID, to head: StreamHead) { set(stream.rawValue, to: head) }

    /// Takes over the heads of another table.
    mutating func merge(_ other: HeadTable) { other.forEach { set($0, to: $1) } }
}

/// A row of `streams`: version u32 and position u64, little-endian.
enum StoredHead {
    static func write(
        _ head: StreamHead, of stream: StreamID, to table: Table<UInt64>, in transaction: borrowing WriteTransaction
    ) throws(LMDBError) {
        try transaction.reserve(12, at: stream.rawValue, in: table) { row in
            row.storeBytes(of: head.version.littleEndian, as: UInt32.self)
            row.storeBytes(of: head.position.littleEndian, toByteOffset: 4, as: UInt64.self)
        }
    }

    static func read<Reader: Transaction & ~Copyable>(
        _ stream: StreamID, from table: Table<UInt64>, in transaction: borrowing Reader
    ) throws -> StreamHead? {
        let row = try transaction.withValue(at: stream.rawValue, in: table) { Self.head($0) }
        guard let head = row else { return nil }
        guard let head else {
            throw LMDBError(
                .corrupted, path: transaction.environment.path, detail: "the head of stream \(stream) is malformed")
        }
        return head
    }

    /// The head in a row; nil when the row is malformed.
    static func head(_ row: RawSpan) -> StreamHead? {
        guard row.byteCount == 12 else { return nil }
        let version = UInt32(littleEndian: row.unsafeLoadUnaligned(fromByteOffset: 0, as: UInt32.self))
        let position = UInt64(littleEndian: row.unsafeLoadUnaligned(fromByteOffset: 4, as: UInt64.self))
        return version == 0 ? nil : StreamHead(version: version, position: position)
    }
}

extension TreeNodeID {
    /// The lowest level whose hashes are stored: one for 256 leaves. Below, hashing the records again is cheaper than
    /// keeping what it yields.
    static let lowestStoredLevel = 8

    /// The key in `nodes`: level in the upper 8 bits, index below. An index above level 8 has at most 56 bits.
    var storageKey: UInt64 { UInt64(level) << 56 | index }
}
