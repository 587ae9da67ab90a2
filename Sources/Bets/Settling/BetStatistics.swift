public import Values

/// The figures of a user's bets, by definition and without rounding until a percentage is asked for.
///
/// Bets at books outside of the feeds are counted apart: nothing but the user's word says that they were on offer.
public struct BetStatistics: Hashable, Sendable {
    /// All bets that are not void: `wins + losses + pushes + pending`.
    public var totalBets: Int { wins + losses + pushes + pending }
    public private(set) var wins = 0
    public private(set) var losses = 0
    public private(set) var pushes = 0
    public private(set) var pending = 0
    /// Void bets, which count nowhere else.
    public private(set) var voids = 0
    /// The sum of the profits of won bets.
    public private(set) var winnings = Profit.zero
    /// The sum of the lost stakes, not negative.
    public private(set) var lostStakes = Profit.zero
    /// The sum of the stakes of won, lost and pushed bets.
    public private(set) var settledStakes = Profit.zero
    /// The number of wins, or of losses, in a row up to the latest. Pushes and voids are skipped.
    public private(set) var currentStreak = 0
    /// Whether the current streak is of wins or of losses; nil without either.
    public private(set) var streakOutcome: BetOutcome?
    /// The most wins in a row.
    public private(set) var bestStreak = 0

    /// Counts bets in any order. Streaks follow the positions of the games' finals, and of two bets on a game their own.
    public init(of bets: some Sequence<BetState.Bet>) {
        var decided: [(final: UInt64, bet: BetID, outcome: BetOutcome)] = []
        for bet in bets {
            guard let settlement = bet.settlement else {
                pending += 1
                continue
            }
            count(settlement, stake: Int64(bet.terms.stake.thousandths))
            guard settlement.outcome == .win || settlement.outcome == .loss else { continue }
            decided.append((bet.outcomes.last?.final ?? 0, bet.id, settlement.outcome))
        }
        decided.sort { ($0.final, $0.bet) < ($1.final, $1.bet) }
        for (_, _, outcome) in decided {
            currentStreak = outcome == streakOutcome ? currentStreak + 1 : 1
            streakOutcome = outcome
            if outcome == .win { bestStreak = max(bestStreak, currentStreak) }
        }
    }

    private mutating func count(_ settlement: BetSettlement, stake: Int64) {
        switch settlement.outcome {
        case .win:
            wins += 1
            winnings.thousandths += settlement.profit.thousandths
            settledStakes.thousandths += stake
        case .loss:
            losses += 1
            lostStakes.thousandths -= settlement.profit.thousandths
            settledStakes.thousandths += stake
        case .push:
            pushes += 1
            settledStakes.thousandths += stake
        case .void: voids += 1
        case .pending: pending += 1
        }
    }

    /// The sum of all profits and losses.
    public var profit: Profit { Profit(thousandths: winnings.thousandths - lostStakes.thousandths) }

    /// `100 × wins / (wins + losses)` in thousandths of a percent, rounded half to even; nil without wins and losses.
    public var winPercentage: Int64? { Self.percentage(Int64(wins), of: Int64(wins + losses)) }

    /// `100 × profit / settledStakes` in thousandths of a percent, rounded half to even; nil without settled stakes.
    public var returnOnInvestment: Int64? {
        Self.percentage(profit.thousandths, of: settledStakes.thousandths)
    }

    private static func percentage(_ part: Int64, of whole: Int64) -> Int64? {
        guard whole > 0 else { return nil }
        // Wider than the sums of the largest profits.
        return Int64(truncatingIfNeeded: (Int128(part) * 100_000).dividedHalfEven(by: Int128(whole)))
    }
}

extension BetState {
    /// The figures of a user's bets.
    ///
    /// - Parameters:
    ///   - user: whose bets are counted.
    ///   - claimed: whether bets at books outside of the feeds are counted, or all others.
    public func statistics(of user: UserID, claimed: Bool = false) -> BetStatistics {
        BetStatistics(of: bets(of: user).lazy.filter { $0.terms.isClaimed == claimed })
    }
}
