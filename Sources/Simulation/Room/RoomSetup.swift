import Draft
import DraftLedger

/// What a room's draft starts from.
struct RoomSetup {
    /// Just started, its first clock running.
    var room: RoomState
    /// When it filled: from here on its members may prepare.
    var filledAt: Timestamp
    var startedAt: Timestamp
    var script: RoomScript
}

/// What all rooms share and none changes.
struct World: Sendable {
    let players: PoolState
    let market: Market
    /// Who runs the house; none of them drafts.
    let staff: [UserID]
    let seed: UInt64
    let isLively: Bool
    let cryptography: LedgerCryptography
}

/// What a room's draft has come to.
struct RoomOutcome: Sendable {
    var room: RoomState
    /// In the order of time.
    var events: [PendingEvent]
    /// Those of them that the house has to know.
    var milestones: [PendingEvent]
    /// What each seat's team scored in the season, in hundredths of a point; empty unless the draft is complete.
    var scores: [Int64]
}
