/// The judgement of an analysis about an offer. No verdict promises a profit: no edge was shown on 6,116 games.
package enum Verdict: String, Hashable, Sendable, CaseIterable {
    case strongOver = "STRONG_OVER"
    case leanOver = "LEAN_OVER"
    case hold = "HOLD"
    case leanUnder = "LEAN_UNDER"
    case strongUnder = "STRONG_UNDER"

    /// The probabilities from which a verdict is given, as draws of 10,000.
    package static let lean = 5500
    package static let strong = 6000

    /// Returns the verdict of a total.
    ///
    /// - Parameters:
    ///   - over: the price of the over.
    ///   - under: the price of the under.
    ///   - hasConsensus: whether the centre is that of other books. Without them the verdict is `hold`.
    package init(over: Price, under: Price, hasConsensus: Bool) {
        switch (hasConsensus, Self.strength(over), Self.strength(under)) {
        case (true, .strong, _): self = .strongOver
        case (true, .lean, _): self = .leanOver
        case (true, _, .strong): self = .strongUnder
        case (true, _, .lean): self = .leanUnder
        case (_, .none, .none), (false, _, _): self = .hold
        }
    }

    private enum Strength { case none, lean, strong }

    private static func strength(_ price: Price) -> Strength {
        guard price.exactExpectedValue > 0, price.wins >= lean else { return .none }
        return price.wins >= strong ? .strong : .lean
    }
}

/// How much an analysis rests on.
package enum Confidence: String, Hashable, Sendable, CaseIterable {
    case low, medium, high
    case veryHigh = "very_high"

    /// The number of games below which a team's rating says little.
    package static let fewestGames = 10
    /// The number of other books from which a consensus is broad.
    package static let broadConsensus = 3
    /// The last hour before tip-off, in seconds: moves of the line until then are right.
    package static let lastHour = 3600

    /// Returns the confidence of an analysis.
    ///
    /// - Parameters:
    ///   - games: the fewest games of the two teams this season.
    ///   - books: the number of other books in the consensus.
    ///   - secondsToTipOff: from the analysis to the scheduled tip-off.
    package init(games: Int, books: Int, secondsToTipOff: Int) {
        if games < Self.fewestGames || books < 1 {
            self = .low
        } else if books < Self.broadConsensus {
            self = .medium
        } else {
            self = (0...Self.lastHour).contains(secondsToTipOff) ? .veryHigh : .high
        }
    }
}
