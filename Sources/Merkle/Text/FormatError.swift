/// Why some bytes are not what they claim to be: which format, which line, what stands there, what should.
///
/// One type for every format of this module, since all of them are read by the same rules: a reader either gets the
/// whole value or this error, never a half of it.
public struct FormatError: Error, Hashable, Sendable {
    /// The format that was being read. The raw value is its name in messages.
    public enum Format: String, Sendable {
        /// C2SP signed-note: a text, a blank line, signature lines.
        case note = "signed note"
        /// A verifier key: `name+id+key`.
        case verifierKey = "verifier key"
        /// A signer key: `PRIVATE+KEY+name+id+key`.
        case signerKey = "signer key"
        /// C2SP tlog-checkpoint: origin, size, root.
        case checkpoint
        /// C2SP tlog-witness: the body of an `add-checkpoint` request.
        case addCheckpoint = "add-checkpoint request"
        /// C2SP tlog-policy: logs, witnesses, groups, quorum.
        case policy
        /// C2SP tlog-proof: a record's way to a checkpoint.
        case proofFile = "tlog-proof"
        /// C2SP tlog-tiles: a tile's place in the directory.
        case tilePath = "tile path"
        /// C2SP tlog-tiles: up to 256 hashes.
        case tile
        /// C2SP tlog-tiles: up to 256 records.
        case entryBundle = "entry bundle"
    }

    /// The format that was being read.
    public let format: Format
    /// The line, counted from 1 in the outermost text; nil where there are no lines.
    public let line: Int?
    /// The text at this place, shortened to a printable excerpt.
    public let found: String
    /// The expected text.
    public let expected: String

    init(_ format: Format, line: Int? = nil, found: String, expected: String) {
        self.format = format
        self.line = line
        self.found = found
        self.expected = expected
    }

    init(_ format: Format, line: Int? = nil, found: some Collection<UInt8>, expected: String) {
        self.init(format, line: line, found: FormatError.excerpt(found), expected: expected)
    }
}

extension FormatError: CustomStringConvertible {
    public var description: String {
        let place = line.map { "\(format.rawValue), line \($0)" } ?? format.rawValue
        return "\(place): found \(found), expected \(expected)"
    }
}

extension FormatError {
    private static let excerptLimit = 80

    /// Quotes what came from outside so that it can neither flood nor steer a terminal.
    static func excerpt(_ bytes: some Collection<UInt8>) -> String {
        guard !bytes.isEmpty else { return "nothing" }
        var quoted = "\""
        for scalar in String(decoding: bytes.prefix(excerptLimit), as: UTF8.self).unicodeScalars {
            quoted += scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : String(scalar)
        }
        return quoted + (bytes.count > excerptLimit ? "…\" (\(bytes.count) bytes)" : "\"")
    }
}

extension String {
    /// The text with everything but printable ASCII as `\u{…}`, for a message that compares two names:
    /// a Cyrillic "а" looks like a Latin one, and invisible characters look like nothing.
    package var asciiEscaped: String {
        guard !utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if (0x20..<0x7F).contains(scalar.value) {
                text.unicodeScalars.append(scalar)
            } else {
                text += "\\u{" + String(scalar.value, radix: 16) + "}"
            }
        }
    }
}
