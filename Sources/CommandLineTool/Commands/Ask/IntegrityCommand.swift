import ArgumentParser
import DraftLedger
import Pages
import Reports
import ToolSupport

struct IntegrityCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "integrity", abstract: "List indicators of collusion and fraud.",
        discussion: """
            together: users in the same rooms more often than by chance. rosters: entries of two users with the same players. \
            feeding: a seat that takes players two rounds or more too early. The same other seat picks next each time and \
            gets a better player. \
            reactions: picks as regular as those of a machine. reseated: a cancelled room whose members are together again in \
            a later room. chargebacks: deposits that were charged back. withheld: users who committed to a contribution to \
            draws and did not reveal it. Each row has the count that was found, the expected count, the number of chances and \
            the rank.

            These are statistical indicators, not proof. The ledger has no devices, addresses or places, and does not know \
            whether two users are one person.

            EXAMPLE:
              draftledger integrity
              draftledger integrity together reactions --limit 25 --format csv
            """)

    @Argument(
        help: ArgumentHelp("The indicators to look for (default: all).", valueName: "kind"),
        completion: .list(UnusualFinding.Kind.allCases.map(\.rawValue)), transform: Choice.named)
    var kinds: [UnusualFinding.Kind] = []
    @Option(parsing: .unconditional, help: ArgumentHelp("List at most this many rows.", valueName: "count")) var limit =
        10
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func validate() throws {
        if limit < 1 { throw ValidationError("--limit \(limit): expected 1 or more.") }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console, readsAll: true)
        defer { draft.close() }
        let kinds = kinds.isEmpty ? UnusualFinding.Kind.allCases : kinds
        var unusual = Unusual(draft)
        unusual.top = limit
        let findings = try console.withProgress("integrity") { try unusual.findings(of: kinds, progress: $0) }
        try console.present(IntegrityPage(of: kinds, findings: findings, names: LedgerNames(draft)), as: format.format)
        return .done
    }
}
