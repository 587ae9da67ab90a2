import ArgumentParser
import Draft
import DraftLedger
import Pages
import Projections

/// What every look at the ledger takes: which one, as of when, in which form.
struct LookOptions: ParsableArguments {
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var format: FormatOptions

    var at: Moment { moment.at }

    /// Opens the ledger and shows what is made of it.
    ///
    /// - Parameter rows: the projections whose stored rows it is made of.
    func present<Subject: Page>(
        on console: Console, of rows: [String] = [], _ page: (DraftLedger) throws -> Subject
    ) throws -> ExitStatus {
        let draft = try ledger.open(console, makingFiguresOf: rows)
        defer { draft.close() }
        try console.present(try page(draft), as: format.format)
        return .done
    }
}

/// Which room.
struct RoomArgument: ParsableArguments {
    @Argument(help: "The room's number or external id.") var room: String
}

struct RoomCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "room", abstract: "Show a room: its rules, its clock and who is in it.",
        discussion: """
            EXAMPLE:
              draftledger room 12 --at pick:42
            """)

    @OptionGroup var room: RoomArgument
    @OptionGroup var look: LookOptions

    func execute(on console: Console) throws -> ExitStatus {
        try look.present(on: console) { RoomPage(view: try $0.view(ofRoom: room.room, at: look.at)) }
    }
}

struct BoardCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "board", abstract: "Show a room's draft board.",
        discussion: """
            EXAMPLE:
              draftledger board 12 --at pick:42
            """)

    @OptionGroup var room: RoomArgument
    @OptionGroup var look: LookOptions

    func execute(on console: Console) throws -> ExitStatus {
        try look.present(on: console) { BoardPage(view: try $0.view(ofRoom: room.room, at: look.at)) }
    }
}

struct RostersCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "rosters", abstract: "Show the rosters of a room.",
        discussion: """
            EXAMPLE:
              draftledger rosters 12 --format csv > rosters.csv
            """)

    @OptionGroup var room: RoomArgument
    @OptionGroup var look: LookOptions

    func execute(on console: Console) throws -> ExitStatus {
        try look.present(on: console) { RostersPage(view: try $0.view(ofRoom: room.room, at: look.at)) }
    }
}

struct QueueCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue", abstract: "Show a seat's queue: what its autopicks go by.",
        discussion: """
            A seat's number stands in the board's head.

            EXAMPLE:
              draftledger queue 12 3 --at pick:42
            """)

    @OptionGroup var room: RoomArgument
    @Argument(help: "The seat, from 0.") var seat: Seat
    @OptionGroup var look: LookOptions

    func execute(on console: Console) throws -> ExitStatus {
        try look.present(on: console) { draft in
            let view = try draft.view(ofRoom: room.room, at: look.at)
            guard Int(seat) < view.room.members.count else {
                throw ToolError(
                    .noInput,
                    "room \(view.room.id) has no seat \(seat): its seats are 0 to \(view.room.members.count - 1).")
            }
            return QueuePage(view: view, seat: seat, queue: try draft.queue(view.room.id, seat, at: look.at))
        }
    }
}

struct RoomsCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "rooms", abstract: "List the draft rooms.",
        discussion: """
            EXAMPLE:
              draftledger rooms --at 2026-08-01T20:15:00Z
            """)

    @OptionGroup var look: LookOptions

    func validate() throws { try look.moment.refuseMomentOfRoom("the list") }

    func execute(on console: Console) throws -> ExitStatus {
        try look.present(on: console, of: ["rooms", "contests"]) { draft in
            try console.withProgress("rooms") { progress in
                RoomsPage(
                    rooms: try draft.rooms(at: look.at, progress: progress),
                    contests: try draft.tournaments().reduce(into: [:]) { $0[$1.tournament] = $1.title })
            }
        }
    }
}
