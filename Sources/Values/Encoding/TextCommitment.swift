/// Words in somebody's own writing, kept outside the log so that they can be erased. The log has their
/// salted digest: it shows what was written as long as the words are there, and nothing once they are erased.
///
/// ```
/// digest = HMAC-SHA256(salt, the words in UTF-8)    salt: 32 random bytes, kept with the words and erased with them
/// ```
public struct TextCommitment: Hashable, Sendable {
    public var text: String
    public var salt: Digest256

    public init(text: String, salt: Digest256) {
        self.text = text
        self.salt = salt
    }
}
