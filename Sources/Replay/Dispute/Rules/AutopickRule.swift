import Draft

/// Whether the rules' pick is the one that the rules make: the same player, made once more from the queue that it read.
enum AutopickRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        facts.turns.compactMap { turn in
            guard let made = turn.automation, let ending = turn.ending, made.policyVersion > 0 else { return nil }
            return judge(made, ending, facts)
        }
    }

    private static func judge(
        _ made: PickAutomated, _ ending: RecordedEvent, _ facts: DisputeFacts
    ) -> DisputeReport.Reason? {
        let view = facts.view(before: ending.position)
        guard let room = view.room, let pool = view.pool(room.pool) else { return nil }
        let queue = QueueFacts(made.seat, facts)
        let choice = Autopick.choose(
            roster: room.roster(of: made.seat).map(\.player), taken: room.taken, pool: pool,
            queue: queue.state(at: made.queueVersion), limits: room.ruleset.limits)
        let positions = [queue.event(at: made.queueVersion)?.position, ending.position].compactMap { $0 }
        if choice?.player != made.player {
            return .init(
                .autopick, .upheld,
                "The rules' pick, made once more from the queue it read, is \(facts.name(choice?.player)) and not "
                    + "\(facts.name(made.player)).", positions)
        }
        let latest = view.queue(room.id, made.seat).version
        if made.queueVersion != latest {
            return .init(
                .autopick, .upheld,
                "The pick read the queue at version \(made.queueVersion) although it stood at \(latest) by then.",
                positions)
        }
        return .init(
            .autopick, .rejected,
            "Made once more, the rules' pick is \(facts.name(made.player)) again, from the \(made.source.words).",
            positions)
    }
}

/// A seat's queue by its versions.
struct QueueFacts {
    private let events: [RecordedEvent]

    init(_ seat: Seat, _ facts: DisputeFacts) {
        let stream = StreamKey.queue(facts.room.id, seat)
        events = facts.history.events.filter { $0.stream == stream }
    }

    func state(at version: UInt32) -> QueueState { QueueState.folding(events.prefix { $0.version <= version }) }

    func event(at version: UInt32) -> RecordedEvent? { events.last { $0.version == version } }

    /// Edits behind a version, refusals left out.
    func edits(after version: UInt32) -> [RecordedEvent] {
        events.filter { $0.version > version && $0.event.isQueueEdit }
    }
}

extension Event {
    /// Whether it changes a queue, its rankings or its limits.
    var isQueueEdit: Bool {
        switch self {
        case .queueSet, .queueAdded, .queueRemoved, .queueMoved, .queueMovedToTop, .queueCleared, .rankingsSet,
            .positionLimitsSet:
            true
        default: false
        }
    }
}

/// What the claimant's queue said: whom it lost before the pick, and which edits came too late for it.
enum QueueRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        facts.turns.flatMap { turn -> [DisputeReport.Reason] in
            guard let made = turn.automation, let ending = turn.ending, made.seat == facts.seat,
                made.policyVersion > 0
            else { return [] }
            return passedOver(made, ending, facts) + lateEdits(made, ending, turn, facts)
        }
    }

    private static func passedOver(
        _ made: PickAutomated, _ ending: RecordedEvent, _ facts: DisputeFacts
    ) -> [DisputeReport.Reason] {
        made.skipped.prefix(8).map { skip in
            let name = facts.name(skip.player)
            switch skip.cause {
            case .taken:
                let before = facts.view(before: ending.position).room
                let index = before?.picks.firstIndex { $0.player == skip.player }
                let taking = index.flatMap { before?.picks[$0].position }
                let number = index.map { " with pick \($0 + 1)" } ?? ""
                return .init(
                    .queue, .rejected, "\(name) stood before him in the queue, but was taken already\(number).",
                    [taking, ending.position].compactMap { $0 })
            case .positionLimit:
                return .init(
                    .queue, .rejected, "\(name) stood before him in the queue, but his position was full.",
                    [ending.position])
            case .notInPool:
                return .init(.queue, .rejected, "\(name) is not in the room's pool.", [ending.position])
            }
        }
    }

    /// Edits that the pick did not see. One that reached the edge before the rules picked should have been handled
    /// first; whether that matters shows when the pick is made with it.
    private static func lateEdits(
        _ made: PickAutomated, _ ending: RecordedEvent, _ turn: DisputedTurn, _ facts: DisputeFacts
    ) -> [DisputeReport.Reason] {
        let queue = QueueFacts(made.seat, facts)
        let horizon = ending.recordedAt + .seconds(120)
        let late = queue.edits(after: made.queueVersion).filter { $0.recordedAt <= horizon }
        guard let first = late.first else { return [] }
        let inTime = late.prefix { $0.moment <= ending.moment }
        if let last = inTime.last {
            let view = facts.view(before: ending.position)
            guard let room = view.room, let pool = view.pool(room.pool) else { return [] }
            let choice = Autopick.choose(
                roster: room.roster(of: made.seat).map(\.player), taken: room.taken, pool: pool,
                queue: queue.state(at: last.version), limits: room.ruleset.limits)
            if choice?.player != made.player {
                return [
                    .init(
                        .queue, .upheld,
                        "An edit of the queue reached the edge \((ending.moment - last.moment).magnitudeText) before the rules "
                            + "picked and was handled after it; with it the pick is \(facts.name(choice?.player)).",
                        inTime.map(\.position) + [ending.position])
                ]
            }
            return [
                .init(
                    .queue, .rejected,
                    "An edit of the queue that came before the rules picked was handled after it, but the pick is the "
                        + "same with it.", inTime.map(\.position) + [ending.position])
            ]
        }
        return [
            .init(
                .queue, .rejected,
                "The edit of the queue came \((first.moment - ending.moment).magnitudeText) after the rules had picked from "
                    + "version \(made.queueVersion): too late for this pick.", [ending.position, first.position])
        ]
    }
}
