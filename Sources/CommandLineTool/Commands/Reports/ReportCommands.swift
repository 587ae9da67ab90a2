import ArgumentParser
import Draft
import DraftLedger
import Interchange
import Pages
import Projections
import Reports
import Statements
import ToolSupport

struct ReportCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Write all reports as one HTML page.",
        discussion: """
            The page needs no network: you can send it, print it, or open it on a phone. Its footer has the root of the \
            ledger, signed with the report key if that key is present. `attest` exports figures in a form that can be \
            verified. --position restricts the cards that list players.

            Picks are compared with a site's ADPs of --adp or of the ledger, else with closing ADPs. --site and --season \
            choose among recorded ADPs; --season also chooses the games of week 17. --entry shows one entry.

            EXAMPLE:
              draftledger report --html portfolio.html --user 7
              draftledger report --html portfolio.html --user 7 --reference at-date --site underdog
              draftledger report daily --date 2026-08-01
            """,
        subcommands: [ReportDailyCommand.self])

    // Asked for below, not here: the parser would ask the subcommands for it too.
    @Option(
        help: ArgumentHelp("Write an HTML page to this file; - is standard output.", valueName: "file"),
        completion: .file(extensions: ["html"]))
    var html: String?
    @OptionGroup var listed: PositionOptions
    @OptionGroup var reference: ReferenceOption
    @OptionGroup var sites: SiteOptions
    @Option(help: ArgumentHelp("Only this entry: number or external ID.", valueName: "entry")) var entry: String?
    @OptionGroup var options: ReportOptions

    func execute(on console: Console) throws -> ExitStatus {
        guard let html else { throw ValidationError("Missing expected argument '--html <file>'") }
        let draft = try options.ledger.open(console, makingFiguresOf: ["rosters"])
        defer { draft.close() }
        let files = try sites.adp.flatMap { try SideFile.read($0, for: .positions) }
        var page = try options.analyse(
            draft, on: console, listing: listed.position, sitesPositions: true
        ) { analysis, filter in
            let contest = try filter.entries.tournament.flatMap { try draft.tournament($0)?.details.title }
            var page = ReportPage(
                analysis, filter,
                heading: entry.map { "Entry \($0)" } ?? contest ?? options.contest
                    ?? options.user.map { "Portfolio of \($0)" } ?? "All drafts",
                filterWords: options.entryWords)
            try page.complete(
                from: draft, reference: reference.reference, site: sites.site,
                season: sites.season.map { SeasonID($0) }, files: files
            ) { console.note(StyledText($0, .alarm)) }
            page.facts.entry = try entry.map { try self.entry($0, in: draft, analysis) }
            return page
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

extension ReportCommand {
    /// - Throws: `OutcomeError` for an entry that is not among those of the ledger.
    private func entry(_ name: String, in draft: DraftLedger, _ analysis: Analysis) throws -> EntryID {
        let entries = analysis.entries
        if let number = UInt64(name), entries.contains(EntryID(number)) { return EntryID(number) }
        let ids = try draft.externalIDs(of: Set(entries.map(\.room)), upTo: analysis.rosters.position)
        guard let entry = entries.last(where: { ids[$0] == name }) else { throw OutcomeError.unknownEntry(name) }
        return entry
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
