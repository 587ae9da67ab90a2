import Draft

/// Checks the claimant's queue: players drafted before the pick, and edits that were too late for it.
enum QueueRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        facts.turns.flatMap { turn -> [DisputeReport.Reason] in
            guard let made = turn.automation, let ending = turn.ending, made.seat == facts.seat,
                made.policyVersion > 0
            else { return [] }
            let hearing = Hearing(made: made, pick: ending, graceEndsAt: turn.endedUnder?.graceEndsAt)
            return passedOver(made, ending, facts) + lateEdits(hearing, facts) + refusedEdits(ending, turn, facts)
        }
    }

    private static func passedOver(
        _ made: PickAutomated, _ ending: RecordedEvent, _ facts: DisputeFacts
    ) -> [DisputeReport.Reason] {
        let skipped = facts.skipped(by: made, at: ending)
        // A long queue that was gone would bury the other reasons.
        let shown = skipped.prefix(8).map { reason(for: $0, ending, facts) }
        let rest = skipped.count - shown.count
        guard rest > 0 else { return shown }
        let text =
            "\(rest) more \(rest == 1 ? "player" : "players") ahead in the queue and the rankings could not be picked. "
            + "`events --room \(facts.room.id) --type AutopickExplained --format json` lists all of them."
        return shown + [.init(.queue, for: nil, text, [ending.position])]
    }

    /// The reason for which the autopick did not take a player of the queue.
    private static func reason(
        for skip: PickAutomated.Skip, _ ending: RecordedEvent, _ facts: DisputeFacts
    ) -> DisputeReport.Reason {
        let name = facts.name(skip.player)
        switch skip.cause {
        case .taken:
            let before = facts.view(before: ending.position).room
            let index = before?.picks.firstIndex { $0.player == skip.player }
            let taking = index.flatMap { before?.picks[$0].position }
            let number =
                index.map { " with pick \(facts.room.ruleset.snake.label(of: PickNumber($0 + 1)))" } ?? ""
            return .init(
                .queue, for: .rejected, "\(name) was ahead in the queue, but already drafted\(number).",
                [taking, ending.position].compactMap { $0 })
        case .positionLimit:
            return .init(
                .queue, for: .rejected, "\(name) was ahead in the queue, but the position was full.",
                [ending.position])
        case .notInPool:
            return .init(.queue, for: .rejected, "\(name) is not in the room's pool.", [ending.position])
        }
    }

    /// Edits that the pick did not see. One that reached the edge in time should have been handled first; whether that
    /// matters shows when the pick is made with it.
    private static func lateEdits(_ hearing: Hearing, _ facts: DisputeFacts) -> [DisputeReport.Reason] {
        let (made, ending) = (hearing.made, hearing.pick)
        let queue = QueueFacts(made.seat, facts)
        let horizon = ending.recordedAt + .seconds(120)
        let late = queue.edits(after: made.queueVersion).filter { $0.recordedAt <= horizon }
        guard let first = late.first else { return [] }
        let inTime = late.prefix(while: hearing.includes)
        if let last = inTime.last {
            let view = facts.view(before: ending.position)
            guard let room = view.room, let pool = view.pool(room.pool) else { return [] }
            let choice = hearing.choice(with: queue.state(at: last.version), in: room, pool)
            if choice?.player != made.player {
                let early = ending.moment - last.moment
                return [
                    .init(
                        .queue, for: .upheld,
                        "An edit of the queue reached the server \(early.words) before the autopick, but "
                            + "\(how(last, ending, made)); with it, the pick is \(facts.name(choice?.player)).",
                        inTime.map(\.position) + [ending.position], about: .queueEdit,
                        answer:
                            "Your edit of the queue reached the server \(early.spoken) before the autopick, but was "
                            + "not used. With it, the pick is \(facts.name(choice?.player)).")
                ]
            }
            return [
                .init(
                    .queue, for: .rejected,
                    "An edit of the queue arrived before the autopick, but \(how(last, ending, made)); the pick is the "
                        + "same with it.", inTime.map(\.position) + [ending.position], about: .queueEdit,
                    answer: "Your last edit of the queue was not used, but with it the pick is the same, "
                        + "\(facts.name(made.player)).")
            ]
        }
        return [
            .init(
                .queue, for: .rejected,
                "The edit of the queue arrived \(lateness(of: first, hearing)): too late for this pick.",
                [ending.position, first.position], about: .queueEdit,
                answer:
                    "Your edit of the queue came too late for this pick. It arrived at \(first.moment.spokenTime); the "
                    + "autopick was made at \(ending.moment.spokenTime).")
        ]
    }

    /// The lateness of an edit.
    private static func lateness(of edit: RecordedEvent, _ hearing: Hearing) -> String {
        let late = edit.moment - hearing.pick.moment
        if late < .zero, let graceEndsAt = hearing.graceEndsAt {
            return "\((edit.moment - graceEndsAt).words) after the end of grace"
        }
        let when = late == .zero ? "at the time of" : "\(late.words) after"
        return "\(when) the autopick from version \(hearing.made.queueVersion)"
    }

    /// The reason why the pick did not see an edit that arrived in time.
    private static func how(_ edit: RecordedEvent, _ ending: RecordedEvent, _ made: PickAutomated) -> String {
        edit.position < ending.position
            ? "the autopick read the queue at version \(made.queueVersion), before it"
            : "was handled after the autopick"
    }

    /// Refused edits that arrived before the autopick: the audit checks whether the refusal was right.
    private static func refusedEdits(
        _ ending: RecordedEvent, _ turn: DisputedTurn, _ facts: DisputeFacts
    ) -> [DisputeReport.Reason] {
        turn.events.compactMap { recorded in
            guard case .queue(_, facts.seat) = recorded.stream, let rejected = recorded.event.refusal,
                recorded.moment < ending.moment
            else { return nil }
            return .init(
                .queue, for: nil,
                "An edit of the queue reached the server \((ending.moment - recorded.moment).words) before the autopick, "
                    + "and was refused" + (rejected.detail.map { ": \($0)" } ?? "."),
                [recorded.position, ending.position], about: .queueEdit)
        }
    }
}

extension DisputeFacts {
    /// The skipped players of a pick, from its record or the seat's queue.
    ///
    /// - Parameter ending: the record of the pick.
    fileprivate func skipped(by made: PickAutomated, at ending: RecordedEvent) -> [PickAutomated.Skip] {
        let others = history.events.filter { $0.origin == ending.origin?.withoutSignature }
        return CommandGroup(events: [ending] + others).skipped(by: made)
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
