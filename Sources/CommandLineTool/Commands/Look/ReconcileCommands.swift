import ArgumentParser
import Draft
import DraftLedger
import Pages

struct ReconcileCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "reconcile",
        abstract: "Reconcile payments with statements of providers by day.",
        discussion: """
            Each line is a day (UTC) of a provider. It has the amount in the ledger's account external/PROVIDER, the \
            amount that the provider states, and the result. The result is covered, differs, or unstated if no \
            statement covers the day. --open lists only days that are not covered. Record statements with the command \
            `recordStatement` (see `send`). If a day has several statements, the last one counts.

            EXAMPLE:
              draftledger reconcile --since 2026-08-01 --open
              draftledger reconcile --provider northpay --format csv > northpay.csv
            """)

    @Option(help: ArgumentHelp("The payment provider.", valueName: "name")) var provider: String?
    @Flag(name: .customLong("open"), help: "Only days without a statement, or with a difference.")
    var onlyOpen = false
    @OptionGroup var times: TimeOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console, readsAll: true)
        defer { draft.close() }
        let days = try console.withProgress("reconcile") { progress in
            try draft.reconciliation(since: times.since, until: times.until, provider: provider, progress: progress)
        }
        let page = ReconcilePage(days: onlyOpen ? days.filter { $0.standing != .covered } : days)
        try console.output.write(page.document(as: format.format, on: console.terminal))
        return .done
    }
}

struct LimitsCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "limits", abstract: "List limits, exclusions and closed accounts.",
        discussion: """
            Lists limits of deposits and entries, exclusions with their end, closed accounts, and looser limits that are still \
            pending. Members set limits themselves, or two staff members do. `activity` shows the time and the actor.

            EXAMPLE:
              draftledger limits
              draftledger limits --at 2026-08-01T12:00:00Z --format json
            """)

    @Option(help: ArgumentHelp("Only this user: number, external ID or name.", valueName: "user")) var user: String?
    @Option(
        help: ArgumentHelp("Show the state at this time by the ledger's clock (default: now).", valueName: "time"),
        transform: TimeOptions.time)
    var at: Timestamp?
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console, readsAll: true)
        defer { draft.close() }
        let user = try user.map { try draft.resolveUser($0) }
        let standings = try console.withProgress("limits") { progress in
            try draft.standings(at: at, progress: progress)
        }
        let page = LimitsPage(
            standings: standings.filter { (user ?? $0.user) == $0.user && !$0.isFree }, names: LedgerNames(draft))
        try console.output.write(page.document(as: format.format, on: console.terminal))
        return .done
    }
}
