/// The inputs of a game's simulation, as they were known when it was made.
package struct TotalsInputs: Hashable, Sendable {
    /// The model's own expectation.
    package var model: ExpectedGame
    /// The other books' expectation of the total; nil without other books.
    package var total: Consensus?
    /// Their expectation of the margin; nil without other books that quote a spread.
    package var margin: Consensus?
    /// The part of the model in the centre, in ten-thousandths: 0 for the market alone.
    package var weight: Int

    package init(model: ExpectedGame, total: Consensus?, margin: Consensus?, weight: Int = 0) {
        self.model = model
        self.total = total
        self.margin = margin
        self.weight = weight
    }

    /// The centre of the simulation, in millionths of a point: `consensus + weight × (model − consensus)`; without a consensus
    /// the model's own total.
    package var simulatedMean: Int {
        guard let total else { return model.total }
        return total.mean + FixedPoint.rounded(weight * (model.total - total.mean), over: 10_000)
    }

    /// The simulation of these inputs.
    package var simulation: Simulation {
        Simulation(
            totalMean: simulatedMean,
            totalDeviation: total == nil ? Simulation.totalDeviationOfModel : Simulation.totalDeviationOfMarket,
            marginMean: margin?.mean ?? model.margin)
    }
}

/// An offer of a total in the light of a simulation.
package struct TotalsForecast: Hashable, Sendable {
    package var over: Price
    package var under: Price
    package var verdict: Verdict

    /// - Parameters:
    ///   - line: in half points.
    ///   - odds: decimal, in thousandths, of over and under.
    ///   - hasConsensus: whether the centre of the simulation is that of other books.
    package init(_ game: SimulatedGame, line: Int, odds: (over: Int, under: Int), hasConsensus: Bool) {
        let (above, below) = (game.totals.above(line), game.totals.below(line))
        over = Price(wins: above, losses: below, odds: odds.over)
        under = Price(wins: below, losses: above, odds: odds.under)
        verdict = Verdict(over: over, under: under, hasConsensus: hasConsensus)
    }
}
