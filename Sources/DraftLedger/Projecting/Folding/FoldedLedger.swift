public import Draft
public import Projections

/// What a stretch of the ledger amounts to.
public struct FoldedLedger: Sendable {
    /// Every room that had events, as the stretch leaves it, by number.
    public var rooms: [RoomState]

    /// What the stretch moved.
    public var balances: Balances

    /// The stretch's deposits, each payment once: the first that was recorded of it.
    var deposits: [DepositRow]

    /// How many events the stretch has.
    public var events: UInt64
}
