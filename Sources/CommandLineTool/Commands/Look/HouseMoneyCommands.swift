import ArgumentParser
import Draft
import DraftLedger
import Pages

struct ReconcileCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "reconcile",
        abstract: "Hold what came in and went out against the statements of the providers, day by day.",
        discussion: """
            Each line is a provider's day in UTC: what the ledger has of external/PROVIDER, what the provider states, and how \
            the two go together: covered, differs, or unstated where no statement covers the money. With --open: only what \
            is not covered. Statements are recorded by `recordStatement` (see `send`); of several for a day the last counts.

            EXAMPLE:
              draftledger reconcile --since 2026-08-01 --open
              draftledger reconcile --provider northpay --format csv > northpay.csv
            """)

    @Option(help: ArgumentHelp("Only this provider.", valueName: "name")) var provider: String?
    @Flag(name: .customLong("open"), help: "Only days that no statement covers, or that differ from theirs.")
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
            Who wants to pay in or to play no more than so much, who is excluded and until when, whose account is closed; and \
            the looser limits that still wait. Members set them themselves, or two people of the house do: `activity` of a \
            user tells which, and when.

            EXAMPLE:
              draftledger limits
              draftledger limits --at 2026-08-01T12:00:00Z --format json
            """)

    @Option(help: ArgumentHelp("Only this user.", valueName: "user")) var user: String?
    @Option(
        help: ArgumentHelp("As of this time by the ledger's clock; its last event's for none.", valueName: "time"),
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
