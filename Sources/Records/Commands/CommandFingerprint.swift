import Crypto
public import Draft

extension Command {
    /// The first 32 bits of the SHA-256 of the command's content. They distinguish a retry from another command with the
    /// same id. Stored with every event, so the computation is permanent.
    ///
    /// It detects mistakes of callers, not deliberate collisions: 32 bits are few, and
    /// some contents are the same bytes, such as a queue of player 1 without an expected version and an empty one with
    /// the expected version 0. Such a command is taken for a retry under an id that was used before, and only there.
    public var fingerprint: UInt32 { measuredFingerprint.fingerprint }

    /// The fingerprint, and how many bytes the content has that it is of.
    package var measuredFingerprint: (fingerprint: UInt32, byteCount: Int) {
        let content = CommandContent(.logged, of: self)
        let fingerprint = SHA256.hash(data: content.bytes).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        return (fingerprint, content.bytes.count)
    }

    /// The SHA-256 of the command's content: what a receipt states. No two contents have the same bytes here.
    ///
    /// Content is all that decides what the command comes to. What a client claims of its clock and what an importer
    /// adds of a pick's ADP are not.
    public var contentDigest: Digest256 { Digest256(hashing: CommandContent(.exact, of: self).bytes) }

    /// The digest whose first 32 bits are the fingerprint: receipts of version 1 state it.
    package var loggedDigest: Digest256 { Digest256(hashing: CommandContent(.logged, of: self).bytes) }
}

extension Digest256 {
    /// The result of SHA-256 or of a code based on it.
    package init(sha256 digest: some Sequence<UInt8>) { self = Digest256(bytes: digest) ?? .zero }

    /// The SHA-256 of some bytes.
    package init(hashing bytes: [UInt8]) { self.init(sha256: SHA256.hash(data: bytes)) }
}
