import Draft
import DraftLedger

/// Checks the clock after pauses: after a manual pause it runs in full, after others for the remaining time, regardless of
/// the time that the pause recorded.
///
/// A pause can begin in an earlier turn: the night stops clocks, not picks. The clock that it stopped was then another
/// pick's, so that of this pick runs in full.
enum PauseRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        let pauses = facts.pauses
        return pauses.compactMap { made(in: $0, facts) }
            + facts.turns.flatMap { turn in
                pauses.compactMap { pause -> DisputeReport.Reason? in
                    guard let end = pause.end, turn.events.contains(where: { $0.position == end.position }),
                        let clock = turn.clocks.first(where: { $0.position > end.position }),
                        case .paused(let paused) = pause.start.event.clock,
                        case .paused(let told) = facts.worded(pause.start).event.clock
                    else { return nil }
                    let began = turn.events.contains { $0.position == pause.start.position }
                    let due =
                        began ? due(after: paused, pause.start, facts) : facts.room.ruleset.pickClock
                    return judge(
                        Pause(told: told, start: pause.start, end: end, beganEarlier: !began), clock, due: due, facts)
                }
            }
    }

    /// States a pause during which the pick was made: a night stops the clock, not the picks.
    private static func made(
        in pause: (start: RecordedEvent, end: RecordedEvent?), _ facts: DisputeFacts
    ) -> DisputeReport.Reason? {
        guard case .paused(let paused) = facts.worded(pause.start).event.clock, paused.kind == .overnight,
            let ending = facts.turns.last?.ending, ending.position > pause.start.position,
            pause.end.map({ ending.position < $0.position }) ?? true
        else { return nil }
        let author = pause.start.origin.map { " by \($0.actor.words)" } ?? ""
        let rules = facts.room.ruleset.overnight == nil ? " The room's rules have no overnight pause." : ""
        let reason = paused.reason.text.isEmpty ? "" : " Reason: \(paused.reason.text)"
        return .init(
            .pause, for: nil,
            "The pick was made while the room was paused (overnight)\(author), "
                + "\((ending.moment - pause.start.moment).words) after the pause began: such a pause stops the clock, and "
                + "members can still pick.\(rules)\(reason)",
            [pause.start.position, ending.position])
    }

    /// A pause that ended in the turn.
    private struct Pause {
        /// With its reason.
        var told: RoomPaused
        var start: RecordedEvent
        var end: RecordedEvent
        /// Whether another pick was on the clock when it began.
        var beganEarlier: Bool

        /// By the times that decide: the service states an outage when it is back.
        var length: Interval { end.moment - start.moment }

        /// "by staff member 1 for 30 s"
        var authors: String {
            let actor = start.origin.map { " by \($0.actor.words)" } ?? ""
            let asker = told.requestedBy.map { ", requested by user \($0)," } ?? ""
            let other =
                end.origin.flatMap { $0.actor == start.origin?.actor ? nil : ", and resumed by \($0.actor.words)" }
                ?? ""
            return actor + asker + " for \(length.words)" + other
        }
    }

    /// How long the clock has to run once the pause is over: what the clock itself had left is believed where the pause
    /// kept less of it.
    private static func due(
        after paused: RoomPaused, _ recorded: RecordedEvent, _ facts: DisputeFacts
    ) -> Interval {
        guard paused.kind != .manual else { return facts.room.ruleset.pickClock }
        guard let origin = recorded.origin else { return paused.remaining }
        let decision = decide(
            .room(facts.room.id, .pauseRoom(kind: paused.kind, reason: paused.reason)), origin: origin,
            now: recorded.recordedAt,
            state: facts.view(before: recorded.position), cryptography: LedgerCryptography(drawMaster: []))
        guard case .accepted(let events) = decision, case .paused(let due) = events.first?.event.clock else {
            return paused.remaining
        }
        return max(paused.remaining, due.remaining)
    }

    private static func judge(
        _ pause: Pause, _ clock: DisputedTurn.Clock, due: Interval, _ facts: DisputeFacts
    ) -> DisputeReport.Reason {
        let paused = pause.told
        let positions = [pause.start.position, pause.end.position, clock.position]
        if clock.length < due {
            let kept = !pause.beganEarlier && paused.kind != .manual && paused.remaining < due
            return .init(
                .pause, for: .upheld,
                "After the \(paused.kind) pause\(pause.authors) the clock ran for \(clock.length.words) at most instead of "
                    + due.words
                    + (kept ? ": the pause kept only \(paused.remaining.words) of the remaining time." : "."),
                positions,
                answer: "After the \(paused.kind.words) your clock ran for \(clock.length.spoken) at most instead of "
                    + "\(due.spoken).")
        }
        let isFull = due == facts.room.ruleset.pickClock
        let how = isFull ? "for its full time" : "for the remaining \(due.words)"
        let reason = paused.reason.text.isEmpty ? "" : " Reason: \(paused.reason.text)"
        return .init(
            .pause, for: nil,
            "The room was paused (\(paused.kind))\(pause.authors)"
                + (pause.beganEarlier ? ", from an earlier pick on" : "")
                + "; afterwards the clock ran \(how).\(reason)",
            positions, answer: facts.seat == facts.owner ? answer(to: pause, due, isFull: isFull) : nil)
    }

    private static func answer(to pause: Pause, _ due: Interval, isFull: Bool) -> String {
        let author = pause.start.origin?.actor.words ?? "the service"
        let ran = isFull ? "then ran its full \(due.spoken)" : "then ran for the \(due.spoken) that were left"
        return "The \(pause.told.kind.words) took nothing from you. It lasted \(pause.length.spoken), until "
            + "\(pause.end.moment.spokenTime), by \(author), and your clock \(ran)."
    }
}
