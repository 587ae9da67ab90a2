import Crypto

/// The name of a key in a signed note, by convention a URL without its scheme: `example.com/ledger`.
///
/// Names are compared byte by byte. `String` would take "é" and "e" with an accent for the same name, and a
/// Kelvin sign for a K; the owner of one is not the owner of the other.
public struct KeyName: Sendable {
    /// The name as it is written: not empty, without spaces, control characters or a plus.
    public let text: String

    /// - Returns: nil if the text is empty or has a Unicode space, an ASCII control character or a plus.
    public init?(_ text: String) {
        let isAllowed = text.unicodeScalars.allSatisfy { scalar in
            scalar.value >= 0x20 && scalar != "+" && !scalar.properties.isWhitespace
        }
        guard !text.isEmpty, isAllowed else { return nil }
        self.text = text
    }

    /// - Returns: nil if the bytes are not UTF-8, or not a name.
    init?(_ bytes: some Collection<UInt8>) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        self.init(text)
    }

    static let rule = "a key name (not empty, no spaces, no control characters, no plus)"
}

extension KeyName: Hashable, CustomStringConvertible {
    public static func == (lhs: KeyName, rhs: KeyName) -> Bool { lhs.text.utf8.elementsEqual(rhs.text.utf8) }

    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }

    public var description: String { text }
}

/// The use and algorithm of a key: the signature type byte of C2SP signed-note.
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
