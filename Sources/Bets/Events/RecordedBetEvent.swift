public import Values

/// An event with its place in its stream, in the ledger and in time.
public struct RecordedBetEvent: Hashable, Sendable {
    /// 0-based place in the ledger.
    public var position: UInt64

    public var stream: BetStream

    /// 1-based place in the stream.
    public var version: UInt32

    /// Position of the stream's previous event; nil at version 1.
    public var previous: UInt64?

    /// The ledger's clock when the event was committed; never runs backwards along the log.
    public var recordedAt: Timestamp

    /// The command that caused the event; all events of a command have the same origin.
    public var origin: CommandOrigin?

    public var event: BetEvent

    /// Keeps the record of a bettor's event from being guessed; nil in other records.
    public var salt: RecordSalt?

    public init(
        position: UInt64, stream: BetStream, version: UInt32, previous: UInt64?, recordedAt: Timestamp,
        origin: CommandOrigin?, event: BetEvent, salt: RecordSalt? = nil
    ) {
        self.position = position
        self.stream = stream
        self.version = version
        self.previous = previous
        self.recordedAt = recordedAt
        self.origin = origin
        self.event = event
        self.salt = salt
    }

    /// The moment that rules compare: when the command reached the edge of the system, of an import the source's own time.
    /// Without such a time, the moment of recording.
    public var moment: Timestamp { origin?.occurredAt ?? recordedAt }
}
