public import Draft

/// A command of a room's draft, put together again from what it left in the ledger.
///
/// The ledger keeps events and refusals, not commands. From an accepted command's events its content follows almost
/// wholly; what does not follow is tried out and recognised by the fingerprint, the first 32 bits of the SHA-256 of the
/// content, which every event carries. What cannot be known again:
///
/// - what an expected queue version was, when it was not the queue's own and no fingerprint tells;
/// - of a refused command what its refusal does not name: texts, intervals, players of queue edits. Only refusals whose
///   few open fields the fingerprint settles are rebuilt;
/// - commands beyond the 20 refusals of a seat and pick, which are only counted;
/// - what spans rooms: joining, leaving, cancelling a tournament. Those are the room's setting, not its draft.
public struct RecordedCommand: Sendable {
    /// How sure it is that this was the command.
    public enum Certainty: String, Sendable {
        /// Its content has the fingerprint that its events carry.
        case confirmed
        /// Its events follow from it, but no fingerprint was kept.
        case plausible
        /// Its events follow from it, but their fingerprint is of another content.
        case contradicted
    }

    /// The command; in a draft it is always about its room.
    var question: RoomQuestion
    public var origin: CommandOrigin

    /// When it was decided, by the ledger's clock.
    public var decidedAt: Timestamp

    /// Why it was refused; nil when it was accepted.
    public var refusal: RefusalCode?

    public var certainty: Certainty

    /// The events that it caused in the room and its queues, in order.
    public var events: [RecordedEvent]

    public var command: Command { question.command }

    /// Whether the rules have answered it: not who looked at its id and its signature before them.
    var reachedRules: Bool { refusal != .duplicateCommand && refusal != .badSignature }

    /// When it reached the edge of the system; where the record has no such time, when it was decided.
    var arrivedAt: Timestamp { origin.occurredAt ?? decidedAt }

    /// The position of its first event.
    public var position: UInt64 { events[0].position }
}
