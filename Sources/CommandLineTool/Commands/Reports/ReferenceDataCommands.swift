import ArgumentParser
import Draft
import DraftLedger
import Interchange
import Pages
import Reports
import ToolSupport

struct ReferenceDataCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reference-data",
        abstract: "List recorded ADPs, teams, bye weeks and schedules.",
        discussion: """
            Reference data is what sites and schedules state about a season, apart from drafts and scores.

            EXAMPLE:
              draftledger reference-data
              draftledger reference-data show 2026 --kind adp --site underdog --date 2026-05-24
            """,
        subcommands: [ReferenceDataListCommand.self, ReferenceDataShowCommand.self],
        defaultSubcommand: ReferenceDataListCommand.self)
}

struct ReferenceDataListCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the sources and days of reference data.",
        discussion: """
            count is the number of players or games whose data comes from a source, corrected the number of its corrections. \
            `import --input-format adp|players|schedule` records reference data; `events --stream notes/Y` shows each record \
            with its reason.

            EXAMPLE:
              draftledger reference-data --season 2026 --format csv
            """)

    @Option(help: ArgumentHelp("The year in which the season begins.", valueName: "year")) var season: UInt64?
    @OptionGroup var look: LookOptions

    func validate() throws { try look.moment.refuseMomentOfRoom("a list of notes") }

    func execute(on console: Console) throws -> ExitStatus {
        try look.present(on: console) { draft in
            NoteSourcesPage(try draft.noteEvents(of: season.map { SeasonID($0) }, at: look.at))
        }
    }
}

struct ReferenceDataShowCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the reference data of a season.",
        discussion: """
            Corrected data is shown in its last state; `events --stream notes/Y` shows earlier states.

            EXAMPLE:
              draftledger reference-data show 2026 --kind adp --site underdog --date 2026-05-24
              draftledger reference-data show 2026 --kind schedule --format csv > games.csv
            """)

    @Argument(help: "The year in which the season begins.") var season: UInt64
    @Option(
        help: ArgumentHelp("Only this kind.", valueName: "adp|players|schedule"),
        transform: { try Choice.named($0) as NotesPage.Kind })
    var kind: NotesPage.Kind?
    @Option(help: ArgumentHelp("Only this site or file.", valueName: "name")) var site: String?
    @Option(help: ArgumentHelp("Only this day.", valueName: "day"), transform: SeasonOptions.day)
    var date: Timestamp?
    @Option(help: ArgumentHelp("List at most this many rows.", valueName: "n")) var limit: Int?
    @OptionGroup var look: LookOptions

    func validate() throws {
        try look.moment.refuseMomentOfRoom("a season's notes")
        if let limit, limit < 1 { throw ValidationError("--limit \(limit): expected 1 or more.") }
    }

    func execute(on console: Console) throws -> ExitStatus {
        try look.present(on: console) { draft in
            let position = try draft.position(of: look.at)
            guard let notes = try draft.notes(of: SeasonID(season), at: .position(position)) else {
                throw ToolError(
                    .noInput,
                    "Season \(season) has no reference data. `reference-data` lists the seasons that have some.")
            }
            let filter = NotesPage.Filter(kind: kind, source: site, day: date)
            return NotesPage(notes, filter, top: limit ?? .max, at: position)
        }
    }
}
