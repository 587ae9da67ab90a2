import ArgumentParser
import Draft
import DraftLedger
import Pages

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
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        try console.present(RoomPage(view: try draft.view(ofRoom: room.room, at: moment.at)), as: format.format)
        return .done
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
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        try console.present(BoardPage(view: try draft.view(ofRoom: room.room, at: moment.at)), as: format.format)
        return .done
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
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        try console.present(RostersPage(view: try draft.view(ofRoom: room.room, at: moment.at)), as: format.format)
        return .done
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
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var format: FormatOptions

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        let view = try draft.view(ofRoom: room.room, at: moment.at)
        guard Int(seat) < view.room.members.count else {
            throw ToolError(
                .noInput, "room \(view.room.id) has no seat \(seat): its seats are 0 to \(view.room.members.count - 1)."
            )
        }
        let queue = try draft.queue(view.room.id, seat, at: moment.at)
        try console.present(QueuePage(view: view, seat: seat, queue: queue), as: format.format)
        return .done
    }
}
