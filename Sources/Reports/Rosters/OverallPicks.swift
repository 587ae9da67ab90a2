import Draft
import Projections

/// The overall picks of a draft position, round after round. One addition a round: a scan counts millions of them.
///
///     var pick = OverallPicks(of: slot, in: draft)
///     for index in part.picks(of: place) {
///         sum += pick.number
///         pick.advance()
///     }
///
/// It says what `Snake.pick(of:in:)` says, with third-round reversal too.
struct OverallPicks {
    /// The pick of the current round, from 1.
    private(set) var number: Int64

    /// The pick of the round if it ran the other way.
    private var mirrored: Int64
    private let teams: Int64
    private var round = 1

    /// The round that runs as the one before it; 0 without one.
    private let repeatedRound: Int

    /// Begins in the first round.
    ///
    /// - Parameter slot: the draft position, from 0.
    init(of slot: Slot, in draft: RosterColumns.Draft) {
        teams = Int64(draft.teams)
        number = Int64(slot) + 1
        mirrored = teams - Int64(slot)
        repeatedRound = draft.order == .thirdRoundReversal ? 3 : 0
    }

    /// Goes to the next round.
    mutating func advance() {
        round += 1
        (number, mirrored) = (mirrored + teams, number + teams)
        if round == repeatedRound { swap(&number, &mirrored) }
    }
}
