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
                }
            }
    }

    /// A pick that was handled before its number came on the clock.
    private static func judge(
        early attempt: DisputedTurn.Attempt, before index: Int, _ facts: DisputeFacts
    ) -> DisputeReport.Reason? {
        guard let code = attempt.command.refusal else { return nil }
        let start = facts.turns.dropFirst(index).first?.clocks.first
        let distance = start.map { $0.startedAt - attempt.arrival } ?? .zero
        let when = distance > .zero ? "reached the server \(distance.words) before" : "was handled before"
        let again = index > 0 ? " again" : ""
        return .init(
            .arrival, for: .rejected,
            "The pick of \(facts.name(attempt.pick.player)) for number \(facts.pick) \(when) that number was on the "
                + "clock\(again), and was refused as \(code.name).",
            [attempt.position, start?.position].compactMap { $0 })
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
            [turn.clocks.last?.position, attempt.position].compactMap { $0 })
    }

    /// A pick that was refused for its signature. One that was right is told by `SignatureRule`.
    private static func unsigned(
        _ attempt: DisputedTurn.Attempt, _ facts: DisputeFacts
    ) -> DisputeReport.Reason {
        let pick = "The pick of \(facts.name(attempt.pick.player))"
        if attempt.command.origin.signature == nil, facts.room.signedCommands == .required {
            return .init(
                .arrival, for: .rejected, "\(pick) was not signed, although the contest requires signatures.",
                [attempt.position])
        }
        if facts.signatures.wrong.contains(attempt.position) {
            return .init(
                .arrival, for: .rejected, "\(pick) was refused because its signature is not by a key of the sender.",
                [attempt.position])
        }
        return .init(
            .arrival, for: .undecidable, "\(pick) was refused because of its signature, which cannot be verified here.",
            [attempt.position])
    }

    private static func judge(
        _ attempt: DisputedTurn.Attempt, in turn: DisputedTurn, _ facts: DisputeFacts
    ) -> DisputeReport.Reason? {
        guard let code = attempt.command.refusal else { return accepted(attempt, facts) }
        if code == .badSignature { return unsigned(attempt, facts) }
        let clock = turn.clocks.last?.position
        let positions = ([clock, attempt.position, turn.ending?.position].compactMap { $0 }).sorted()
        // A second tap is judged by its number; that the first one counted is all that matters here.
        if let own = turn.manual, own.seat == facts.seat, attempt.position > turn.ending?.position ?? .max {
            return nil
        }
        if let margin = attempt.margin, margin < .zero {
            return .init(
                .arrival, for: .rejected,
                "The pick of \(facts.name(attempt.pick.player)) reached the server \(margin.words) after the grace "
                    + "had ended, at \(attempt.arrival.iso8601).", positions)
        }
        if let late = afterThePick(attempt, in: turn, positions, facts) { return late }
        let before = min(attempt.position, turn.ending?.position ?? .max)
        let view = facts.view(before: before)
        if let clock = attempt.clock { view.change { if $0.clock?.pick == clock.pick { $0.clock = clock } } }
        let decision = decide(
            attempt.command.question, origin: attempt.command.origin, now: attempt.command.decidedAt, state: view,
            cryptography: LedgerCryptography(drawMaster: []))
        switch decision {
        case .accepted:
            let margin = attempt.margin.map { ", \($0.words) before the grace ended" } ?? ""
            let how =
                turn.ending.map { $0.position < attempt.position } == true
                ? "but was handled after the autopick" : "but was refused as \(code.name)"
            return .init(
                .arrival, for: .upheld,
                "The pick of \(facts.name(attempt.pick.player)) reached the server in time, at "
                    + "\(attempt.arrival.iso8601)\(margin), \(how).", positions)
        case .refused(let refusal):
            if let margin = refusal.margin, margin < .zero {
                return .init(
                    .arrival, for: .rejected,
                    "The pick of \(facts.name(attempt.pick.player)) reached the server \(margin.words) after the "
                        + "grace had ended, at \(attempt.arrival.iso8601).", positions)
            }
            return .init(
                .arrival, for: .rejected,
                "The pick of \(facts.name(attempt.pick.player)) arrived in time, but the rules refuse it as "
                    + "\(refusal.code.name): \(refusal.message)", positions)
        }
    }

    /// A pick that was made at once, by autodraft or by an admin, is made: what arrives afterwards has nothing to take.
    private static func afterThePick(
        _ attempt: DisputedTurn.Attempt, in turn: DisputedTurn, _ positions: [UInt64], _ facts: DisputeFacts
    ) -> DisputeReport.Reason? {
        guard let ending = turn.ending, ending.position < attempt.position, attempt.arrival > ending.moment,
            turn.automation?.reason != .clockExpired
        else { return nil }
        return .init(
            .arrival, for: .rejected,
            "The pick of \(facts.name(attempt.pick.player)) reached the server "
                + "\((attempt.arrival - ending.moment).words) after the pick had been made.", positions)
    }

    /// A pick that counted. Only a signature proves who sent it; without one the sentence says so.
    private static func accepted(_ attempt: DisputedTurn.Attempt, _ facts: DisputeFacts) -> DisputeReport.Reason {
        let name = facts.name(attempt.pick.player)
        let actor = attempt.command.origin.actor
        if actor.role == .admin {
            return .init(.arrival, for: nil, "A pick of \(name) by \(actor.text) counted.", [attempt.position])
        }
        let isSigned = facts.signatures.genuine.contains(attempt.position)
        func rejected(_ text: String) -> DisputeReport.Reason {
            .init(.arrival, for: .rejected, text + (isSigned ? "" : Self.unproven), [attempt.position])
        }
        guard let deadline = attempt.clock?.deadline, let margin = attempt.margin else {
            return rejected("The pick of \(name) in the claimant's name counted.")
        }
        if margin < .zero {
            return rejected(
                "The pick of \(name) in the claimant's name counted although it arrived \(margin.words) late.")
        }
        let late = attempt.arrival - deadline
        return rejected(
            late > .zero
                ? "The pick of \(name) in the claimant's name arrived \(late.words) after the deadline, within the grace, and counted."
                : "The pick of \(name) in the claimant's name arrived \((deadline - attempt.arrival).words) before the deadline and counted."
        )
    }

    /// The condition of a sentence about a command that no signature proves to be the claimant's.
    private static let unproven =
        " This holds if the claimant sent it: the command is not signed, so nothing in the ledger proves its sender."
}
