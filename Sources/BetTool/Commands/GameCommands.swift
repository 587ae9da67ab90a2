import ArgumentParser
import BetLedger
import Bets
import Pages
import ToolSupport
import Values

struct GamesCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "games", abstract: "List games with lines and scores.",
        discussion: """
            Scores are those that count: the official source's, after corrections. Lines are closing lines, or the newest \
            ones before the tip-off.

            EXAMPLE:
              statdiscute games --date 2024-01-15
            """)

    @Option(help: ArgumentHelp("Only games of this US date.", valueName: "date"), transform: ToolArgument.date)
    var date: GameDate?
    @Option(help: ArgumentHelp("Only games of this team.", valueName: "abbreviation")) var team: String?
    @Option(help: ArgumentHelp("Only games of this season.", valueName: "season"), transform: ToolArgument.season)
    var season: LeagueSeason?
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func execute(on console: Console) async throws -> ExitStatus {
        let ledger = try ledger.open(console)
        defer { ledger.close() }
        let state = ledger.state
        let games = state.games.values.filter { game in
            (date.map { $0 == game.appointment.date } ?? true) && (season.map { $0 == game.season } ?? true)
        }.map { GameLines($0, in: state) }.filter { lines in
            team.map { $0 == lines.home || $0 == lines.away } ?? true
        }.sorted { ($0.date, $0.game.id) < ($1.date, $1.game.id) }
        try console.present(GamesPage(games: games), as: output.format)
        return .done
    }
}

struct OddsCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "odds", abstract: "Show the movement of a line.",
        discussion: """
            The opening line is the first offer, the closing line the last one before the tip-off. The bars show the lines of \
            all offers in their order.

            EXAMPLE:
              statdiscute odds 0022300555 --market spread --book betmgm
            """)

    @Argument(help: "The game.", transform: ToolArgument.game) var game: GameID
    @Option(help: ArgumentHelp("The market.", valueName: "total|spread|moneyline"), transform: ToolArgument.market)
    var market: Market = .total
    @Option(help: ArgumentHelp("Only offers of this book.", valueName: "book")) var book: String?
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func execute(on console: Console) async throws -> ExitStatus {
        let ledger = try ledger.open(console)
        defer { ledger.close() }
        let game = try ledger.game(game)
        try console.present(
            OddsPage(
                lines: GameLines(game, in: ledger.state), market: market, movement: game.movement(of: market, at: book)),
            as: output.format)
        return .done
    }
}

struct PropsCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "props", abstract: "Show the points that athletes are expected to score.",
        discussion: """
            Three quarters of the mean of the last 20 games and a quarter of the last five, times half the opponent's factor. \
            Athletes with at least \(PropAnalyst.fewestGames) games of the season are listed.

            If books offer lines on the points of athletes, the newest report is shown with the median of all books, the \
            expected points less the line, and a verdict. After the tip-off these are the last lines before it.

            EXAMPLE:
              statdiscute props 0022300555
            """)

    @Argument(help: "The game.", transform: ToolArgument.game) var game: GameID
    @Flag(help: "Only athletes who started their last game.") var starters = false
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func execute(on console: Console) async throws -> ExitStatus {
        let ledger = try ledger.open(console)
        defer { ledger.close() }
        let (game, state) = (try ledger.game(game), ledger.state)
        let rows = try PropAnalyst(state: state) { try ledger.model(on: $0, of: $1) }.rows(of: game)
            .filter { !starters || $0.isStarter == true }
        try console.present(
            PropsPage(lines: GameLines(game, in: state), rows: rows, state: state), as: output.format)
        return .done
    }
}
