import BetLedger
import Bets
import Forecast
import TextFormats
import Values

/// The box scores of a season, added up by athlete and by team.
struct SeasonFigures: Sendable {
    /// One athlete's line in one game.
    struct Appearance: Sendable {
        var game: GameID
        var team: TeamID
        var opponent: TeamID
        var date: GameDate?
        var isHome: Bool
        var isStarter: Bool?
        var line: BoxLine
    }

    let season: LeagueSeason
    /// The games of each athlete, oldest first.
    private(set) var appearances: [AthleteID: [Appearance]] = [:]
    /// Points that each team allowed for 100 possessions, in millionths, with its games.
    private(set) var defences: [TeamID: (rating: Int, games: Int)] = [:]
    /// The mean of the teams' ratings.
    private(set) var leagueDefence = 0

    private static let fewestGames = 5

    init(of season: LeagueSeason, in state: BetState) {
        self.season = season
        var allowed: [TeamID: (points: Int, possessions: Int, games: Int)] = [:]
        let games = state.games.values.filter { $0.season == season && !$0.boxScores.isEmpty }
        for game in games.sorted(by: { $0.order < $1.order }) {
            for (team, box) in game.boxScores {
                let isHome = team == game.home
                let opponent = isHome ? game.away : game.home
                for athlete in box.athletes {
                    appearances[athlete.athlete, default: []].append(
                        Appearance(
                            game: game.id, team: team, opponent: opponent, date: game.appointment.date,
                            isHome: isHome, isStarter: athlete.isStarter, line: athlete.line))
                }
                guard let own = game.boxScores[opponent] else { continue }
                // Possessions are the mean of both teams' (Oliver 2004), here in hundredths.
                let possessions = (box.line.possessions + own.line.possessions) / 2
                allowed[opponent, default: (0, 0, 0)].points += Int(box.line.points)
                allowed[opponent, default: (0, 0, 0)].possessions += possessions
                allowed[opponent, default: (0, 0, 0)].games += 1
            }
        }
        for (team, sum) in allowed where sum.possessions > 0 {
            // Points for 100 possessions: points × 100 / (possessions / 100), in millionths.
            let rating = FixedPoint.rounded(sum.points * 10_000 * FixedPoint.one, over: sum.possessions)
            defences[team] = (rating, sum.games)
        }
        if !defences.isEmpty {
            leagueDefence = FixedPoint.rounded(
                defences.values.reduce(0) { $0 + $1.rating }, over: defences.count)
        }
    }

    /// The place of a team's defence, from 1 for the fewest points; nil for a team without box scores.
    func rank(of team: TeamID) -> Int? {
        guard let own = defences[team] else { return nil }
        return 1 + defences.values.count { $0.rating < own.rating }
    }

    // MARK: Shapes

    /// A team's defence as the app reads it: `DefenseRanking`.
    struct Ranking {
        let rank: Int?
        let team: TeamID
        let abbreviation: String
        /// In millionths of a point for 100 possessions.
        let rating: Int
        let games: Int

        static let members: Members<Ranking> = [
            .init("rank") { $0.rank }, .init("teamId") { $0.team.number }, .init("abbreviation") { $0.abbreviation },
            .init("defRtg") { ExactNumber.millionths($0.rating) }, .init("gamesPlayed") { $0.games },
        ]
    }

    /// The best first.
    func rankings(in state: BetState) -> [Ranking] {
        defences.sorted { ($0.value.rating, $0.key) < ($1.value.rating, $1.key) }.map { team, figures in
            Ranking(
                rank: rank(of: team), team: team, abbreviation: state.name(of: team, in: season),
                rating: figures.rating, games: figures.games)
        }
    }

    /// An athlete before a game; nil for athletes with fewer than five games.
    ///
    /// - Parameter state: has the names of teams.
    func prop(of athlete: AthleteListed, in game: BetState.Game, _ state: BetState) -> PropView? {
        guard let games = appearances[athlete.athlete], games.count >= Self.fewestGames, let team = athlete.team else {
            return nil
        }
        let opponent = team == game.home ? game.away : game.home
        // The game's own box score would make the projection of a finished game look better than it was.
        let earlier = games.filter { played in
            played.game != game.id
                && (played.date.flatMap { date in game.appointment.date.map { date <= $0 } } ?? true)
        }
        let model = PropModel(
            points: earlier.map { Int($0.line.points) }, defence: defences[opponent]?.rating ?? leagueDefence,
            league: leagueDefence)
        return PropView(
            athlete: athlete, team: team, game: game, appearances: games,
            edge: PropEdge(model, game.propLines(on: athlete.athlete)),
            defenceRank: rank(of: opponent), state: state)
    }

