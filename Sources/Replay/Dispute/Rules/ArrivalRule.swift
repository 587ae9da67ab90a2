import Draft
import DraftLedger

/// Checks whether the claimant's commands for the pick reached the server in time.
///
/// The time of arrival decides, not the time of handling: a pick that arrived within the grace counts even when the
/// rules had picked before it was handled.
enum ArrivalRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        let early = facts.early.compactMap { judge(early: $0.attempt, before: $0.turns, facts) }
        return early
            + facts.turns.flatMap { turn in
                turn.attempts.filter { $0.pick.pick == facts.pick }.flatMap { attempt in
                    [judge(attempt, in: turn, facts), misstatement(attempt, in: turn)].compactMap { $0 }
                } + lateRecord(of: turn, facts)
            }
    }

    /// A pick that was handled before its number came on the clock.
    private static func judge(
        early attempt: DisputedTurn.Attempt, before index: Int, _ facts: DisputeFacts
    ) -> DisputeReport.Reason? {
        guard attempt.command.refusal != nil else { return nil }
        let start = facts.turns.dropFirst(index).first?.clocks.first
        let distance = start.map { $0.startedAt - attempt.arrival } ?? .zero
        let when = distance > .zero ? "reached the server \(distance.words) before" : "was handled before"
        let again = index > 0 ? " again" : ""
        let (name, condition) = (facts.name(attempt.pick.player), facts.condition(on: attempt))
        let before = distance > .zero ? "\(distance.spoken) before" : "before"
        return .init(
            .arrival, for: .rejected,
            "The pick of \(name) for number \(facts.pick) \(when) that number was on the clock\(again), and was refused."
                + condition.text, [attempt.position, start?.position].compactMap { $0 }, about: .refusal,
            answer: "Your pick of \(name) came \(before) your turn began\(again), so it was refused." + condition.answer
        )
    }

    /// A refusal that states another end of grace than the clock's own events.
    private static func misstatement(
        _ attempt: DisputedTurn.Attempt, in turn: DisputedTurn
    ) -> DisputeReport.Reason? {
        guard let stated = attempt.statedGraceEnd, let clock = attempt.clock, stated != clock.graceEndsAt else {
            return nil
        }
        return .init(
            .arrival, for: nil,
            "The refusal states that the grace ended at \(stated.iso8601); by its clock it ended at "
                + "\(clock.graceEndsAt.iso8601), \((clock.graceEndsAt - stated).words) "
                + "\(stated < clock.graceEndsAt ? "later" : "earlier").",
            [turn.clocks.last?.position, attempt.position].compactMap { $0 }, about: .other)
    }

    /// A pick that was recorded long after its arrival. The rules go by the arrival; no member could see it before.
    private static func lateRecord(of turn: DisputedTurn, _ facts: DisputeFacts) -> [DisputeReport.Reason] {
        guard facts.room.ruleset.isTimed, turn.manual != nil, let ending = turn.ending,
            ending.recordedAt - ending.moment > AuditNotes.longestHandling
        else { return [] }
        return [
            .init(
                .arrival, for: nil,
                "The pick was recorded \((ending.recordedAt - ending.moment).words) after its stated arrival, at "
                    + "\(ending.recordedAt.iso8601). No member could see it before then.", [ending.position],
                about: .other)
        ]
    }

    /// A pick that was refused for its signature. One that was right is told by `SignatureRule`.
    ///
    /// Anybody can write a wrong signature, or leave one out: such a record proves nothing against the claimant. It is
    /// settled only if another pick of the claimant counted.
    private static func unsigned(
        _ attempt: DisputedTurn.Attempt, in turn: DisputedTurn, _ facts: DisputeFacts
    ) -> DisputeReport.Reason {
        let name = facts.name(attempt.pick.player)
        let cause =
            if attempt.command.origin.signature == nil, facts.room.signedCommands == .required {
                "it is not signed, although the contest requires signatures"
            } else if facts.signatures.wrong.contains(attempt.position) {
                "its signature is not by a key of the sender"
            } else {
                "of its signature, which cannot be verified here"
            }
        let refused = "was refused because \(cause)"
        guard turn.manual?.seat != facts.seat else {
            return .init(
                .arrival, for: .rejected, "The pick of \(name) \(refused); another pick of the claimant counted.",
                [attempt.position], about: .refusal)
        }
        let condition =
            " Anybody can write a record like this. If the claimant sent the pick with a right signature, it was in time "
            + "and should have counted; the ledger cannot show whether that happened."
        return .init(
            .arrival, for: .undecidable, "The pick of \(name) \(refused).\(condition)", [attempt.position],
            about: .refusal,
            answer:
                "The pick of \(name) in your name \(refused). It was in time, and the ledger cannot show who sent it "
                + "like this. If you sent it with a right signature, it should have counted.")
    }

    private static func judge(
        _ attempt: DisputedTurn.Attempt, in turn: DisputedTurn, _ facts: DisputeFacts
    ) -> DisputeReport.Reason? {
        guard let code = attempt.command.refusal else { return accepted(attempt, facts) }
        let margin = attempt.margin ?? .zero
        if code == .badSignature, margin >= .zero { return unsigned(attempt, in: turn, facts) }
        let clock = turn.clocks.last?.position
        let positions = ([clock, attempt.position, turn.ending?.position].compactMap { $0 }).sorted()
        // A second tap is judged by its number; that the first one counted is all that matters here.
        if let own = turn.manual, own.seat == facts.seat, attempt.position > turn.ending?.position ?? .max {
            return nil
        }
        if margin < .zero { return late(attempt, by: margin, in: turn, positions, facts) }
        if let late = afterThePick(attempt, in: turn, positions, facts) { return late }
        let before = min(attempt.position, turn.ending?.position ?? .max)
        let view = facts.view(before: before)
        if let clock = attempt.clock { view.change { if $0.clock?.pick == clock.pick { $0.clock = clock } } }
        let decision = decide(
            attempt.command.question, origin: attempt.command.origin, now: attempt.command.decidedAt, state: view,
            cryptography: LedgerCryptography(drawMaster: []))
        switch decision {
        case .accepted: return inTime(attempt, in: turn, positions, facts)
        case .refused(let refusal):
            if let margin = refusal.margin, margin < .zero {
                return late(attempt, by: margin, in: turn, positions, facts)
            }
            return refused(attempt, by: refusal, in: view.room, positions, facts)
        }
    }

    private static func late(
        _ attempt: DisputedTurn.Attempt, by margin: Interval, in turn: DisputedTurn, _ positions: [UInt64],
        _ facts: DisputeFacts
    ) -> DisputeReport.Reason {
        let (name, condition) = (facts.name(attempt.pick.player), facts.condition(on: attempt))
        let picked = turn.automation.flatMap { $0.seat == facts.seat ? $0.player : nil }
        let outcome = picked.map { ", so the rules picked \(facts.name($0)) for you" } ?? ""
        let end = attempt.clock.map { " \(facts.timeLimit(of: turn)) ended at \($0.graceEndsAt.spokenTime)\(outcome)." }
        return .init(
            .arrival, for: .rejected,
            "The pick of \(name) reached the server \(margin.words) after the grace had ended, at "
                + "\(attempt.arrival.iso8601).\(condition.text)", positions, about: .refusal,
            answer: "Your pick of \(name) came \(margin.spoken) too late.\(end ?? "")\(condition.answer)")
    }

    /// A pick that the rules accept, and that did not count.
    private static func inTime(
        _ attempt: DisputedTurn.Attempt, in turn: DisputedTurn, _ positions: [UInt64], _ facts: DisputeFacts
    ) -> DisputeReport.Reason {
        let name = facts.name(attempt.pick.player)
        let how =
            turn.ending.map { $0.position < attempt.position } == true
            ? "but was handled after the autopick" : "but was refused"
        return .init(
            .arrival, for: .upheld,
            "The pick of \(name) reached the server in time, at \(attempt.arrival.iso8601)"
                + "\(attempt.margin.map { ", \($0.words) before the grace ended" } ?? ""), \(how).", positions,
            about: .refusal,
            answer: "Your pick of \(name) reached the server in time"
                + "\(attempt.margin.map { ", \($0.spoken) before your time ended" } ?? ""), \(how).")
    }

    // MARK: Refused by the rules

    private static func refused(
        _ attempt: DisputedTurn.Attempt, by refusal: Refusal, in room: RoomState?, _ positions: [UInt64],
        _ facts: DisputeFacts
    ) -> DisputeReport.Reason {
        let (name, condition) = (facts.name(attempt.pick.player), facts.condition(on: attempt))
        let cause = cause(of: refusal, attempt, in: room, facts)
        return .init(
            .arrival, for: .rejected,
            "The pick of \(name) arrived in time, but the rules refuse it"
                + (cause.map { ", because \($0)." } ?? ": \(refusal.message)") + condition.text, positions,
            about: .refusal,
            answer: "Your pick of \(name) was in time, but could not count"
                + (cause.map { ", because \($0)." } ?? ". \(refusal.message)") + condition.answer)
    }

    /// The cause of a refusal as a clause; nil where the refusal's own sentence has to do.
    private static func cause(
        of refusal: Refusal, _ attempt: DisputedTurn.Attempt, in room: RoomState?, _ facts: DisputeFacts
    ) -> String? {
        if refusal.code == .playerAlreadyDrafted, let room,
            let index = room.picks.firstIndex(where: { $0.player == attempt.pick.player })
        {
            let label = room.ruleset.snake.label(of: PickNumber(index + 1))
            return
                "the member at \(facts.room.placeName(of: room.picks[index].seat)) had drafted this player with \(label)"
        }
        if refusal.code == .playerNotInPool { return "the draft has no player with the number \(attempt.pick.player)" }
        guard refusal.code == .roomPaused,
            let pause = facts.pauses.last(where: { $0.start.position < attempt.position })
        else { return nil }
        let author = pause.start.origin.map { "\($0.actor.words) had" } ?? "the service had"
        let end = pause.end.map { " to \($0.moment.spokenTime)" } ?? " on"
        return "\(author) paused the draft, from \(pause.start.moment.spokenTime)\(end)"
    }

    /// A pick that was made at once, by autodraft or by an admin, is made: what arrives afterwards has nothing to take.
    private static func afterThePick(
        _ attempt: DisputedTurn.Attempt, in turn: DisputedTurn, _ positions: [UInt64], _ facts: DisputeFacts
    ) -> DisputeReport.Reason? {
        guard let ending = turn.ending, ending.position < attempt.position, attempt.arrival > ending.moment,
            turn.automation?.reason != .clockExpired
        else { return nil }
        let (name, condition) = (facts.name(attempt.pick.player), facts.condition(on: attempt))
        let late = attempt.arrival - ending.moment
        return .init(
            .arrival, for: .rejected,
            "The pick of \(name) reached the server \(late.words) after the pick had been made.\(condition.text)",
            positions, about: .refusal,
            answer: "Your pick of \(name) came \(late.spoken) after the pick had been made.\(condition.answer)")
    }

    // MARK: Accepted

    /// A pick that counted. Only a signature proves who sent it; without one the sentence says so.
    private static func accepted(_ attempt: DisputedTurn.Attempt, _ facts: DisputeFacts) -> DisputeReport.Reason {
        let name = facts.name(attempt.pick.player)
        let actor = attempt.command.origin.actor
        if actor.role == .admin {
            return .init(.arrival, for: nil, "A pick of \(name) by \(actor.words) counted.", [attempt.position])
        }
        let condition = facts.condition(on: attempt)
        func rejected(_ how: String, answer: String) -> DisputeReport.Reason {
            .init(
                .arrival, for: .rejected, "The pick of \(name) in the claimant's name \(how).\(condition.text)",
                [attempt.position], answer: "Your pick of \(name) \(answer).\(condition.answer)")
        }
        let counted = facts.isChanged ? "counted until it was corrected" : "counted"
        guard let deadline = attempt.clock?.deadline, let margin = attempt.margin else {
            return rejected(counted, answer: counted)
        }
        if margin < .zero {
            return rejected(
                "\(counted) although it arrived \(margin.words) late",
                answer: "\(counted) although it came \(margin.spoken) too late")
        }
        let late = attempt.arrival - deadline
        return late > .zero
            ? rejected(
                "arrived \(late.words) after the deadline, within the grace, and \(counted)",
                answer: "came \(late.spoken) after the deadline, within the extra time, and \(counted)")
            : rejected(
                "arrived \(late.words) before the deadline and \(counted)",
                answer: "came \(late.spoken) before the deadline and \(counted)")
    }
}

