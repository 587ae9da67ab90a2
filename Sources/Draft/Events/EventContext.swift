/// What a command brought along and every event that it caused repeats.
public struct CommandOrigin: Hashable, Sendable {
    /// When the command reached the edge of the system; of an import, the source's own time. This time decides
    /// deadlines. Nil where a source has none.
    public var occurredAt: Timestamp?

    public var actor: Sender

    public var commandID: CommandID

    /// The first 32 bits of the SHA-256 of the command's content: tells a retry from another command under the same
    /// id, without keeping the command.
    public var fingerprint: UInt32

    public init(occurredAt: Timestamp?, actor: Sender, commandID: CommandID, fingerprint: UInt32 = 0) {
        self.occurredAt = occurredAt
        self.actor = actor
        self.commandID = commandID
        self.fingerprint = fingerprint
    }
}

/// An event where it stands: in its stream, in the ledger, in time.
public struct RecordedEvent: Sendable {
    /// 0-based place in the ledger.
    public var position: UInt64

    public var stream: StreamKey

    /// 1-based place in the stream.
    public var version: UInt32

    /// Position of the stream's previous event; nil at version 1.
    public var previous: UInt64?

    /// The ledger's clock when the event was committed; never runs backwards along the log.
    public var recordedAt: Timestamp

    /// Nil for what no command caused: ticks and steps of the clock.
    public var origin: CommandOrigin?

    public var event: Event

    public init(
        position: UInt64, stream: StreamKey, version: UInt32, previous: UInt64?, recordedAt: Timestamp,
        origin: CommandOrigin?, event: Event
    ) {
        self.position = position
        self.stream = stream
        self.version = version
        self.previous = previous
        self.recordedAt = recordedAt
        self.origin = origin
        self.event = event
    }
}
