/// The origin of a command, which every event that it caused repeats.
public struct CommandOrigin: Hashable, Sendable, Codable {
    /// When the command reached the edge of the system; of an import, the source's own time. This time decides
    /// deadlines. Nil where a source has none.
    public var occurredAt: Timestamp?

    public var actor: Sender

    public var commandID: CommandID

    /// The first 32 bits of the SHA-256 of the command's content: tells a retry from another command under the same
    /// id, without keeping the command.
    public var fingerprint: UInt32

    /// Rare parts of an origin, stored separately: an origin is copied with each event that it caused.
    private var warrant: Warrant?

    /// The case because of which staff act in place of a member, or nil.
    public var dispute: CaseID? {
        get { warrant?.dispute }
        set { warrant = .of(dispute: newValue, signature: signature) }
    }

    /// That the command is its sender's own. A command's first event carries it, the others do not.
    public var signature: CommandSignature? {
        get { warrant?.signature }
        set { warrant = .of(dispute: dispute, signature: newValue) }
    }

    public init(
        occurredAt: Timestamp?, actor: Sender, commandID: CommandID, fingerprint: UInt32 = 0, dispute: CaseID? = nil,
        signature: CommandSignature? = nil
    ) {
        self.occurredAt = occurredAt
        self.actor = actor
        self.commandID = commandID
        self.fingerprint = fingerprint
        warrant = .of(dispute: dispute, signature: signature)
    }

    /// Whether it has a case or a signature.
    var hasWarrant: Bool { warrant != nil }

    /// The origin as the events after a command's first one carry it: one signature is enough.
    public var withoutSignature: CommandOrigin {
        guard signature != nil else { return self }
        var origin = self
        origin.signature = nil
        return origin
    }

    /// Shared by the copies of an origin.
    private final class Warrant: Hashable, Sendable, Codable {
        let dispute: CaseID?
        let signature: CommandSignature?

        private init(dispute: CaseID?, signature: CommandSignature?) {
            self.dispute = dispute
            self.signature = signature
        }

        /// Nil where there is neither. No initialiser that fails: it would have made an object by then, for every event
        /// that is read.
        static func of(dispute: CaseID?, signature: CommandSignature?) -> Warrant? {
            dispute == nil && signature == nil ? nil : Warrant(dispute: dispute, signature: signature)
        }

        static func == (one: Warrant, other: Warrant) -> Bool {
            one.dispute == other.dispute && one.signature == other.signature
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(dispute)
            hasher.combine(signature)
        }
    }
}

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
