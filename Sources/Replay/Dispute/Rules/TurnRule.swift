import Draft

/// Whose pick it was, and who made it.
enum TurnRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        var reasons: [DisputeReport.Reason] = []
        let label = facts.room.ruleset.snake.label(of: facts.pick)
        if let owner = facts.owner, owner != facts.seat {
            let tried = facts.turns.flatMap(\.attempts).map(\.position)
            reasons.append(
                .init(
                    .turn, .rejected,
                    "Pick \(label) belongs to seat \(owner), not to the claimant's seat \(facts.seat).",
                    tried + facts.turns.compactMap { $0.ending?.position }))
        }
        for turn in facts.turns {
            guard let ending = turn.ending else { continue }
            if let made = turn.manual { reasons += judge(made, ending, in: turn, facts) }
            let seat = turn.manual?.seat ?? turn.automation?.seat
            if seat != facts.owner {
                reasons.append(
                    .init(
                        .turn, .upheld,
                        "Pick \(label) was made for seat \(seat.map { "\($0)" } ?? "none"), whose it was not.",
                        [ending.position]))
            }
        }
        if let turn = facts.turns.last, turn.ending == nil {
            reasons.append(
                .init(
                    .turn, .undecidable, "Pick \(label) is not made yet; its turn is not over.",
                    turn.clocks.map(\.position)))
        }
        return reasons
    }

    private static func judge(
        _ made: PickMade, _ ending: RecordedEvent, in turn: DisputedTurn, _ facts: DisputeFacts
    ) -> [DisputeReport.Reason] {
        guard let actor = ending.origin?.actor, actor.role == .user else {
            let who = ending.origin.map { "\($0.actor.role)" } ?? "nobody"
            return [.init(.turn, nil, "The pick was made by hand for the seat, by the role \(who).", [ending.position])]
        }
        let member = facts.room.member(at: made.seat)?.user
        guard actor.user != member else { return [] }
        return [
            .init(
                .turn, .upheld,
                "User \(actor.user?.description ?? "none") made the pick of user \(member?.description ?? "none").",
                [ending.position])
        ]
    }
}

/// Whether the clock ran as long as the rules say, and the rules waited for it.
enum ClockRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        guard facts.room.ruleset.isTimed else { return [] }
        return facts.turns.flatMap { length(of: $0, facts) + end(of: $0, facts) }
    }

    private static func length(of turn: DisputedTurn, _ facts: DisputeFacts) -> [DisputeReport.Reason] {
        turn.clocks.compactMap { clock -> DisputeReport.Reason? in
            let grace = clock.graceEndsAt - clock.deadline
            if grace != facts.room.ruleset.grace {
                return .init(
                    .clock, .upheld,
                    "The grace was \(grace.seconds()), the rules give \(facts.room.ruleset.grace.seconds()).",
                    [clock.position])
            }
            guard let due = clock.due else { return nil }
            // The decision reads the clock a moment before its events are recorded.
            let given = clock.deadline - clock.startedAt
            guard given.falls(shortOf: due) else { return nil }
            return .init(
                .clock, .upheld, "The clock ran for \(given.seconds()), the rules give \(due.seconds()).",
                [clock.position])
        }
    }

    private static func end(of turn: DisputedTurn, _ facts: DisputeFacts) -> [DisputeReport.Reason] {
        guard let ending = turn.ending, let clock = turn.endedUnder else { return [] }
        let positions = turn.clocks.suffix(1).map(\.position) + [ending.position]
        if let automated = turn.automation, automated.reason == .clockExpired {
            let late = ending.moment - clock.graceEndsAt
            return late > .zero
                ? [
                    .init(
                        .clock, .rejected,
                        "The clock ran out: the rules picked \(late.seconds()) after the grace had ended.", positions)
                ]
                : [
                    .init(
                        .clock, .upheld,
                        "The rules picked \(late.magnitudeText) before the grace had ended.", positions)
                ]
        }
        guard turn.manual != nil, turn.room.status == .active, ending.moment > clock.graceEndsAt else { return [] }
        return [
            .init(
                .clock, .upheld,
                "The pick counted although it came \((ending.moment - clock.graceEndsAt).seconds()) after the grace.",
                positions)
        ]
    }
}

extension Interval {
    /// Whether a clock ran noticeably shorter than it should have. Up to 100 ms may pass between a decision and its
    /// record without anybody having lost time by it.
    fileprivate func falls(shortOf due: Interval) -> Bool { due.microseconds - microseconds > 100_000 }
}

/// What pauses did to the clock: after one by hand it runs in full, after the others for what was left.
enum PauseRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        facts.turns.flatMap { turn in
            var reasons: [DisputeReport.Reason] = []
            var pause: (event: RoomPaused, position: UInt64)?
            for recorded in turn.events {
                switch recorded.event {
                case .roomPaused(let paused): pause = (paused, recorded.position)
                case .roomResumed:
                    guard let last = pause, let clock = turn.clocks.first(where: { $0.position > recorded.position })
                    else { continue }
                    reasons.append(judge(last.event, [last.position, recorded.position, clock.position], clock, facts))
                    pause = nil
                default: continue
                }
            }
            return reasons
        }
    }

    private static func judge(
        _ paused: RoomPaused, _ positions: [UInt64], _ clock: DisputedTurn.Clock, _ facts: DisputeFacts
    ) -> DisputeReport.Reason {
        let due = paused.kind == .manual ? facts.room.ruleset.pickClock : paused.remaining
        let given = clock.deadline - clock.startedAt
        if given.falls(shortOf: due) {
            return .init(
                .pause, .upheld,
                "After the \(paused.kind) pause the clock ran for \(given.seconds()) instead of \(due.seconds()).",
                positions)
        }
        let how = paused.kind == .manual ? "in full" : "with the \(due.seconds()) that were left"
        return .init(.pause, nil, "The room was paused (\(paused.kind)); afterwards the clock ran \(how).", positions)
    }
}
