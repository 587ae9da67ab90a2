package import Draft

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
