import Crypto

/// The three hashes of RFC 6962 section 2.1. The prefixes keep a leaf from ever being taken for a node.
extension TreeHash {
    /// The root of a tree without leaves: SHA-256 of nothing.
    public static let emptyRoot = TreeHash(digest: SHA256.hash(data: UnsafeRawBufferPointer(start: nil, count: 0)))

    /// SHA-256(0x00 ‖ entry).
    public static func leaf(_ entry: UnsafeRawBufferPointer) -> TreeHash {
        withUnsafeTemporaryAllocation(byteCount: entry.count + 1, alignment: 16) { buffer in
            buffer[0] = 0x00
            if entry.count > 0 {
                UnsafeMutableRawBufferPointer(rebasing: buffer[1...]).copyMemory(from: entry)
            }
            return TreeHash(digest: SHA256.hash(data: UnsafeRawBufferPointer(buffer)))
        }
    }

    /// SHA-256(0x00 ‖ entry).
    public static func leaf(_ entry: [UInt8]) -> TreeHash { entry.withUnsafeBytes { leaf($0) } }

    /// SHA-256(0x00 ‖ entry).
    public static func leaf(_ entry: RawSpan) -> TreeHash { entry.withUnsafeBytes { leaf($0) } }

    /// SHA-256(0x01 ‖ left ‖ right).
    public static func node(_ left: TreeHash, _ right: TreeHash) -> TreeHash {
        withUnsafeTemporaryAllocation(byteCount: 1 + 2 * byteCount, alignment: 16) { buffer in
            buffer[0] = 0x01
            left.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: buffer[1..<33]).copyMemory(from: $0) }
            right.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: buffer[33..<65]).copyMemory(from: $0) }
            return TreeHash(digest: SHA256.hash(data: UnsafeRawBufferPointer(buffer)))
        }
    }

    init(digest: SHA256Digest) {
        self.init()
        digest.withUnsafeBytes { bytes in
            Swift.withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: bytes) }
        }
    }
}
