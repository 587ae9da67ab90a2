import ArgumentParser
import Draft
import DraftLedger
import Interchange
import Platform
import Pages
import Projections
import Records
import Replay
import Reports
import Remote

struct ImportCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Append history from files.",
        discussion: """
            All of a draft goes in or none of it: one that breaks a rule is refused with its line and column, the \
            others go in, and the exit status is 65. What is in the ledger already is not appended again.

            bbm is the public Best Ball Mania pick dumps, underdog a user's own export with that user's picks only, draftkings \
            a user's own DraftKings picks as a browser script writes them (LineupKey, ContestKey, OverallPick, …), drafters a \
            Drafters export, sleeper the picks of Sleeper's drafts (/v1/draft/ID/picks), mfl the draftResults of \
            MyFantasyLeague, csv any other table of picks, rankings a player pool from a site's rankings, scores what players \
            scored in a season, adp a site's ADP by day, players teams and bye weeks, schedule who plays whom, jsonl what \
            `export` writes; without --as the files' headers decide. Gzipped files are read as they are, \
            unless they unpack to more than 200 times their size or 16 GiB: unpack such a file first, if it is what it should be. No \
            row or line is longer than 1 MiB, no file of mfl or sleeper larger than 64 MiB. - is standard input.

            An underdog export does not say how many rounds a draft has: its contest's longest entry shows it. Slow \
            drafts (more than two minutes a pick) that were picked for within seven days of the file's newest pick are \
            taken to be under way, of 18 rounds, until an entry of their contest is complete; --rounds says it for all \
            drafts of the files. Where a later export shows other rounds, the draft's room is voided and it gets another one.

            A dump of bbm may be cut within a draft, or between two of its rounds: such a draft is refused. Drafts have the \
            rounds that most drafts of their year have, and those of twelve 18 at least, unless --rounds says it. What a dump \
            states itself of results (roster_points, made_playoffs, pick_points) goes on record behind each draft, also of \
            drafts that are there already; `standings` and `audit` hold it against what is computed. Files of its playoffs go \
            into one command with the drafts of the first round, which say whose each tournament_entry_id is.

            Whole drafts of drafters, sleeper and csv have as many rounds as most drafts of their contest. One that no other of \
            its contest confirms is refused with fewer than most of the site's have (18, of drafters 20), since it may be cut \
            or under way: --rounds says that it is whole.

            --map says which column of a csv holds what: ROLE=COLUMN, separated by commas. player, draft and pick (or round \
            and inround, or round and slot of a snake) must be there; a file may also tell first (name), id, position, team, bye and adp of the player; \
            slot, teams, entry and user of who picks; contest, title and fee of what is played for; date of the pick and \
            started of the draft. A column that tells teams apart (slot, entry or user) or picks of every team make it \
            whole drafts, else it is one's own export.

            Of other dialects --map names the columns that a file calls otherwise: the dialect's own name first, such as \
            --map adp=Underdog, or --map points=fantasy_points_ppr.

            Picks may run in a snake or in one with third-round reversal, which the picks show, of up to 32 teams. Auctions, \
            linear drafts and drafts with traded picks cannot be imported, nor can those of other sports than football.

            Tables of different sites list their players apart if --site names the site of each.

            Of draftkings, drafters and csv the picks show how many teams a draft has, where they can; --teams says it \
            for all drafts of the files.

            A room takes a draft from one source: an own export and a public dump of the same draft exclude each other, \
            and the one that came first stays.

            With --server a running server takes rankings, which become a pool of its ledger, scores, adp, players and \
            schedule: an operator's or an importer's --token says who you are there, and --key signs. Other history goes into \
            a ledger that nobody serves.

            Rows of scores are a player's points of a week: week, player, position, points, and season, team and \
            player_id where there are such columns. --scoring names the scoring that they are by; contests count those of \
            their own. nflverse's weekly statistics are read too, and their half-PPR points computed. Rows of other seasons, of \
            the postseason and of positions that no contest drafts are passed over and counted. What differs from the ledger is \
            a correction, and takes a --reason; --final says that the weeks of \
            the files are complete.

            adp, players and schedule are recorded of a --season, and reports follow them from there on, as of their moment: \
            clv --reference at-date|latest, stacks, byes, next. Rows of adp are name, position, adp, and date, unless \
            --date or the file's name says the day; --site says whose they are, and --slate of which of its slates, such as \
            superflex: those are on record as SITE/SLATE. Of a file with a column for each of several sites --site chooses the \
            column, else their average counts. JSON with a list of players is read like such a table. Rows of players are name, position, team \
            and bye; rows of schedule week, home and away. What differs from the ledger takes a --reason here too.

            What jsonl tells is audited before it goes in, and stays out where it breaks the rules. --as-found takes it \
            into an empty ledger all the same, which says so for ever.

            EXAMPLE:
              draftledger import picks.csv --as bbm --dry-run
              draftledger import picks.csv finals.csv --as bbm
              draftledger import export.csv --as underdog --user jane
              draftledger import drafts/*.json.gz --as mfl --players players.json
              draftledger import sheet.csv --as csv --map player=Name,pick=Overall,draft="Draft ID",user=Drafter
              draftledger import scores.csv --as scores --season 2022 --final
              draftledger import adp-2026-05-24.csv --as adp --season 2026 --site underdog
              draftledger import superflex.csv --as adp --season 2026 --site underdog --slate superflex --date 2026-06-29
              draftledger import rankings.csv --as rankings --server https://drafts.example.com
              draftledger import adp-2026-05-24.csv --as adp --season 2026 --server https://drafts.example.com
            """)

    @Argument(help: "The files.", completion: .file()) var files: [String]
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "What the files are (default: what their headers show).",
            valueName: "bbm|underdog|draftkings|drafters|sleeper|mfl|csv|rankings|scores|adp|players|schedule|jsonl"),
        completion: .list(ImportDialect.allCases.map(\.rawValue)),
        transform: { try Choice.named($0) as ImportDialect })
    var stated: ImportDialect?
    @Flag(help: "Check everything, append nothing.") var dryRun = false
    @Flag(help: "For jsonl: take in a history that breaks the rules, into an empty ledger that is marked for ever.")
    var asFound = false
    @Option(help: ArgumentHelp("For mfl: the site's player list.", valueName: "file"), completion: .file())
    var players: String?
    @OptionGroup var drafts: DraftFileOptions
    @OptionGroup var scores: SeasonOptions
    @Option(help: ArgumentHelp("The name of a ledger that is created.", valueName: "name"))
    var origin = "draft-ledger.example/imports"
    @Option(
        help: ArgumentHelp("With --server: the file with the key that signs.", valueName: "file"),
        completion: .file())
    var key: String?
    @OptionGroup var remote: RemoteOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func validate() throws {
        if key != nil, remote.server == nil {
            throw ValidationError("--key goes with --server: an importer of a ledger's own signs nothing.")
        }
        if let stated { try checkOptions(for: stated) }
    }

    private func checkOptions(for dialect: ImportDialect) throws {
        try drafts.check(for: dialect)
        if asFound, dialect != .jsonl { throw ValidationError("--as-found belongs to --as jsonl.") }
        try scores.check(for: dialect)
        if players != nil, dialect != .mfl { throw ValidationError("--players belongs to --as mfl.") }
    }

    /// What the files are: as stated, else as all their headers show.
    private func dialect() throws -> ImportDialect {
        if let stated { return stated }
        if !drafts.map.isEmpty, (try? PickMap(drafts.map)) != nil { return .csv }
        var shown: ImportDialect?
        for file in files {
            let kind = file == "-" ? nil : try FileKind.of(path: file)
            if let complaint = kind?.complaint { throw ToolError(.badData, "\(file): \(complaint)") }
            guard case .dialect(let dialect)? = kind else {
                let name = file == "-" ? "standard input" : file
                throw ValidationError("What \(name) is, no header shows: say it with --as \(Self.names).")
            }
            guard shown == nil || shown == dialect else {
                throw ValidationError(
                    "\(files[0]) is of \(shown?.rawValue ?? ""), \(file) of \(dialect.rawValue): import them one by one."
                )
            }
            if dialect == .rankings, try FileKind.mayBePositions(path: file) {
                throw ValidationError(
                    "\(file) may be a site's ADPs or its player pool: say --as adp --season YEAR --site NAME, or "
                        + "--as rankings.")
            }
            shown = dialect
        }
        guard let shown else { throw ValidationError("No file is named.") }
        try checkOptions(for: shown)
        return shown
    }

    private static let names = ImportDialect.allCases.map(\.rawValue).joined(separator: "|")

    func execute(on console: Console) throws -> ExitStatus {
        try checkFiles()
        let dialect = try dialect()
        if let server = try remote.remote(console) {
            let key = try key.map { try SealingKeyFile($0).read() }
            switch dialect {
            case .rankings: return try present(try publish(to: server, by: key), of: dialect, on: console)
            case .scores, .adp, .players, .schedule:
                let place = ServerSeasons(server, by: key, isDryRun: dryRun)
                let summary = try HistoryImport(try source(dialect), columns: try drafts.columns(of: dialect))
                    .run(files, into: place)
                return try present(summary, of: dialect, on: console)
            case .bbm, .underdog, .draftkings, .drafters, .sleeper, .mfl, .csv, .jsonl:
                throw ToolError(
                    .usage,
                    "A server takes rankings, scores, adp, players and schedule only: stop it, import "
                        + "\(dialect.rawValue) into its ledger, and start it again.")
            }
        }
        let place = NewLedger(path: ledger.path(console))
        let draft = try open(console, for: dialect)
        defer { place.close(draft, creation: dialect == .jsonl ? 0 : 1) }
        let unit =
            switch dialect {
            case .jsonl: "lines"
            case .scores: "weeks"
            default: "drafts"
            }
        var summary = try console.withProgress("import", unit: unit) { progress in
            try HistoryImport(
                try source(dialect), isDryRun: dryRun, review: dialect == .jsonl ? RulesReview() : nil,
                takesAsFound: asFound, rounds: dialect == .bbm ? drafts.rounds : nil,
                columns: try drafts.columns(of: dialect), progress: progress
            ).run(files, into: draft)
        }
        if dialect == .scores, !dryRun, let draft { summary.notes += try unplacedNotes(draft) }
        return try present(summary, of: dialect, on: console)
    }

    /// Names players of the season's contests who have no points while points that may be theirs are nobody's.
    private func unplacedNotes(_ draft: DraftLedger) throws -> [String] {
        let position = try draft.position(of: .latest)
        return try draft.tournaments().compactMap { summary in
            guard try draft.tournament(summary.tournament)?.rounds?.season == scores.terms.season,
                let outcome = try? ContestOutcome(  // a contest without a lineup has none
                    of: summary.tournament, in: draft, upTo: position),
                !outcome.unplaced.isEmpty
            else { return nil }
            let shown = outcome.unplaced.prefix(10).map { $0.words.dropLast() }.joined(separator: "; ")
            return "Contest \(summary.tournament): \(shown)\(outcome.unplaced.count > 10 ? "; …" : ""). "
                + "`players points` says whether they are one."
        }
    }

    private func present(
        _ summary: ImportSummary, of dialect: ImportDialect, on console: Console
    ) throws -> ExitStatus {
        let page = ImportPage(summary: summary, dialect: dialect, isDryRun: dryRun)
        for line in page.remarks { console.note(line) }
        try console.present(page, as: format.format)
        return summary.isComplete ? .done : .badData
    }

    private func source(_ dialect: ImportDialect) throws -> ImportSource {
        switch dialect {
        case .bbm: .bbm
        case .underdog: .underdog(user: drafts.terms.user, rounds: drafts.rounds)
        case .draftkings: .draftKings(drafts.terms)
        case .drafters: .drafters(drafts.terms)
        case .sleeper: .sleeper(rounds: drafts.rounds)
        case .csv: .table(try PickMap(drafts.map), drafts.terms(of: scores.site))
        case .mfl: .mfl(players: players)
        case .rankings: .rankings
        case .scores: .scores(scores.terms)
        case .adp: .adp(scores.noteTerms)
        case .players: .players(scores.noteTerms)
        case .schedule: .schedule(scores.noteTerms)
        case .jsonl: .jsonl
        }
    }

    /// Before a ledger is created for them.
    private func checkFiles() throws {
        for file in files + [players].compactMap({ $0 }) where file != "-" {
            do {
                _ = try OpenFile.regular(file, followsLinks: true)
            } catch {
                // Which of the others it is, and what to name instead, reading it tells.
                if error.irregular == .directory { continue }
                let reason =
                    error.irregular.map { "it is no regular file, but \($0); - reads standard input" }
                    ?? error.errno.description.lowercased()
                throw ToolError(.noInput, "\(file) cannot be read: \(reason). Check the path.")
            }
        }
    }

    /// A dry run needs no ledger, and only reads one that is there.
    private func open(_ console: Console, for dialect: ImportDialect) throws -> DraftLedger? {
        guard dryRun else {
            return try ledger.openOrCreate(console, origin: dialect == .jsonl ? nil : origin)
        }
        return DraftLedger.exists(at: ledger.path(console)) ? try ledger.open(console) : nil
    }
}

