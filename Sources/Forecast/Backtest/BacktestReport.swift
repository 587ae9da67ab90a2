/// The figures of a backtest. All are for printing and shown with every verdict; none is stored.
package struct BacktestReport: Sendable {
    /// The errors of model and closing line over some seasons, in points.
    package struct Period: Sendable {
        package var games: Int
        /// The mean absolute errors, standard deviations and bias of the total.
        package var modelError: Double
        package var modelDeviation: Double
        package var modelBias: Double
        package var closeError: Double
        package var closeDeviation: Double
        /// The mean distance of the model from the close.
        package var modelToClose: Double
        /// The knowledge of the model beyond the close: the slope of (total − close) on (model − close), and its standard error.
        package var weight: Double
        package var weightError: Double

        init(_ forecasts: [Backtest.Forecast]) {
            let model = Sample(forecasts.map(\.modelError))
            let close = Sample(forecasts.map(\.closeError))
            let apart = Sample(forecasts.map { $0.model - $0.close })
            games = forecasts.count
            modelError = model.meanError
            modelDeviation = model.deviation
            modelBias = model.mean
            closeError = close.meanError
            closeDeviation = close.deviation
            modelToClose = apart.meanError
            weight = apart.slope(of: close)
            weightError = close.deviation / apart.deviation / apart.count.squareRoot()
        }
    }

    /// The model alone against the close, over the games of the test that did not push.
    package struct Alone: Sendable {
        package var games: Int
        /// The mean squared error of the probability; 0.25 knows nothing.
        package var brier: Double

        init(_ bets: [FavouredBet]) {
            games = bets.count
            brier = Sample(bets.map(\.error)).meanSquare
        }
    }

    /// Bets whose stated probability is in a range.
    package struct Band: Sendable {
        /// Probabilities in hundredths; `to` is not part of the band.
        package var from: Int
        package var to: Int
        package var bets: Int
        /// The mean of the stated probabilities, and the share that won.
        package var said: Double
        package var hit: Double
        /// The return of a unit on each at odds of 1.91, in percent, and its standard error.
        package var roi: Double { 100 * (1.91 * hit - 1) }
        package var roiError: Double { 95.5 / Double(bets).squareRoot() }

        init(_ bets: [FavouredBet], from: Int, to: Int) {
            let chosen = bets.filter { $0.said >= Double(from) / 100 && $0.said < Double(to) / 100 }
            self.from = from
            self.to = to
            self.bets = chosen.count
            said = Sample(chosen.map(\.said)).mean
            hit = Sample(chosen.map { $0.isWon ? 1 : 0 }).mean
        }
    }

    static let bandEdges = [(50, 55), (55, 60), (60, 65), (65, 100), (55, 100), (60, 100)].map {
        (from: $0.0, to: $0.1)
    }

    /// Model, market and base rate at 31 lines around the league's mean: each whole point from -15 to 15, and a half.
    package struct AroundLeague: Sendable {
        /// The Brier scores.
        package var model: Double
        package var market: Double
        package var baseRate: Double
        /// The mean distance of the model's probability from the share that happened, over ten bins.
        package var calibrationError: Double

        init(_ forecasts: [Backtest.Forecast], modelDeviation: Double, closeDeviation: Double) {
            var scores = (model: [Double](), market: [Double](), base: [Double]())
            var bins = [(count: Double, said: Double, hits: Double)](repeating: (0, 0, 0), count: 10)
            for offset in -15...15 {
                let points = forecasts.map { forecast in
                    let whole = (Double(forecast.leagueTotal) / 1e6 + Double(offset)).rounded(.down)
                    let line = 2 * Int(whole) + 1
                    return (
                        model: forecast.probabilities(of: line, mean: forecast.model, deviation: modelDeviation).over,
                        market: forecast.probabilities(of: line, mean: forecast.close, deviation: closeDeviation).over,
                        hit: 2 * forecast.game.total > line ? 1.0 : 0.0
                    )
                }
                let base = Sample(points.map(\.hit)).mean
                scores.model.append(Sample(points.map { $0.model - $0.hit }).meanSquare)
                scores.market.append(Sample(points.map { $0.market - $0.hit }).meanSquare)
                scores.base.append(base * (1 - base))
                for point in points {
                    let bin = min(Int(point.model * 10), 9)
                    bins[bin].count += 1
                    bins[bin].said += point.model
                    bins[bin].hits += point.hit
                }
            }
            model = Sample(scores.model).mean
            market = Sample(scores.market).mean
            baseRate = Sample(scores.base).mean
            calibrationError = bins.reduce(0) { $0 + abs($1.said - $1.hits) } / bins.reduce(0) { $0 + $1.count }
        }
    }

    package var fit: Period
    package var test: Period
    package var alone: Alone
    /// Bets of the model alone against the close, by what it said.
    package var bands: [Band]
    /// The same over the seasons that the model was fitted on.
    package var fitBands: [Band]
    package var around: AroundLeague
    /// The rule that ships: the close as the centre, and lines moved off it.
    package var rule: [Band]

    /// Returns how often the favoured side won when the line was 1 to 8 points off the close, both ways, in steps of half a
    /// point: in the bands of `hold`, lean and strong verdicts. This measures calibration and not a profit: no book offers
    /// these lines.
    static func movedLines(_ forecasts: [Backtest.Forecast]) -> [Band] {
        var bets: [FavouredBet] = []
        for forecast in forecasts {
            for offset in Array(-16...(-2)) + Array(2...16) {
                let line = forecast.closeTotal + offset
                guard 2 * forecast.game.total != line else { continue }
                let (over, under) = forecast.probabilities(of: line, mean: forecast.close, deviation: 18)
                bets.append(FavouredBet(over / (over + under), isOver: 2 * forecast.game.total > line))
            }
        }
        return [(50, 55), (55, 60), (60, 100)].map { Band(bets, from: $0.0, to: $0.1) }
    }
}
