import ArgumentParser
import Draft
import DraftLedger
import Interchange
import Pages
import Platform
import Projections
import Records
import Remote
import Replay
import Reports
import ToolSupport

struct ImportCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import drafts, pools, scores or ADPs from files.",
        discussion: """
            A draft is imported as a whole or not at all. A draft that breaks a rule is refused with its line and column, the \
            others are imported, and the exit status is 65. Records that the ledger already has are not appended again.

            Without --input-format the headers of the files decide. - is standard input. Formats:

            \(ImportDialect.list)

            Gzipped files are unpacked, up to 200 times their size and 16 GiB; unpack larger files first. A row or line has at \
            most 1 MiB, a file of mfl or sleeper at most 64 MiB.

            underdog: an export does not state the rounds of a draft. The longest entry of the contest shows them. A \
            draft is slow if it has more than two minutes per pick. A slow draft with a pick within seven days of the \
            file's newest pick counts as running. It has 18 rounds until an entry of its contest is complete. --rounds \
            states the rounds of all drafts. If a later export shows other rounds, the room of the draft is voided and \
            replaced.

            bbm: a draft that is cut off is refused. The number of rounds is that of most drafts of the year, and at \
            least 18 for twelve teams. --rounds states another number. Results that a dump states (roster_points, \
            made_playoffs, pick_points) are recorded too; `standings` and `audit` compare them with computed results. Import \
            files of the playoffs in one command with the drafts of round 1, which map tournament_entry_id to entries.

            drafters, sleeper, csv: whole drafts have as many rounds as most drafts of their contest. The only draft \
            of a contest is refused if it has fewer rounds than usual at the site (18; drafters 20). It may be cut off \
            or running. --rounds confirms that it is complete.

            csv: --map names the columns: ROLE=COLUMN, separated by commas. player, draft and pick are required. In \
            place of pick a file can have round and inround, or round and slot if it is a snake draft. Optional roles of the player: \
            first (name), id, position, team, bye, adp. Optional roles of the drafter: slot, teams, entry, user. \
            Others: contest, title, fee, date (of the pick), started (of the draft). A file with a column slot, entry \
            or user, or with the picks of all teams, has whole drafts. Any other file is one user's own export.

            Other formats: --map renames columns, the name in the format first, such as --map adp=Underdog or --map \
            points=fantasy_points_ppr. For draftkings, drafters and csv, --teams states the teams of all drafts; the default \
            comes from the picks.

            Drafts are snake drafts, with or without third-round reversal, of up to 32 teams. Auctions, linear drafts, traded \
            picks and other sports than football are not supported. Each draft is imported from one source. If a \
            user's own export and a public dump have the same draft, the first import stays. Players of different sites are listed separately \
            if --site names the site of each table.

            --server: a running server takes rankings, scores, adp, players and schedule. It needs the --token of an operator \
            or an importer, and --signing-key signs the commands. Import other history into a ledger without a server.

            scores: rows have week, player, position, points, and optionally season, team and player_id. --scoring names the \
            scoring of the points (default: half-ppr). Weekly statistics of nflverse are read too, and their half-PPR points \
            computed. Rows of other seasons, of the postseason and of positions that are not drafted are skipped and counted. \
            Differences from the ledger are corrections, and need a --reason. --final marks the weeks as complete.

            adp, players, schedule: recorded for a --season, and used by clv --reference at-date|latest, stacks, byes and next. \
            Rows of adp have name, position, adp and date; without a column, --date or the name of the file gives the day. \
            --site names the site, and --slate the slate, such as superflex, recorded as SITE/SLATE. If a file has columns of \
            several sites, --site chooses one; otherwise their average counts. JSON with a list of players is read too. Rows \
            of players have name, position, team and bye; rows of schedule have week, home and away. Differences from the \
            ledger need a --reason.

            jsonl: the history is audited first, and refused if it breaks the rules. --as-found imports it into an empty \
            ledger anyway, which is marked permanently.

            EXAMPLE:
              draftledger import picks.csv --input-format bbm --dry-run
              draftledger import picks.csv finals.csv --input-format bbm
              draftledger import export.csv --input-format underdog --owner jane
              draftledger import drafts/*.json.gz --input-format mfl --player-list players.json
              draftledger import sheet.csv --input-format csv --map player=Name,pick=Overall,draft="Draft ID",user=Drafter
              draftledger import scores.csv --input-format scores --season 2022 --final
              draftledger import adp-2026-05-24.csv --input-format adp --season 2026 --site underdog
              draftledger import superflex.csv --input-format adp --season 2026 --site underdog --slate superflex --date 2026-06-29
              draftledger import rankings.csv --input-format rankings --server https://drafts.example.com
              draftledger import adp-2026-05-24.csv --input-format adp --season 2026 --server https://drafts.example.com
            """)

    @Argument(help: "The files.", completion: .file()) var files: [String]
    @Option(
        name: .customLong("input-format"),
        help: ArgumentHelp(
            "The format of the files (default: detected from their headers).",
            valueName: Self.names),
        completion: .list(ImportDialect.allCases.map(\.rawValue)),
        transform: { try Choice.named($0) as ImportDialect })
    var stated: ImportDialect?
    @Flag(help: "Check the input and change nothing.") var dryRun = false
    @Flag(help: "For jsonl: import a history that breaks the rules into an empty ledger, which is marked permanently.")
    var asFound = false
    @Option(
        name: .customLong("player-list"),
        help: ArgumentHelp("For mfl: the file with the site's player list.", valueName: "file"), completion: .file())
    var players: String?
    @OptionGroup var drafts: DraftFileOptions
    @OptionGroup var scores: SeasonOptions
    @Option(help: ArgumentHelp("The permanent name of the ledger if it is created.", valueName: "name"))
    var origin = "draft-ledger.example/imports"
    @Option(
        name: .customLong("signing-key"),
        help: ArgumentHelp("The file with your signing key, from `staff key`.", valueName: "file"),
        completion: .file())
    var key: String?
    @OptionGroup var remote: RemoteOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var format: FormatOptions

    func validate() throws {
        if let stated { try checkOptions(for: stated) }
    }

    private func checkOptions(for dialect: ImportDialect) throws {
        try drafts.check(for: dialect)
        if asFound, dialect != .jsonl { throw ValidationError("--as-found needs --input-format jsonl.") }
        try scores.check(for: dialect)
        if players != nil, dialect != .mfl { throw ValidationError("--player-list needs --input-format mfl.") }
    }

    /// Returns the format of the files: as stated, else as their headers show.
    private func dialect() throws -> ImportDialect {
        if let stated { return stated }
        if !drafts.map.isEmpty, (try? PickMap(drafts.map)) != nil { return .csv }
        var shown: ImportDialect?
        for file in files {
            let kind = file == "-" ? nil : try FileKind.of(path: file)
            if let complaint = kind?.complaint { throw ToolError(.badData, "\(file): \(complaint)") }
            guard case .dialect(let dialect)? = kind else {
                let name = file == "-" ? "standard input" : file
                throw ValidationError(
                    "The format of \(name) is not clear from its header. Name it: --input-format \(Self.names).")
            }
            guard shown == nil || shown == dialect else {
                throw ValidationError(
                    "\(files[0]) has the format \(shown?.rawValue ?? ""), \(file) the format \(dialect.rawValue). Import them one by one."
                )
            }
            if dialect == .rankings, try FileKind.mayBePositions(path: file) {
                throw ValidationError(
                    "\(file) may be a site's ADPs or its player pool. Name --input-format adp --season YEAR --site NAME, or "
                        + "--input-format rankings.")
            }
            shown = dialect
        }
        guard let shown else { throw ValidationError("No file is named. Name one, or - for standard input.") }
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
            default:
                throw ToolError(
                    .usage,
                    "A server takes rankings, scores, adp, players and schedule only. Stop it, import "
                        + "\(dialect.rawValue) into its ledger, and start it again.")
            }
        }
        let place = NewLedger(path: ledger.path(console))
        let draft = try open(console, for: dialect)
        defer { place.close(draft, creation: dialect == .jsonl ? 0 : 1) }
        if let key, dialect != .jsonl { try draft?.signImports(by: try SealingKeyFile(key).read()) }
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

    /// Names players of the season's contests without points, if unassigned points may be theirs.
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
                + "`players points` records whether they are the same player."
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
        case .sleeper: .sleeper(rounds: drafts.rounds)
        case .mfl: .mfl(players: players)
        case .rankings: .rankings
        case .scores: .scores(scores.terms)
        case .adp: .adp(scores.noteTerms)
        case .players: .players(scores.noteTerms)
        case .schedule: .schedule(scores.noteTerms)
        case .jsonl: .jsonl
        // A table of a site, or the one that --map describes.
        default:
            .picks(
                try dialect.table ?? .mapped(try PickMap(drafts.map), site: scores.site),
                drafts.terms(of: scores.site))
        }
    }

    /// Before a ledger is created for them.
    private func checkFiles() throws {
        for file in files + [players].compactMap({ $0 }) where file != "-" {
            do {
                _ = try OpenFile.regular(file, followsLinks: true)
            } catch {
                // The importer reports other kinds of files with a better message.
                if error.irregular == .directory { continue }
                let reason =
                    error.irregular.map { "it is not a regular file, but \($0); - reads standard input" }
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
    /// Publishes rankings as pools, except for pools that exist already.
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

/// Audits a history before it goes into a ledger.
private final class RulesReview: HistoryReview {
    private let audit = IncomingAudit()

    func prepare(_ recorded: RecordedEvent) { audit.prepare(recorded) }
    func review(_ recorded: RecordedEvent) { audit.audit(recorded) }

    func objections(from position: UInt64) -> HistoryObjections {
        let report = audit.finish()
        // Findings about events that the ledger already has do not count; findings about no single event do.
        let findings = report.findings.filter { $0.position.map { $0 >= position } ?? true }
        let count = position == 0 ? report.findingCount : findings.count
        return HistoryObjections(count: count, first: findings.first.map { ($0.position, $0.message) })
    }
}

extension ImportDialect {
    /// All of them with what is in such files, a line each.
    fileprivate static let list: String = {
        let width = allCases.reduce(0) { max($0, $1.rawValue.count) } + 2
        return allCases.map { dialect in
            let name = dialect.rawValue
            return "  \(name)\(String(repeating: " ", count: width - name.count))\(dialect.summary)"
        }.joined(separator: "\n")
    }()
}
