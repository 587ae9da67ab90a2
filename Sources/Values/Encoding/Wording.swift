/// Free text, such as a reason. Text by people is stored outside the log, which has its salted digest (a commitment), see
/// ``TextCommitment``; text by the rules and in older records is in the log.
public struct Wording: Hashable, Sendable {
    /// Empty if the record has only the digest, until the text is looked up.
    public var text: String
    /// The commitment to text outside the log; nil for text in the log.
    public var digest: Digest256?

    @inlinable
    public init(_ text: String, digest: Digest256? = nil) {
        self.text = text
        self.digest = digest
    }

    /// Whether there is neither text nor digest.
    @inlinable
    public var isEmpty: Bool { text.isEmpty && digest == nil }
}

extension Wording: ExpressibleByStringInterpolation {
    public init(stringLiteral text: String) { self.init(text) }
}

extension Wording: CustomStringConvertible {
    /// The text; for text outside the log, its digest.
    public var description: String {
        guard text.isEmpty, let digest else { return text }
        return "(free text with SHA-256 \(digest.hexadecimal))"
    }
}

extension CanonicalWriter {
    /// Text in the log has the bytes of a text.
    package mutating func write(_ words: Wording) {
        write(words.text)
        if let digest = words.digest { write(digest) }
    }
}

/// A range as messages and help state it. A text that is made of it cannot contradict the rule.
extension ClosedRange where Bound: BinaryInteger {
    /// In a sentence: "2 to 32".
    package var words: String { "\(lowerBound) to \(upperBound)" }

    /// Before a noun, or as the placeholder of an option: "2-32".
    package var dashed: String { "\(lowerBound)-\(upperBound)" }
}
