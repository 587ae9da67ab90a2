import Draft

/// Whether the clock ran as long as the rules say, and the rules waited for it.
enum ClockRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        guard facts.room.ruleset.isTimed else { return [] }
        return facts.turns.flatMap { length(of: $0, facts) + end(of: $0) }
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
            guard clock.length < due else { return nil }
            return .init(
                .clock, .upheld,
                "The clock ran for \(clock.length.seconds()) at the most, the rules give \(due.seconds()).",
                [clock.position])
        }
    }

    private static func end(of turn: DisputedTurn) -> [DisputeReport.Reason] {
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
