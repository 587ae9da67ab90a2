import ArgumentParser
import Draft
import DraftLedger
import Interchange
import Pages
import Projections
import Reports

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
