import ArgumentParser
import Draft
import DraftLedger
import Interchange
import Pages
import Projections
import Reports

struct ExpectCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "expect",
        abstract: "Show how often entries would advance, reach the final and win, over simulated seasons.",
        discussion: """
            In each simulated season a player gets one that really was: that of a player of the same position with about \
            the same closing ADP in another contest (--like), or, once its season is over, in the same one. The level is \
            drawn too, as far from what the rank promises as levels really are. With --projections the rank and the level \
            are those that are projected. The same seed gives the same figures on any number of cores.

            Later rounds are played in pods of the contest's size (--entries), against entries that got there in the same \
            season. When the first round is over, the expectations are compared with what happened.

            Time: 1 to 2 seconds of a core for a million entries times seasons. Without --seasons it is 1,000 seasons, or \
            as many as make 10 million with the entries, but 100 at least: 20 seconds of a core up to 100,000 entries.

            EXAMPLE:
              draftledger expect --contest "Best Ball Mania 2023" --like "Best Ball Mania 2022" --prizes bbm4.csv
              draftledger expect --user jane --projections weeks.csv --like 1 --seasons 5000 --seed 7 --format csv
            """)

    @Option(
        help: ArgumentHelp("The contest whose season gives the players' (default: the same).", valueName: "contest"))
    var like: String?
    @Option(
        help: ArgumentHelp(
            "Points by player and week: a CSV file with week, player, position and points.", valueName: "file"),
        completion: .file(extensions: ["csv"]))
    var projections: String?
    @Option(
        help: ArgumentHelp(
            "What places win, where the ledger does not say it: lines such as 2-10,5000, in cents.", valueName: "file"),
        completion: .file())
    var prizes: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How many seasons are simulated, 1-1000000 (default: 1000, fewer of more than 10,000 entries).",
            valueName: "n"))
    var seasons: Int?
    @Option(parsing: .unconditional, help: ArgumentHelp("Another seed, other seasons.", valueName: "number"))
    var seed: UInt64 = 1
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How far a level may be from what its rank promises, in thousandths, 0-1000 (default: as calibrated).",
            valueName: "n"))
    var levelError: Int?
    @Option(
        help: ArgumentHelp(
            "How many entries the contest has (default: its limit, else what fills its final).", valueName: "n"))
    var entries: Int?
    @Option(
        help: ArgumentHelp(
            "How many drafts are played at least; those of nobody asked for stand for the field.", valueName: "n"))
    var drafts = 100
    @OptionGroup var listing: EntryListOptions
    @OptionGroup var options: ReportOptions
    @OptionGroup(visibility: .hidden) var refused: PositionOptions

    func validate() throws {
        try refused.refuse("expect")
        if let seasons, !(1...1_000_000).contains(seasons) {
            throw ValidationError("--seasons \(seasons): expected 1 to 1,000,000.")
        }
        if let levelError, !(0...1_000).contains(levelError) {
            throw ValidationError("--level-error \(levelError): expected 0 to 1000.")
        }
        if let entries, entries < 1 { throw ValidationError("--entries \(entries): expected 1 or more.") }
        guard drafts >= 1 else { throw ValidationError("--drafts \(drafts): expected 1 or more.") }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let tiers = try prizes.map { try PrizeFile.tiers(in: try SmallFile.read($0, on: console), named: $0) }
        if let tiers, let fault = PrizeTable.fault(in: tiers) {
            throw ToolError(.badData, "\(prizes ?? ""): \(fault).")
        }
        let draft = try options.ledger.open(console, makingFiguresOf: ["rosters", "contests"])
        defer { draft.close() }
        let table = try options.analyse(draft, on: console, listing: nil) { analysis, filter in
            let position = analysis.rosters.position
            let contest = try analysis.outcome(of: filter.entries.tournament, in: draft)
            let reference = try like.map {
                try ContestOutcome(of: try draft.resolveTournament($0), in: draft, upTo: position)
            }
            let state = TournamentState.folding(try draft.stream(.tournament(contest.tournament), upTo: position))
            let terms = ExpectTerms(
                seed: seed, seasons: seasons, drafts: drafts, entries: entries, prizes: tiers ?? [],
                levelError: levelError
            ).filled(from: state)
            let projected = try projections.map { try projections(in: $0, of: contest) }
            let report = try console.withProgress("expect", unit: "seasons") { progress in
                try analysis.expect(
                    filter, contest: contest, like: reference ?? contest, projections: projected ?? [], terms: terms,
                    progress: progress)
            }
            let rows = listing.first(of: report.rows)
            let ids = try draft.externalIDs(of: Set(rows.map(\.room)), upTo: position)
            var table = FigureTable.expect(report, listing: rows, externalIDs: ids, filter: options.entryWords)
            if rows.isEmpty { table.reason = options.reason(analysis, filter) }
            return table
        }
        return try options.show(table, on: console)
    }

    private func projections(in path: String, of contest: ContestOutcome) throws -> [WeekProjection] {
        do {
            return try ProjectionFile.read(path, season: contest.rounds.season)
        } catch let issue as ImportIssue {
            throw ToolError(.badData, issue.description)
        }
    }
}
