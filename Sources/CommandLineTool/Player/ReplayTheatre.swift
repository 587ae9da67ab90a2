import Draft
import Pages
import Platform
import ToolSupport

/// Plays a tape in the terminal until its viewer has seen enough.
struct ReplayTheatre {
    let console: Console

    /// Between two pictures.
    private static let frameMilliseconds: Int32 = 40

    func play(_ tape: ReplayTape, speed: Double) throws(SinkError) -> ExitStatus {
        let session = try TerminalSession(output: console.output, readsKeys: console.inputIsTerminal)
        let token = Interruption.shared.onInterrupt { session.restore() }
        defer {
            Interruption.shared.forget(token)
            session.restore()
        }
        var player = ReplayPlayer(tape, speed: speed)
        var last = ContinuousClock.now
        while !player.hasEnded {
            var terminal = Terminal(descriptor: .standardOutput, environment: console.environment)
            terminal.colors = console.terminal.colors
            try session.draw(ReplayScreen(player: player, terminal: terminal).lines, terminal.colors)
            if player.isAtEnd, !console.inputIsTerminal { break }
            for key in session.keys(within: player.isPlaying ? Self.frameMilliseconds : 250) { player.handle(key) }
            let now = ContinuousClock.now
            player.advance(bySeconds: (now - last) / .seconds(1))
            last = now
        }
        return player.wasInterrupted ? .interrupted : .done
    }
}

/// The screen of a replay at one moment: heading, clock, board, what just happened, keys.
struct ReplayScreen {
    let player: ReplayPlayer
    let terminal: Terminal

    private var columns: Int { terminal.columns ?? 80 }
    private var rows: Int { terminal.rows ?? 24 }

    /// Exactly as many lines as the terminal has rows.
    var lines: [StyledText] {
        let view = player.tape.view(at: player.index)
        var top = view.heading(on: terminal)
        top.append(ClockLine(view.room, at: player.now).line(columns: columns))
        let happened = recent(view, count: rows >= 40 ? 6 : 3)
        let bottom = [StyledText.empty] + happened + [statusLine]
        let space = rows - top.count - bottom.count - 1
        let board = [.empty] + BoardPicture(view, on: terminal).window(lines: space)
        var lines = (top + board).prefix(rows - bottom.count)
        while lines.count < rows - bottom.count { lines.append(.empty) }
        return Array((lines + bottom).suffix(rows))
    }

    /// The newest last, ticks left out.
    private func recent(_ view: RoomView, count: Int) -> [StyledText] {
        let events = player.tape.events[...player.index].suffix(400).filter { !$0.event.isTick }.suffix(count)
        let page = TimelinePage(view, Array(events))
        let lines = events.map { page.line($0).truncated(to: columns) }
        return Array(repeating: StyledText.empty, count: count - lines.count) + lines
    }

    private var statusLine: StyledText {
        let state = player.isAtEnd ? "end" : player.isPlaying ? "playing" : "paused"
        let factor = player.speed == player.speed.rounded() ? String(Int(player.speed)) : String(player.speed)
        let place =
            "\(state) x\(factor)  \(Figures.timeOfDay(player.now))  "
            + "event \(player.index + 1) of \(player.tape.events.count)"
        let keys = "space pause  ←→ event  ↑↓ pick  +- speed  q quit"
        let line = StyledText(place, .bold)
        let gap = columns - line.width - DisplayWidth.of(keys)
        return gap >= 2 ? line + .spaces(gap) + StyledText(keys, .dim) : line.truncated(to: columns)
    }
}
