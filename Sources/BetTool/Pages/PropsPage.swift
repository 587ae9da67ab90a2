import BetLedger
import Bets
import Forecast
import Pages
import TextFormats

/// The answer to `props`: the points that athletes are expected to score.
struct PropsPage: ListPage {
    let lines: GameLines
    let rows: [PropAnalyst.Row]
    let state: BetState

    func text(on terminal: Terminal) -> [StyledText] {
        let title = StyledText("\(lines.teams), \(lines.date)", .bold)
        guard !rows.isEmpty else { return [title, "No box scores of athletes are recorded for these teams."] }
        var table = TextTable([
            .init("athlete", shrinks: true), .init("team"), .init("games", .trailing), .init("average", .trailing),
            .init("expected", .trailing), .init("deviation", .trailing), .init("opponent's rank", .trailing),
        ])
        // Without lines the table stays narrow.
        let hasLines = rows.contains { $0.edge.lines != nil }
        if hasLines {
            table.columns += [
                .init("line", .trailing), .init("book"), .init("over/under"), .init("median", .trailing),
                .init("edge", .trailing), .init("verdict"),
            ]
        }
        table.rows = rows.map { row in
            [
                StyledText(row.name), StyledText(state.name(of: row.team, in: lines.game.season)),
                StyledText("\(row.points.count)"), StyledText(GameLines.decimal(average(row), 1)),
                StyledText(GameLines.decimal(row.model.mean, 1)), StyledText(GameLines.decimal(row.model.deviation, 1)),
                StyledText("\(row.defenceRank)"),
            ] + (hasLines ? Self.cells(of: row) : [])
        }
        let notes = hasLines ? [StyledText(Self.explanation), .empty] : []
        return [title] + table.lines(on: terminal) + [.empty] + notes + [StyledText(PropModel.measuredRecord)]
    }

    private static let explanation =
        "A line is the newest report of a book, and the median is that of all books. A verdict leans from a probability of "
        + "0.60, if the odds return more than the stake on average. No bet can be made on a line of an athlete."

    private static func cells(of row: PropAnalyst.Row) -> [StyledText] {
        guard let lines = row.edge.lines, let points = row.edge.points else {
            return [StyledText](repeating: .empty, count: 6)
        }
        let terms = lines.shown.terms
        return [
            StyledText(terms.line.description), StyledText(terms.book),
            StyledText("\(terms.overOdds)/\(terms.underOdds)"),
            StyledText("\(median(of: lines)) of \(lines.lines.count)"),
            StyledText(GameLines.signed(points, 1)), StyledText(row.edge.verdict),
        ]
    }

    /// "24.5", "24.25".
    private static func median(of lines: BetState.PropLines) -> String {
        let quarters = lines.medianQuarterPoints
        return "\(quarters / 4)" + ["", ".25", ".5", ".75"][quarters % 4]
    }

    private func average(_ row: PropAnalyst.Row) -> Int {
        FixedPoint.rounded(row.points.reduce(0, +) * FixedPoint.one, over: max(1, row.points.count))
    }

    var listName: String { "players" }
    var subject: [JSON.Member] {
        [
            .init("gameId", .string(lines.game.id.description)),
            .init("measuredRecord", .string(PropModel.measuredRecord)),
        ]
    }

    var objects: [JSON] {
        rows.map { row in
            let games = max(1, row.points.count)
            func mean(_ sum: Int) -> JSON {
                GameLines.number(GameLines.decimal(FixedPoint.rounded(sum * FixedPoint.one, over: games), 2))
            }
            let (edge, shown) = (row.edge, row.edge.shown)
            func number(_ text: String?) -> JSON { text.map { GameLines.number($0) } ?? nil }
            return [
                "playerId": .of(row.athlete.number), "playerName": .string(row.name),
                "teamAbbreviation": .string(state.name(of: row.team, in: lines.game.season)),
                "isStarter": .of(row.isStarter), "gamesPlayed": .of(row.points.count),
                "pointsAvg": mean(row.points.reduce(0, +)), "reboundsAvg": mean(row.rebounds),
                "assistsAvg": mean(row.assists),
                "expectedPoints": GameLines.number(GameLines.decimal(row.model.mean, 2)),
                "standardDeviation": GameLines.number(GameLines.decimal(row.model.deviation, 2)),
                "defenseRank": .of(row.defenceRank), "line": number(shown?.line.description),
                "book": .of(shown?.book), "overOdds": number(shown?.overOdds.description),
                "underOdds": number(shown?.underOdds.description),
                "medianLine": number(edge.lines.map(Self.median)), "books": .of(edge.lines?.lines.count ?? 0),
                "edgePoints": number(edge.points.map { GameLines.decimal($0, 2) }),
                "edgeVerdict": .string(edge.verdict),
            ]
        }
    }

    var csv: CSVTable {
        CSVTable(
            [
                "playerId", "playerName", "teamAbbreviation", "isStarter", "gamesPlayed", "pointsAvg", "reboundsAvg",
                "assistsAvg", "expectedPoints", "standardDeviation", "defenseRank", "line", "book", "overOdds",
                "underOdds", "medianLine", "books", "edgePoints", "edgeVerdict",
            ], objects: objects)
    }
}
