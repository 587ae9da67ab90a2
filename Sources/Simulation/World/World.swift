import Draft
import DraftLedger

/// What all rooms share and none changes.
struct World: Sendable {
    let players: PoolState
    let market: Market
    /// Who runs the house; none of them drafts.
    let staff: [UserID]
    let seed: UInt64
    let isLively: Bool
    let cryptography: LedgerCryptography
    let words: WordBook?
}