extension DisputeFacts {
    /// The condition of a sentence about a command that no signature proves to be the claimant's; empty for others.
    func condition(on attempt: DisputedTurn.Attempt) -> (text: String, answer: String) {
        guard attempt.command.origin.actor.role != .admin, !signatures.genuine.contains(attempt.position) else {
            return ("", "")
        }
        return (
            " This holds if the claimant sent it: the command is not signed, so nothing in the ledger proves its sender.",
            " This holds if you sent it: the command is not signed."
        )
    }

    /// Whether the disputed pick has another player now than was picked.
    var isChanged: Bool {
        corrections.contains { recorded in
            if case .corrected(let corrected) = recorded.event.pick { corrected.newPlayer != nil } else { false }
        }
    }

    /// The time of a turn as its member knows it: "Your 30 s and the 5 s extra".
    func timeLimit(of turn: DisputedTurn) -> String {
        let due = turn.clocks.last?.due.map { $0.spoken } ?? "time"
        let grace = room.ruleset.grace
        return "Your \(due)" + (grace > .zero ? " and the \(grace.spoken) extra" : "")
    }

    /// The pauses of the room in order; without an end while a pause lasts.
    var pauses: [(start: RecordedEvent, end: RecordedEvent?)] {
        var pauses: [(start: RecordedEvent, end: RecordedEvent?)] = []
        for recorded in history.events {
            if case .paused = recorded.event.clock {
                pauses.append((recorded, nil))
            } else if case .resumed = recorded.event.clock, let last = pauses.indices.last, pauses[last].end == nil {
                pauses[last].end = recorded
            }
        }
        return pauses
    }
}
