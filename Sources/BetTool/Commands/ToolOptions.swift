import ArgumentParser
import BetLedger
import Bets
import Foundation
import Pages
import ToolSupport
import Values

/// The ledger: `--ledger` before or after the command, else the environment, else the working directory.
struct LedgerOptions: ParsableArguments {
    @Option(
        name: .customLong("ledger"),
        help: ArgumentHelp(
            "The ledger's directory (default: $STAT_DISCUTE_LEDGER, then ./bets.ledger).", valueName: "dir"),
        completion: .directory)
    var path: String?

    func validate() throws {
        if path == "" { throw ValidationError("--ledger is empty. Name the directory of the ledger.") }
    }

    func path(_ console: Console) -> String { path ?? named(console) ?? "./bets.ledger" }

    /// Whether a ledger is named, and not only the one that the working directory may have.
    func isNamed(_ console: Console) -> Bool { path != nil || named(console) != nil }

    private func named(_ console: Console) -> String? {
        console.environment["STAT_DISCUTE_LEDGER"].flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// The output format.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON, for programs.") var json = false
    @Flag(help: "Print CSV, for spreadsheets.") var csv = false

    func validate() throws {
        if json, csv { throw ValidationError("--json and --csv exclude each other. Give one of them.") }
    }

    var format: OutputFormat { json ? .json : csv ? .csv : .text }
}

/// Values of the ledger on the command line.
enum ToolArgument {
    static func game(_ text: String) throws -> GameID {
        guard let game = GameID(text) else {
            throw ValidationError("'\(text)' is not the number of a game. Write the league's, such as 0022400123.")
        }
        return game
    }

    static func date(_ text: String) throws -> GameDate {
        guard let date = GameDate(text) else {
            throw ValidationError("'\(text)' is not a date. Write one such as 2024-01-15.")
        }
        return date
    }

    static func season(_ text: String) throws -> LeagueSeason {
        guard let season = LeagueSeason(label: text) else {
            throw ValidationError("'\(text)' is not a season. Write one such as 2023-24.")
        }
        return season
    }

    static func market(_ text: String) throws -> Market {
        guard let market = Market.allCases.first(where: { $0.name == text }) else {
            throw ValidationError("'\(text)' is not a market. Use one of total, spread, moneyline.")
        }
        return market
    }

    static func side(_ text: String) throws -> Side {
        guard let side = Side.allCases.first(where: { $0.name == text }) else {
            throw ValidationError("'\(text)' is not a side. Use one of over, under, home, away.")
        }
        return side
    }

    static func user(_ text: String) throws -> UserID {
        guard let number = UInt64(text), number > 0, number <= UserID.maximum.number else {
            throw ValidationError("'\(text)' is not the number of a user. Write a whole number from 1.")
        }
        return UserID(number)
    }

    static func line(_ text: String) throws -> Line {
        guard let line = Line(text) else {
            throw ValidationError("'\(text)' is not a line. Write a whole or half number such as 224.5.")
        }
        return line
    }

    static func odds(_ text: String) throws -> Odds {
        guard let odds = Odds(text), Odds.allowed.contains(odds) else {
            throw ValidationError("'\(text)' are not decimal odds. Write a number such as 1.91.")
        }
        return odds
    }

    static func stake(_ text: String) throws -> Stake {
        guard let stake = Stake(text), Stake.allowed.contains(stake) else {
            throw ValidationError("'\(text)' is not a stake in units. Write a number from 0.001 to 1000.")
        }
        return stake
    }

    static func bet(_ text: String) throws -> BetID {
        guard let number = UInt64(text) else {
            throw ValidationError("'\(text)' is not the number of a bet. `statdiscute bets` lists them.")
        }
        return BetID(number)
    }
}

extension LedgerOptions {
    /// The permanent name of a ledger that `import` creates, unless another is given.
    static let defaultOrigin = "statdiscute.local/bets"

    /// Opens the ledger.
    ///
    /// - Throws: `ToolError` if the ledger does not exist.
    func open(_ console: Console, writing: Bool = false) throws -> BetLedger {
        let path = path(console)
        guard Self.isThere(path) else {
            throw ToolError(
                .noInput,
                "There is no ledger in \(path). Name one with --ledger, or create one with `statdiscute import`.")
        }
        return try BetLedger.open(at: path, for: writing ? .writing : .reading, clock: console.now)
    }

    /// Opens the ledger for writing, and creates it if it does not exist.
    func openOrCreate(_ console: Console, origin: String) throws -> BetLedger {
        let path = path(console)
        if Self.isThere(path) { return try open(console, writing: true) }
        return try BetLedger.create(at: path, origin: origin, clock: console.now)
    }

    /// Whether a directory has a ledger.
    static func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path + "/data.mdb") }
}

extension BetLedger {
    /// - Throws: that the ledger does not have the game.
    func game(_ id: GameID) throws -> BetState.Game {
        guard let game = state.games[id] else {
            throw ToolError(.noInput, "There is no game \(id) in the ledger. `statdiscute games` lists the games.")
        }
        return game
    }

    /// Sends a person's or the service's command.
    ///
    /// - Throws: `BetRefusal` if the rules turn it down.
    func perform(_ command: BetCommand, as actor: Sender, id: CommandID = .random()) async throws -> Range<UInt64> {
        switch try await send(command, as: actor, id: id) {
        case .accepted(let positions): return positions
        case .refused(let refusal): throw refusal
        }
    }
}
