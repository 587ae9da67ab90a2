public import Draft

/// An event that was decided and waits for its place in the ledger.
public struct PendingEvent: Hashable, Sendable {
    public var stream: StreamKey
    public var event: Event

    /// The command that caused it; nil for ticks, steps of the clock and counts of refusals.
    public var origin: CommandOrigin?

    /// Nil for the ledger's clock. Not before the event that precedes it in the ledger, also where that got the clock's.
    public var recordedAt: Timestamp?

    /// How the record is salted, if it is private.
    public var salting = Salting.byLedger

    public enum Salting: Hashable, Sendable {
        /// With a salt that the ledger derives.
        case byLedger
        /// With that of the record that it was elsewhere; nil for one without.
        case asRecorded(RecordSalt?)
    }

    @inlinable
    public init(stream: StreamKey, event: Event, origin: CommandOrigin?, recordedAt: Timestamp? = nil) {
        self.stream = stream
        self.event = event
        self.origin = origin
        self.recordedAt = recordedAt
    }
}
