/// The background maintenance of a writable ledger and its intervals; it never delays senders.
///
/// Only the duration of some operations depends on it: what was not done is done when it is asked for, or when the
/// ledger is closed or opened the next time.
public struct Upkeep: Hashable, Sendable {
    /// How often the stored rows of the projections are brought up to the log, so that who asks for rooms, rosters or
    /// balances, and who joins a contest first after a restart, need not fold what has come since: every 2 seconds by
    /// default. Nil for never.
    public var projections: Duration?

    /// How often a checkpoint is published, if the ledger has grown: every 10 minutes by default. Nil for never. Without
    /// the key that signs it, none is.
    public var checkpoint: Duration?

    /// How often counts of refusals are stated that no other event has taken along in time: every 60 seconds by default.
    /// Nil for never.
    public var counts: Duration?

    /// - Parameters:
    ///   - projections: how often rows are brought up to the log.
    ///   - checkpoint: how often a checkpoint is published.
    ///   - counts: how often counts of refusals are stated.
    public init(
        projections: Duration? = .seconds(2), checkpoint: Duration? = .seconds(600), counts: Duration? = .seconds(60)
    ) {
        self.projections = projections
        self.checkpoint = checkpoint
        self.counts = counts
    }

    /// Nothing by itself: for imports and other work that calls `catchUp()` and `publishCheckpoint()` when it is done.
    public static let none = Upkeep(projections: nil, checkpoint: nil, counts: nil)
}
