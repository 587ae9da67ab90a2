import ArgumentParser
import Forecast
import Foundation
import Pages
import TextFormats
import ToolSupport

struct BacktestCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "backtest", abstract: "Test the model on past seasons.",
        discussion: """
            Reads games with closing lines and team box scores from CSV files, and spread offers and athlete box scores \
            if there are any. The constants were fitted on the seasons before \
            2022-23, and later seasons test them. Nothing of a game is used before the day after it.

            EXAMPLE:
              statdiscute backtest nba/games.csv nba/team-box.csv
            """)

    @Argument(help: "Files or folders with games and team box scores.", completion: .file()) var files: [String]
    @OptionGroup var output: OutputOptions

    func execute(on console: Console) async throws -> ExitStatus {
        let read = try BacktestFiles(try FeedFiles.read(files))
        guard !read.games.isEmpty else {
            throw ToolError(.badData, "The files have no finished games with box scores.")
        }
        let offers = read.offers.isEmpty ? nil : OfferBacktest(read.offers)
        try console.present(
            BacktestPage(report: Backtest(read.games).report, offers: offers, props: read.props), as: output.format)
        return .done
    }
}
