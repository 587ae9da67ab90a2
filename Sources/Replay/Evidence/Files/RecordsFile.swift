import Draft
import Merkle
import Records

/// The records of a bundle as one file, `records.bin`: a first line, then each record with its position.
///
///     draft-ledger/records@v1
///     position   8 bytes, little-endian
///     length     4 bytes, little-endian
///     kind       1 byte: 0 for a record, 1 for one that is stated and not shown
///     leaf hash  32 bytes, only for kind 1
///     record     as many bytes as the length says
///
/// Positions ascend, each occurs once, and there is nothing else.
enum RecordsFile {
    static let name = "records.bin"
    private static let header = Array("draft-ledger/records@v1\n".utf8)
    /// Bytes of a record's head, without the leaf hash of one that is stated.
    static let headLength = 13

    static func bytes(of records: [EvidenceRecord]) -> [UInt8] {
        var bytes = header
        bytes.reserveCapacity(records.reduce(bytes.count) { $0 + headLength + $1.record.count })
        for item in records {
            withUnsafeBytes(of: item.position.littleEndian) { bytes += $0 }
            withUnsafeBytes(of: UInt32(item.record.count).littleEndian) { bytes += $0 }
            bytes.append(item.isWithheld ? 1 : 0)
            bytes += item.withheldLeaf?.bytes ?? []
            bytes += item.record
        }
        return bytes
    }

    /// - Throws: `badFile` with the byte from which it is something else.
    static func records(in bytes: [UInt8]) throws(EvidenceError) -> [EvidenceRecord] {
        guard bytes.starts(with: header) else {
            throw .badFile(name, "its first line is not that of a file of records")
        }
        var records: [EvidenceRecord] = []
        var rest = bytes[header.count...]
        while !rest.isEmpty {
            let start = rest.startIndex
            func fault(_ reason: String) -> EvidenceError { .badFile(name, "at byte \(start) \(reason)") }
            guard let position = rest.take(8), let length = rest.take(4), let kind = rest.take(1), kind <= 1 else {
                throw fault("there is no record")
            }
            guard position > records.last?.position ?? 0 || records.isEmpty else {
                throw fault("position \(position) does not follow position \(records.last?.position ?? 0)")
            }
            var leaf: TreeHash?
            if kind == 1 {
                guard rest.count >= TreeHash.byteCount else { throw fault("the leaf hash is cut off") }
                leaf = TreeHash(rest.prefix(TreeHash.byteCount))
                rest = rest.dropFirst(TreeHash.byteCount)
            }
            guard length <= rest.count else { throw fault("the record is cut off") }
            let record = Array(rest.prefix(Int(length)))
            rest = rest.dropFirst(Int(length))
            records.append(try EvidenceRecord(position: position, record: record, withheldLeaf: leaf))
        }
        return records
    }
}

extension ArraySlice<UInt8> {
    /// Takes a little-endian number off the beginning; nil where too few bytes are left.
    fileprivate mutating func take(_ count: Int) -> UInt64? {
        guard self.count >= count else { return nil }
        defer { self = dropFirst(count) }
        return prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
