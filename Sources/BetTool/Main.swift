import ArgumentParser
import Records
import ToolSupport

/// The process.
@main
enum StatDiscute {
    static func main() async { await BetTool.runProcess() }
}

/// The command line of Stat Discute.
struct StatDiscuteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "statdiscute",
        abstract: "A tamper-evident ledger of games, odds and bets.",
        discussion: """
            Games, offers, analyses and bets are events in a ledger, and the history cannot be edited. Bets are settled by \
            the recorded result and never by the user. Stakes are units and not money.

            No edge was shown: see `statdiscute backtest`.

            EXAMPLE:
              statdiscute --ledger bets.ledger import nba --season 2023-24
              statdiscute --ledger bets.ledger games --date 2024-01-15
              statdiscute --ledger bets.ledger analyse 0022300555

            Exit status:
              0    Success.
              1    Damaged or different from what is recorded, or a command was refused.
              64   Wrong usage.
              65   Bad input.
              66   Input or ledger not found.
              70   An internal error of this program.
              74   I/O error.
              130  Interrupted.
            """,
        version: BetToolVersion.line,
        groupedSubcommands: [
            CommandGroup(
                name: "Games",
                subcommands: [ImportCommand.self, SimulateCommand.self, GamesCommand.self, OddsCommand.self]),
            CommandGroup(
                name: "Analysis", subcommands: [AnalyseCommand.self, PropsCommand.self, BacktestCommand.self]),
            CommandGroup(
                name: "Bets", subcommands: [BetCommandLine.self, BetsCommand.self, StatsCommand.self, WhyCommand.self]),
            CommandGroup(name: "Proof", subcommands: [ReceiptCommand.self, AuditCommand.self, VerifyCommand.self]),
        ] + serving)

    #if Server
        private static let serving = [CommandGroup(name: "Server", subcommands: [ServeCommand.self, FeedCommand.self])]
    #else
        private static let serving: [CommandGroup] = []
    #endif

    @OptionGroup var ledger: LedgerOptions
}

/// The versions that decide what this program reads and writes.
enum BetToolVersion {
    /// The version of this program, before its first release: that of the package.
    static let number = "0.1.0-dev"

    /// One line for `--version`.
    static var line: String {
        let schema = RecordSchema.xml.firstMatch(of: /\sversion="(\d+)"/)?.output.1
        return "statdiscute \(number) (schema \(schema ?? "unknown"))"
    }
}

/// A command that runs against a console: parse, call, print.
protocol ToolCommand: ParsableCommand {
    /// - Returns: the exit status. The user sees errors as messages.
    func execute(on console: Console) async throws -> ExitStatus
}
