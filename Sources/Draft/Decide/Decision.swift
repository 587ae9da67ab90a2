/// What a command comes to: events for one or more streams, appended together or not at all, or a refusal.
public enum Decision: Sendable {
    /// At least one event; those of one stream in their order.
    case accepted([StreamEvent])
    case refused(Refusal)
}

/// An event and the stream it is for, before the ledger gives it a place.
public struct StreamEvent: Hashable, Sendable {
    public var stream: StreamKey
    public var event: Event

    public init(_ stream: StreamKey, _ event: Event) {
        self.stream = stream
        self.event = event
    }
}

/// The two functions of cryptography that a draft needs, handed in so that the game depends on nothing.
public protocol DraftCryptography: Sendable {
    func sha256(_ message: [UInt8]) -> Digest256
    func hmacSHA256(key: [UInt8], message: [UInt8]) -> Digest256

    /// The secret of a room's order draw. The same room always gets the same one, and nobody can tell it from the
    /// outside before the draw reveals it.
    func drawSecret(of room: RoomID) -> Digest256
}
