/// A checkpoint with its signatures: read, but not yet believed. To use what it says, verify it.
public struct SignedCheckpoint: Hashable, Sendable {
    /// The note, byte for byte.
    public let note: SignedNote
    /// What the note claims.
    public let unverified: Checkpoint

    /// Signs a checkpoint as the log.
    ///
    /// The caller has made sure that it extends every checkpoint signed before; two that do not are proof of fraud.
    ///
    /// - Throws: `TrustError.wrongOrigin` unless the key carries the origin's name, or what the cryptography library
    ///   reports when it cannot sign.
    public init(_ checkpoint: Checkpoint, signedBy key: SignerKey) throws {
        guard checkpoint.origin.utf8.elementsEqual(key.verifierKey.name.text.utf8) else {
            throw TrustError.wrongOrigin(found: checkpoint.origin, expected: [key.verifierKey.name])
        }
        note = try SignedNote(checkpoint.text, signedBy: key)
        unverified = checkpoint
    }

    /// Reads a checkpoint file.
    ///
    /// - Throws: `FormatError` with the line that is not as the format wants it.
    public init(_ bytes: [UInt8]) throws(FormatError) {
        try self.init(bytes[...], firstLine: 1)
    }

    init(_ bytes: ArraySlice<UInt8>, firstLine: Int) throws(FormatError) {
        try self.init(SignedNote(bytes, firstLine: firstLine), firstLine: firstLine)
    }

    private init(_ note: SignedNote, firstLine: Int) throws(FormatError) {
        self.note = note
        self.unverified = try Checkpoint(note.text, firstLine: firstLine)
    }

    init(note: SignedNote, unverified: Checkpoint) {
        self.note = note
        self.unverified = unverified
    }
}

extension SignedCheckpoint: CustomStringConvertible {
    /// The checkpoint file, byte for byte.
    public var description: String { note.description }
}
