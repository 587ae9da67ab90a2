import ArgumentParser
import Draft
import DraftLedger
import Interchange
import Pages
import Projections
import Reports
import ToolSupport

struct NextPickCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: "Show the players left at a seat's next pick.",
        discussion: """
            Name the user or the draft position whose pick it is. The ADP is the site's ADP of its last day, from the \
            ledger or from a file. Without one it is the ADP of the pool. Exposure and "most often with" count the finished entries of that user, or of the user \
            that --exposure-of names. --at shows the players that were left at that moment.

            EXAMPLE:
              draftledger next 12 --user me --position WR
              draftledger next 12 --draft-position 4 --at pick:4.06
              draftledger next 12 --user me --adp underdog-2026-05-24.csv --limit 40
            """)

    @OptionGroup var room: RoomArgument
    @OptionGroup var place: SeatOptions
    @Option(
        help: ArgumentHelp("The user whose exposure is shown (default: the user on the seat).", valueName: "user"))
    var exposureOf: String?
    @OptionGroup var sites: SiteOptions
    @Option(name: .customLong("players"), help: SideFile.playersHelp, completion: .file(extensions: ["csv"]))
    var playerFiles: [String] = []
    @Option(
        name: .customLong("limit"),
        help: ArgumentHelp("List at most this many rows.", valueName: "n"))
    var top = 25
    @OptionGroup var listed: PositionOptions
    @OptionGroup var look: LookOptions

    func validate() throws {
        guard top >= 1 else { throw ValidationError("--limit \(top): expected 1 or more.") }
        guard place.isGiven else {
            throw ValidationError("Name the user, or the draft position: --user or --draft-position.")
        }
    }

    /// Returns a moment for all rooms: after the last event of the room until a moment of the room.
    private func moment(of room: RoomID, at moment: Moment, in draft: DraftLedger) throws -> Moment {
        switch moment {
        case .latest, .position, .time: return moment
        case .version, .pick:
            let last = try draft.timeline(of: room, at: moment).last
            return .position(last.map { $0.position + 1 } ?? 0)
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try look.ledger.open(console, makingFiguresOf: ["rosters"])
        defer { draft.close() }
        let view = try draft.view(ofRoom: room.room, at: look.at(ofRoom: room.room, in: draft))
        let seat = try place.seat(in: view.room, of: draft) ?? 0
        guard let member = view.room.member(at: seat) else {
            throw ToolError(
                .noInput,
                "The seat that was named in room \(view.room.id) is empty. `draftledger room \(view.room.id)` lists the members."
            )
        }
        guard !view.room.status.isTerminal else {
            throw ToolError(
                .noInput,
                "Room \(view.room.id) is \(view.room.status.name): it has no picks left. Add --at to look at an earlier moment."
            )
        }
        // Earlier versions took the user of the exposure as --user, with a --seat.
        let user = try (exposureOf ?? place.user).map { try draft.resolveUser($0) } ?? member.user
        let moment = try self.moment(of: view.room.id, at: view.moment, in: draft)
        let analysis = try console.withProgress("rosters") { progress in
            try Analysis(of: draft, at: moment, progress: progress)
        }.supplemented(by: try playerFiles.flatMap { try SideFile.read($0, for: .facts) })
        let drafted = analysis.season(of: view.room.tournament, startedAt: view.room.startedAt)
        let dated = try analysis.dated(
            site: sites.site, season: sites.season.map { SeasonID($0) }, for: Set([drafted].compactMap(\.self)),
            files: try sites.adp.flatMap { try SideFile.read($0, for: .positions) }, isNeeded: false,
            warn: { console.note(StyledText($0, .alarm)) })
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
