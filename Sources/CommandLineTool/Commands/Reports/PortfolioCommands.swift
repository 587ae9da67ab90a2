import ArgumentParser
import Draft
import DraftLedger
import Interchange
import Pages
import Projections
import Reports

/// How much of a list of entries is shown.
struct EntryListOptions: ParsableArguments {
    @Option(
        name: [.customLong("top"), .customLong("limit")],
        help: ArgumentHelp("How many entries are listed (default: all).", valueName: "n"))
    var top: Int?

    func validate() throws {
        if let top, top < 1 { throw ValidationError("--top \(top): expected 1 or more.") }
    }

    func first<Row>(of rows: [Row]) -> [Row] { Array(rows.prefix(top ?? .max)) }
}

struct PortfolioCommand: ConsoleCommand {
    enum Order: String, CaseIterable { case entry, clv, points, shared }

    static let configuration = CommandConfiguration(
        commandName: "portfolio",
        abstract: "Show entries one by one: build, archetype, stacks, value, points, likeness.",
        discussion: """
            zero-RB: no RB in rounds 1 to 5; hero-RB: one in rounds 1 to 5, taken in round 1 or 2; robust-RB: three or \
            more in rounds 1 to 4; balanced-RB: none of these. elite: the first QB or TE in rounds 1 to 4, mid: 5 to 8, \
            late: 9 or later. KC+2 is a quarterback with two team mates. most like is the other entry here that shares \
            the most players. Points are those of the first round so far.

            EXAMPLE:
              draftledger portfolio --user 7 --sort shared --top 20
              draftledger portfolio --user jane --players teams-2024.csv --reference at-date --adp adp-2024.csv
            """)

    @OptionGroup var pricing: PricingOptions
    @Option(
        help: ArgumentHelp(
            "By draft, or the best value, the most points or the most players in common with another first.",
            valueName: "entry|clv|points|shared"),
        transform: { try Choice.named($0) as Order })
    var sort = Order.entry
    @OptionGroup var listing: EntryListOptions
    @OptionGroup var options: ReportOptions
    @OptionGroup(visibility: .hidden) var refused: PositionOptions

    func validate() throws { try refused.refuse("portfolio") }

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try options.ledger.open(console, makingFiguresOf: ["rosters", "contests"])
        defer { draft.close() }
        let table = try options.analyse(
            draft, on: console, listing: nil, sitesPositions: pricing.reference.needsDatedPositions
        ) { analysis, filter in
            let dated = try pricing.dated(analysis, for: filter, on: console)
            let outcomes = try analysis.outcomes(of: filter.entries.tournament, in: draft).known
            let report = try analysis.portfolio(
                filter, against: pricing.reference, curve: pricing.curve, dated: dated, outcomes: outcomes)
            var rows = report.rows
            switch sort {
            case .entry: break
            case .clv: rows.sort(by: { $0.averageValue ?? -.infinity }, descending: true)
            case .points: rows.sort(by: { $0.points ?? .min }, descending: true)
            case .shared: rows.sort(by: \.shared, descending: true)
            }
            let ids = try draft.externalIDs(of: Set(rows.map(\.room)), upTo: analysis.rosters.position)
            let contests: [TournamentID: String] = try draft.tournaments()
                .reduce(into: [:]) { $0[$1.tournament] = $1.title }
            var table = FigureTable.portfolio(
                report, listing: listing.first(of: rows), externalIDs: ids, contests: contests,
                filter: options.entryWords)
            table.note(dated?.findings ?? [])
            table.note(analysis.sideFindings)
            if table.rows.isEmpty { table.reason = options.reason(analysis, filter) }
            return table
        }
        return try options.show(table, on: console)
    }
}

