import ArgumentParser
import BetLedger
import Bets
import Foundation
import Pages
import Platform
import Statements
import ToolSupport
import Values

struct BetCommandLine: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "bet", abstract: "Record a bet.",
        discussion: """
            A bet names an offer by its position, which `odds` shows. The offer must be on offer, or have ended less than 60 \
            seconds ago. A bet at a book outside of the feeds is recorded as claimed, with --book, --line and --odds. The \
            statistics show claimed bets apart. --receipt writes a signed receipt, which `receipt` verifies.

            EXAMPLE:
              statdiscute bet 0022400123 over --user 7 --offer 1812 --stake 1 --receipt bet.receipt
              statdiscute bet 0022400123 home --user 7 --book corner --market spread --line -7.5 --odds 1.9 \
                --stake 0.5
            """)

    @Argument(help: "The game.", transform: ToolArgument.game) var game: GameID
    @Argument(help: ArgumentHelp("The side.", valueName: "over|under|home|away"), transform: ToolArgument.side)
    var side: Side
    @Option(help: ArgumentHelp("The user who bets.", valueName: "number"), transform: ToolArgument.user)
    var user: UserID
    @Option(help: ArgumentHelp("The stake in units.", valueName: "units"), transform: ToolArgument.stake)
    var stake: Stake
    @Option(help: ArgumentHelp("The position of the offer.", valueName: "position")) var offer: UInt64?
    @Option(
        help: ArgumentHelp("The market of a claimed bet.", valueName: "total|spread|moneyline"),
        transform: ToolArgument.market)
    var market: Market?
    @Option(help: ArgumentHelp("The book of a claimed bet.", valueName: "book")) var book: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The line of a claimed bet, as the side sees it.", valueName: "line"),
        transform: ToolArgument.line)
    var line: Line?
    @Option(help: ArgumentHelp("The decimal odds of a claimed bet.", valueName: "odds"), transform: ToolArgument.odds)
    var odds: Odds?
    @Option(help: ArgumentHelp("Your own rating, 1 to 5.", valueName: "rating")) var confidence: UInt8?
    @Option(help: ArgumentHelp("A new file for the signed receipt.", valueName: "file"), completion: .file())
    var receipt: String?
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        let claims = book != nil || line != nil || odds != nil || market != nil
        guard (offer != nil) != claims else {
            throw ValidationError(
                "Name an offer with --offer, or a claimed bet with --market, --book, --line and --odds.")
        }
        if offer == nil, book == nil || odds == nil {
            throw ValidationError("A claimed bet needs --book and --odds.")
        }
    }

    func execute(on console: Console) async throws -> ExitStatus {
        if let receipt, FileManager.default.fileExists(atPath: receipt) {
            throw ToolError(.usage, "\(receipt) exists. Name a new file for the receipt.")
        }
        if let receipt {
            let folder = URL(filePath: receipt).deletingLastPathComponent().path
            guard FileManager.default.isWritableFile(atPath: folder) else {
                throw ToolError(
                    .usage, "\(folder) cannot be written. Nothing was recorded. Name a file in another folder.")
            }
        }
        let ledger = try ledger.open(console, writing: true)
        defer { ledger.close() }
        // Before the bet: it must not be recorded without its receipt.
        if receipt != nil { _ = try ledger.ensureReceiptKey() }
        let positions = try await ledger.perform(
            .recordBet(user, try terms(in: ledger)), as: Sender(.user, user: user))
        let state = ledger.state
        guard let bet = state.bets[BetID(positions.lowerBound)] else {
            throw ToolError(.software, "The bet was not recorded.")
        }
        if let receipt { try Self.write(try ledger.receipt(of: bet.id).description, of: bet.id, to: receipt) }
        let lines = state.games[bet.terms.game].map { GameLines($0, in: state) }
        try console.present(BetsPage(bets: [BetLine(bet: bet, lines: lines)]), as: output.format)
        return .done
    }

    private static func write(_ receipt: String, of bet: BetID, to file: String) throws {
        do {
            guard try DurableFile.create(file, with: Array(receipt.utf8)) else { throw Errno.alreadyExists }
        } catch {
            throw ToolError(
                .inputOutput,
                "Bet \(bet) is recorded: do not send it again. Its receipt cannot be written to \(file): \(error). The server "
                    + "gives it at /v1/bets/\(bet)/receipt.")
        }
    }

    private func terms(in ledger: BetLedger) throws -> BetRecorded {
        guard let offer else {
            let market = market ?? (side == .over || side == .under ? .total : .moneyline)
            return BetRecorded(
                game: game, offer: nil, market: market, side: side, line: line ?? .none,
                odds: odds ?? Odds(thousandths: 0), stake: stake, confidence: confidence, book: book ?? "")
        }
        guard let terms = try ledger.game(game).offer(at: offer)?.terms, let line = terms.line(of: side),
            let odds = terms.odds(of: side)
        else {
            throw ToolError(
                .noInput,
                "Position \(offer) is not an offer of game \(game) with the side \(side.name). `statdiscute odds \(game)` "
                    + "lists the offers.")
        }
        return BetRecorded(
            game: game, offer: offer, market: terms.market, side: side, line: line, odds: odds, stake: stake,
            confidence: confidence)
    }
}

