/// The place of an event, as folds need it: its stream, position and time.
///
/// The ledger's log gives every event its place. Deciders in memory keep a log of their own with its own
/// positions.
public struct EventPlace: Hashable, Sendable {
    public var stream: StreamKey

    /// 0-based place in the log.
    public var position: UInt64

    /// The log's clock when the event was written down.
    public var recordedAt: Timestamp

    /// When the command that caused the event reached the edge of the system; nil where none did, or its source has no
    /// times.
    public var occurredAt: Timestamp?

    /// The sender of that command.
    public var sender: Sender?

    @inlinable
    public init(stream: StreamKey, position: UInt64, recordedAt: Timestamp, origin: CommandOrigin?) {
        self.stream = stream
        self.position = position
        self.recordedAt = recordedAt
        occurredAt = origin?.occurredAt
        sender = origin?.actor
    }

    /// Whether an importer recorded the event: it happened some time before it was recorded.
    var isHistory: Bool { sender?.role == .importer }
}

/// An event with its place in its stream, in the ledger and in time.
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

    /// Nil for what no command caused, or more than one: ticks and steps of the clock, counts of refusals.
    public var origin: CommandOrigin?

    public var event: Event

    /// Keeps a private record from being guessed; nil in public records, and in private ones of older versions.
    public var salt: RecordSalt?

    public init(
        position: UInt64, stream: StreamKey, version: UInt32, previous: UInt64?, recordedAt: Timestamp,
        origin: CommandOrigin?, event: Event, salt: RecordSalt? = nil
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

    /// The part that folds read.
    @inlinable
    public var place: EventPlace {
        EventPlace(stream: stream, position: position, recordedAt: recordedAt, origin: origin)
    }
}

extension RecordedEvent {
    /// The event as everybody in the room may see it.
    ///
    /// A pick that the rules made recorded whom it passed over before there was `AutopickExplained`: the head of the
    /// seat's queue, which is that seat's alone. What is shown of such a record to others leaves it out.
    public var withoutQueueContents: RecordedEvent {
        guard case .automated(var made) = event.pick, showsQueueContents else { return self }
        made.skipped = []
        var shown = self
        shown.event = .pickAutomated(made)
        return shown
    }

    /// Whether the record itself, which cannot be changed, states the skipped players.
    package var showsQueueContents: Bool {
        if case .automated(let made) = event.pick { !made.skipped.isEmpty } else { false }
    }
}
