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
                        "The autopick was immediate, but autodraft was not on for \(facts.room.placeName(of: made.seat)).",
                        [changes.last?.position, ending.position].compactMap { $0 })
                ]
            }
            if let manual = manualAct(of: made.seat, after: last, before: ending, facts) {
                return [
                    .init(
                        .autodraft, for: .upheld,
                        "The autopick was immediate, although a manual pick had turned autodraft off for "
                            + "\(facts.room.placeName(of: made.seat)).",
                        [last.position, manual.position, ending.position])
                ]
            }
            let hearing = Hearing(made: made, pick: ending, graceEndsAt: turn.endedUnder?.graceEndsAt)
            return [judge(set, at: last, until: ending, facts)] + unheard(hearing, since: last, facts)
        }
    }

    /// A manual pick after autodraft was turned on, which turns it off even if that was not recorded.
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
        let isForClaimant = set.seat == facts.seat
        switch set.cause {
        case .userWish:
            let actor = recorded.origin?.actor
            let isOwn = actor?.role == .user && actor?.user == facts.room.member(at: set.seat)?.user
            if let actor, actor.role == .admin {
                let act = "Autodraft had been turned on by \(actor.words) for the user"
                let inPlace = set.seat == facts.seat ? StakeRule.judgeInPlace(recorded, act, facts) : nil
                let isBreach = inPlace?.bearing == .upheld
                return .init(
                    .autodraft, for: isBreach ? .upheld : nil,
                    isBreach ? inPlace?.text ?? act : act + ", so the autopick was immediate.",
                    [recorded.position, ending.position])
            }
            guard isOwn else {
                return .init(
                    .autodraft, for: .upheld,
                    "Autodraft was turned on by \(actor?.words ?? "no known sender"), who is not allowed to do that for "
                        + "\(facts.room.placeName(of: set.seat)).", [recorded.position, ending.position])
            }
            return .init(
                .autodraft, for: .rejected, "The user had turned autodraft on, so the autopick was immediate.",
                [recorded.position, ending.position],
                answer: isForClaimant ? "You had turned autodraft on, so the autopick was immediate." : nil)
        case .missedPicks:
            let missed = missedPicks(of: set.seat, before: recorded, facts)
            let threshold = Int(facts.room.ruleset.missedPicksBeforeAutodraft)
            if threshold == 0 || missed.count < threshold {
                return .init(
                    .autodraft, for: .upheld,
                    "Autodraft was turned on after \(missed.count) missed picks in a row; the rules require \(threshold).",
                    missed + [recorded.position, ending.position])
            }
            return .init(
                .autodraft, for: .rejected,
                "Autodraft was on after \(missed.count) missed picks in a row, as the rules require, and no manual "
                    + "action turned it off since then.",
                missed.suffix(threshold) + [recorded.position, ending.position],
                answer: isForClaimant
                    ? "You had missed \(missed.count) picks in a row, so autodraft was on and the autopick was immediate."
                    : nil)
        case .manualAct, .correction:
            let cause = set.cause == .correction ? "correction" : "manual action"
            return .init(
                .autodraft, for: .upheld, "Autodraft was turned on by a \(cause), which can only turn it off.",
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

    /// A command to turn autodraft off that arrived before the autopick, but was handled after it.
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
                    "The command to turn autodraft off reached the server \((ending.moment - wish.moment).words) before the "
                        + "autopick, but was handled after it.", [ending.position, wish.position])
            ]
        } ?? []
    }
}

/// Checks whether recomputing the autopick from the queue that it read gives the same player.
enum AutopickRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        facts.turns.compactMap { turn in
            guard let made = turn.automation, let ending = turn.ending, made.policyVersion > 0 else { return nil }
            return judge(made, ending, facts)
        }
    }

    /// The part that the queue had in the pick, for its member.
    private static func answer(
        _ made: PickAutomated, _ queue: QueueState, in room: RoomState, _ facts: DisputeFacts
    ) -> String {
        let name = facts.name(made.player)
        func gone(_ player: PlayerIndex) -> String {
            guard let index = room.picks.firstIndex(where: { $0.player == player }) else {
                return "\(facts.name(player)) could not be picked for you"
            }
            return "\(facts.name(player)) was gone with pick \(room.ruleset.snake.label(of: PickNumber(index + 1)))"
        }
        let first = queue.players.first
        switch made.source {
        case .queue:
            guard let first, first != made.player else {
                return "Your queue was followed. The first player in it was \(name)."
            }
            return "Your queue was followed. \(gone(first)), and \(name) was the first in it who could be picked."
        case .rankings:
            return "Your own ranking was followed. The first player in it who could be picked was \(name)."
                + (first.map { " Of your queue, \(gone($0))." } ?? "")
        case .adp, .fallback, .skipped, .unknown:
            guard let first else { return "Your queue was empty, so you got the best player by ADP, \(name)." }
            let all =
                queue.players.count == 1
                ? "\(gone(first)); it was the only player in your queue"
                : "\(gone(first)), and the other players in your queue could not be picked either"
            return "Your queue was read. \(all). So you got the best player by ADP, \(name)."
        }
    }

    private static func judge(
        _ made: PickAutomated, _ ending: RecordedEvent, _ facts: DisputeFacts
    ) -> DisputeReport.Reason? {
        guard facts.history.hasQueue(of: made.seat) else {
            return .init(
                .autopick, for: .undecidable,
                "The autopick for \(facts.room.placeName(of: made.seat)) used its queue, which is private and not part of this "
                    + "evidence.",
                [ending.position])
        }
        let view = facts.view(before: ending.position)
        guard let room = view.room, let pool = view.pool(room.pool) else { return nil }
        let queue = QueueFacts(made.seat, facts)
        let read = queue.state(at: made.queueVersion)
        let choice = Autopick.choose(
            roster: room.roster(of: made.seat).map(\.player), taken: room.taken, pool: pool,
            queue: read, limits: room.ruleset.limits, terms: room.draw)
        let positions = [queue.event(at: made.queueVersion)?.position, ending.position].compactMap { $0 }
        if choice?.player != made.player {
            return .init(
                .autopick, for: .upheld,
                "Recomputing the autopick from the queue that it read gives \(facts.name(choice?.player)), not "
                    + "\(facts.name(made.player)).", positions)
        }
        let latest = view.queue(room.id, made.seat).version
        if made.queueVersion != latest {
            return .init(
                .autopick, for: .upheld,
                "The autopick read the queue at version \(made.queueVersion), although version \(latest) was recorded by then.",
                positions)
        }
        return .init(
            .autopick, for: .rejected,
            "Recomputing the autopick gives the same player: \(facts.name(made.player)), from the \(made.source.words).",
            positions, about: read.players.isEmpty && read.rankings.isEmpty ? .autopick : .queue,
            answer: made.seat == facts.seat ? answer(made, read, in: room, facts) : nil)
    }
}
