import Draft
import DraftLedger

/// Whether the clock got back the time in which the service was down.
///
/// A start of the service pauses every room that drafts as of the last record, and resumes it with the time that was left.
/// Judged by the records of the room alone, so that a bundle of evidence gives the same verdict as the ledger.
enum OutageRule {
    static func judge(_ facts: DisputeFacts) -> [DisputeReport.Reason] {
        facts.turns.flatMap { turn in facts.unpausedStarts(in: turn).map { judge($0, in: turn, facts) } }
    }

    private static func judge(
        _ start: UnpausedStart, in turn: DisputedTurn, _ facts: DisputeFacts
    ) -> DisputeReport.Reason {
        // A clock that started in full after it has given the time back.
        let isGivenBack = turn.clocks.contains {
            $0.position > start.recorded.position && $0.due == facts.room.ruleset.pickClock
        }
        let isMissed = turn.automation?.reason == .clockExpired && !isGivenBack
        return .init(
            .clock, for: isMissed ? .upheld : nil,
            "The service was down from \(start.lastSign.iso8601) and started again at \(start.recorded.recordedAt.iso8601), "
                + "while the clock of the pick ran, and the room was not paused for it: the clock lost "
                + "\(start.lost.seconds()). After a start of the service, every running clock continues with the time that was "
                + "left.",
            [start.recorded.position] + [turn.ending?.position].compactMap(\.self))
    }
}

/// A start of the service while a clock ran, after which the room was not paused.
struct UnpausedStart {
    var recorded: RecordedEvent
    /// The time of the room's last record before it.
    var lastSign: Timestamp
    /// The time that the clock lost, its grace included.
    var lost: Interval
}

extension DisputeFacts {
    /// The starts of the service while the clock of a turn ran.
    func starts(in turn: DisputedTurn) -> [RecordedEvent] {
        guard let first = turn.clocks.first?.position else { return [] }
        let end = [turn.ending, turn.undoneBy].compactMap { $0?.position }.min() ?? .max
        return history.cases.starts.filter { $0.position > first && $0.position < end }
    }

    /// The starts after a silence of the room for which the room was not paused.
    func unpausedStarts(in turn: DisputedTurn) -> [UnpausedStart] {
        let starts = starts(in: turn)
        guard !starts.isEmpty else { return [] }
        let events = history.events.filter { recorded in
            switch recorded.stream {
            case .room, .clock: recorded.event.refusal == nil
            default: false
            }
        }
        return starts.enumerated().compactMap { index, start in
            guard let clock = turn.clocks.last(where: { $0.position < start.position }),
                let before = events.last(where: { $0.position < start.position }),
                !events.contains(where: { $0.position > clock.position && $0.position < start.position && $0.isPause })
            else { return nil }
            // Of starts that were broken off, the last one pauses the room.
            let after = events.first { $0.position > start.position && $0.event.showsRunningClock }
            if index + 1 < starts.count, after.map({ $0.position > starts[index + 1].position }) ?? true { return nil }
            guard let after, !after.isOutagePause || after.recordedAt > start.recordedAt + Outage.longestRestart else {
                return nil
            }
            guard start.recordedAt - before.recordedAt > AuditNotes.longestHandling else { return nil }
            let lost = min(start.recordedAt, clock.graceEndsAt) - max(before.recordedAt, clock.startedAt)
            guard lost > .zero else { return nil }
            return UnpausedStart(recorded: start, lastSign: before.recordedAt, lost: lost)
        }
    }
}

extension RecordedEvent {
    fileprivate var isPause: Bool { if case .paused = event.clock { true } else { false } }
}

extension Event {
    /// Whether it pauses a running clock, or shows that the clock runs on.
    fileprivate var showsRunningClock: Bool {
        switch room {
        case .clock(.paused), .clock(.ticked), .clock(.extended), .pick(.made), .pick(.automated), .pick(.corrected):
            true
        case .membership, .preparation, .clock, .seatChange, .ending, .results, nil: false
        }
    }
}
