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
        guard facts.history.hasQueue(of: made.seat) else {
            return .init(
                .autopick, .undecidable,
                "The rules picked for seat \(made.seat) by its queue, which is private and not part of this evidence.",
                [ending.position])
        }
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
