import ArgumentParser
import Draft
import DraftLedger

/// Which ledger: `--ledger` before or after the command, else the environment, else the working directory.
struct LedgerOptions: ParsableArguments {
    @Option(
        name: .customLong("ledger"),
        help: ArgumentHelp("The ledger (default: $DRAFT_LEDGER, then ./draft.ledger).", valueName: "dir"),
        completion: .directory)
    var path: String?

    func path(_ console: Console) -> String {
        if let path { return path }
        if let path = console.environment["DRAFT_LEDGER"], !path.isEmpty { return path }
        return "./draft.ledger"
    }

    func open(_ console: Console, for access: DraftLedger.Access = .reading) throws -> DraftLedger {
        try DraftLedger.open(at: path(console), for: access)
    }
}
