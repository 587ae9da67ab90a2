/// The model of one season's totals: it takes games day by day and answers with the ratings of the next morning.
///
/// A rating is points per 100 possessions over a team's last 20 games, less what its opponents usually give or allow, shrunk to
/// the league's mean by `n / (n + 10)`. Nothing of a game is used before the day after it.
///
/// ```swift
/// var model = TotalsModel()
/// model.record(day: games)                                // all games of one date
/// let expected = model.ratings.expected(home: 1, away: 2) // for the games of a later date
/// ```
package struct TotalsModel: Hashable, Sendable {
    /// The constants of the model, fitted on the seasons 2019-20 to 2021-22.
    package struct Parameters: Hashable, Sendable {
        /// The number of a team's latest games that count.
        package var window = 20
        /// The number of games of the league's mean that a rating is mixed with.
        package var shrinkage = 10
        /// Half the home team's advantage, in millionths of a point per 100 possessions.
        package var homeAdvantage = 1_100_000
        /// The number of games of the last season that the league's means are mixed with.
        package var leagueWeight = 50
        /// The number of games that the running bias of the last season counts.
        package var biasWeight = 200
        /// The part of the model in the centre of the simulation, in ten-thousandths. It stays 0 until a published backtest
        /// shows that the model knows something beyond the market.
        package var weight = 0

        package init() {}
    }

    /// The means of a season that the next one begins with.
    package struct LeagueMeans: Hashable, Sendable {
        /// Points per 100 possessions, in millionths.
        package var rating: Int
        /// Possessions per 48 minutes, in millionths.
        package var pace: Int
        /// Points of a game beyond the ratings', in millionths: overtime and drift.
        package var bias: Int

        package init(rating: Int = 110_000_000, pace: Int = 100_000_000, bias: Int = 1_100_000) {
            self.rating = rating
            self.pace = pace
            self.bias = bias
        }
    }

    package let parameters: Parameters
    /// The last season's means.
    package let previous: LeagueMeans

    /// The ratings after all days that were recorded.
    package private(set) var ratings: Ratings

    private var latest: [UInt64: [TeamGame]] = [:]
    private var games = 0
    private var points = 0
    /// In hundredths, of both teams.
    private var possessions = 0
    /// In hundredths.
    private var pace = 0
    /// The sum of what games brought beyond the ratings', in millionths.
    private var residual = 0

    package init(parameters: Parameters = Parameters(), previous: LeagueMeans = LeagueMeans()) {
        self.parameters = parameters
        self.previous = previous
        ratings = Ratings(
            league: previous.rating, pace: previous.pace, bias: previous.bias, teams: [:],
            homeAdvantage: parameters.homeAdvantage)
    }

    /// Takes the games of one date: the bias learns from each with the ratings of that morning.
    package mutating func record(day: [PlayedGame]) {
        guard !day.isEmpty else { return }
        for game in day {
            let expected = ratings.expected(home: game.home, away: game.away)
            let total = game.homePoints + game.awayPoints
            residual += total * FixedPoint.one - (expected.total - ratings.bias)
            games += 1
            points += total
            possessions += 2 * game.possessions
            pace += game.pace
            add(
                TeamGame(opponent: game.away, scored: game.homePoints, allowed: game.awayPoints, of: game),
                to: game.home)
            add(
                TeamGame(opponent: game.home, scored: game.awayPoints, allowed: game.homePoints, of: game),
                to: game.away)
        }
        ratings = rated()
    }

    /// The season's means so far, for the next season; the last season's before the first game.
    package var means: LeagueMeans {
        guard games > 0 else { return previous }
        return LeagueMeans(
            rating: rate(points, possessions), pace: meanPace, bias: FixedPoint.rounded(residual, over: games))
    }

    /// The form of a team; nil before its first game.
    package func form(of team: UInt64) -> TeamForm? { latest[team].map(TeamForm.init) }

    private mutating func add(_ game: TeamGame, to team: UInt64) {
        var games = latest[team, default: []]
        if games.count == parameters.window { games.removeFirst() }
        games.append(game)
        latest[team] = games
    }

    // MARK: Rating

    /// Points per 100 possessions in millionths, from possessions in hundredths.
    private func rate(_ points: Int, _ possessions: Int) -> Int {
        FixedPoint.rounded(points * 10_000_000_000, over: max(1, possessions))
    }

    private var meanPace: Int { FixedPoint.rounded(pace * 10_000, over: max(1, games)) }

    /// Mixes the season's mean with the last season's by the number of games.
    private func mixed(_ season: Int, _ last: Int, weight: Int) -> Int {
        FixedPoint.rounded(games * season + weight * last, over: games + weight)
    }

    private func rated() -> Ratings {
        let league = mixed(rate(points, possessions), previous.rating, weight: parameters.leagueWeight)
        let pace = mixed(meanPace, previous.pace, weight: parameters.leagueWeight)
        let bias = FixedPoint.rounded(
            residual + parameters.biasWeight * previous.bias, over: games + parameters.biasWeight)
        let raw = latest.mapValues(raw)
        return Ratings(
            league: league, pace: pace, bias: bias,
            teams: latest.mapValues { rating(of: $0, raw: raw, league: league, pace: pace) },
            homeAdvantage: parameters.homeAdvantage)
    }

    /// A team's own figures over its last games, before anything is removed.
    private func raw(_ games: [TeamGame]) -> TeamRating {
        let possessions = games.reduce(0) { $0 + $1.possessions }
        return TeamRating(
            offence: rate(games.reduce(0) { $0 + $1.scored }, possessions),
            defence: rate(games.reduce(0) { $0 + $1.allowed }, possessions),
            pace: FixedPoint.rounded(games.reduce(0) { $0 + $1.pace } * 10_000, over: games.count), games: games.count)
    }

    private func rating(of games: [TeamGame], raw: [UInt64: TeamRating], league: Int, pace: Int) -> TeamRating {
        let own = self.raw(games)
        let possessions = games.reduce(0) { $0 + $1.possessions }
        var (offences, defences, paces) = (0, 0, 0)
        for game in games {
            guard let opponent = raw[game.opponent] else { continue }
            offences += shrunk(opponent.offence - league, by: opponent.games) * game.possessions
            defences += shrunk(opponent.defence - league, by: opponent.games) * game.possessions
            paces += shrunk(opponent.pace - pace, by: opponent.games)
        }
        let count = games.count
        return TeamRating(
            offence: league
                + shrunk(own.offence - FixedPoint.rounded(defences, over: max(1, possessions)) - league, by: count),
            defence: league
                + shrunk(own.defence - FixedPoint.rounded(offences, over: max(1, possessions)) - league, by: count),
            pace: pace + shrunk(own.pace - FixedPoint.rounded(paces, over: count) - pace, by: count), games: count)
    }

    private func shrunk(_ difference: Int, by games: Int) -> Int {
        FixedPoint.rounded(difference * games, over: games + parameters.shrinkage)
    }
}

/// A game as one of its teams sees it.
struct TeamGame: Hashable, Sendable {
    var opponent: UInt64
    var scored: Int
    var allowed: Int
    /// In hundredths.
    var possessions: Int
    /// In hundredths, per 48 minutes.
    var pace: Int

    init(opponent: UInt64, scored: Int, allowed: Int, of game: PlayedGame) {
        self.opponent = opponent
        self.scored = scored
        self.allowed = allowed
        possessions = game.possessions
        pace = game.pace
    }
}
