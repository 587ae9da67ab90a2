import ArgumentParser
import Draft
import DraftLedger
import Foundation
import Interchange
import Pages
import ToolSupport

struct ReconcileCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "reconcile",
        abstract: "Reconcile payments with statements of providers by day.",
        discussion: """
            Each line is a day (UTC) of a provider. It has the amount in the ledger's account external/PROVIDER, the \
            amount that the provider states, and the result. The result is covered, differs, or unstated if no \
            statement covers the day. --open lists only days that are not covered. If a day has several statements, the \
            last one counts. --also adds the payments of another ledger, for the day on which a season ended.

            --file compares a provider's report payment by payment: CSV with the columns reference, type, amountCents and \
            date (UTC). Types are deposit, withdrawal, chargeback and reversal. The exit status is 1 if a payment differs. \
            --as-statement also records the totals of each day that is over as the provider's statement.

            EXAMPLE:
              draftledger reconcile --since 2026-08-01 --open
              draftledger reconcile --provider bank --file bank-2026-11.csv --as-statement
              draftledger reconcile --provider northpay --format csv > northpay.csv
              draftledger --ledger 2027.ledger reconcile --also 2026.ledger
            """)

    @Option(help: ArgumentHelp("The payment provider.", valueName: "name")) var provider: String?
    @Flag(name: .customLong("open"), help: "Only days without a statement, or with a difference.")
    var onlyOpen = false
    @Option(
        help: ArgumentHelp("The provider's report to compare.", valueName: "path"), completion: .file())
    var file: String?
    @Flag(help: "Record the totals of the report as statements.") var asStatement = false
    @OptionGroup var archives: ArchiveOptions
    @OptionGroup var times: TimeOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func validate() throws {
        guard file != nil else {
            if asStatement { throw ValidationError("--as-statement needs the provider's report: --file.") }
            return
        }
        guard provider != nil else { throw ValidationError("--file needs the name of the provider: --provider.") }
        guard !onlyOpen, times.since == nil, times.until == nil, archives.paths.isEmpty else {
            throw ValidationError(
                "Leave out --also, --open, --since and --until: the report says which days it covers.")
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        if let file, let provider { return try compare(file, of: provider, on: console) }
        let draft = try ledger.open(console, readsAll: true)
        defer { draft.close() }
        let others = try archives.open()
        defer { for other in others { other.close() } }
        let days = try console.withProgress("reconcile") { progress in
            try draft.reconciliation(
                with: others, since: times.since, until: times.until, provider: provider, progress: progress)
        }
        let page = ReconcilePage(days: onlyOpen ? days.filter { $0.standing != .covered } : days)
        try console.output.write(page.document(as: format.format, on: console.terminal))
        return .done
    }

    private func compare(_ path: String, of provider: String, on console: Console) throws -> ExitStatus {
        let file = try ProviderFile(try SmallFile.read(path, on: console), named: path)
        let draft = try ledger.open(console, for: asStatement ? .writing : .reading)
        defer { draft.close() }
        let comparison = try console.withProgress("reconcile") { progress in
            try ProviderComparison(of: file, by: provider, with: draft, progress: progress)
        }
        try console.present(ProviderComparisonPage(comparison), as: format.format)
        if asStatement {
            let now = Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1e6))
            let statements = file.statements(by: provider)
            let over = statements.filter { $0.day + .seconds(86_400) <= now }
            for statement in over {
                try draft.settle(.ledger(.recordStatement(statement)), as: .provider(onBehalfOf: nil))
            }
            let left = statements.count - over.count
            console.note(
                "\(Figures.plural(over.count, "day")) recorded"
                    + (left == 0 ? "" : ", \(Figures.plural(left, "day")) not over yet"))
        }
        return comparison.differences.isEmpty ? .done : .found
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