extension ImportCommand {
    /// Publishes rankings as pools, but for those that there are already.
    private func publish(to server: RemoteServer, by key: SealingKey?) throws -> ImportSummary {
        var summary = ImportSummary()
        for file in files {
            do {
                let pool = try PublishPool(rankingsAt: file, columns: try drafts.columns(of: .rankings))
                if try server.knowsPool(pool.externalID) {
                    summary.skipped += 1
                } else {
                    summary.events += dryRun ? UInt64(pool.players.count) + 1 : try server.publish(pool, by: key)
                    summary.imported += 1
                }
            } catch let issue as ImportIssue {
                summary.refused.append(issue)
            }
        }
        return summary
    }
}

/// Holds a history to the rules before it goes into a ledger.
private final class RulesReview: HistoryReview {
    private let audit = IncomingAudit()

    func prepare(_ recorded: RecordedEvent) { audit.prepare(recorded) }
    func review(_ recorded: RecordedEvent) { audit.audit(recorded) }

    func objections(from position: UInt64) -> HistoryObjections {
        let report = audit.finish()
        // What a ledger already has is no fault of what comes behind it; what is about no single event is.
        let findings = report.findings.filter { $0.position.map { $0 >= position } ?? true }
        let count = position == 0 ? report.findingCount : findings.count
        return HistoryObjections(count: count, first: findings.first.map { ($0.position, $0.message) })
    }
}
