/// What somebody wrote in the own words: a reason. Who acts as a person leaves them out of the log, and there is the
/// digest that pins them, see ``PinnedWords``; what the rules themselves say, and what older records hold, is there as text.
public struct Wording: Hashable, Sendable {
    /// Empty where a digest stands for them, as long as nobody has looked them up.
    public var text: String
    /// What pins them outside the log; nil for those that are in it.
    public var digest: Digest256?

    public init(_ text: String, digest: Digest256? = nil) {
        self.text = text
        self.digest = digest
    }

    /// Whether nothing was written at all.
    public var isEmpty: Bool { text.isEmpty && digest == nil }
}

extension Wording: ExpressibleByStringInterpolation {
    public init(stringLiteral text: String) { self.init(text) }
}

extension Wording: CustomStringConvertible {
    /// The words; of those that are elsewhere, what the log says of them.
    public var description: String {
        guard text.isEmpty, let digest else { return text }
        return "in words that the record has the digest \(digest.hexadecimal) of"
    }
}

extension CanonicalWriter {
    /// Words that are in the log have the bytes of a text.
    mutating func write(_ words: Wording) {
        write(words.text)
        if let digest = words.digest { write(digest) }
    }
}