struct LuckCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "luck", abstract: "Show what entries left on the bench, and scored beyond their ADP.",
        discussion: """
            Of a player is expected what the players next to him scored on average: of his position, the four before and \
            the four behind him by ADP in the contest's complete drafts. luck is what the roster's players scored, on the \
            bench too, less what was expected of them. Points are those of the first round, a week at a time.

            EXAMPLE:
              draftledger luck --user 7
              draftledger luck --contest "Best Ball Mania 2022" --week 6 --top 20 --format csv
            """)

    @Option(help: ArgumentHelp("Count the weeks up to this one (default: all that there are).", valueName: "n"))
    var week: UInt8?
    @OptionGroup var listing: EntryListOptions
    @OptionGroup var options: ReportOptions
    @OptionGroup(visibility: .hidden) var refused: PositionOptions

    func validate() throws { try refused.refuse("luck") }

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try options.ledger.open(console, makingFiguresOf: ["rosters", "contests"])
        defer { draft.close() }
        let table = try options.analyse(draft, on: console, listing: nil) { analysis, filter in
            let outcomes = try analysis.requiredOutcomes(of: filter.entries.tournament, in: draft)
            let report = try analysis.luck(filter, outcomes: outcomes, throughWeek: week)
            let rows = listing.first(of: report.rows)
            let ids = try draft.externalIDs(of: Set(rows.map(\.room)), upTo: analysis.rosters.position)
            var table = FigureTable.luck(report, listing: rows, externalIDs: ids, filter: options.entryWords)
            table.note(analysis.sideFindings)
            return table
        }
        return try options.show(table, on: console)
    }
}

struct NextPickCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: "Show who is left at a seat's next pick, and what each would make of its roster.",
        discussion: """
            ADP is the site's of its last day, on record or in a file, else the pool's. Exposure and \"most often with\" are those of \
            the user's finished entries: of the seat's user, or of another with --user. --at pick:42 shows what was left then, \
            and is held against what the ledger knew at that moment.

            EXAMPLE:
              draftledger next 12 --seat 3 --position WR
              draftledger next 12 --seat 3 --at pick:42
              draftledger next 12 --seat 3 --adp underdog-2026-05-24.csv --top 40
            """)

    @OptionGroup var room: RoomArgument
    @Option(help: ArgumentHelp("The seat, from 0.", valueName: "seat")) var seat: Seat
    @Option(help: ArgumentHelp("Whose entries exposure and pairs are made of.", valueName: "user")) var user: String?
    @OptionGroup var sites: SiteOptions
    @Option(name: .customLong("players"), help: SideFile.playersHelp, completion: .file(extensions: ["csv"]))
    var playerFiles: [String] = []
    @Option(
        name: [.customLong("top"), .customLong("limit")],
        help: ArgumentHelp("How many players are listed.", valueName: "n"))
    var top = 25
    @OptionGroup var listed: PositionOptions
    @OptionGroup var look: LookOptions

    func validate() throws {
        guard top >= 1 else { throw ValidationError("--top \(top): expected 1 or more.") }
    }

    /// The moment for what spans rooms: behind the room's last event until then, where it is a moment of the room.
    private func moment(of room: RoomID, in draft: DraftLedger) throws -> Moment {
        switch look.at {
        case .latest, .position, .time: return look.at
        case .version, .pick:
            let last = try draft.timeline(of: room, at: look.at).last
            return .position(last.map { $0.position + 1 } ?? 0)
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try look.ledger.open(console, makingFiguresOf: ["rosters"])
        defer { draft.close() }
        let view = try draft.view(ofRoom: room.room, at: look.at)
        guard let member = view.room.member(at: seat) else {
            throw ToolError(
                .noInput,
                "In room \(view.room.id) nobody sits on seat \(seat): `draftledger room \(view.room.id)` lists "
                    + "who does.")
        }
        guard !view.room.status.isTerminal else {
            throw ToolError(.noInput, "Room \(view.room.id) is \(view.room.status.name): no pick is left to make.")
        }
        let user = try user.map { try draft.resolveUser($0) } ?? member.user
        let moment = try self.moment(of: view.room.id, in: draft)
        let analysis = try console.withProgress("rosters") { progress in
            try Analysis(of: draft, at: moment, progress: progress)
        }.supplemented(by: try playerFiles.flatMap { try SideFile.read($0, for: .facts) })
        let dated = try sites.dated(
            analysis,
            for: Set([analysis.season(of: view.room.tournament, startedAt: view.room.startedAt)].compactMap(\.self)),
            isNeeded: false, on: console)
        let report = analysis.nextPick(
            of: seat, in: view.room, pool: view.pool, user: user, dated: dated, position: listed.position)
        var words = user.map { "user \($0)" } ?? "no user"
        if let position = listed.position { words += ", \(position.abbreviation) only" }
        var table = FigureTable.nextPick(report, listing: Array(report.rows.prefix(top)), filter: words)
        table.note(dated?.findings ?? [])
        table.note(analysis.sideFindings)
        try console.present(table, as: look.format.format)
        return .done
    }
}
