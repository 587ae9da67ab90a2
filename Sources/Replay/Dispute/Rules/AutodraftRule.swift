import Draft
import DraftLedger

/// Why the seat was on autodraft when the rules picked for it: by its user's wish, or after as many missed picks in a
/// row as the room's rules allow.
enum AutodraftRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        facts.turns.flatMap { turn -> [DisputeReport.Reason] in
            guard let made = turn.automation, made.reason == .autodraft, made.policyVersion > 0,
                let ending = turn.ending
            else { return [] }
            let changes = facts.history.events.filter { recorded in
                guard recorded.position < ending.position, case .autodraft(let set) = recorded.event.seatChange else {
                    return false
                }
                return set.seat == made.seat
            }
            guard let last = changes.last, case .autodraft(let set) = last.event.seatChange, set.on else {
                return [
                    .init(
                        .autodraft, for: .upheld,
                        "The rules picked at once, but autodraft was not on for seat \(made.seat).",
                        [changes.last?.position, ending.position].compactMap { $0 })
                ]
            }
            if let manual = manualAct(of: made.seat, after: last, before: ending, facts) {
                return [
                    .init(
                        .autodraft, for: .upheld,
                        "The rules picked at once, although a pick by hand had turned autodraft off for seat "
                            + "\(made.seat).", [last.position, manual.position, ending.position])
                ]
            }
            let hearing = Hearing(made: made, pick: ending, graceEndsAt: turn.endedUnder?.graceEndsAt)
            return [judge(set, at: last, until: ending, facts)] + unheard(hearing, since: last, facts)
        }
    }

    /// A pick by hand behind the wish, which turns it off whether or not that was recorded.
    private static func manualAct(
        of seat: Seat, after wish: RecordedEvent, before ending: RecordedEvent, _ facts: DisputeFacts
    ) -> RecordedEvent? {
        facts.history.events.last { recorded in
            guard recorded.position > wish.position, recorded.position < ending.position,
                case .made(let made) = recorded.event.pick
            else { return false }
            return made.seat == seat && recorded.origin != wish.origin
        }
    }

    private static func judge(
        _ set: AutodraftSet, at recorded: RecordedEvent, until ending: RecordedEvent, _ facts: DisputeFacts
    ) -> DisputeReport.Reason {
        switch set.cause {
        case .userWish:
            let actor = recorded.origin?.actor
            let isOwn = actor?.role == .user && actor?.user == facts.room.member(at: set.seat)?.user
            if actor?.role == .admin {
                return .init(
                    .autodraft, for: nil,
                    "Autodraft was on by \(actor?.text ?? ""), for its user, so the rules picked at once.",
                    [recorded.position, ending.position])
            }
            guard isOwn else {
                return .init(
                    .autodraft, for: .upheld,
                    "Autodraft was turned on by the wish of \(actor?.text ?? "nobody"), who may not decide that for seat "
                        + "\(set.seat).", [recorded.position, ending.position])
            }
            return .init(
                .autodraft, for: .rejected, "Autodraft was on by its own user's wish, so the rules picked at once.",
                [recorded.position, ending.position])
        case .missedPicks:
            let missed = missedPicks(of: set.seat, before: recorded, facts)
            let threshold = Int(facts.room.ruleset.missedPicksBeforeAutodraft)
            if threshold == 0 || missed.count < threshold {
                return .init(
                    .autodraft, for: .upheld,
                    "Autodraft was turned on after \(missed.count) missed picks in a row; the rules ask for \(threshold).",
                    missed + [recorded.position, ending.position])
            }
            return .init(
                .autodraft, for: .rejected,
                "Autodraft was on after \(missed.count) missed picks in a row, as many as the rules allow, and nothing by "
                    + "hand has turned it off since.", missed.suffix(threshold) + [recorded.position, ending.position])
        case .manualAct, .correction:
            let cause = set.cause == .correction ? "correction" : "manual act"
            return .init(
                .autodraft, for: .upheld, "Autodraft was turned on by a \(cause), which only ever turns it off.",
                [recorded.position, ending.position])
        }
    }

    /// The positions of the picks that a seat had missed in a row.
    private static func missedPicks(of seat: Seat, before end: RecordedEvent, _ facts: DisputeFacts) -> [UInt64] {
        missedTurns(of: seat, before: end, facts).map(\.position)
    }

    /// The picks that a seat had missed in a row.
    static func missedTurns(
        of seat: Seat, before end: RecordedEvent, _ facts: DisputeFacts
    ) -> [(pick: PickNumber, position: UInt64)] {
        var missed: [(pick: PickNumber, position: UInt64)] = []
        for recorded in facts.history.events.prefix(while: { $0.position < end.position }) {
            switch recorded.event.pick {
            case .automated(let made):
                if made.seat == seat, made.reason == .clockExpired { missed.append((made.pick, recorded.position)) }
            case .made(let made): if made.seat == seat { missed = [] }
            case .corrected(let corrected):
                if corrected.mode == .cascade { missed.removeAll { $0.pick >= corrected.pick } }
            case nil: break
            }
            if case .autodraft(let set) = recorded.event.seatChange, set.seat == seat, !set.on, set.cause != .correction
            {
                missed = []
            }
        }
        return missed
    }

    /// A wish to draft by hand again that arrived before the rules picked, but was handled after it.
    private static func unheard(
        _ hearing: Hearing, since last: RecordedEvent, _ facts: DisputeFacts
    ) -> [DisputeReport.Reason] {
        let ending = hearing.pick
        let wish = facts.history.events.first { recorded in
            guard case .autodraft(let set) = recorded.event.seatChange else { return false }
            return hearing.passedOver(set, recorded, since: last.moment)
        }
        return wish.map { wish in
            [
                .init(
                    .autodraft, for: .upheld,
                    "The wish to draft by hand reached the edge \((ending.moment - wish.moment).seconds()) before the "
                        + "rules picked, and was handled after it.", [ending.position, wish.position])
            ]
        } ?? []
    }
}

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
                .autopick, for: .undecidable,
                "The rules picked for seat \(made.seat) by its queue, which is private and not part of this evidence.",
                [ending.position])
        }
        let view = facts.view(before: ending.position)
        guard let room = view.room, let pool = view.pool(room.pool) else { return nil }
        let queue = QueueFacts(made.seat, facts)
        let choice = Autopick.choose(
            roster: room.roster(of: made.seat).map(\.player), taken: room.taken, pool: pool,
            queue: queue.state(at: made.queueVersion), limits: room.ruleset.limits, terms: room.draw)
        let positions = [queue.event(at: made.queueVersion)?.position, ending.position].compactMap { $0 }
        if choice?.player != made.player {
            return .init(
                .autopick, for: .upheld,
                "The rules' pick, made once more from the queue it read, is \(facts.name(choice?.player)) and not "
                    + "\(facts.name(made.player)).", positions)
        }
        let latest = view.queue(room.id, made.seat).version
        if made.queueVersion != latest {
            return .init(
                .autopick, for: .upheld,
                "The pick read the queue at version \(made.queueVersion) although it stood at \(latest) by then.",
                positions)
        }
        return .init(
            .autopick, for: .rejected,
            "Made once more, the rules' pick is \(facts.name(made.player)) again, from the \(made.source.words).",
            positions)
    }
}
