import LMDB

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
