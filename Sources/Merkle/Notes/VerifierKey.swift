import Crypto

/// A public key under a name: what somebody must hold, from a source they trust, to check a note.
///
///     draftledger.example/test+aecba71d+AVRhzoIEZqIen5xC6KPjkuswjqTVH/mpmBjucfehPLER
///     name                     id       base64 of the type byte and the key
public struct VerifierKey: Hashable, Sendable {
    /// The signer's name; for a log, its checkpoints' origin.
    public let name: KeyName
    /// The use of the key.
    public let type: SignatureType
    /// The Ed25519 public key, 32 bytes.
    public let publicKey: [UInt8]
    /// Names the key in a signature line, together with the name.
    public let id: KeyID

    /// Puts a public key under a name.
    ///
    /// - Throws: `FormatError` unless there are exactly 32 bytes.
    public init(name: KeyName, type: SignatureType, publicKey: [UInt8]) throws(FormatError) {
        guard publicKey.count == 32 else {
            throw FormatError(.verifierKey, found: "\(publicKey.count) bytes", expected: "a key of 32 bytes")
        }
        self.init(name: name, type: type, checkedPublicKey: publicKey)
    }

    /// For keys that are known to have 32 bytes.
    init(name: KeyName, type: SignatureType, checkedPublicKey publicKey: [UInt8]) {
        self.name = name
        self.type = type
        self.publicKey = publicKey
        self.id = KeyID(name: name, type: type, publicKey: publicKey)
    }

    /// Reads a key from its text.
    ///
    /// - Throws: `FormatError` for a malformed text, a type other than Ed25519 and cosignature/v1, or an id that is
    ///   not this key's.
    public init(_ text: String) throws(FormatError) {
        try self.init(Array(text.utf8)[...])
    }

    init(_ text: ArraySlice<UInt8>) throws(FormatError) {
        let parts = try KeyParts(text, format: .verifierKey)
        self.init(name: parts.name, type: parts.type, checkedPublicKey: parts.key)
        guard id == parts.id else {
            throw FormatError(.verifierKey, found: "the id \(parts.id)", expected: "this key's id \(id)")
        }
    }

    /// The key's text, to be published.
    public var text: String { KeyParts(name: name, id: id, type: type, key: publicKey).text }

    func isValid(signature: some Collection<UInt8>, over message: [UInt8]) -> Bool {
        // A point that is not on the curve verifies nothing.
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey) else { return false }
        return key.isValidSignature(Array(signature), for: message)
    }
}

extension VerifierKey: CustomStringConvertible {
    /// The key's text, to be published.
    public var description: String { text }
}

/// `name+id+key`, which verifier and signer keys have in common.
struct KeyParts {
    let name: KeyName
    let id: KeyID
    let type: SignatureType
    let key: [UInt8]

    var text: String { "\(name)+\(id)+\(Base64.encode([type.rawValue] + key))" }
}

extension KeyParts {
    init(_ text: ArraySlice<UInt8>, format: FormatError.Format) throws(FormatError) {
        // A signer key must not show up in an error: those end up in logs.
        func refusal(of found: String, expected: String) -> FormatError {
            FormatError(format, found: found, expected: expected)
        }
        let parts = text.split(separator: UInt8(ascii: "+"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else {
            throw refusal(of: "\(parts.count) of 3 parts", expected: "name+id+key, joined by plus signs")
        }
        guard let name = KeyName(parts[0]) else {
            throw refusal(of: FormatError.excerpt(parts[0]), expected: KeyName.rule)
        }
        guard let id = KeyID(parts[1]) else {
            throw refusal(of: FormatError.excerpt(parts[1]), expected: "an id of eight lowercase hexadecimal digits")
        }
        guard let bytes = Base64.decode(parts[2]), let typeByte = bytes.first else {
            throw refusal(of: "something else after the id", expected: "a type byte and a key in canonical base64")
        }
        guard let type = SignatureType(rawValue: typeByte) else {
            throw refusal(of: "type \(typeByte)", expected: "type 1 (Ed25519) or 4 (cosignature/v1)")
        }
        guard bytes.count == 33 else {
            throw refusal(of: "\(bytes.count - 1) bytes after the type", expected: "a key of 32 bytes")
        }
        self.init(name: name, id: id, type: type, key: Array(bytes.dropFirst()))
    }
}
