/// The figures of a user's bets. Bets at books outside of the feeds are counted apart: nothing but the user's word says that
/// they were on offer.
public struct BetStatistics: Hashable, Sendable {
    /// All bets that are not void: `wins + losses + pushes + pending`.
    public var totalBets = 0
    public var wins = 0
    public var losses = 0
    public var pushes = 0
    public var pending = 0
    /// Void bets, which count nowhere else.
    public var voids = 0
    /// The sum of all profits and losses.
    public var profit = Profit.zero
    /// The sum of the profits of won bets.
    public var winnings = Profit.zero
    /// The sum of the lost stakes, not negative.
    public var lostStakes = Profit.zero
    /// The sum of the stakes of won, lost and pushed bets.
    public var settledStakes = Profit.zero
    /// The number of wins, or of losses, in a row up to the latest. Pushes and voids are skipped.
    public var currentStreak = 0
    /// Whether the current streak is of wins or of losses; nil without either.
    public var streakOutcome: BetOutcome?
    /// The most wins in a row.
    public var bestStreak = 0

    public init() {}

    /// `100 × wins / (wins + losses)` in thousandths of a percent, rounded half to even; nil without wins and losses.
    public var winPercentage: Int64? { nil }

    /// `100 × profit / settledStakes` in thousandths of a percent, rounded half to even; nil without settled stakes.
    public var returnOnInvestment: Int64? { nil }
}
