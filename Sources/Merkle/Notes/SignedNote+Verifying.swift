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
    /// The lines of signers that nobody asked about, repeated lines left out. They prove nothing.
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
