/// The backtest of the prop model: the points of athletes with a lasting role, in the second half of a season.
///
/// The model has only the games before each date. An athlete is tested from the tenth game on, with a mean of at least
/// 20 minutes over the last 20 games. No prices of props were found, so this measures errors and calibration only.
package struct PropBacktest: Sendable {
    /// The points of an athlete in a game.
    package struct Row: Hashable, Sendable {
        /// Any name that is the athlete's own.
        package var athlete: String
        package var opponent: UInt64
        /// As in `Backtest.Game`.
        package var day: Int
        package var minutes: Int
        package var points: Int

        package init(athlete: String, opponent: UInt64, day: Int, minutes: Int, points: Int) {
            self.athlete = athlete
            self.opponent = opponent
            self.day = day
            self.minutes = minutes
            self.points = points
        }
    }

    package static let fewestGames = 10
    package static let fewestMinutes = 20

    /// The number of player-games that were tested.
    package let games: Int
    /// The mean distance of the points from the model's mean, and from the season's average.
    package let modelError: Double
    package let averageError: Double
    /// The mean distance of the probability of an over from the share that happened, over ten bins, at lines 6 points below to
    /// 6 points above the mean.
    package let calibrationError: Double

    /// - Parameters:
    ///   - season: the games of one season.
    ///   - rows: the athletes' games of that season.
    ///   - firstDay: from which forecasts are tested.
    package init(_ season: [Backtest.Game], _ rows: [Row], firstDay: Int) {
        var model = TotalsModel()
        var history: [String: [Row]] = [:]
        var (errors, averages): ([Double], [Double]) = ([], [])
        var bins = [(count: Double, said: Double, hits: Double)](repeating: (0, 0, 0), count: 10)
        let games = Dictionary(grouping: season, by: \.day)
        let played = Dictionary(grouping: rows.filter { $0.minutes > 0 }, by: \.day)
        for day in Set(games.keys).union(played.keys).sorted() {
            let ratings = model.ratings
            for row in played[day] ?? [] {
                defer { history[row.athlete, default: []].append(row) }
                guard day >= firstDay, let past = history[row.athlete], Self.isTested(past) else { continue }
                let points = past.map(\.points)
                let defence = ratings.team(row.opponent).defence
                guard let prop = PropModel(points: points, defence: defence, league: ratings.league) else { continue }
                errors.append(Double(row.points) - Double(prop.mean) / 1e6)
                averages.append(Double(row.points) - Double(points.reduce(0, +)) / Double(points.count))
                let centre = 2 * FixedPoint.rounded(prop.mean, over: FixedPoint.one) + 1
                for offset in stride(from: -12, through: 12, by: 4) {
                    let said = Double(prop.counts(line: centre + offset).over) / 10_000
                    let bin = min(Int(said * 10), 9)
                    bins[bin].count += 1
                    bins[bin].said += said
                    bins[bin].hits += 2 * row.points > centre + offset ? 1 : 0
                }
            }
            model.record(day: (games[day] ?? []).map(\.played))
        }
        self.games = errors.count
        modelError = Sample(errors).meanError
        averageError = Sample(averages).meanError
        calibrationError = bins.reduce(0) { $0 + abs($1.said - $1.hits) } / bins.reduce(0) { $0 + $1.count }
    }

    private static func isTested(_ past: [Row]) -> Bool {
        let last = past.suffix(PropModel.longWindow)
        return past.count >= fewestGames
            && last.reduce(0) { $0 + $1.minutes } >= fewestMinutes * last.count
    }
}
