import ArgumentParser
import Draft
import DraftLedger
import Interchange
import Pages
import Reports

struct NotesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notes",
        abstract: "List what sites and schedules say of seasons, as it is on record.",
        discussion: """
            EXAMPLE:
              draftledger notes
              draftledger notes show 2026 --kind adp --site underdog --date 2026-05-24
            """,
        subcommands: [NotesListCommand.self, NotesShowCommand.self], defaultSubcommand: NotesListCommand.self)
}

struct NotesListCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List whose notes of which days there are, and who has recorded them (the default).",
        discussion: """
            count is how many players, or games, a source's word holds of; corrected how often it has said something else \
            than was on record. They come in with `import --as adp|players|schedule`; what each said why, `events --stream \
            notes/Y` tells.

            EXAMPLE:
              draftledger notes --season 2026 --format csv
            """)

    @Option(help: ArgumentHelp("Only this season (default: all).", valueName: "year")) var season: UInt64?
    @OptionGroup var look: LookOptions

    func validate() throws { try look.moment.refuseMomentOfRoom("a list of notes") }

    func execute(on console: Console) throws -> ExitStatus {
        try look.present(on: console) { draft in
            NoteSourcesPage(try draft.noteEvents(of: season.map { SeasonID($0) }, at: look.at))
        }
    }
}

struct NotesShowCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show what is said of a season: ADPs, teams and bye weeks, games.",
        discussion: """
            What a correction has replaced is not shown; `events --stream notes/Y` has it.

            EXAMPLE:
              draftledger notes show 2026 --kind adp --site underdog --date 2026-05-24
              draftledger notes show 2026 --kind schedule --format csv > games.csv
            """)

    @Argument(help: "The year in which the season begins.") var season: UInt64
    @Option(
        help: ArgumentHelp("Only these.", valueName: "adp|players|schedule"),
        transform: { try Choice.named($0) as NotesPage.Kind })
    var kind: NotesPage.Kind?
    @Option(help: ArgumentHelp("Only what this site says, or this file.", valueName: "name")) var site: String?
    @Option(help: ArgumentHelp("Only ADPs of this day.", valueName: "day"), transform: SeasonOptions.day)
    var date: Timestamp?
    @Option(help: ArgumentHelp("How many notes (default: all).", valueName: "n")) var top: Int?
    @OptionGroup var look: LookOptions

    func validate() throws {
        try look.moment.refuseMomentOfRoom("a season's notes")
        if let top, top < 1 { throw ValidationError("--top \(top): expected 1 or more.") }
    }

    func execute(on console: Console) throws -> ExitStatus {
        try look.present(on: console) { draft in
            let position = try draft.position(of: look.at)
            guard let notes = try draft.notes(of: SeasonID(season), at: .position(position)) else {
                throw ToolError(
                    .noInput,
                    "Of season \(season) nothing is on record beside drafts and scores. `notes` lists what is.")
            }
            let filter = NotesPage.Filter(kind: kind, source: site, day: date)
            return NotesPage(notes, filter, top: top ?? .max, at: position)
        }
    }
}
