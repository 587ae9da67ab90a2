/// The public key of one person or device: a key of Ed25519 (RFC 8032) or of ECDSA over P-256 (FIPS 186-5).
///
/// One byte and 32 more, for both: Ed25519 keys have 32 bytes, and a point of P-256 is its x and the parity of its y, which
/// is what the first byte says of it, by SEC 1's numbers.
public struct PublicKey: Hashable, Sendable, BitwiseCopyable, Codable {
    /// The scheme, and which of two points. Raw values are permanent.
    public enum Form: UInt8, Sendable, CaseIterable, BitwiseCopyable, Codable {
        case ed25519 = 1
        /// SEC 1's 02: the point with the even y.
        case p256Even = 2
        /// SEC 1's 03: the point with the odd y.
        case p256Odd = 3
    }

    public var form: Form

    /// The key of Ed25519, or the point's x.
    public var content: Digest256

    @inlinable
    public init(_ form: Form, _ content: Digest256) {
        self.form = form
        self.content = content
    }

    /// Reads what `bytes` writes.
    ///
    /// - Returns: nil for another count than 33, and for an unknown form.
    public init?(bytes: [UInt8]) {
        guard let form = bytes.first.flatMap(Form.init), let content = Digest256(bytes: bytes.dropFirst()) else {
            return nil
        }
        self.init(form, content)
    }

    /// Reads 66 hexadecimal digits, two for each of the `bytes`.
    package init?(hexadecimal digits: String) {
        guard let bytes = [UInt8](hexadecimal: digits) else { return nil }
        self.init(bytes: bytes)
    }

    /// 33 bytes; of a point, its compressed form.
    public var bytes: [UInt8] { [form.rawValue] + content.bytes }

    package static var blank: Self { Self(.ed25519, .zero) }
}

/// A public key by the first 128 bits of the SHA-256 of its 33 bytes: to find another key of the same id is as
/// hard as to find the private key.
public struct KeyID: Hashable, Sendable, BitwiseCopyable, Codable {
    public var high: UInt64
    public var low: UInt64

    @inlinable
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// - Parameter digest: the SHA-256 of the key's bytes.
    public init(digest: Digest256) { self.init(high: digest.words.0, low: digest.words.1) }
}

extension KeyID: LosslessStringConvertible {
    /// 32 lowercase hexadecimal digits.
    public var description: String { CommandID(high: high, low: low).description }

    public init?(_ text: String) {
        guard let id = CommandID(text) else { return nil }
        self.init(high: id.high, low: id.low)
    }
}
