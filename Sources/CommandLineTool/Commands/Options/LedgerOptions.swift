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

    /// For writing; creates it where there is none.
    ///
    /// - Parameters:
    ///   - origin: the name for ever of one that is created; nil for an empty one that another's records will fill.
    ///   - moment: when one that is created says that it was; now by default.
    func openOrCreate(_ console: Console, origin: String?, moment: Timestamp? = nil) throws -> DraftLedger {
        let path = path(console)
        return DraftLedger.exists(at: path)
            ? try DraftLedger.open(at: path, for: .writing)
            : try DraftLedger.create(at: path, origin: origin, moment: moment)
    }

    func open(_ console: Console, for access: DraftLedger.Access = .reading) throws -> DraftLedger {
        try DraftLedger.open(at: path(console), for: access)
    }
}
