import Crypto
package import Draft

extension Digest256 {
    /// What SHA-256, or a code made with it, came to.
    package init(sha256 digest: some Sequence<UInt8>) { self = Digest256(bytes: digest) ?? .zero }

    /// The SHA-256 of some bytes.
    package init(hashing bytes: [UInt8]) { self.init(sha256: SHA256.hash(data: bytes)) }
}