    /// Whether an athlete started more than half of the last five games of which that is known.
    static func starts(_ games: [Appearance]) -> Bool {
        let known = games.compactMap(\.isStarter).suffix(fewestGames)
        return 2 * known.count { $0 } > known.count
    }

    /// Averages of some games; nil without any.
    static func stats(of games: [Appearance]) -> Averages? { games.isEmpty ? nil : Averages(games: games) }

    /// The mean to one decimal.
    static func average(_ games: [Appearance], _ value: KeyPath<BoxLine, UInt16>) -> ExactNumber {
        let sum = games.reduce(0) { $0 + Int($1.line[keyPath: value]) }
        return .decimal(FixedPoint.rounded(sum * 10, over: max(1, games.count)), digits: 1)
    }

    /// Averages of at least one game: `Stats`.
    struct Averages {
        let games: [Appearance]

        private func sum(_ key: KeyPath<BoxLine, UInt16>) -> Int {
            games.reduce(0) { $0 + Int($1.line[keyPath: key]) }
        }

        private func share(_ made: KeyPath<BoxLine, UInt16>, _ attempts: KeyPath<BoxLine, UInt16>) -> ExactNumber? {
            let all = sum(attempts)
            return all == 0 ? nil : .decimal(FixedPoint.rounded(sum(made) * 1_000, over: all), digits: 3)
        }

        static let members = Members<Averages>(
            "Stats",
            [
                .init("gamesPlayed") { $0.games.count },
                .init("minutes") {
                    ExactNumber.decimal(
                        FixedPoint.rounded($0.sum(\.seconds) * 10, over: 60 * $0.games.count), digits: 1)
                },
                .init("points") { average($0.games, \.points) }, .init("assists") { average($0.games, \.assists) },
                .init("rebounds") { average($0.games, \.rebounds) }, .init("steals") { average($0.games, \.steals) },
                .init("blocks") { average($0.games, \.blocks) },
                .init("turnovers") { average($0.games, \.turnovers) },
                .init("fieldGoalPercentage") { $0.share(\.fieldGoals, \.fieldGoalAttempts) },
                .init("threePointPercentage") { $0.share(\.threePointers, \.threePointAttempts) },
                .init("freeThrowPercentage") { $0.share(\.freeThrows, \.freeThrowAttempts) },
            ])
    }
}

extension SeasonFigures.Appearance {
    /// `GameStats`: the game of an athlete, with the opponent's name.
    static let members = Members<(game: SeasonFigures.Appearance, opponent: String)>(
        "GameStats",
        [
            .init("gameId") { "\($0.game.game)" }, .init("gameDate") { $0.game.date.map { "\($0)" } },
            .init("opponent") { $0.opponent }, .init("isHome") { $0.game.isHome },
            .init("isStarter") { $0.game.isStarter },
            .init("minutes") { ExactNumber.decimal((Int($0.game.line.seconds) + 3) / 6, digits: 1) },
            .init("points") { $0.game.line.points }, .init("assists") { $0.game.line.assists },
            .init("rebounds") { $0.game.line.rebounds }, .init("steals") { $0.game.line.steals },
            .init("blocks") { $0.game.line.blocks }, .init("turnovers") { $0.game.line.turnovers },
            .init("fieldGoals") { $0.game.line.fieldGoals },
            .init("fieldGoalAttempts") { $0.game.line.fieldGoalAttempts },
            .init("threePointers") { $0.game.line.threePointers },
            .init("threePointAttempts") { $0.game.line.threePointAttempts },
            .init("freeThrows") { $0.game.line.freeThrows },
            .init("freeThrowAttempts") { $0.game.line.freeThrowAttempts }, .init("fouls") { $0.game.line.fouls },
        ])
}

extension BoxLine {
    var rebounds: UInt16 { offensiveRebounds + defensiveRebounds }

    /// Possessions in hundredths: attempts from the field, 0.44 of free throws and turnovers, less offensive rebounds.
    fileprivate var possessions: Int {
        100 * (Int(fieldGoalAttempts) + Int(turnovers) - Int(offensiveRebounds)) + 44 * Int(freeThrowAttempts)
    }
}

extension BetState.Game {
    /// The order of games in lists: by date and tip-off, those without a date last.
    var order: (Int32, Int64, UInt64) {
        (
            appointment.date?.daysSinceEpoch ?? .max, appointment.tipOff?.microseconds ?? .max, id.number
        )
    }
}
