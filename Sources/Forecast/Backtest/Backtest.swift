/// The backtest of the model on past seasons: it goes through them day by day and compares what was known on each morning with
/// what happened and with the closing line.
///
/// The constants were fitted on the seasons that begin before `firstTestSeason`; the others test them. The forecasts are the
/// integers of `TotalsModel` and `Normal`. Their means and deviations are only printed, so they are floating-point numbers.
///
/// ```swift
/// let report = Backtest(games).report
/// print(report.alone.brier)   // 0.2592 on 2022-23 to 2024-25; 0.25 knows nothing
/// ```
package struct Backtest: Sendable {
    /// A past game with its closing line.
    package struct Game: Hashable, Sendable {
        /// The year in which the season begins.
        package var season: Int
        /// Any number that grows with the date; games of one date have the same.
        package var day: Int
        package var played: PlayedGame
        /// The closing total in half points; nil if it is unknown.
        package var closeTotal: Int?

        package init(season: Int, day: Int, played: PlayedGame, closeTotal: Int?) {
            self.season = season
            self.day = day
            self.played = played
            self.closeTotal = closeTotal
        }

        var total: Int { played.homePoints + played.awayPoints }
    }

    /// A game with the forecast of its morning, from both teams' tenth game on.
    package struct Forecast: Hashable, Sendable {
        package var game: Game
        package var expected: ExpectedGame
        /// In millionths of a point.
        package var leagueTotal: Int
        /// In half points.
        package var closeTotal: Int
    }

    package static let firstTestSeason = 2022
    package static let fewestGames = 10

    /// The forecasts of the seasons that the constants were fitted on, and of the seasons that test them.
    package let fit: [Forecast]
    package let test: [Forecast]

    /// - Parameters:
    ///   - games: in any order; games without a closing line only teach the ratings.
    ///   - parameters: of the model that is tested.
    package init(_ games: [Game], parameters: TotalsModel.Parameters = TotalsModel.Parameters()) {
        var forecasts: [Forecast] = []
        var means = TotalsModel.LeagueMeans()
        for season in Dictionary(grouping: games, by: \.season).sorted(by: { $0.key < $1.key }) {
            var model = TotalsModel(parameters: parameters, previous: means)
            for day in Dictionary(grouping: season.value, by: \.day).sorted(by: { $0.key < $1.key }) {
                for game in day.value {
                    let expected = model.ratings.expected(home: game.played.home, away: game.played.away)
                    guard let closeTotal = game.closeTotal, expected.games >= Self.fewestGames else { continue }
                    forecasts.append(
                        Forecast(
                            game: game, expected: expected, leagueTotal: model.ratings.leagueTotal,
                            closeTotal: closeTotal))
                }
                model.record(day: day.value.map(\.played))
            }
            means = model.means
        }
        fit = forecasts.filter { $0.game.season < Self.firstTestSeason }
        test = forecasts.filter { $0.game.season >= Self.firstTestSeason }
    }

    /// All figures; they are NaN where there are too few games.
    package var report: BacktestReport {
        let modelDeviation = Sample(fit.map(\.modelError)).deviation
        let alone = fit.bets(deviation: modelDeviation)
        let tested = test.bets(deviation: modelDeviation)
        return BacktestReport(
            fit: BacktestReport.Period(fit), test: BacktestReport.Period(test),
            alone: BacktestReport.Alone(tested),
            bands: BacktestReport.bandEdges.map { BacktestReport.Band(tested, from: $0.from, to: $0.to) },
            fitBands: BacktestReport.bandEdges.map { BacktestReport.Band(alone, from: $0.from, to: $0.to) },
            around: BacktestReport.AroundLeague(
                test, modelDeviation: modelDeviation, closeDeviation: Sample(fit.map(\.closeError)).deviation),
            rule: BacktestReport.movedLines(test))
    }
}

extension Backtest.Forecast {
    var model: Double { Double(expected.total) / 1e6 }
    var close: Double { Double(closeTotal) / 2 }
    var modelError: Double { Double(game.total) - model }
    var closeError: Double { Double(game.total) - close }

    /// The probabilities of more and of less than a line, in one.
    ///
    /// - Parameters:
    ///   - line: in half points.
    ///   - mean: in points.
    ///   - deviation: in points.
    func probabilities(of line: Int, mean: Double, deviation: Double) -> (over: Double, under: Double) {
        let (upper, lower) = line % 2 == 0 ? (line + 1, line - 1) : (line, line)
        func above(_ halfPoints: Int) -> Double {
            let distance = (Double(halfPoints) / 2 - mean) / deviation * 1e6
            return Double(Normal.probability(above: Int(distance.rounded()))) / 1e9
        }
        return (above(upper), 1 - above(lower))
    }
}

/// A bet on the side that a probability favours, at a line that did not push.
struct FavouredBet {
    /// The probability of the favoured side, without the push.
    var said: Double
    var isWon: Bool
    /// The probability of the over less whether it was over: its square is the Brier score.
    var error: Double
}

extension [Backtest.Forecast] {
    /// The bets of the model alone against the close.
    func bets(deviation: Double) -> [FavouredBet] {
        compactMap { forecast in
            guard 2 * forecast.game.total != forecast.closeTotal else { return nil }
            let (over, under) = forecast.probabilities(
                of: forecast.closeTotal, mean: forecast.model, deviation: deviation)
            return FavouredBet(over / (over + under), isOver: 2 * forecast.game.total > forecast.closeTotal)
        }
    }
}

extension FavouredBet {
    /// - Parameters:
    ///   - probability: of the over, without the push.
    ///   - isOver: whether the total was over the line.
    init(_ probability: Double, isOver: Bool) {
        said = max(probability, 1 - probability)
        isWon = (probability >= 0.5) == isOver
        error = probability - (isOver ? 1 : 0)
    }
}
