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

    /// `DefenseRanking[]`, the best first.
    func rankings(in state: BetState) -> JSON {
        .array(defences.sorted { ($0.value.rating, $0.key) < ($1.value.rating, $1.key) }) { team, figures in
            [
                "rank": .of(rank(of: team)), "teamId": .of(team.number),
                "abbreviation": .of(state.name(of: team, in: season)), "defRtg": .millionths(figures.rating),
                "gamesPlayed": .of(figures.games),
            ]
        }
    }

    /// An athlete before a game; nil for athletes with fewer than five games.
    func prop(of athlete: AthleteListed, in game: BetState.Game) -> PropView? {
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
            athlete: athlete, team: team, game: game, appearances: games, model: model,
            defenceRank: rank(of: opponent))
    }

    /// Whether an athlete started more than half of the last five games of which that is known.
    static func starts(_ games: [Appearance]) -> Bool {
        let known = games.compactMap(\.isStarter).suffix(fewestGames)
        return 2 * known.count { $0 } > known.count
    }

    /// `Stats`: averages of some games; null without any.
    static func stats(of games: [Appearance]) -> JSON {
        guard !games.isEmpty else { return nil }
        func sum(_ key: KeyPath<BoxLine, UInt16>) -> Int { games.reduce(0) { $0 + Int($1.line[keyPath: key]) } }
        func share(_ made: KeyPath<BoxLine, UInt16>, _ attempts: KeyPath<BoxLine, UInt16>) -> JSON {
            let all = sum(attempts)
            return all == 0 ? nil : .decimal(FixedPoint.rounded(sum(made) * 1_000, over: all), digits: 3)
        }
        return [
            "gamesPlayed": .of(games.count),
            "minutes": .decimal(FixedPoint.rounded(sum(\.seconds) * 10, over: 60 * games.count), digits: 1),
            "points": average(games, \.points), "assists": average(games, \.assists),
            "rebounds": average(games) { Int($0.offensiveRebounds) + Int($0.defensiveRebounds) },
            "steals": average(games, \.steals), "blocks": average(games, \.blocks),
            "turnovers": average(games, \.turnovers),
            "fieldGoalPercentage": share(\.fieldGoals, \.fieldGoalAttempts),
            "threePointPercentage": share(\.threePointers, \.threePointAttempts),
            "freeThrowPercentage": share(\.freeThrows, \.freeThrowAttempts),
        ]
    }

    /// `GameStats`: one game of an athlete.
    func stats(of game: Appearance, in state: BetState) -> JSON {
        let line = game.line
        return [
            "gameId": .of("\(game.game)"), "gameDate": .of(game.date.map { "\($0)" }),
            "opponent": .of(state.name(of: game.opponent, in: season)), "isHome": .bool(game.isHome),
            "isStarter": .of(game.isStarter), "minutes": .decimal((Int(line.seconds) + 3) / 6, digits: 1),
            "points": .of(line.points), "assists": .of(line.assists),
            "rebounds": .of(Int(line.offensiveRebounds) + Int(line.defensiveRebounds)), "steals": .of(line.steals),
            "blocks": .of(line.blocks), "turnovers": .of(line.turnovers), "fieldGoals": .of(line.fieldGoals),
            "fieldGoalAttempts": .of(line.fieldGoalAttempts), "threePointers": .of(line.threePointers),
            "threePointAttempts": .of(line.threePointAttempts), "freeThrows": .of(line.freeThrows),
            "freeThrowAttempts": .of(line.freeThrowAttempts), "fouls": .of(line.fouls),
        ]
    }

    static func average(_ games: [Appearance], _ key: KeyPath<BoxLine, UInt16>) -> JSON {
        average(games) { Int($0[keyPath: key]) }
    }

    /// The mean to one decimal.
    static func average(_ games: [Appearance], _ value: (BoxLine) -> Int) -> JSON {
        let sum = games.reduce(0) { $0 + value($1.line) }
        return .decimal(FixedPoint.rounded(sum * 10, over: games.count), digits: 1)
    }
}

extension BoxLine {
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
