import Draft

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
        if clock.length < due {
            return .init(
                .pause, .upheld,
                "After the \(paused.kind) pause the clock ran for \(clock.length.seconds()) at the most instead of \(due.seconds()).",
                positions)
        }
        let how = paused.kind == .manual ? "in full" : "with the \(due.seconds()) that were left"
        return .init(.pause, nil, "The room was paused (\(paused.kind)); afterwards the clock ran \(how).", positions)
    }
}
