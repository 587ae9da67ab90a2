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
    /// The projection, and the lines of books.
    let edge: PropEdge
    /// The place of the opponent's defence; nil for a team without box scores.
    let defenceRank: Int?

    /// The names of teams.
    let state: BetState

    /// The first line of the book whose line is shown.
    private var opening: PropLineRecorded? {
        edge.shown.flatMap { game.movement(ofLineOn: athlete.athlete, at: $0.book).opening?.terms }
    }

    static let members = Members<PropView>(
        "PlayerProp",
        [
            .init("playerId") { $0.athlete.athlete.number }, .init("playerName") { $0.athlete.name },
            .init("teamAbbreviation") { $0.state.name(of: $0.team, in: $0.game.season) },
            .init("position") { $0.athlete.position }, .init("isStarter") { SeasonFigures.starts($0.appearances) },
            .init("gameId") { "\($0.game.id)" },
            .init("pointsAvg") { SeasonFigures.average($0.appearances, \.points) },
            .init("assistsAvg") { SeasonFigures.average($0.appearances, \.assists) },
            .init("reboundsAvg") { SeasonFigures.average($0.appearances, \.rebounds) },
            .init("gamesPlayed") { $0.appearances.count },
        ] + line + [
            .init("edgeVerdict", .choice(PropEdge.verdicts)) { .of($0.edge.verdict) },
            // The app's type has no missing value: without a line it is 0.
            .init("edgePoints") { ExactNumber.millionths($0.edge.points ?? 0) },
            .init("projectedPoints") { $0.edge.model.map { ExactNumber.millionths($0.mean) } },
            .init("defenseRank") { $0.defenceRank },
        ])

    /// The line that is shown, with its movement and the median of all books.
    private static let line: [Member<PropView>] = [
        .init("pointsLine") { $0.edge.shown.map { ExactNumber.line($0.line) } },
        .init("pointsOverOdds") { $0.edge.shown.map { ExactNumber.odds($0.overOdds) } },
        .init("pointsUnderOdds") { $0.edge.shown.map { ExactNumber.odds($0.underOdds) } },
        .init("pointsBook") { $0.edge.shown?.book },
        .init("pointsLineAt") { $0.edge.lines.map { AppTime($0.shown.from) } },
        .init("pointsOpeningLine") { $0.opening.map { ExactNumber.line($0.line) } },
        .init("pointsMedianLine") {
            $0.edge.lines.map { ExactNumber.decimal($0.medianQuarterPoints * 25, digits: 2) }
        },
        .init("pointsBooks") { $0.edge.lines?.lines.count ?? 0 },
    ]
}
