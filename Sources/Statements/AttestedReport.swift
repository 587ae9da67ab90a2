import Draft
public import Merkle
import Records

/// A report with what its ledger says about it, signed: a table that is evidence.
///
///     <signed note: a ReportStatement, by the key "<origin>/report">
///     <blank line>
///     <the report's JSON, on one line>
///     <blank line>
///     <the checkpoint that covers its events, signed by the ledger's own key>
///
/// The statement names the digests of the other two parts, so its signature is over every byte of the file.
public struct AttestedReport: Hashable, Sendable {
    /// The statement and its signature.
    public let note: SignedNote
    /// The content of the note, not yet verified.
    public let unverified: ReportStatement
    /// The report, as `--format json` prints it, without the last newline.
    public let json: String
    /// Not yet verified.
    public let checkpoint: SignedCheckpoint

    /// Puts the parts together and signs.
    package init(_ statement: ReportStatement, json: String, checkpoint: SignedCheckpoint, signedBy key: SignerKey)
        throws
    {
        note = try SignedNote(statement.text, signedBy: key)
        unverified = statement
        self.json = json
        self.checkpoint = checkpoint
    }

    /// Reads a file.
    ///
    /// - Throws: `AttestationError.malformed` for anything but what `description` writes.
    public init(_ bytes: [UInt8]) throws(AttestationError) {
        let parts = Self.split(bytes[...])
        guard parts.count == 4 else {
            throw .malformed("attested report", "expected a signed note, a line of JSON and a checkpoint")
        }
        guard let json = String(validating: parts[2], as: UTF8.self), !json.utf8.contains(0x0A) else {
            throw .malformed("attested report", "the JSON is not one line of UTF-8")
        }
        self.json = json
        do {
            note = try SignedNote(Array(parts[0]) + [0x0A] + Array(parts[1]))
            checkpoint = try SignedCheckpoint(Array(parts[3]))
        } catch {
            throw .malformed("attested report", "\(error)")
        }
        unverified = try ReportStatement(note.text)
        guard description.utf8.elementsEqual(bytes) else {
            throw .malformed("attested report", "it has bytes after its parts")
        }
    }

    /// Text, signature lines, JSON, and the rest; the first two with their last newline, the JSON without.
    private static func split(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var start = bytes.startIndex
        for index in bytes.indices.dropFirst() where parts.count < 3 {
            guard bytes[index] == 0x0A, bytes[index - 1] == 0x0A, index > start else { continue }
            parts.append(bytes[start..<(parts.count == 2 ? index - 1 : index)])
            start = index + 1
        }
        return parts + [bytes[start...]]
    }

    /// The name of the key that signs what a ledger says about its reports.
    package static func keyName(of origin: String) -> String { origin + "/report" }
}

extension AttestedReport: CustomStringConvertible {
    /// The file, byte for byte.
    public var description: String { "\(note)\n\(json)\n\n\(checkpoint)" }
}

extension AttestedReport {
    /// The result of checks of a file without its ledger.
    public struct Verified: Sendable {
        /// The ledger's statement.
        public var statement: ReportStatement
        /// The key by which it says so.
        public var key: VerifierKey
        /// The key that has signed the checkpoint; nil where the verifier does not know it. The root is then the
        /// report key's word alone.
        public var log: VerifierKey?
    }

    /// Checks signatures and digests, and that the events are a prefix of what the checkpoint covers. Needs no ledger.
    ///
    /// - Parameter keys: the verifier's own: the report key (`<origin>/report`), and the checkpoint key of the time.
    /// - Throws: `AttestationError`.
    public func verified(by keys: [VerifierKey]) throws(AttestationError) -> Verified {
        let origin = unverified.origin
        let key = try note.signer(named: Self.keyName(of: origin), among: keys)
        guard Digest256(hashing: Array(json.utf8)) == unverified.jsonDigest else {
            throw .notProven("the report", "its JSON does not match the signed digest")
        }
        guard Digest256(hashing: Array(checkpoint.description.utf8)) == unverified.checkpointDigest else {
            throw .notProven("the checkpoint", "it does not match the signed digest")
        }
        let covering = checkpoint.unverified
        guard covering.origin.utf8.elementsEqual(origin.utf8) else {
            throw .notProven(
                "the checkpoint", "it is \(covering.origin.asciiEscaped)'s, the report is \(origin.asciiEscaped)'s")
        }
        do {
            try ConsistencyProof(hashes: unverified.consistency).verify(
                oldSize: unverified.size, oldRoot: unverified.root, newSize: covering.size, newRoot: covering.root)
        } catch {
            throw .notProven("the events", "the checkpoint's do not extend them: \(error)")
        }
        guard keys.contains(where: { $0.name.text.utf8.elementsEqual(origin.utf8) }) else {
            return Verified(statement: unverified, key: key, log: nil)
        }
        return Verified(
            statement: unverified, key: key, log: try checkpoint.note.signer(named: origin, among: keys))
    }
}