struct BetsCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "bets", abstract: "List bets with their outcomes.",
        discussion: """
            EXAMPLE:
              statdiscute bets --user 7 --result win
            """)

    @Option(help: ArgumentHelp("Only bets of this user.", valueName: "number"), transform: ToolArgument.user)
    var user: UserID?
    @Option(help: ArgumentHelp("Only bets with this outcome.", valueName: "win|loss|push|void|pending"))
    var result: String?
    @Option(help: ArgumentHelp("The greatest number of bets.", valueName: "count")) var limit = 50
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let result, !BetOutcome.allCases.contains(where: { $0.name == result }) {
            throw ValidationError("'\(result)' is not an outcome. Use one of win, loss, push, void, pending.")
        }
        if limit < 1 { throw ValidationError("--limit is \(limit). Write a number from 1.") }
    }

    func execute(on console: Console) async throws -> ExitStatus {
        let ledger = try ledger.open(console)
        defer { ledger.close() }
        let state = ledger.state
        let bets = state.bets.values.filter { bet in
            (user.map { $0 == bet.user } ?? true) && (result.map { $0 == bet.outcome.name } ?? true)
        }.sorted { $0.id > $1.id }.prefix(limit)
        let lines = bets.map { bet in
            BetLine(bet: bet, lines: state.games[bet.terms.game].map { GameLines($0, in: state) })
        }
        try console.present(BetsPage(bets: lines), as: output.format)
        return .done
    }
}

struct StatsCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Show a user's profit, win percentage and streaks.",
        discussion: """
            Pushes count in the stakes and void bets nowhere. Streaks follow the games' finals and skip pushes and voids.

            EXAMPLE:
              statdiscute stats 7
            """)

    @Argument(help: ArgumentHelp("The user's number.", valueName: "user"), transform: ToolArgument.user)
    var user: UserID
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func execute(on console: Console) async throws -> ExitStatus {
        let ledger = try ledger.open(console)
        defer { ledger.close() }
        let state = ledger.state
        let page = StatsPage(
            user: user, offered: state.statistics(of: user), claimed: state.statistics(of: user, claimed: true))
        try console.present(page, as: output.format)
        return .done
    }
}

struct WhyCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "why", abstract: "Explain a bet's outcome.",
        discussion: """
            Shows the offer and its movement, the tip-off, the final, the rule with its arithmetic, and corrections. Each line \
            names the position of its record.

            EXAMPLE:
              statdiscute why 48211
            """)

    @Argument(help: ArgumentHelp("The bet's number.", valueName: "bet"), transform: ToolArgument.bet)
    var bet: BetID
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func execute(on console: Console) async throws -> ExitStatus {
        let ledger = try ledger.open(console)
        defer { ledger.close() }
        let lines = ledger.state.why(bet)
        guard !lines.isEmpty else {
            throw ToolError(.noInput, "There is no bet \(bet) in the ledger. `statdiscute bets` lists the bets.")
        }
        try console.present(WhyPage(bet: bet, lines: lines), as: output.format)
        return .done
    }
}
