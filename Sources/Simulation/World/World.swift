import Draft
import DraftLedger

/// The constants that all rooms share.
struct World: Sendable {
    let players: PoolState
    let market: Market
    /// The staff, who do not draft.
    let staff: [UserID]
    let seed: UInt64
    let isLively: Bool
    let cryptography: LedgerCryptography
    let words: WordBook?
}
