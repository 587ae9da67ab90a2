import ArgumentParser
import Draft
import DraftLedger

struct ReplayCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Show a draft as it happened.",
        discussion: """
            Without a flag: the whole timeline, one line an event. With --at: the room at that moment and what had \
            just happened. With --play: the draft in the terminal, step by step; keys: space pauses, the arrows step \
            by event and by pick, + and - change the speed, q quits. Nobody's queue is shown.

            EXAMPLE:
              draftledger replay 12 --at pick:42
              draftledger replay 12 --play --speed 60
            """)

    @OptionGroup var room: RoomArgument
    @Flag(help: "Play it in the terminal.") var play = false
    @Option(help: ArgumentHelp("How many times as fast as it happened.", valueName: "factor")) var speed = 10.0
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var format: FormatOptions

    func validate() throws {
        guard ReplayPlayer.allowedSpeeds.contains(speed) else {
            throw ValidationError("--speed is \(speed), expected 0.1 to 10000.")
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        let view = try draft.view(ofRoom: room.room, at: moment.at)
        let events = try draft.timeline(of: view.room.id, at: moment.at)
        if play, console.terminal.isInteractive, format.format == .text {
            return try ReplayTheatre(console: console).play(ReplayTape(events, frame: view), speed: speed)
        }
        if moment.at != .latest {
            try console.present(MomentPage(view: view, events: events), as: format.format)
        } else if format.format == .text {
            try console.print(
                view.heading(on: console.terminal) + [.empty]
                    + TimelinePage(view, events).lines(events, on: console.terminal))
        } else {
            let printer = EventPrinter(console: console, format: format.format, names: view)
            try printer.begin(lastPosition: events.last?.position ?? 0)
            for event in events { try printer.print(event) }
        }
        return .done
    }
}
