import ArgumentParser
import DraftLedger
import Pages
import Replay

struct AuditCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Check every rule of the house over history.",
        discussion: """
            Links, turns, clocks, the rules' picks and the draws made once more, every command decided once more, and the \
            money after each posting; of one room, or of the whole ledger on all cores. Exits with 1 when something is \
            found.

            EXAMPLE:
              draftledger audit
              draftledger audit 12 --format json
            """)

    @Argument(help: "The room, by number or external id; the whole ledger by default.") var room: String?
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console, readsAll: room == nil)
        defer { draft.close() }
        let audit = Audit(draft)
        let report =
            if let room {
                try audit.run(room: try draft.resolveRoom(room))
            } else {
                try console.withProgress("audit") { try audit.run(progress: $0) }
            }
        try console.present(AuditPage(report: report), as: format.format)
        return report.isClean ? .done : .found
    }
}
