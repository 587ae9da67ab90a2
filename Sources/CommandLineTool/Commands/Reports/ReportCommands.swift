import ArgumentParser
import Draft
import DraftLedger
import Pages
import Projections
import Reports
import Statements

struct ReportCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Write all reports as one HTML page.",
        discussion: """
            The page needs no network: you can send it, print it, or open it on a phone. Its footer has the root of the \
            ledger, signed with the report key if that key is present. `attest` exports figures in a form that can be \
            verified. --position restricts the cards that list players.

            EXAMPLE:
              draftledger report --html portfolio.html --user 7
              draftledger report daily --date 2026-08-01
            """,
        subcommands: [ReportDailyCommand.self])

    // Asked for below, not here: the parser would ask the subcommands for it too.
    @Option(
        help: ArgumentHelp("Write an HTML page to this file; - is standard output.", valueName: "file"),
        completion: .file(extensions: ["html"]))
    var html: String?
    @OptionGroup var listed: PositionOptions
    @OptionGroup var options: ReportOptions

    func execute(on console: Console) throws -> ExitStatus {
        guard let html else { throw ValidationError("Missing expected argument '--html <file>'") }
        let draft = try options.ledger.open(console, makingFiguresOf: ["rosters"])
        defer { draft.close() }
        var page = try options.analyse(draft, on: console, listing: listed.position) { analysis, filter in
            let contest = try filter.entries.tournament.flatMap { try draft.tournament($0)?.details.title }
            return ReportPage(
                analysis, filter,
                heading: contest ?? options.contest ?? options.user.map { "Portfolio of \($0)" } ?? "All drafts",
                filterWords: options.entryWords)
        }
        page.attestation =
            try draft.positionStatement(at: page.position)?.line
            ?? "Not signed: the ledger's report key is not here, and none can be made."
        guard html != "-" else {
            try console.output.write(page.html)
            return .done
        }
        try SmallFile.write(Array(page.html.utf8), to: html)
        console.note("Wrote \(html)")
        return .done
    }
}

struct ReportDailyCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "daily", abstract: "Summarize the ledger by day.",
        discussion: """
            Shows registered users, seats taken and left, picks, refusals, money, and the cases open at the end of the day. \
            Days are in UTC by the ledger's clock, so an import counts on the day of the import. Fees are net of refunds by \
            the contest.

            EXAMPLE:
              draftledger report daily
              draftledger report daily --date 2026-08-01 --format json
            """)

    @Option(help: ArgumentHelp("Only this day.", valueName: "day"), transform: TimeOptions.time) var date: Timestamp?
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console, readsAll: true)
        defer { draft.close() }
        let days = try console.withProgress("report daily") { try draft.dailyFigures(of: date, progress: $0) }
        try console.present(DailyPage(days: days), as: format.format)
        return .done
    }
}
