import Bets
import Values

/// The teams of a simulated league with their true strengths, which no feed reports.
struct SimulatedLeague: Sendable {
    struct Team: Sendable {
        var id: TeamID
        /// Points per 100 possessions above the league's mean that it scores and that it allows, in thousandths.
        var offence: Int
        var defence: Int
        /// Possessions of a game, in thousandths.
        var pace: Int
        /// The starters first.
        var athletes: [Athlete]
    }

    struct Athlete: Sendable {
        var id: AthleteID
        var name: String
        var position: String
        /// The share of the team's points, as a weight.
        var weight: Int
    }

    /// Points per 100 possessions, and half the home team's advantage, in thousandths.
    static let rating = 114_000
    static let homeAdvantage = 1_100
    static let starters = 5

    let season: LeagueSeason
    let teams: [Team]

    /// - Parameter count: an even number of teams, at most 30.
    init(_ count: Int, season: LeagueSeason, _ chance: Chance) {
        self.season = season
        var chance = chance.fork(.league)
        teams = (0..<count).map { index in
            let pace = 99_500 + chance.normal(1_800)
            let (offence, defence) = (chance.normal(3_000), chance.normal(3_000))
            let athletes = (0..<10).map { place in
                Athlete(
                    id: AthleteID(UInt64((index + 1) * 100 + place)), name: Self.name(&chance),
                    position: ["G", "G", "F", "F", "C"][place % 5],
                    weight: place < Self.starters ? chance.number(10...24) : chance.number(3...9))
            }
            return Team(
                id: TeamID(UInt64(index + 1)), offence: offence, defence: defence, pace: pace, athletes: athletes)
        }
    }

    private static func name(_ chance: inout Chance) -> String {
        "\(chance.element(of: LeagueNames.first) ?? "Ada") \(chance.element(of: LeagueNames.last) ?? "Marsh")"
    }

    /// The expected total and margin (home minus away) of a game, in thousandths of a point.
    func expectation(home: Team, away: Team) -> (total: Int, margin: Int) {
        let pace = (home.pace + away.pace) / 2
        let homePoints = pace * (Self.rating + home.offence + away.defence + Self.homeAdvantage) / 100_000
        let awayPoints = pace * (Self.rating + away.offence + home.defence - Self.homeAdvantage) / 100_000
        return (homePoints + awayPoints, homePoints - awayPoints)
    }

    /// The commands that list the teams and athletes.
    var commands: [BetCommand] {
        zip(teams, LeagueNames.teams).flatMap { team, name in
            [
                .listTeam(
                    season,
                    TeamListed(
                        team: team.id, abbreviation: name.abbreviation, fullName: "\(name.city) \(name.nickname)",
                        city: name.city, nickname: name.nickname, feed: SimulatedFeed.official))
            ]
                + team.athletes.map {
                    .listAthlete(
                        season,
                        AthleteListed(
                            athlete: $0.id, team: team.id, name: $0.name, position: $0.position,
                            feed: SimulatedFeed.official))
                }
        }
    }

    /// Returns the pairs of a round, in which each team plays once.
    func pairs(_ chance: Chance) -> [(home: Team, away: Team)] {
        var chance = chance
        let order = teams.shuffled(using: &chance)
        return stride(from: 0, to: order.count - 1, by: 2).map { (order[$0], order[$0 + 1]) }
    }
}

/// The names of the simulated feeds.
enum SimulatedFeed {
    static let official = BetState.Game.officialFeed
    /// Two sources that are not official.
    static let wire = "sim-wire"
    static let ticker = "sim-ticker"
    /// The odds of all books.
    static let odds = "sim-odds"
}
