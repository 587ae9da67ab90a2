/// A text with signature lines, as C2SP signed-note v1.0.0 writes it. Read, but not yet believed.
///
///     <text, its last line ended by a newline>
///     <blank line>
///     — <name> <base64(key id ‖ signature)>          one or more
///
/// UTF-8, no control characters but the newline; the last blank line separates text and signatures.
public struct SignedNote: Sendable {
    /// What is signed, with its last newline and without the blank line.
    public let text: String
    /// The signature lines in their order.
    public let signatures: [NoteSignature]

    /// The most signature lines in a note; Go's limit.
    public static let signatureLimit = 100
    /// The most bytes in a note. Leaves room for the largest signatures of a hundred signers.
    public static let byteLimit = 1_000_000

    /// Signs a text.
    ///
    /// - Throws: `FormatError` unless the text ends with a newline and has no control characters but newlines, or
    ///   what the cryptography library reports when it cannot sign.
    public init(_ text: String, signedBy key: SignerKey) throws {
        try SignedNote.check(Array(text.utf8)[...], firstLine: 1)
        guard text.utf8.last == UInt8(ascii: "\n") else {
            throw FormatError(.note, found: text.utf8.suffix(40), expected: "a text that ends with a newline")
        }
        self.init(checkedText: text, signatures: [try key.sign(text)])
    }

    /// For a text that is known to be a note's.
    init(checkedText text: String, signatures: [NoteSignature]) {
        self.text = text
        self.signatures = signatures
    }

    /// Reads a note.
    ///
    /// - Throws: `FormatError` with the line that breaks the format.
    public init(_ bytes: [UInt8]) throws(FormatError) {
        try self.init(bytes[...], firstLine: 1)
    }

    /// Reads a note that stands inside another text.
    init(_ bytes: ArraySlice<UInt8>, firstLine: Int) throws(FormatError) {
        guard bytes.count <= SignedNote.byteLimit else {
            throw FormatError(.note, found: "\(bytes.count) bytes", expected: "at most \(SignedNote.byteLimit)")
        }
        try SignedNote.check(bytes, firstLine: firstLine)
        guard let blank = bytes.indices.dropFirst().last(where: { bytes[$0] == 0x0A && bytes[$0 - 1] == 0x0A }) else {
            throw FormatError(.note, found: "no blank line", expected: "a text, a blank line, and signatures")
        }
        let text = bytes[..<blank]
        let linesBefore = text.count { $0 == 0x0A } + 1
        var reader = LineReader(bytes[(blank + 1)...], format: .note, firstLine: firstLine + linesBefore)
        self.init(
            checkedText: String(decoding: text, as: UTF8.self),
            signatures: try NoteSignature.lines(from: &reader))
    }

    /// Returns the note with one more signature at the end, which replaces earlier lines of the same key.
    ///
    /// - Throws: `FormatError` if the note would have too many signatures.
    public func adding(_ signature: NoteSignature) throws(FormatError) -> SignedNote {
        let others = signatures.filter { $0.name != signature.name || $0.keyID != signature.keyID }
        guard others.count < SignedNote.signatureLimit else {
            throw FormatError(.note, found: "one more", expected: "at most \(SignedNote.signatureLimit) signatures")
        }
        return SignedNote(checkedText: text, signatures: others + [signature])
    }

    private static func check(_ bytes: ArraySlice<UInt8>, firstLine: Int) throws(FormatError) {
        func line(of index: Int) -> Int { firstLine + bytes[..<index].count { $0 == 0x0A } }
        if let index = bytes.firstIndex(where: { $0 < 0x20 && $0 != 0x0A }) {
            throw FormatError(
                .note, line: line(of: index), found: [bytes[index]], expected: "no control characters except newlines")
        }
        guard String(validating: bytes, as: UTF8.self) == nil else { return }
        // A valid text and its repair are the same bytes; the first that differ lead to the line.
        let repaired = String(decoding: bytes, as: UTF8.self).utf8
        let index = zip(bytes.indices, zip(bytes, repaired)).first { $1.0 != $1.1 }?.0 ?? bytes.endIndex
        throw FormatError(.note, line: line(of: index), found: "bytes that are not UTF-8", expected: "UTF-8")
    }
}

extension SignedNote: Hashable, CustomStringConvertible {
    /// Byte for byte; `String` would take different spellings for the same text.
    public static func == (lhs: SignedNote, rhs: SignedNote) -> Bool {
        lhs.text.utf8.elementsEqual(rhs.text.utf8) && lhs.signatures == rhs.signatures
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(signatures) }

    /// The whole note, byte for byte as it was read or as it is to be published.
    public var description: String { text + "\n" + signatures.map(\.line).joined() }
}

/// A signature that one of the trusted keys has verified.
public struct VerifiedSignature: Hashable, Sendable {
    /// The key that signed.
    public let key: VerifierKey
    /// When the witness cosigned, in seconds since 1970 UTC by its own clock; nil for other signatures.
    public let time: UInt64?
    /// The line.
    public let signature: NoteSignature
}

/// A note whose text at least one trusted key has signed. Only verification makes one.
public struct VerifiedNote: Sendable {
    /// What is signed, with its last newline.
    public let text: String
    /// The verified signatures in the note's order, repeated lines left out; never empty.
    public let signatures: [VerifiedSignature]
    /// The lines of other signers, without repeated lines. They prove nothing.
    public let unknown: [NoteSignature]
}

extension SignedNote {
    /// Verifies the note with the keys that the caller trusts.
    ///
    /// Lines of unknown signers are ignored, even if they share a trusted key's name or its id. But *every* line of a
    /// trusted key must verify: Go's `note.Open` looks only at the first, so that a forged second line would travel
    /// along as if it had been checked.
    ///
    /// - Throws: `TrustError.badSignature`, `.noKnownSigner` or `.ambiguousKey`.
    public func verified(by keys: [VerifierKey]) throws(TrustError) -> VerifiedNote {
        var verified: [VerifiedSignature] = []
        var unknown: [NoteSignature] = []
        var seen: Set<NoteSignature> = []
        for signature in signatures where seen.insert(signature).inserted {
            let named = Set(keys.filter(signature.names))
            guard named.count <= 1 else { throw .ambiguousKey(name: signature.name, id: signature.keyID) }
            guard let key = named.first else {
                unknown.append(signature)
                continue
            }
            verified.append(try verify(signature, by: key))
        }
        guard !verified.isEmpty else { throw .noKnownSigner(found: signatures.map(\.name)) }
        return VerifiedNote(text: text, signatures: verified, unknown: unknown)
    }

    private func verify(_ signature: NoteSignature, by key: VerifierKey) throws(TrustError) -> VerifiedSignature {
        switch key.type {
        case .ed25519:
            if key.isValid(signature: signature.bytes, over: Array(text.utf8)) {
                return VerifiedSignature(key: key, time: nil, signature: signature)
            }
        case .cosignature:
            if let cosignature = Cosignature(signature.bytes), cosignature.isValid(for: text, by: key) {
                return VerifiedSignature(key: key, time: cosignature.time, signature: signature)
            }
        }
        throw .badSignature(name: key.name, id: key.id)
    }
}
