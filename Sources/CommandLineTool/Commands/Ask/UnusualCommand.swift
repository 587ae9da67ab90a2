import ArgumentParser
import DraftLedger
import Pages
import Reports

struct UnusualCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "unusual", abstract: "List patterns that are worth a look.",
        discussion: """
            together: users in the same rooms more often than chance would have it. rosters: entries of two users with the \
            same players. feeding: a seat that reaches by two rounds, so that the next one gets a player who was due, more \
            often before that one than before others. reactions: picks as regular as a machine's. reseated: a cancelled room \
            whose members sit in one of the next. chargebacks: deposits that were charged back. withheld: \
            users who sealed what they put into draws and did not reveal it. Each with what was found, what is common, of how \
            many chances, and its rank. None of it is an accusation.

            The ledger knows nothing of devices, addresses and places, and so this does not either; nor whether two numbers \
            are one person.

            EXAMPLE:
              draftledger unusual
              draftledger unusual together reactions --top 25 --format csv
            """)

    @Argument(
        help: ArgumentHelp("What to look for (default: all).", valueName: "kind"),
        completion: .list(UnusualFinding.Kind.allCases.map(\.rawValue)), transform: Choice.named)
    var kinds: [UnusualFinding.Kind] = []
    @Option(parsing: .unconditional, help: ArgumentHelp("How many of each kind.", valueName: "count")) var top = 10
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func validate() throws {
        if top < 1 { throw ValidationError("--top \(top): expected 1 or more.") }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console, readsAll: true)
        defer { draft.close() }
        let kinds = kinds.isEmpty ? UnusualFinding.Kind.allCases : kinds
        var unusual = Unusual(draft)
        unusual.top = top
        let findings = try console.withProgress("unusual") { try unusual.findings(of: kinds, progress: $0) }
        try console.present(UnusualPage(of: kinds, findings: findings, names: LedgerNames(draft)), as: format.format)
        return .done
    }
}
