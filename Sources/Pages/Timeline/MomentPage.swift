package import Draft
import DraftLedger
import Records
package import TextFormats

/// The whole answer to `replay --at`: the room at that moment, and what had just happened.
package struct MomentPage: Page {
    var view: RoomView
    /// All up to the moment.
    var events: [RecordedEvent]

    package init(view: RoomView, events: [RecordedEvent]) {
        self.view = view
        self.events = events
    }

    private static let shown = 12

    private var recent: [RecordedEvent] { Array(events.suffix(Self.shown)) }

    package func text(on terminal: Terminal) -> [StyledText] {
        var lines = BoardPage(view: view).text(on: terminal)
        if let last = events.last, view.room.clock != nil {
            lines += [.empty, ClockLine(view.room, at: last.recordedAt).line(columns: terminal.columns ?? 80)]
        }
        return lines + [.empty] + TimelinePage(view, recent).lines(recent, on: terminal)
    }

    package var json: JSON {
        [
            "room": RoomPage(view: view).json, "board": BoardPage(view: view).json,
            "events": .array(recent.map { .encoded($0.jsonLine) }),
        ]
    }

    /// Picks made by then.
    package var csv: CSVTable { BoardPage(view: view).csv }
}

/// The clock of a room at a moment, as a bar that runs out: `active  ██████████······  18.4 s`.
package struct ClockLine {
    let room: RoomState
    let moment: Timestamp

    package init(_ room: RoomState, at moment: Timestamp) {
        self.room = room
        self.moment = moment
    }

    var state: TimerState { room.timerState(at: moment) }

    package func line(columns: Int) -> StyledText {
        guard let clock = room.clock else { return StyledText(TimerState.idle.name, .dim) }
        let remaining = room.pause?.remaining ?? clock.deadline - moment
        let label = StyledText(room.pause == nil ? state.name : "paused", TextStyle.colored(color, bold: true)).fitted(
            to: 9)
        let width = min(40, max(0, columns - 30))
        let filled = Int(Double(width) * share(of: remaining))
        let bar =
            StyledText(String(repeating: "█", count: filled), .colored(color))
            + StyledText(String(repeating: "·", count: width - filled), .dim)
        return label + bar + StyledText("  \(words(remaining, clock))", .colored(color, bold: true))
    }

    /// Of the pick clock what is left, in grace of the grace.
    private func share(of remaining: Interval) -> Double {
        let rules = room.ruleset
        let (left, whole) =
            state == .grace
            ? (Double(remaining.microseconds + rules.grace.microseconds), Double(rules.grace.microseconds))
            : (Double(remaining.microseconds), Double(rules.pickClock.microseconds))
        return whole > 0 ? min(1, max(0, left / whole)) : 0
    }

    private func words(_ remaining: Interval, _ clock: RoomState.Clock) -> String {
        switch state {
        case .grace: "\(Figures.duration(clock.graceEndsAt - moment)) of grace"
        case .autopick: "time is up"
        case .idle, .active, .warning, .critical: Figures.duration(remaining)
        }
    }

    private var color: Color {
        switch state {
        case .idle: .bench
        case .active: .runningBack
        case .warning: .wideReceiver
        case .critical, .grace, .autopick: .onTheClock
        }
    }
}
