/// A checkpoint with its signatures: read, but not yet believed. To use what it says, verify it.
public struct SignedCheckpoint: Hashable, Sendable {
    /// The note, byte for byte.
    public let note: SignedNote
    /// The content of the note, not yet verified.
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
    /// - Throws: `FormatError` with the line that breaks the format.
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

extension SignedCheckpoint {
    /// Takes in a witness's answer to an `add-checkpoint` request, or the file that it sent: its signature lines.
    ///
    /// Lines of signers other than the given witnesses are left out. Of several by one witness the newest one stays, with
    /// those that are there already.
    ///
    /// - Parameters:
    ///   - answer: what the witness sent back: its signature lines.
    ///   - witnesses: the keys of the witnesses that are trusted.
    ///   - latest: the latest time that a cosignature may state, in seconds since 1970 UTC: one from the future would
    ///     never be replaced.
    /// - Throws: `FormatError` if the answer is not signature lines; `TrustError` if no witness has signed, or a line is not
    ///   a cosignature of this checkpoint, or states an impossible time.
    public func adding(
        _ answer: [UInt8], from witnesses: [VerifierKey], latest: UInt64 = .max
    ) throws -> SignedCheckpoint {
        let lines = try NoteSignature.lines(answer)
        var note = note
        for added in try SignedNote(checkedText: note.text, signatures: lines).verified(by: witnesses).signatures {
            if let time = added.time {
                guard Cosignature.times(upTo: latest).contains(time) else {
                    throw TrustError.cosignatureTime(name: added.key.name, found: time, latest: latest)
                }
                if let there = Self.newestTime(of: added.key, in: note, upTo: latest), there >= time { continue }
            }
            note = try note.adding(added.signature)
        }
        return SignedCheckpoint(note: note, unverified: unverified)
    }

    /// The checkpoint with the lines of a witness's answer, which only have the form of cosignatures so far. What is there
    /// already does not give way to them: it may have been verified.
    ///
    /// - Parameters:
    ///   - answer: what the witness sent back: its signature lines.
    ///   - latest: as for those that are verified.
    /// - Throws: `FormatError` for lines that are no cosignatures, that state an impossible time, that are under the log's
    ///   own name, or that are to take another one's place.
    public func adding(
        unverified answer: [UInt8], latest: UInt64 = .max
    ) throws(FormatError) -> SignedCheckpoint {
        var note = note
        for added in try NoteSignature.lines(answer) where !note.signatures.contains(added) {
            func refusal(expected: String) -> FormatError {
                FormatError(.note, found: added.line.utf8.prefix(60), expected: expected)
            }
            guard let cosignature = Cosignature(added.bytes), added.name.text != unverified.origin else {
                throw refusal(expected: "the cosignature of a witness")
            }
            guard Cosignature.times(upTo: latest).contains(cosignature.time) else {
                throw FormatError(
                    .note, found: "the time \(cosignature.time) of \(added.name)", expected: "one from 1 to \(latest)")
            }
            guard !note.signatures.contains(where: { $0.name == added.name && $0.keyID == added.keyID }) else {
                throw refusal(expected: "a cosignature by a witness that has not cosigned yet, or the witness's key")
            }
            note = try note.adding(added)
        }
        return SignedCheckpoint(note: note, unverified: unverified)
    }

    /// When a witness has cosigned a note last; nil where nothing of theirs in it holds.
    private static func newestTime(of key: VerifierKey, in note: SignedNote, upTo latest: UInt64) -> UInt64? {
        let lines = note.signatures.filter { $0.names(key) }
        let verified = try? SignedNote(checkedText: note.text, signatures: lines).verified(by: [key])
        return verified?.signatures.compactMap(\.time).filter(Cosignature.times(upTo: latest).contains).max()
    }
}
