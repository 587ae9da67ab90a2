/// That a command is its sender's own: made by a key of theirs, over what they asked for and what they had seen.
///
/// What is signed are the bytes of `SignableCommand` in `Records`. Whether they were, is looked at before a command is decided,
/// and by an audit of signatures; a decision asks whose key it is. 92 bytes in a record.
public struct CommandSignature: Hashable, Sendable, Codable {
    /// The claimed signer.
    public var key: KeyID

    /// How many events the last checkpoint had that the client saw and checked: a ledger that shows two histories to two
    /// members cannot continue with both. 0 before the first.
    public var anchor: UInt64

    /// The version of the command's stream that the client had seen. Evidence of what stood on the screen; never a decider.
    public var seenVersion: UInt32

    /// r ‖ s, as both schemes write it. 64 bytes.
    public var bytes: [UInt8]

    /// How many bytes a signature has.
    @inlinable public static var length: Int { 64 }

    @inlinable
    public init(key: KeyID, anchor: UInt64, seenVersion: UInt32, bytes: [UInt8]) {
        self.key = key
        self.anchor = anchor
        self.seenVersion = seenVersion
        self.bytes = bytes
    }
}
