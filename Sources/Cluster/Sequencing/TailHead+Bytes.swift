import Merkle

/// The stored form of a head. All numbers are big-endian.
///
///     head   = version number epoch nonce size root digest length node
///     version = 1 byte, 1
///     number, epoch, nonce, size = 8 bytes each
///     root, digest = 32 bytes each
///     length = 1 byte, 1...64
///     node   = as many bytes of UTF-8
extension TailHead {
    /// The highest number of bytes in a node's name.
    package static let longestName = 64

    private static let version: UInt8 = 1
    private static let fixedLength = 1 + 4 * 8 + 2 * 32 + 1

    /// The stored form; 98 bytes and the node's name.
    ///
    /// The name must have 1 to 64 bytes.
    package var bytes: [UInt8] {
        precondition((1...Self.longestName).contains(node.utf8.count), "a node's name has 1 to 64 bytes")
        var bytes = [Self.version]
        bytes.reserveCapacity(Self.fixedLength + node.utf8.count)
        for number in [number, epoch, nonce, size] {
            for shift in stride(from: UInt64(56), through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
        bytes += root.bytes
        bytes += digest.bytes
        bytes.append(UInt8(node.utf8.count))
        bytes += node.utf8
        return bytes
    }

    /// Reads the stored form.
    ///
    /// - Throws: `TailHeadError` for another version, another length, or a name that is not UTF-8.
    package init(bytes: [UInt8]) throws(TailHeadError) {
        guard let version = bytes.first else { throw TailHeadError(reason: "it is empty") }
        guard version == Self.version else { throw TailHeadError(reason: "its version is \(version), not 1") }
        guard bytes.count > Self.fixedLength, bytes.count == Self.fixedLength + Int(bytes[Self.fixedLength - 1]) else {
            throw TailHeadError(reason: "it has \(bytes.count) bytes")
        }
        func number(at index: Int) -> UInt64 {
            bytes[1 + index * 8..<9 + index * 8].reduce(0) { $0 << 8 | UInt64($1) }
        }
        guard let root = TreeHash(bytes[33..<65]), let digest = BatchDigest(bytes[65..<97]),
            let node = String(validating: bytes[Self.fixedLength...], as: UTF8.self),
            node.utf8.count <= Self.longestName
        else { throw TailHeadError(reason: "its node is not a name of 1 to 64 bytes") }
        self.init(
            number: number(at: 0), epoch: number(at: 1), node: node, nonce: number(at: 2), size: number(at: 3),
            root: root, digest: digest)
    }
}

/// The stored head of a tail cannot be read.
package struct TailHeadError: Error, Hashable, Sendable, CustomStringConvertible {
    package var reason: String

    package var description: String {
        "The head of the shared log cannot be read: \(reason). "
            + "Check that every node runs the same version, and that no other program writes these keys."
    }
}
