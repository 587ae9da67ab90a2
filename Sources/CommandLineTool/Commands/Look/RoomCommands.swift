import ArgumentParser
import Draft
import DraftLedger
import Pages
import Projections
import ToolSupport

/// The options of commands that show the ledger: which one, the moment, and the output format.
struct LookOptions: ParsableArguments {
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var format: FormatOptions

    var at: Moment { moment.at }

    /// Returns the moment for one room.
    func at(ofRoom room: String, in draft: DraftLedger) throws -> Moment { try moment.at(ofRoom: room, in: draft) }

    /// Opens the ledger and shows a page of it.
    ///
    /// - Parameter rows: the projections whose stored rows the page shows.
    func present<Subject: Page>(
        on console: Console, of rows: [String] = [], _ page: (DraftLedger) throws -> Subject
    ) throws -> ExitStatus {
        let draft = try ledger.open(console, makingFiguresOf: rows)
        defer { draft.close() }
        try console.present(try page(draft), as: format.format)
        return .done
    }
}

/// The room that a command is about.
struct RoomArgument: ParsableArguments {
    @Argument(help: "The room: its number or external ID.") var room: String
}

/// A command that shows one room at a moment.
private protocol RoomLook {
    var room: RoomArgument { get }
    var look: LookOptions { get }
}

extension RoomLook {
    fileprivate func view(in draft: DraftLedger) throws -> RoomView {
        try draft.view(ofRoom: room.room, at: try look.at(ofRoom: room.room, in: draft))
    }
}

struct RoomCommand: ConsoleCommand, RoomLook {
    static let configuration = CommandConfiguration(
        commandName: "room", abstract: "Show a room: its rules, clock and members.",
        discussion: """
            EXAMPLE:
              draftledger room 12 --at pick:42
            """)

    @OptionGroup var room: RoomArgument
    @OptionGroup var look: LookOptions

    func execute(on console: Console) throws -> ExitStatus {
        try look.present(on: console) { RoomPage(view: try view(in: $0)) }
    }
}

struct BoardCommand: ConsoleCommand, RoomLook {
    static let configuration = CommandConfiguration(
        commandName: "board", abstract: "Show the draft board of a room.",
        discussion: """
            EXAMPLE:
              draftledger board 12 --at pick:42
            """)

    @OptionGroup var room: RoomArgument
    @OptionGroup var look: LookOptions

    func execute(on console: Console) throws -> ExitStatus {
        try look.present(on: console) { BoardPage(view: try view(in: $0)) }
    }
}

struct RostersCommand: ConsoleCommand, RoomLook {
    static let configuration = CommandConfiguration(
        commandName: "rosters", abstract: "Show the rosters of a room.",
        discussion: """
            EXAMPLE:
              draftledger rosters 12 --format csv > rosters.csv
            """)

    @OptionGroup var room: RoomArgument
    @OptionGroup var look: LookOptions

    func execute(on console: Console) throws -> ExitStatus {
        try look.present(on: console) { RostersPage(view: try view(in: $0)) }
    }
}

struct QueueCommand: ConsoleCommand, RoomLook {
    static let configuration = CommandConfiguration(
        commandName: "queue", abstract: "Show the queue of a seat.",
        discussion: """
            Autopicks take the players of a queue first. Name the user, or the draft position of the seat.

            EXAMPLE:
              draftledger queue 12 --user 7
              draftledger queue 12 --draft-position 4 --at pick:4.06
            """)

    @OptionGroup var room: RoomArgument
    @OptionGroup var place: SeatOptions
    /// The number of the seat, from 0, as earlier versions took it.
    @Argument(help: .hidden) var formerSeat: Seat?
    @OptionGroup var look: LookOptions

    func validate() throws {
        guard place.isGiven != (formerSeat != nil) else {
            throw ValidationError("Name one seat: --user, or --draft-position from 1.")
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        try look.present(on: console) { draft in
            let view = try view(in: draft)
            let seat = try place.seat(in: view.room, of: draft) ?? formerSeat ?? 0
            guard Int(seat) < view.room.members.count else {
                throw ToolError(
                    .noInput,
                    "Room \(view.room.id) has no seat \(seat) (from 0). Name the --user, or the --draft-position from 1."
                )
            }
            return QueuePage(view: view, seat: seat, queue: try draft.queue(view.room.id, seat, at: view.moment))
        }
    }
}

struct RoomsCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "rooms", abstract: "List draft rooms.",
        discussion: """
            All filters have to match. --since and --until compare the start of a draft. --user lists the rooms in which the \
            user has a seat.

            EXAMPLE:
              draftledger rooms --user 7 --since 2026-08-01
              draftledger rooms --contest "Opening Night" --status active --limit 20
              draftledger rooms --at 2026-08-01T20:15:00Z
            """)

    @Option(
        help: ArgumentHelp("Only this contest: number, or a unique external ID or title.", valueName: "contest"))
    var contest: String?
    @Option(help: ArgumentHelp("Only this user: number, external ID or name.", valueName: "user")) var user: String?
    @Option(
        help: ArgumentHelp(
            "Only this status.", valueName: RoomStatus.allCases.map(\.name).joined(separator: "|")),
        completion: .list(RoomStatus.allCases.map(\.name)), transform: Self.status)
    var status: RoomStatus?
    @OptionGroup var times: TimeOptions
    @Option(parsing: .unconditional, help: ArgumentHelp("List at most this many rows.", valueName: "n"))
    var limit: Int?
    @OptionGroup var look: LookOptions

    private static func status(_ text: String) throws -> RoomStatus {
        guard let status = RoomStatus.allCases.first(where: { $0.name == text.lowercased() }) else {
            let known = RoomStatus.allCases.map(\.name).joined(separator: ", ")
            throw ValidationError("'\(text)' is not a status of a room. Use one of \(known).")
        }
        return status
    }

    func validate() throws {
        try look.moment.refuseMomentOfRoom("the list")
        if let limit, limit < 1 { throw ValidationError("--limit \(limit): expected 1 or more.") }
    }

    private var isFiltered: Bool {
        contest != nil || user != nil || status != nil || times.since != nil || times.until != nil
    }

    /// Returns the rooms that all filters match.
    private func chosen(_ rooms: [RoomSummary], in draft: DraftLedger) throws -> [RoomSummary] {
        let contest = try contest.map { try draft.resolveTournament($0) }
        let rows: RosterSnapshot? = try user.map { name in
            try draft.rosterColumns(of: try draft.resolveUser(name), at: look.at)
        }
        let own = rows.map { Set($0.parts.flatMap(\.drafts).map(\.room)) }
        let found = rooms.filter { room in
            (contest == nil || room.tournament == contest) && (status ?? room.status) == room.status
                && own?.contains(room.room) ?? true && times.contains(room.startedAt)
        }
        return Array(found.prefix(limit ?? .max))
    }

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try look.ledger.open(console, makingFiguresOf: ["rooms", "contests"])
        defer { draft.close() }
        let rooms = try console.withProgress("rooms") {
            try chosen(try draft.rooms(at: look.at, progress: $0), in: draft)
        }
        guard !rooms.isEmpty || !isFiltered || look.format.format != .text else {
            try console.print(["No room matches."])
            return .done
        }
        let titles = try draft.tournaments().reduce(into: [:]) { $0[$1.tournament] = $1.title }
        try console.present(RoomsPage(rooms: rooms, contests: titles), as: look.format.format)
        return .done
    }
}
