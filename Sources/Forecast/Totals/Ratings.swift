/// A team's rating against an average opponent.
package struct TeamRating: Hashable, Sendable {
    /// Points scored per 100 possessions, in millionths.
    package var offence: Int
    /// Points allowed per 100 possessions, in millionths.
    package var defence: Int
    /// Possessions per 48 minutes, in millionths.
    package var pace: Int
    /// The number of games that it is made from, at most the model's window.
    package var games: Int

    package init(offence: Int, defence: Int, pace: Int, games: Int) {
        self.offence = offence
        self.defence = defence
        self.pace = pace
        self.games = games
    }
}

/// The expected points of a game.
package struct ExpectedGame: Hashable, Sendable {
    /// In millionths of a point.
    package var home: Int
    package var away: Int
    /// The fewer games of the two teams.
    package var games: Int

    package init(home: Int, away: Int, games: Int) {
        self.home = home
        self.away = away
        self.games = games
    }

    package var total: Int { home + away }
    package var margin: Int { home - away }
}

/// All teams' ratings on a morning.
package struct Ratings: Hashable, Sendable {
    /// The league's mean: points per 100 possessions, in millionths.
    package let league: Int
    /// The league's mean of possessions per 48 minutes, in millionths.
    package let pace: Int
    /// Points that are added to each game, in millionths: overtime and drift.
    package let bias: Int
    private let teams: [UInt64: TeamRating]
    private let homeAdvantage: Int

    init(league: Int, pace: Int, bias: Int, teams: [UInt64: TeamRating], homeAdvantage: Int) {
        self.league = league
        self.pace = pace
        self.bias = bias
        self.teams = teams
        self.homeAdvantage = homeAdvantage
    }

    /// Returns the rating of a team. A team without games has the league's means.
    package func team(_ team: UInt64) -> TeamRating {
        teams[team] ?? TeamRating(offence: league, defence: league, pace: pace, games: 0)
    }

    /// Returns the expected points of a game: pace = home + away − league, points = pace × (own offence + the other's defence
    /// − league ± 1.1), and half the bias for each team.
    package func expected(home: UInt64, away: UInt64) -> ExpectedGame {
        let (home, away) = (team(home), team(away))
        let pace = home.pace + away.pace - pace
        func points(_ offence: Int, _ defence: Int, _ advantage: Int) -> Int {
            let rating = offence + defence - league + advantage
            return FixedPoint.rounded(FixedPoint.product(pace, rating), over: 100) + FixedPoint.rounded(bias, over: 2)
        }
        return ExpectedGame(
            home: points(home.offence, away.defence, homeAdvantage),
            away: points(away.offence, home.defence, -homeAdvantage), games: min(home.games, away.games))
    }

    /// The mean total of the league's games, in millionths.
    package var leagueTotal: Int { FixedPoint.rounded(FixedPoint.product(2 * league, pace), over: 100) + bias }
}
