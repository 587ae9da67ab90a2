import Draft

/// Whether the clock ran as long as the rules say, and the rules waited for it.
enum ClockRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        guard facts.room.ruleset.isTimed else { return [] }
        return countdown(facts)
            + facts.turns.flatMap {
                length(of: $0, facts) + lateRecords(of: $0, facts) + shortenings(of: $0) + end(of: $0, facts)
            }
    }

    /// The countdown runs in full before the draft starts. One that was cut takes from each seat time to prepare its first
    /// pick.
    private static func countdown(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        let due = facts.room.ruleset.countdown
        var start: (moment: Timestamp, endsAt: Timestamp, position: UInt64)?
        for recorded in facts.history.events {
            if case .countdown(let countdown) = recorded.event.preparation {
                start = (recorded.recordedAt, countdown.endsAt, recorded.position)
            } else if case .begun = recorded.event.preparation {
                guard let start, recorded.origin?.actor.role != .importer else { return [] }
                // Older software decided by the arrival of the command, and recorded it up to a second later.
                let least = due.reduced(by: AuditNotes.longestHandling)
                let ran = recorded.recordedAt - start.moment
                guard ran < due, recorded.moment < start.endsAt || start.endsAt - start.moment < least else {
                    return []
                }
                let isFirst = facts.pick <= PickNumber(facts.room.ruleset.teams)
                return [
                    .init(
                        .clock, for: isFirst ? .upheld : nil,
                        "The countdown to the draft ran for \(ran.seconds()), the rules give \(due.seconds()).",
                        [start.position, recorded.position])
                ]
            }
        }
        return []
    }

    /// A clock that ran from when its command had arrived, and was recorded later: no member could know of it before. What the
    /// seat would have done in that time, no record shows; what it did too late by no more than that was in time.
    private static func lateRecords(of turn: DisputedTurn, _ facts: DisputeFacts) -> [DisputeReport.Reason] {
        turn.clocks.compactMap { clock -> DisputeReport.Reason? in
            guard let due = clock.due, clock.startedAt - clock.decidedAfter <= AuditNotes.longestHandling else {
                return nil
            }
            // When it should have ended, by its record.
            let lost = clock.startedAt + due - clock.deadline
            guard lost > .milliseconds(10), clock.length >= due else { return nil }
            let text =
                "The clock was started \(lost.seconds()) before the members could see it: "
                + "\((clock.deadline - clock.startedAt).seconds()) were left of \(due.seconds())"
            let late = turn.attempts.first { attempt in
                attempt.arrival > clock.graceEndsAt && attempt.arrival - clock.graceEndsAt <= lost
            }
            if let late {
                return .init(
                    .clock, for: .upheld, text + ", and a pick that was late by less than this was refused.",
                    [clock.position, late.position])
            }
            return .init(.clock, for: .undecidable, text + ".", [clock.position])
        }
    }

    private static func length(of turn: DisputedTurn, _ facts: DisputeFacts) -> [DisputeReport.Reason] {
        turn.clocks.compactMap { clock -> DisputeReport.Reason? in
            let grace = clock.graceEndsAt - clock.deadline
            if grace != facts.room.ruleset.grace {
                return .init(
                    .clock, for: .upheld,
                    "The grace was \(grace.seconds()), the rules give \(facts.room.ruleset.grace.seconds()).",
                    [clock.position])
            }
            guard let due = clock.due else { return nil }
            guard clock.length < due else { return nil }
            return .init(
                .clock, for: .upheld,
                "The clock ran for \(clock.length.seconds()) at most, the rules give \(due.seconds()).",
                [clock.position])
        }
    }

    /// An extension only ever lengthens a clock.
    private static func shortenings(of turn: DisputedTurn) -> [DisputeReport.Reason] {
        zip(turn.clocks, turn.clocks.dropFirst()).compactMap { before, extended in
            guard extended.due == nil, extended.graceEndsAt < before.graceEndsAt else { return nil }
            return .init(
                .clock, for: .upheld,
                "The extension ended the clock \((before.graceEndsAt - extended.graceEndsAt).seconds()) earlier; an extension "
                    + "can only lengthen it.", [before.position, extended.position])
        }
    }

    private static func end(of turn: DisputedTurn, _ facts: DisputeFacts) -> [DisputeReport.Reason] {
        guard let ending = turn.ending else { return [] }
        let positions = turn.clocks.suffix(1).map(\.position) + [ending.position]
        if let automated = turn.automation {
            if let pause = turn.room.pause, let text = standstill(pause.kind, automated.reason) {
                return [.init(.clock, for: .upheld, text, positions)]
            }
            guard automated.reason == .clockExpired else { return [] }
            return [expiry(ending, in: turn, positions, facts)]
        }
        guard turn.manual != nil, let clock = turn.endedUnder, ending.moment > clock.graceEndsAt else { return [] }
        // The late seat gained by it; seats that still wanted the player lost.
        return [
            .init(
                .arrival, for: facts.seat == turn.manual?.seat ? nil : .upheld,
                "The pick counted although it arrived \((ending.moment - clock.graceEndsAt).words) after the grace.",
                positions)
        ]
    }

    /// The automatic steps that are forbidden while a room is paused; nil for allowed ones.
    private static func standstill(_ pause: RoomPaused.Kind, _ reason: PickAutomated.Reason) -> String? {
        switch (pause, reason) {
        case (.overnight, .clockExpired):
            "The pick was treated as missed during the overnight pause, in which the clock stops."
        case (.overnight, _): nil
        case (.manual, _), (.outage, _):
            "The autopick was made during the \(pause) pause, in which picks are not allowed."
        }
    }

    private static func expiry(
        _ ending: RecordedEvent, in turn: DisputedTurn, _ positions: [UInt64], _ facts: DisputeFacts
    ) -> DisputeReport.Reason {
        guard let graceEndsAt = turn.endedUnder?.graceEndsAt else {
            return .init(.clock, for: .upheld, "The pick was treated as missed without a clock.", positions)
        }
        let late = ending.moment - graceEndsAt
        if late > .zero {
            let picked = turn.automation?.player.map { ", and then the rules picked \(facts.name($0)) for you" } ?? ""
            return .init(
                .clock, for: .rejected,
                "The clock ran out: the autopick was made \(late.words) after the end of grace.", positions,
                answer: facts.seat == facts.owner
                    ? "Your clock ran out. \(facts.timeLimit(of: turn)) ended at \(graceEndsAt.spokenTime)\(picked)."
                    : nil)
        }
        return .init(
            .clock, for: .upheld,
            late == .zero
                ? "The autopick was made at the exact end of grace, when a manual pick still counts."
                : "The autopick was made \(late.words) before the end of grace.", positions)
    }
}
