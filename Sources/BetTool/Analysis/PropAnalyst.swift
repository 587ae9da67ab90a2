import BetLedger
import Bets
import Forecast
import Values

/// The points that the athletes of a game are expected to score.
struct PropAnalyst {
    /// An athlete before a game.
    struct Row {
        var athlete: AthleteID
        var name: String
        var team: TeamID
        /// The points of the season's games, oldest first.
        var points: [Int]
        var rebounds: Int
        var assists: Int
        /// Whether the athlete started the last game; nil where the source does not say.
        var isStarter: Bool?
        var model: PropModel
        /// The opponent's place among the teams by points allowed per 100 possessions, from 1 for the fewest.
        var defenceRank: Int
        /// The lines of books.
        var edge: PropEdge
    }

    /// The fewest games of an athlete that is listed.
    static let fewestGames = 5

    let state: BetState
    /// The model on the morning of a date of a season.
    let model: (GameDate, LeagueSeason) throws -> TotalsModel

    /// Returns the athletes of both teams, by expected points.
    func rows(of game: BetState.Game) throws -> [Row] {
        guard let date = game.appointment.date else { return [] }
        let model = try model(date, game.season)
        let earlier = state.games.values.filter { other in
            other.season == game.season && (other.appointment.date.map { $0 < date } ?? false)
        }.sorted { ($0.appointment.date ?? date, $0.id) < ($1.appointment.date ?? date, $1.id) }
        let teams = Set(earlier.flatMap { [$0.home, $0.away] }).sorted()
        let defences = teams.sorted {
            let (one, other) = (model.ratings.team($0.number).defence, model.ratings.team($1.number).defence)
            return (one, $0) < (other, $1)
        }
        return [(game.home, game.away), (game.away, game.home)].flatMap { team, opponent -> [Row] in
            let defence = model.ratings.team(opponent.number).defence
            let rank = (defences.firstIndex(of: opponent) ?? 0) + 1
            return athletes(of: team, in: earlier).compactMap { athlete, lines in
                let points = lines.map { Int($0.line.points) }
                guard lines.count >= Self.fewestGames,
                    let prop = PropModel(points: points, defence: defence, league: model.ratings.league)
                else { return nil }
                return Row(
                    athlete: athlete, name: name(of: athlete, in: game.season), team: team, points: points,
                    rebounds: lines.reduce(0) { $0 + Int($1.line.offensiveRebounds + $1.line.defensiveRebounds) },
                    assists: lines.reduce(0) { $0 + Int($1.line.assists) }, isStarter: lines.last?.isStarter,
                    model: prop, defenceRank: rank, edge: PropEdge(prop, game.propLines(on: athlete)))
            }
        }.sorted { ($1.model.mean, $0.athlete) < ($0.model.mean, $1.athlete) }
    }

    private func athletes(of team: TeamID, in games: [BetState.Game]) -> [(AthleteID, [AthleteLine])] {
        var lines: [AthleteID: [AthleteLine]] = [:]
        for game in games {
            for line in game.boxScores[team]?.athletes ?? [] where line.line.seconds > 0 {
                lines[line.athlete, default: []].append(line)
            }
        }
        return lines.sorted { $0.key < $1.key }
    }

    private func name(of athlete: AthleteID, in season: LeagueSeason) -> String {
        state.seasons[season]?.athletes[athlete]?.name ?? "athlete \(athlete)"
    }
}
