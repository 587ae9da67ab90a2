import Draft
import DraftLedger

/// Checks the clock after pauses: after a manual pause it runs in full, after others for the remaining time, regardless of
/// the time that the pause recorded.
enum PauseRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        facts.turns.flatMap { turn in
            var reasons: [DisputeReport.Reason] = []
            var pause: (event: RoomPaused, recorded: RecordedEvent)?
            for recorded in turn.events {
                if case .paused(let paused) = recorded.event.clock {
                    pause = (paused, recorded)
                } else if case .resumed = recorded.event.clock {
                    guard let last = pause, let clock = turn.clocks.first(where: { $0.position > recorded.position })
                    else { continue }
                    let due = due(after: last.event, last.recorded, facts)
                    let positions = [last.recorded.position, recorded.position, clock.position]
                    if case .paused(let told) = facts.worded(last.recorded).event.clock {
                        let length = recorded.recordedAt - last.recorded.recordedAt
                        reasons.append(
                            judge(
                                told, positions, clock, due: due, by: authors(of: last.recorded, length, recorded)))
                    }
                    pause = nil
                }
            }
            return reasons
        }
    }

    /// "by the scheduler for 30 s".
    private static func authors(
        of pause: RecordedEvent, _ length: Interval, _ end: RecordedEvent
    ) -> String {
        let actor = pause.origin.map { " by \($0.actor.text)" } ?? ""
        var asker = ""
        if case .paused(let paused) = pause.event.clock, let user = paused.requestedBy {
            asker = ", requested by user \(user),"
        }
        let other =
            end.origin.flatMap { $0.actor == pause.origin?.actor ? nil : ", and resumed by \($0.actor.text)" } ?? ""
        return actor + asker + " for \(length.words)" + other
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
        _ paused: RoomPaused, _ positions: [UInt64], _ clock: DisputedTurn.Clock, due: Interval, by authors: String
    ) -> DisputeReport.Reason {
        if clock.length < due {
            let kept = paused.kind != .manual && paused.remaining < due
            return .init(
                .pause, for: .upheld,
                "After the \(paused.kind) pause\(authors) the clock ran for \(clock.length.seconds()) at most instead of \(due.seconds())"
                    + (kept ? ": the pause kept only \(paused.remaining.seconds()) of the remaining time." : "."),
                positions)
        }
        let how = paused.kind == .manual ? "for its full time" : "for the remaining \(due.seconds())"
        let reason = paused.reason.text.isEmpty ? "" : " Reason: \(paused.reason.text)"
        return .init(
            .pause, for: nil,
            "The room was paused (\(paused.kind))\(authors); afterwards the clock ran \(how).\(reason)",
            positions)
    }
}
