import Bets
import Forecast
import Pages
import TextFormats

/// The answer to `props`: the points that athletes are expected to score.
struct PropsPage: ListPage {
    let lines: GameLines
    let rows: [PropAnalyst.Row]
    let state: BetState

    static let record =
        "No prices of player props were found to test against. On 7,121 player-games of 2024 the mean error was 5.29 points, "
        + "and that of the season's average 5.36."

    func text(on terminal: Terminal) -> [StyledText] {
        let title = StyledText("\(lines.teams), \(lines.date)", .bold)
        guard !rows.isEmpty else { return [title, "No box scores of athletes are recorded for these teams."] }
        var table = TextTable([
            .init("athlete", shrinks: true), .init("team"), .init("games", .trailing), .init("average", .trailing),
            .init("expected", .trailing), .init("deviation", .trailing), .init("opponent's rank", .trailing),
        ])
        table.rows = rows.map { row in
            [
                StyledText(row.name), StyledText(state.name(of: row.team, in: lines.game.season)),
                StyledText("\(row.points.count)"), StyledText(GameLines.decimal(average(row), 1)),
                StyledText(GameLines.decimal(row.model.mean, 1)), StyledText(GameLines.decimal(row.model.deviation, 1)),
                StyledText("\(row.defenceRank)"),
            ]
        }
        return [title] + table.lines(on: terminal) + [.empty, StyledText(Self.record)]
    }

    private func average(_ row: PropAnalyst.Row) -> Int {
        FixedPoint.rounded(row.points.reduce(0, +) * FixedPoint.one, over: max(1, row.points.count))
    }

    var listName: String { "players" }
    var subject: [JSON.Member] {
        [.init("gameId", .string(lines.game.id.description)), .init("measuredRecord", .string(Self.record))]
    }

    var objects: [JSON] {
        rows.map { row in
            let games = max(1, row.points.count)
            func mean(_ sum: Int) -> JSON {
                GameLines.number(GameLines.decimal(FixedPoint.rounded(sum * FixedPoint.one, over: games), 2))
            }
            return [
                "playerId": .of(row.athlete.number), "playerName": .string(row.name),
                "teamAbbreviation": .string(state.name(of: row.team, in: lines.game.season)),
                "isStarter": .of(row.isStarter), "gamesPlayed": .of(row.points.count),
                "pointsAvg": mean(row.points.reduce(0, +)), "reboundsAvg": mean(row.rebounds),
                "assistsAvg": mean(row.assists),
                "expectedPoints": GameLines.number(GameLines.decimal(row.model.mean, 2)),
                "standardDeviation": GameLines.number(GameLines.decimal(row.model.deviation, 2)),
                "defenseRank": .of(row.defenceRank), "edgeVerdict": .string(Verdict.hold.rawValue),
            ]
        }
    }

    var csv: CSVTable {
        CSVTable(
            [
                "playerId", "playerName", "teamAbbreviation", "isStarter", "gamesPlayed", "pointsAvg", "reboundsAvg",
                "assistsAvg", "expectedPoints", "standardDeviation", "defenseRank", "edgeVerdict",
            ], objects: objects)
    }
}
