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

    private init(note: SignedNote, unverified: Checkpoint) {
        self.note = note
        self.unverified = unverified
    }

    /// Takes in a witness's answer to an `add-checkpoint` request, or the file that it sent: its signature lines.
    ///
    /// Lines of signers other than the given witnesses are left out. Of several by one witness the last one stays.
    ///
    /// - Throws: `FormatError` if the answer is not signature lines; `TrustError` if no witness has signed, or a line
    ///   is not a cosignature of this checkpoint.
    public func adding(_ answer: [UInt8], from witnesses: [VerifierKey]) throws -> SignedCheckpoint {
        let lines = try NoteSignature.lines(answer)
        let cosigned = try SignedNote(checkedText: note.text, signatures: lines).verified(by: witnesses)
        let note = try cosigned.signatures.reduce(note) { try $0.adding($1.signature) }
        return SignedCheckpoint(note: note, unverified: unverified)
    }

    /// The checkpoint with the lines of a witness's answer, which only have the form of cosignatures so far.
    ///
    /// - Throws: `FormatError` for lines that are no cosignatures, or that are under the log's own name.
    public func adding(unverified answer: [UInt8]) throws(FormatError) -> SignedCheckpoint {
        var note = note
        for signature in try NoteSignature.lines(answer) {
            guard Cosignature(signature.bytes) != nil, signature.name.text != unverified.origin else {
                throw FormatError(
                    .note, found: signature.line.utf8.prefix(60), expected: "the cosignature of a witness")
            }
            note = try note.adding(signature)
        }
        return SignedCheckpoint(note: note, unverified: unverified)
    }
}

extension SignedCheckpoint: CustomStringConvertible {
    /// The checkpoint file, byte for byte.
    public var description: String { note.description }
}
