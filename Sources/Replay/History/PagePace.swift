import Draft
import DraftLedger

/// The time axis of a tape.
package enum ReplayCourse: String {
    /// The ledger's own: a draft that was held in it.
    case ledger
    /// The source's: an import that has a time for every pick.
    case source
    /// None: an import that lacks the time of some pick, or of all. Such a draft is told pick by pick.
    case picks

    init(of events: [RecordedEvent], in room: RoomState) {
        guard !room.ruleset.isTimed else {
            self = .ledger
            return
        }
        let picks = events.filter { $0.event.madePick != nil }
        self = !picks.isEmpty && picks.allSatisfy { $0.origin?.occurredAt != nil } ? .source : .picks
    }

    /// The time of an event in the draft's own time. The ledger's clock only knows the time of the import, so the result is
    /// nil if the source has no time.
    func moment(of recorded: RecordedEvent) -> Timestamp? {
        self == .ledger ? recorded.recordedAt : recorded.origin?.occurredAt
    }
}

/// How fast a tape runs: as it happened, without the wait for members, and without nights.
struct PagePace {
    private let course: ReplayCourse
    private var played = Interval.zero
    private var last: Timestamp?
    private var hasStarted = false

    private static let longestWait = Interval.seconds(120)
    private static let longestWaitBefore = Interval.seconds(2)

    init(_ course: ReplayCourse) { self.course = course }

    /// The next event's place in playing time: at a pick a second without times, and where they do not tell events apart.
    mutating func advance(to recorded: RecordedEvent) -> Interval {
        played.microseconds += wait(for: recorded).microseconds
        if case .begun = recorded.event.preparation { hasStarted = true }
        return played
    }

    private mutating func wait(for recorded: RecordedEvent) -> Interval {
        guard course != .picks else { return recorded.event.madePick == nil ? .zero : .seconds(1) }
        let moment = course.moment(of: recorded)
        let happened = max(moment ?? .distantPast, last ?? .distantPast)
        let wait = last.map { min(happened - $0, hasStarted ? Self.longestWait : Self.longestWaitBefore) } ?? .zero
        if moment != nil { last = happened }
        return course == .source && hasStarted && wait == .zero ? .seconds(1) : wait
    }
}
