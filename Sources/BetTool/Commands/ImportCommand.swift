import ArgumentParser
import BetLedger
import Bets
import Pages
import TextFormats
import ToolSupport
import Values

struct ImportCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Record games, box scores and offers from CSV.",
        discussion: """
            Reads files of teams, games with results and closing lines, team and athlete box scores, spread offers, and lines \
            on the points of athletes. Each file is recognised by its header. All files are checked before the first event is \
            recorded, and one wrong row stops the import.

            Spread offers have the columns \(FeedKind.spreadOffers.columns.joined(separator: ", ")); lines on points have \
            \(FeedKind.propLines.columns.joined(separator: ", ")). Both can have 'updated', the book's own time of day. An \
            athlete is found by name in the box scores, or by number in the column playerID.

            The source has no odds of closing totals and spreads: 1.91 is assumed for both sides, at the book 'close'. \
            Importing a file twice records nothing new.

            EXAMPLE:
              statdiscute import nba/teams.csv nba/games.csv nba/team-box.csv --season 2023-24
            """)

    @Argument(help: "Files or folders.", completion: .file()) var files: [String]
    @Option(help: ArgumentHelp("Only games of this season.", valueName: "season"), transform: ToolArgument.season)
    var season: [LeagueSeason] = []
    @Option(help: ArgumentHelp("The name under which the source is recorded.", valueName: "name")) var feed = "league"
    @Option(
        help: ArgumentHelp("The permanent name of a ledger that is created.", valueName: "name")
    )
    var origin = LedgerOptions.defaultOrigin
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var output: OutputOptions

    func execute(on console: Console) async throws -> ExitStatus {
        let files = try FeedFiles.read(files)
        let path = ledger.path(console)
        let known = LedgerOptions.isThere(path) ? try known(console) : FeedImport.Known()
        // Files that are wrong leave no new ledger behind.
        let feed = try FeedImport(
            files, feed: feed, seasons: season.isEmpty ? nil : Set(season), known: known,
            now: Timestamp(microseconds: console.now()))
        let ledger = try ledger.openOrCreate(console, origin: origin)
        defer { ledger.close() }
        try await ledger.publishModel()
        let outcome = try await ledger.send(feed)
        try console.present(ImportPage(feed: feed, outcome: outcome), as: output.format)
        return outcome.refusals.isEmpty ? .done : .found
    }

    private func known(_ console: Console) throws -> FeedImport.Known {
        let ledger = try ledger.open(console)
        defer { ledger.close() }
        return FeedImport.Known(ledger.state)
    }
}

extension FeedImport.Known {
    init(_ state: BetState) {
        let newest = state.seasons.max { $0.key < $1.key }?.value
        self.init(
            teams: newest.map { Array($0.teams.values).sorted { $0.team < $1.team } } ?? [],
            games: Set(state.games.keys),
            athletes: newest.map {
                Dictionary(grouping: $0.athletes.values, by: \.name).mapValues { $0.map(\.athlete) }
            } ?? [:])
    }
}

/// The answer to `import`.
struct ImportPage: Page {
    let feed: FeedImport
    let outcome: ImportOutcome

    /// The number of refused rows that are shown.
    private static let shown = 10

    func text(on terminal: Terminal) -> [StyledText] {
        let rows = FeedKind.allCases.compactMap { kind in
            feed.rows[kind].map { Figures.plural($0, kind.noun) }
        }.joined(separator: ", ")
        let repeated =
            feed.repeated > 0
            ? " \(Figures.plural(feed.repeated, "repeated row")) \(feed.repeated == 1 ? "was" : "were") skipped." : ""
        var lines = [
            StyledText("Read \(rows.isEmpty ? "no rows" : rows).\(repeated)"),
            StyledText(
                "Recorded \(Figures.plural(outcome.recorded, "event")); "
                    + "\(Figures.plural(outcome.known, "report")) said nothing new."),
        ]
        if !outcome.refusals.isEmpty {
            lines.append(StyledText("The rules refused \(Figures.plural(outcome.refusals.count, "report")):", .bold))
            lines += outcome.refusals.prefix(Self.shown).map { StyledText("  \($0.place): \($0.refusal)") }
        }
        return lines
    }

    var json: JSON {
        [
            "rows": .object(
                FeedKind.allCases.map { .init($0.rawValue, .of(feed.rows[$0, default: 0])) }),
            "repeated": .of(feed.repeated), "recorded": .of(outcome.recorded), "known": .of(outcome.known),
            "refusals": .array(outcome.refusals, Self.object),
        ]
    }

    private static func object(_ refused: (place: String, refusal: BetRefusal)) -> JSON {
        [
            "place": .string(refused.place), "code": .string(refused.refusal.code.name),
            "message": .string(refused.refusal.message),
        ]
    }

    var csv: CSVTable {
        CSVTable(["place", "code", "message"], objects: outcome.refusals.map(Self.object))
    }
}

extension FeedKind {
    /// A row in words.
    var noun: String {
        switch self {
        case .teams: "team"
        case .games: "game"
        case .teamBoxes: "team box score"
        case .athleteBoxes: "athlete box score"
        case .spreadOffers: "spread offer"
        case .propLines: "prop line"
        }
    }
}
