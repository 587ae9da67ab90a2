import BetLedger
import Bets
import Forecast
import TextFormats

/// An athlete before a game as the app reads it: `PlayerProp`, with the projection and the line of a book.
struct PropView {
    let athlete: AthleteListed
    let team: TeamID
    let game: BetState.Game
    /// The games of the season.
    let appearances: [SeasonFigures.Appearance]
    /// Nil without games before this one.
    let model: PropModel?
    /// The place of the opponent's defence; nil for a team without box scores.
    let defenceRank: Int?

    /// - Parameter state: has the names of teams.
    func json(in state: BetState) -> JSON {
        let edge = PropEdge(model, game.propLines(on: athlete.athlete))
        let (lines, shown) = (edge.lines, edge.shown)
        let opening = shown.flatMap { game.movement(ofLineOn: athlete.athlete, at: $0.book).opening }
        return [
            "playerId": .of(athlete.athlete.number), "playerName": .of(athlete.name),
            "teamAbbreviation": .of(state.name(of: team, in: game.season)), "position": .of(athlete.position),
            "isStarter": .bool(SeasonFigures.starts(appearances)), "gameId": .of("\(game.id)"),
            "pointsAvg": SeasonFigures.average(appearances, \.points),
            "assistsAvg": SeasonFigures.average(appearances, \.assists),
            "reboundsAvg": SeasonFigures.average(appearances) {
                Int($0.offensiveRebounds) + Int($0.defensiveRebounds)
            },
            "gamesPlayed": .of(appearances.count), "pointsLine": shown.map { .line($0.line) } ?? nil,
            "pointsOverOdds": shown.map { .odds($0.overOdds) } ?? nil,
            "pointsUnderOdds": shown.map { .odds($0.underOdds) } ?? nil, "pointsBook": .of(shown?.book),
            "pointsLineAt": lines.map { .seconds($0.shown.from) } ?? nil,
            "pointsOpeningLine": opening.map { .line($0.terms.line) } ?? nil,
            "pointsMedianLine": lines.map { .decimal($0.medianQuarterPoints * 25, digits: 2) } ?? nil,
            "pointsBooks": .of(lines?.lines.count ?? 0), "edgeVerdict": .of(edge.verdict),
            // The app's type has no missing value: without a line it is 0.
            "edgePoints": edge.points.map { .millionths($0) } ?? .decimal(0, digits: 1),
            "projectedPoints": model.map { .millionths($0.mean) } ?? nil, "defenseRank": .of(defenceRank),
        ]
    }
}
