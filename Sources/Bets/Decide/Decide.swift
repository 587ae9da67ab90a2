public import Values

/// The rules: the decision about a command, given the state of the ledger. Pure, and the only such function.
///
/// - Parameters:
///   - command: what somebody wants.
///   - origin: the sender, and the moment when the command reached the edge of the system. Of an importer, the source's own
///     time.
///   - now: the ledger's clock.
///   - state: the fold of all records.
/// - Returns: events to append together, or a refusal. The same arguments always give the same answer.
public func decide(
    _ command: BetCommand, origin: CommandOrigin, now: Timestamp, state: BetState
) -> BetDecision {
    .accepted([])
}

/// The decision about a command: events for one or more streams, appended together or not at all, or a refusal.
public enum BetDecision: Hashable, Sendable {
    /// The events in their order. Empty for a report that says nothing new, such as a feed's second one.
    case accepted([BetStreamEvent])
    case refused(BetRefusal)
}
