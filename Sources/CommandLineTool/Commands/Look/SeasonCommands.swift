import ArgumentParser
import Draft
import DraftLedger
import Merkle
import Pages
import ToolSupport

struct SeasonCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "season", abstract: "Close a season's ledger and begin the next one.",
        discussion: """
            Each season has a ledger of its own. `close` ends a ledger and states the balances of all users. `begin` creates \
            the next ledger with these balances, and `verify` proves that it begins exactly where the closed one ended.

            EXAMPLE:
              draftledger --ledger 2026.ledger season close --reason "The season is over."
              draftledger season begin 2027.ledger --from 2026.ledger --origin drafts.example.com/2027
              draftledger season verify 2026.ledger 2027.ledger
            """,
        subcommands: [
            SeasonCloseCommand.self, SeasonBeginCommand.self, SeasonVerifyCommand.self, SeasonListCommand.self,
        ])
}

struct SeasonCloseCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "close", abstract: "Close the ledger at the end of its season.",
        discussion: """
            Records the number of users, the sum of their balances, and a digest of everything that the next ledger takes \
            over. Afterwards the ledger refuses all commands (`ledgerClosed`), except erasures. This cannot be undone.

            The ledger stays open (`seasonNotOver`) while a draft, a contest, a withdrawal, a case or an approval request is \
            open; the refusal lists them. Once staff roles are enabled, an officer proposes the closing, and another officer \
            approves it with `approval approve`.

            EXAMPLE:
              draftledger --ledger 2026.ledger season close --reason "The season is over."
              draftledger season close --reason "The season is over." --signing-key anna.key --server https://drafts.example.com
            """)

    @Option(help: ArgumentHelp("The reason, as free text.", valueName: "text")) var reason: String
    @OptionGroup var operation: OperatorOptions

    func validate() throws { try FreeText.require(reason, of: "--reason") }

    func execute(on console: Console) throws -> ExitStatus {
        let command = Command.ledger(.closeLedger(reason: Wording(reason)))
        let request = try operation.work(on: console) { try $0.settle(command, as: .admin(nil), reason: reason) }
        if let request {
            try console.print(request, proposing: "to close the ledger")
        } else {
            try console.print([
                StyledText("the ledger is closed", .bold) + ": begin the next one with `season begin`"
            ])
        }
        return .done
    }
}

struct SeasonBeginCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "begin", abstract: "Create the ledger of the next season.",
        discussion: """
            The new ledger takes over users with their numbers, balances, limits, exclusions and keys, staff and their roles, \
            the references of payments, and profiles. The closed ledger is verified first. The new directory appears when it \
            is complete; after an interruption run the command again.

            A deposit of the closed ledger cannot be recorded again in the new one. A late chargeback of it is recorded in \
            the new ledger.

            EXAMPLE:
              draftledger season begin 2027.ledger --from 2026.ledger --origin drafts.example.com/2027
            """)

    @Argument(help: "The directory to create.", completion: .directory) var destination: String
    @Option(
        name: .customLong("from"), help: ArgumentHelp("The closed ledger.", valueName: "dir"), completion: .directory)
    var previous: String
    @Option(help: ArgumentHelp("The permanent name of the ledger if it is created.", valueName: "name")) var origin:
        String
    @Option(help: ArgumentHelp(KeyText.help, valueName: "key")) var verifierKey: String?
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let keys = try verifierKey.map { [try KeyText.read($0)] } ?? []
        let previous = try LedgerOptions.open(previous, readsAll: true)
        defer { previous.close() }
        let beginning = try console.withProgress("verify") {
            try DraftLedger.beginSeason(
                at: destination, from: previous, origin: origin, trusting: keys, progress: $0)
        }
        try console.present(SeasonBeginningPage(beginning: beginning), as: format.format)
        return .done
    }
}

struct SeasonVerifyCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Prove that a ledger begins where another ended.",
        discussion: """
            Verifies both ledgers, and recomputes the closing from the records of the first one. Compares it with each event that \
            the second one begins with, to the cent. The exit status is 1 if a ledger is damaged, and 3 if the second \
            one does not begin where the first one ended. `audit` of the second ledger alone shows only that it agrees with \
            itself.

            EXAMPLE:
              draftledger season verify 2026.ledger 2027.ledger
            """)

    @Argument(help: "The closed ledger.", completion: .directory) var previous: String
    @Argument(help: "The ledger that follows it.", completion: .directory) var next: String
    @Option(help: ArgumentHelp(KeyText.help, valueName: "key")) var verifierKey: String?
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let keys = try verifierKey.map { [try KeyText.read($0)] } ?? []
        let previous = try LedgerOptions.open(previous, readsAll: true)
        defer { previous.close() }
        let next = try LedgerOptions.open(next, readsAll: true)
        defer { next.close() }
        let report = try console.withProgress("verify") {
            try DraftLedger.verifySeason(from: previous, to: next, trusting: keys, progress: $0)
        }
        try console.present(SeasonReportPage(report: report), as: format.format)
        return report.isSound ? .done : report.damage.isEmpty ? .ruleBroken : .found
    }
}

struct SeasonListCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List ledgers with their place in the seasons.",
        discussion: """
            EXAMPLE:
              draftledger season list 2025.ledger 2026.ledger 2027.ledger
            """)

    @Argument(help: "The ledgers.", completion: .directory) var directories: [String]
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let statuses = try directories.map { path in
            let draft = try LedgerOptions.open(path)
            defer { draft.close() }
            return try draft.status()
        }
        try console.present(SeasonsPage(statuses: statuses), as: format.format)
        return .done
    }
}
