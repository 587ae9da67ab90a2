import ArgumentParser
import Draft
import DraftLedger
import Pages
import Replay

struct ReplayCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Show a draft as it happened.",
        discussion: """
            Without a flag: the whole timeline, one line an event. With --at: the room at that moment and what had \
            just happened. With --play: the draft in the terminal, step by step; keys: space pauses, the arrows step \
            by event and by pick, + and - change the speed, q quits. With --html: one page that plays in any browser, \
            without a network. Nobody's queue is shown, but to the seat that --viewer names on the page.

            EXAMPLE:
              draftledger replay 12 --at pick:42
              draftledger replay 12 --play --speed 60
              draftledger replay 12 --html draft.html
            """)

    @OptionGroup var room: RoomArgument
    @Flag(help: "Play it in the terminal.") var play = false
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many times as fast as it happened (default: 10).", valueName: "factor"))
    var speed: Double?
    @Option(
        help: ArgumentHelp("Write it as one HTML page; - for standard output.", valueName: "file"),
        completion: .file(extensions: ["html"]))
    var html: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("The seat whose queue the page may show.", valueName: "seat"))
    var viewer: Seat?
    @OptionGroup var ledger: LedgerOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var format: FormatOptions

    func validate() throws {
        if let speed {
            guard ReplayPlayer.allowedSpeeds.contains(speed) else {
                throw ValidationError("--speed is \(speed), expected 0.1 to 10000.")
            }
            guard play else { throw ValidationError("--speed is the speed of --play: add that, or leave out --speed.") }
        }
        if html == nil, viewer != nil { throw ValidationError("--viewer is for the page that --html writes.") }
        if html != nil, format.format != .text {
            throw ValidationError("--html writes a page; --format is for what is printed. Leave one of them out.")
        }
        if html != nil, play || moment.at != .latest {
            throw ValidationError("--html writes the whole draft; --play and --at show it in the terminal.")
        }
    }

    func execute(on console: Console) throws -> ExitStatus {
        let draft = try ledger.open(console)
        defer { draft.close() }
        let view = try draft.view(ofRoom: room.room, at: moment.at)
        if let html { return try write(view, of: draft, to: html, on: console) }
        let events = try draft.timeline(of: view.room.id, at: moment.at).map { try draft.told($0.withoutQueueContents) }
        if play, console.terminal.isInteractive, format.format == .text {
            return try ReplayTheatre(console: console).play(ReplayTape(events, frame: view), speed: speed ?? 10)
        }
        if moment.at != .latest {
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
        if let viewer, view.room.member(at: viewer) == nil {
            throw ToolError(.noInput, "Room \(view.room.id) has nobody on seat \(viewer).")
        }
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
