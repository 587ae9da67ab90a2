/// One seat's private strategy: what its autopicks go by.
public struct QueueState: Hashable, Sendable {
    /// First wish first.
    public var players: [PlayerIndex] = []
    /// The seat's own ranking, best first; empty for none.
    public var rankings: [PlayerIndex] = []
    /// Nil for the ruleset's.
    public var limits: PositionLimits?
    /// The stream's version; 0 before its first event.
    public var version: UInt32 = 0

    public init() {}

    /// The most players that a queue or a ranking can hold, so that it fits one record.
    public static let maximumLength = 16_384
}
