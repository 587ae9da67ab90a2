/// One signature line of a note. Its signer is only claimed until a key has verified it.
///
///     — <name> <base64(key id[4] ‖ signature)>
public struct NoteSignature: Hashable, Sendable {
    /// The name of the key that signed.
    public let name: KeyName
    /// The id of the key that signed.
    public let keyID: KeyID
    /// The signature, in the form that the key's type prescribes.
    public let bytes: [UInt8]

    /// U+2014, not a hyphen.
    private static let prefix = "— "
    private static let expected = "\"— \", a key name, a space, and a key id with a signature in canonical base64"

    init(name: KeyName, keyID: KeyID, bytes: [UInt8]) {
        self.name = name
        self.keyID = keyID
        self.bytes = bytes
    }

    /// Reads the reader's next line.
    init(from reader: inout LineReader) throws(FormatError) {
        let text = try reader.next(after: NoteSignature.prefix, expecting: NoteSignature.expected)
        let parts = text.split(separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let name = KeyName(parts[0]), let payload = Base64.decode(parts[1]) else {
            throw reader.refusal(of: text, expected: NoteSignature.expected)
        }
        guard payload.count > 4 else {
            throw reader.refusal(of: "\(payload.count) bytes", expected: "a key id of 4 bytes and a signature")
        }
        self.init(
            name: name,
            keyID: KeyID(rawValue: payload.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }),
            bytes: Array(payload.dropFirst(4)))
    }

    /// The line with its newline.
    public var line: String {
        let id = (0..<4).map { UInt8(truncatingIfNeeded: keyID.rawValue >> UInt32(24 - 8 * $0)) }
        return "\(NoteSignature.prefix)\(name) \(Base64.encode(id + bytes))\n"
    }

    /// Whether the line names this key; says nothing about the signature.
    public func names(_ key: VerifierKey) -> Bool { name == key.name && keyID == key.id }
}

extension NoteSignature {
    /// Reads signature lines alone, as a witness answers with them.
    ///
    /// - Throws: `FormatError` for the first line that is not one, or for more lines than a note may have. Of an answer that
    ///   refuses (C2SP tlog-witness) it says what to send next.
    public static func lines(_ bytes: [UInt8]) throws(FormatError) -> [NoteSignature] {
        if let refusal = refusal(in: bytes) { throw refusal }
        var reader = LineReader(bytes[...], format: .note)
        return try lines(from: &reader)
    }

    /// Recognizes what a witness, or something on the way to it, answers in place of signature lines.
    private static func refusal(in bytes: [UInt8]) -> FormatError? {
        let text = bytes.split(whereSeparator: \.isASCIIWhitespace)
        guard let first = text.first else {
            return FormatError(
                .note, found: "an empty answer",
                expected: "signature lines; the witness did not cosign. Look at the status and the log of the request")
        }
        if text.count == 1, let size = UInt64(decimal: first) {
            return FormatError(
                .note, found: "the size \(size) alone, with which a witness answers 409",
                expected: "signature lines. The witness cosigned size \(size) last: send it a request from there "
                    + "(`witness request --old \(size)`), and add its answer")
        }
        let start = bytes.drop(while: \.isASCIIWhitespace)
        return misplaced.first { start.starts(with: $0.start) }.map {
            FormatError(.note, found: $0.found, expected: "signature lines. \($0.remedy)")
        } ?? wholeNote(bytes)
    }

    /// Beginnings of files that are something else, the name of each, and the next step.
    private static let misplaced: [(start: [UInt8], found: String, remedy: String)] = {
        let elsewhere =
            "The address does not belong to a witness, or a proxy answered: send the request to the witness's add-checkpoint"
        let converted = "A program has converted the text: use the original file"
        return [
            (Array("{".utf8), "a JSON document", elsewhere), (Array("[".utf8), "a JSON document", elsewhere),
            (Array("<".utf8), "a web page or XML", elsewhere),
            (Array("HTTP/".utf8), "the head of an HTTP answer", "Use the text after the head: call curl without -i"),
            (Array("old ".utf8), "a request to a witness", "Send it to the witness, and add the witness's answer"),
            ([0x1F, 0x8B], "a file of gzip", "Decompress it first, or ask with curl's --compressed"),
            ([0xEF, 0xBB, 0xBF], "a byte order mark", converted), ([0xFF, 0xFE], "UTF-16", converted),
            ([0xFE, 0xFF], "UTF-16", converted),
            (Array("- ".utf8), "a hyphen in place of the dash U+2014", converted),
            (Array("-- ".utf8), "hyphens in place of the dash U+2014", converted),
            (Array("– ".utf8), "a dash U+2013 in place of U+2014", converted),
            ([0x97, 0x20], "a dash of Windows-1252 in place of U+2014", converted),
        ]
    }()

    /// The bytes in which the end of a note's text is looked for.
    private static let noteHead = 16 << 10

    /// Recognizes a text with its signatures, of which only the signatures are wanted.
    private static func wholeNote(_ bytes: [UInt8]) -> FormatError? {
        let end = Array("\n\n\(prefix)".utf8)
        let head = bytes.prefix(noteHead)
        guard !bytes.starts(with: prefix.utf8), head.indices.contains(where: { head[$0...].starts(with: end) }) else {
            return nil
        }
        return FormatError(
            .note, found: "a whole note, such as a checkpoint",
            expected: "signature lines. Add only the lines of the witness, after the empty line")
    }

    static func lines(from reader: inout LineReader) throws(FormatError) -> [NoteSignature] {
        var signatures: [NoteSignature] = []
        repeat {
            signatures.append(try NoteSignature(from: &reader))
            guard signatures.count <= SignedNote.signatureLimit else {
                throw reader.refusal(of: "more", expected: "at most \(SignedNote.signatureLimit) signatures")
            }
        } while !reader.isAtEnd
        return signatures
    }
}
