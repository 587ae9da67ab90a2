import Draft
import DraftLedger

/// Whether the records around the pick keep the rules themselves.
///
/// The other rules trust the records. If an audit finds that the records contradict the rules, that is
/// no ground for either side, and people have to look.
enum RecordRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        guard !facts.isAudited else { return contest(of: facts) }
        let history = facts.history
        var auditor = RoomAuditor(
            of: history.room, pools: history.pools, cases: history.cases, checksLinks: true,
            onlyQueueOf: history.onlyQueue, ticksOf: history.ticksOf)
        auditor.audit(history.events)
        auditor.finish()
        let concerned = concerned(facts)
        return contest(of: facts)
            + auditor.notes.findings.compactMap { finding in
                guard let position = finding.position, concerned.contains(position),
                    !isInFavour(finding, of: facts)
                else { return nil }
                return .init(
                    .record, for: .undecidable,
                    "The record breaks the rule of the \(finding.rule.rawValue): \(finding.message) Expected "
                        + "\(finding.expected), found \(finding.actual).", [position])
            }
    }

    /// A room plays by its contest's rules: where it does not, each of its turns rests on that.
    private static func contest(of facts: DisputeFacts) -> [DisputeReport.Reason] {
        guard let contest = facts.contest, let opening = facts.history.events.first,
            case .opened(let opened) = opening.event.preparation, opened.commitment != nil,
            opened.ruleset != contest.ruleset
        else { return [] }
        let (own, due) = (opened.ruleset, contest.ruleset)
        let isShorter = own.pickClock < due.pickClock || own.grace < due.grace
        let isMissed = facts.turns.contains { $0.automation?.reason == .clockExpired }
        return [
            .init(
                .record, for: isShorter && isMissed && facts.seat == facts.owner ? .upheld : .undecidable,
                "The record breaks the rule of the decision: the room has other rules than its contest. Its clock is "
                    + "\(own.pickClock.seconds()) with \(own.grace.seconds()) of grace; that of the contest is "
                    + "\(due.pickClock.seconds()) with \(due.grace.seconds()).", [opening.position])
        ]
    }

    /// The turns of the pick, with what the claimant sent for it, what was corrected of it, and what it rests on.
    static func concerned(_ facts: DisputeFacts) -> Set<UInt64> {
        var positions = Set(facts.corrections.map(\.position)).union(foundations(facts))
        for turn in facts.turns {
            positions.formUnion(turn.events.map(\.position))
            positions.formUnion(turn.attempts.flatMap { $0.command.events.map(\.position) })
        }
        return positions
    }
}

extension RecordRule {
    /// Whether the claimant has gained by the breach: a pick of his own that came too late, and counted.
    private static func isInFavour(_ finding: AuditFinding, of facts: DisputeFacts) -> Bool {
        finding.rule == .clock
            && facts.turns.contains { $0.manual?.seat == facts.seat && $0.ending?.position == finding.position }
    }

    /// The earlier events that decided the turn: the queue that the autopick read, the missed picks that turned autodraft on,
    /// the pick that took the player that the claimant wanted.
    private static func foundations(_ facts: DisputeFacts) -> Set<UInt64> {
        var positions: Set<UInt64> = []
        for turn in facts.turns {
            guard let ending = turn.ending else { continue }
            let before = facts.history.events.prefix { $0.position < ending.position }
            if let made = turn.automation {
                for recorded in before where recorded.stream == .queue(facts.room.id, made.seat) {
                    positions.insert(recorded.position)
                }
                if made.reason == .autodraft { positions.formUnion(misses(of: made.seat, before: ending, facts)) }
            }
            for attempt in turn.attempts where attempt.command.refusal == .playerAlreadyDrafted {
                for recorded in before where recorded.event.pickedPlayer == attempt.pick.player {
                    positions.insert(recorded.position)
                }
            }
        }
        return positions
    }

    /// The missed turns behind an autodraft, with what was refused in them.
    private static func misses(of seat: Seat, before ending: RecordedEvent, _ facts: DisputeFacts) -> Set<UInt64> {
        let switches = facts.history.events.filter { recorded in
            guard recorded.position < ending.position, case .autodraft(let set) = recorded.event.seatChange else {
                return false
            }
            return set.seat == seat
        }
        guard let last = switches.last, case .autodraft(let set) = last.event.seatChange, set.cause == .missedPicks
        else {
            return Set(switches.suffix(1).map(\.position))
        }
        let missed = AutodraftRule.missedTurns(of: seat, before: last, facts)
        let picks = Set(missed.map(\.pick))
        var positions = Set(missed.map(\.position)).union([last.position])
        for recorded in facts.history.events {
            guard let rejected = recorded.event.refusal, let pick = rejected.pick,
                picks.contains(pick)
            else { continue }
            positions.insert(recorded.position)
        }
        return positions
    }
}

/// Whether the order was drawn as promised: from the secret that the room committed to before anybody joined.
enum DrawRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        let events = facts.history.events
        guard let opening = events.first, case .opened(let opened) = opening.event.preparation,
            let commitment = opened.commitment
        else { return [] }
        let draws = events.filter { if case .drawn = $0.event.preparation { true } else { false } }
        guard let draw = draws.first, case .drawn(let drawn) = draw.event.preparation else { return [] }
        let positions = [opening.position] + draws.map(\.position)
        if draws.count > 1 {
            return [
                .init(
                    .draw, for: .upheld, "The order was drawn \(draws.count) times; only one draw is allowed.",
                    positions)
            ]
        }
        let cryptography = LedgerCryptography(drawMaster: [])
        guard let secret = drawn.secret, OrderDraw.commitment(to: secret, cryptography: cryptography) == commitment
        else {
            return [
                .init(
                    .draw, for: .upheld,
                    "The secret of the draw does not match the room's commitment.",
                    positions)
            ]
        }
        let before = facts.view(before: draw.position).room
        let seats = OrderDraw.seats(
            secret: secret, room: facts.room.id, entrants: before?.entrants ?? [], cryptography: cryptography)
        if seats != drawn.seats {
            return [
                .init(
                    .draw, for: .upheld,
                    "Recomputed from its secret, the draft order is \(seats), not \(drawn.seats).",
                    positions)
            ]
        }
        return [
            .init(
                .draw, for: nil,
                "The draft order was recomputed from the secret that was committed before the first member joined"
                    + (before?.draw == nil ? "" : " and the members' entropy") + "; it matches.",
                positions,
                answer:
                    "The draft order was drawn by lot, and nothing could change it after the first member had joined. "
                    + "The draw was recomputed for this answer, and it gives the same order.")
        ]
    }
}
