import Draft
import DraftLedger

/// How fast a tape runs: as it happened, but nobody wants to watch a room wait for its members, or a night.
struct PagePace {
    private let isTimed: Bool
    private var played = Interval.zero
    private var last: Timestamp?
    private var hasStarted = false

    private static let longestWait = Interval.seconds(120)
    private static let longestWaitBefore = Interval.seconds(2)

    init(ruleset: Ruleset) { isTimed = ruleset.isTimed }

    /// The next event's place in playing time and in the draft's own.
    ///
    /// An imported draft was recorded in one moment: it goes by its source's times, or, without any, at a pick a second.
    mutating func advance(to recorded: RecordedEvent) -> (played: Interval, happened: Timestamp) {
        let happened = max(isTimed ? recorded.recordedAt : recorded.moment, last ?? .distantPast)
        var wait = last.map { happened - $0 } ?? .zero
        wait = min(wait, hasStarted ? Self.longestWait : Self.longestWaitBefore)
        if !isTimed, hasStarted, wait == .zero { wait = .seconds(1) }
        played.microseconds += wait.microseconds
        last = happened
        if case .draftStarted = recorded.event { hasStarted = true }
        return (played, happened)
    }
}
