import ArgumentParser
import BetLedger
import Bets
import Pages
import ToolSupport
import Values

struct AnalyseCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "analyse", abstract: "Analyse a game's total by simulation.",
        discussion: """
            The centre is the consensus of the books other than the one whose offer is looked at. The model's own total is \
            shown with it and does not count. Before the tip-off the analysis is recorded, at most once in 300 s unless the \
            consensus moves. Of a game that has tipped off, it is computed as of the tip-off and not recorded.

            No edge was shown: every verdict comes with its measured record.

            EXAMPLE:
              statdiscute analyse 0022300555
            """)

    @Argument(help: "The game.", transform: ToolArgument.game) var game: GameID
    @Option(help: ArgumentHelp("The position of the offer (default: the newest).", valueName: "position"))
    var offer: UInt64?
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func execute(on console: Console) async throws -> ExitStatus {
        let isOpen = try isOpen(console)
        let ledger = try ledger.open(console, writing: isOpen)
        defer { ledger.close() }
        let (made, recorded) = isOpen ? try await record(in: ledger) : (try ledger.preview(game, offer: offer), nil)
        let found = try ledger.game(game)
        try console.present(
            AnalysisPage(
                lines: GameLines(found, in: ledger.state), made: made,
                offer: made.offer.flatMap { found.offer(at: $0) }, recorded: recorded),
            as: output.format)
        return .done
    }

    private func isOpen(_ console: Console) throws -> Bool {
        let ledger = try ledger.open(console)
        defer { ledger.close() }
        return try ledger.game(game).status == .scheduled
    }

    private func record(in ledger: BetLedger) async throws -> (AnalysisMade, UInt64?) {
        switch try await ledger.analyse(game, offer: offer, id: .random()) {
        case .refused(let refusal): throw refusal
        case .accepted(let positions):
            guard case .analysisMade(let made)? = try ledger.event(at: positions.lowerBound)?.event else {
                throw ToolError(.software, "The analysis was not recorded.")
            }
            return (made, positions.lowerBound)
        }
    }
}
