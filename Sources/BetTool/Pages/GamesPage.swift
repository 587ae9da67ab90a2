import Bets
import Pages
import TextFormats
import Values

/// The answer to `games`: games with their lines, in the order of their dates.
struct GamesPage: ListPage {
    let games: [GameLines]

    func text(on terminal: Terminal) -> [StyledText] {
        guard !games.isEmpty else { return ["There are no such games."] }
        var table = TextTable([
            .init("game"), .init("date"), .init("teams"), .init("status"), .init("score", .trailing), .init("spread"),
            .init("total", .trailing), .init("offers", .trailing),
        ])
        table.rows = games.map { lines in
            [
                StyledText(lines.game.id.description, .bold), StyledText(lines.date), StyledText(lines.teams),
                StyledText(lines.game.status.rawValue),
                StyledText(lines.score.map { "\($0.away)-\($0.home)" } ?? ""), StyledText(lines.spread),
                StyledText(lines.line(.total)?.terms.line.description ?? ""),
                StyledText("\(lines.game.offers.count)"),
            ]
        }
        return table.lines(on: terminal)
    }

    var listName: String { "games" }

    var objects: [JSON] {
        games.map { lines in
            let game = lines.game
            return [
                "gameId": .string(game.id.description), "season": .string(game.season.label),
                "gameDate": .of(game.appointment.date?.description), "tipOff": .of(game.appointment.tipOff?.iso8601),
                "status": .string(game.status.rawValue), "homeTeam": .string(lines.home),
                "awayTeam": .string(lines.away),
                "homeScore": .of(lines.score?.home), "awayScore": .of(lines.score?.away),
                "spread": lines.line(.spread).map { GameLines.number($0.terms.line.description) } ?? .null,
                "total": lines.line(.total).map { GameLines.number($0.terms.line.description) } ?? .null,
                "offers": .of(game.offers.count),
            ]
        }
    }

    var csv: CSVTable {
        CSVTable(
            [
                "gameId", "season", "gameDate", "tipOff", "status", "homeTeam", "awayTeam", "homeScore", "awayScore",
                "spread", "total", "offers",
            ], objects: objects)
    }
}
