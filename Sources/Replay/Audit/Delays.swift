import Draft
import DraftLedger
import Records

/// The known times in which no command is decided: steps of the machine's clock, and silences of the ledger.
struct Delays: Sendable {
    var steps = ClockSteps()
    var stillness = Stillness()

    /// The longest delay between a command's arrival and its record on a busy machine, if the delay can have changed no
    /// outcome. A command that waits longer while others are served was held back.
    static let longestQueueing = Interval.seconds(10)
}

/// A room's view of a command of its draft that was recorded late.
struct DelayedTurn {
    /// When the time for the pick was over, grace included; nil where no clock ran, or an outage excuses it.
    var dueAt: Timestamp?
    /// When the last command arrived that changed whose turn it is or how long that lasts.
    var lastDecided: Timestamp?
    /// When the last command arrived that took a seat.
    var lastSeated: Timestamp?
}

extension AuditNotes {
    /// Nothing is decided before it has arrived, nor so long after that somebody could gain by it. What an importer tells
    /// has its own site's times.
    ///
    /// The arrival of what the operator does itself decides nothing: how long that took is for information. What members
    /// ask for is held to a second where its arrival decides; elsewhere to a stretch in which nothing was recorded, or to
    /// `Delays.longestQueueing`.
    mutating func checkArrival(of group: CommandGroup, _ delays: Delays, in turn: DelayedTurn? = nil) {
        guard let origin = group.origin, origin.actor.role != .importer, let arrival = origin.occurredAt else { return }
        let record = group.first.recordedAt
        guard arrival <= record else {
            return note(
                .arrival, at: group.first, expected: "recorded at \(arrival.iso8601) or later", actual: record.iso8601,
                "The command was recorded \((arrival - record).seconds()) before it arrived.")
        }
        guard record - arrival > Self.longestHandling, !group.isOutage,
            let handling = delays.steps.handling(from: arrival, until: record), handling > Self.longestHandling
        else { return }
        guard group.isOfMember else { return noteDelay(of: group, handling) }
        let stood = delays.stillness.length(from: arrival, until: record)
        // A leap of the clock is one of the stretches.
        let own = min(handling, (record - arrival).reduced(by: stood))
        let isStill = own <= Self.longestHandling
        if group.mayGain(from: arrival, in: turn, isStill: isStill, delays.stillness)
            || !isStill && own > Delays.longestQueueing
        {
            return note(
                .arrival, at: group.first, expected: "recorded by \((arrival + Self.longestHandling).iso8601)",
                actual: record.iso8601, "The command was recorded \(handling.seconds()) after its arrival.")
        }
        let still =
            stood > .zero ? " For \(stood.seconds()) of this time, the whole ledger recorded nothing." : ""
        remark(
            at: group.first,
            "The command was recorded \(handling.seconds()) after its arrival. No later command was decided "
                + "before it.\(still)")
    }

    /// The longest delay between a command's arrival and its record if its arrival decides.
    static let longestHandling = Interval.seconds(1)
}

extension CommandGroup {
    /// Whether it dates an outage, which is known of only when it is over.
    fileprivate var isOutage: Bool {
        if case .paused(let paused) = first.event.clock { paused.kind == .outage } else { false }
    }

    /// Whether a member sent it, or somebody in a member's place.
    fileprivate var isOfMember: Bool {
        guard let actor = origin?.actor else { return false }
        switch actor.role {
        case .user: return true
        case .admin: return actor.onBehalfOf != nil || (rejection?.command.isOfDraft ?? isOfDraft)
        case .scheduler, .provider, .importer: return false
        }
    }

    /// Whether somebody can have gained by the delay: the time for the pick was over meanwhile, or commands that came later
    /// were decided before.
    fileprivate func mayGain(
        from arrival: Timestamp, in turn: DelayedTurn?, isStill: Bool, _ stillness: Stillness
    ) -> Bool {
        guard let turn else { return false }
        let record = first.recordedAt
        if first.event.staysTurn, let due = turn.dueAt, arrival <= due, record - due > AuditNotes.longestHandling {
            let stopped = stillness.length(from: due, until: record, stoppingClocks: true)
            if (record - due).reduced(by: stopped) > AuditNotes.longestHandling { return true }
        }
        guard !isStill, !first.event.isQueueEdit else { return false }
        if rejection != nil, let seated = turn.lastSeated, seated > arrival { return true }
        return turn.lastDecided.map { $0 > arrival } ?? false
    }
}

extension Event {
    /// Whether it ends a turn in favor of the seat on the clock, or gives it more time.
    fileprivate var staysTurn: Bool {
        if case .made = pick { return true }
        return switch clock {
        case .extended, .paused: true
        case .started, .ticked, .resumed, nil: false
        }
    }
}

/// Acts of the operator's own that took longer than a second, or were as much overdue.
struct LateActs: Codable, Sendable {
    private(set) var count = 0
    private var longest = Interval.zero
    private var first: NotedPlace?

    mutating func add(_ recorded: RecordedEvent, _ delay: Interval) {
        count += 1
        longest = max(longest, delay)
        if recorded.position < first?.position ?? .max { first = NotedPlace(recorded) }
    }

    mutating func merge(_ other: LateActs) {
        count += other.count
        longest = max(longest, other.longest)
        if let start = other.first, start.position < first?.position ?? .max { first = start }
    }

    /// One remark on all of them; nil for none.
    ///
    /// - Parameter message: of the number of times and the longest delay.
    func remark(_ message: (_ times: String, _ longest: String) -> String) -> AuditRemark? {
        guard let first else { return nil }
        let times = count == 1 ? "once" : "\(count) times"
        return AuditRemark(
            position: first.position, stream: first.stream, message: message(times, longest.seconds()))
    }
}
