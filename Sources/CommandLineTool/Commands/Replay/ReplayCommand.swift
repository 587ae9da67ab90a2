import ArgumentParser
import Draft
import DraftLedger
import Pages
import Replay
import ToolSupport

struct ReplayCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Replay a draft.",
        discussion: """
            Without an option: the whole timeline, one line per event. --at: the room at that moment and the last events. \
            --play: the draft in the terminal, step by step. Keys: space pauses, arrows step by event and by pick, + and - \
            change the speed, q quits. --html: one page that plays in any browser, without a network. Queues are not shown; \
            the page shows the queue of the seat that --user or --draft-position names.

            EXAMPLE:
              draftledger replay 12 --at pick:4.06
              draftledger replay 12 --play --speed 60
              draftledger replay 12 --html draft.html
            """)

    @OptionGroup var room: RoomArgument
    @Flag(help: "Play the draft in the terminal.") var play = false
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The speed of --play, as a factor (default: 10).", valueName: "factor"))
    var speed: Double?
    @Option(
        help: ArgumentHelp("Write an HTML page to this file; - is standard output.", valueName: "file"),
        completion: .file(extensions: ["html"]))
    var html: String?
    @OptionGroup var viewer: SeatOptions
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var format: FormatOptions

    func validate() throws {
        if let speed {
            guard ReplayPlayer.allowedSpeeds.contains(speed) else {
                throw ValidationError("--speed \(speed): expected 0.1 to 10000.")
            }
            guard play else {
                throw ValidationError("--speed is the speed of --play. Add --play, or leave out --speed.")
            }
        }
        if html == nil, viewer.isGiven {
            throw ValidationError("--user and --draft-position need --html: the page shows the queue of that seat.")
        }
        if html != nil, format.format != .text {
            throw ValidationError("--html writes a page, and --format is for printed output. Leave one of them out.")
        }
        if html != nil, play || !moment.isLatest {
            throw ValidationError(
                "--html writes the whole draft. Leave out --play and --at, which are for the terminal.")
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        let view = try draft.view(ofRoom: room.room, at: try moment.at(ofRoom: room.room, in: draft))
        if let html { return try write(view, of: draft, to: html, on: console) }
        let events = try draft.timeline(of: view.room.id, at: view.moment).map {
            try draft.told($0.withoutQueueContents)
        }
        if play, console.terminal.isInteractive, format.format == .text {
            return try ReplayTheatre(console: console).play(ReplayTape(events, frame: view), speed: speed ?? 10)
        }
        if !moment.isLatest {
            try console.present(MomentPage(view: view, events: events), as: format.format)
        } else if format.format == .text {
            try console.print(
                view.heading(on: console.terminal) + [.empty]
                    + TimelinePage(view, events).lines(events, on: console.terminal))
        } else {
            let lines = EventLines(as: format.format, on: console.terminal, names: view)
            try console.output.write(lines.head)
            for event in events { try console.output.write(lines.line(of: event)) }
        }
        return .done
    }

    private func write(
        _ view: RoomView, of draft: DraftLedger, to file: String, on console: Console
    ) throws -> ExitStatus {
        let viewer = try viewer.seat(in: view.room, of: draft)
        if let viewer, view.room.member(at: viewer) == nil { throw ToolError.freeSeat(viewer, of: view.room.id) }
        var options = ReplayPage.Options(viewer: viewer)
        for seat in view.room.members.indices where view.room.members[seat] != nil {
            options.seatNames[Seat(seat)] = view.name(of: Seat(seat))
        }
        let page = ReplayPage(try RoomHistory(of: view.room.id, in: draft), in: draft, options: options)
        guard file != "-" else {
            try console.output.write(try page.html())
            return .done
        }
        try SmallFile.write(Array(try page.html().utf8), to: file)
        console.note("Wrote \(file)")
        return .done
    }
}
