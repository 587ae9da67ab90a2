import ArgumentParser
import Draft
import DraftLedger
import Pages
import Replay

struct CaseListCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the recorded cases.",
        discussion: """
            EXAMPLE:
              draftledger case list --format csv
            """)

    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        let states = try draft.cases().compactMap { id in
            CaseState.folding(try draft.stream(.dispute(id))).map { (id, $0) }
        }
        try console.present(CasesPage(cases: states, names: LedgerNames(draft)), as: format.format)
        return .done
    }
}

struct CaseShowCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a case: its record, and what the rules say today.",
        discussion: """
            EXAMPLE:
              draftledger case show 1
            """)

    @Argument(help: "The case's number.") var number: UInt64
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        let id = try draft.knownCase(number)
        try console.present(try draft.casePage(id), as: format.format)
        return .done
    }
}
