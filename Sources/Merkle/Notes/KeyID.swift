import Crypto

/// What a key signs, and how: the signature type byte of C2SP signed-note.
public enum SignatureType: UInt8, Sendable {
    /// Ed25519 over the note's text.
    case ed25519 = 0x01
    /// Ed25519 over a time and a checkpoint's text (C2SP tlog-cosignature v1): a witness.
    case cosignature = 0x04
}

/// The first four bytes of SHA-256(name ‖ 0x0A ‖ type ‖ public key).
///
/// It tells keys of one name apart. It is too short to prove anything: that is what the signature is for.
public struct KeyID: RawRepresentable, Hashable, Sendable {
    /// The four bytes, big-endian.
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    init(name: KeyName, type: SignatureType, publicKey: [UInt8]) {
        var hash = SHA256()
        hash.update(data: Array(name.text.utf8) + [0x0A, type.rawValue])
        hash.update(data: publicKey)
        self.init(rawValue: hash.finalize().prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
    }

    /// - Returns: nil unless the text is eight lowercase hexadecimal digits, the one form that is ever written.
    init?(_ text: some Collection<UInt8>) {
        guard text.count == 8, let value = UInt32(String(decoding: text, as: UTF8.self), radix: 16) else { return nil }
        self.init(rawValue: value)
        guard description.utf8.elementsEqual(text) else { return nil }
    }
}

extension KeyID: CustomStringConvertible {
    /// Eight lowercase hexadecimal digits.
    public var description: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
