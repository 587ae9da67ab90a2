import Draft
import DraftLedger
import Records

/// Checks the disclosure of queues by autopicks: a public digest, and the names for the seat only.
extension RoomAuditor {
    /// The digest that everybody sees is of those whom the seat is told, under the salt that it is told.
    mutating func checkDigest(of made: PickAutomated, _ recorded: RecordedEvent, _ group: CommandGroup) {
        guard let stated = made.passedOver else { return }
        guard let explained = group.explanation(of: made) else {
            return notes.note(
                .autopick, at: recorded, expected: "the skipped players, in the queue of the seat",
                actual: "nothing", "The skipped players are not disclosed to the seat's own user.",
                missingFrom: .queue(id, made.seat))
        }
        let digest = PassedOver.digest(of: explained.skipped, salt: explained.salt, cryptography: cryptography)
        if digest != stated {
            notes.note(
                .autopick, at: recorded, expected: "digest \(digest.hexadecimal)", actual: stated.hexadecimal,
                "The public digest of the skipped players does not match the seat's record.")
        }
        if !made.skipped.isEmpty {
            notes.note(
                .privacy, at: recorded, expected: "a digest alone", actual: "\(made.skipped.count) players",
                "The pick discloses a private queue to the room.")
        }
    }

    /// An explanation belongs to a pick of the same command.
    mutating func checkExplanation(_ recorded: RecordedEvent, in group: CommandGroup) {
        guard case .explained(let explained) = recorded.event.queueChange, case .queue(_, let seat) = recorded.stream
        else {
            return
        }
        let isOfPick = group.events.contains { other in
            guard case .automated(let made) = other.event.pick else { return false }
            return made.pick == explained.pick && made.seat == seat && made.passedOver != nil
        }
        guard !isOfPick else { return }
        notes.note(
            .autopick, at: recorded, expected: "an autopick for the seat by the same command",
            actual: "none", "The explained autopick does not exist.", missingFrom: .room(id))
    }
}

extension CommandGroup {
    /// The skipped players of a pick, as disclosed to the seat.
    func explanation(of made: PickAutomated) -> AutopickExplained? {
        for recorded in events {
            guard case .explained(let explained) = recorded.event.queueChange, explained.pick == made.pick,
                case .queue(_, made.seat) = recorded.stream
            else { continue }
            return explained
        }
        return nil
    }

    /// The skipped players of a pick of the group, from any of its records.
    func skipped(by made: PickAutomated) -> [PickAutomated.Skip] {
        made.passedOver == nil ? made.skipped : explanation(of: made)?.skipped ?? []
    }
}

// MARK: Ticks

extension RoomAuditor {
    /// Counts the ticks that the clock's driver left out: fewer than one per interval while a clock ran. They decide
    /// nothing, so this is not a finding.
    mutating func noteMissingTicks(before recorded: RecordedEvent, in room: RoomState) {
        guard recorded.event.endsShowing, let clock = room.runningClock else { return }
        noteMissingTicks(
            until: min(recorded.recordedAt, clock.deadline), every: room.ruleset.tickInterval.microseconds)
    }

    /// - Parameters:
    ///   - moment: when the clock was shown again, or need not be any more.
    ///   - interval: between two ticks, in microseconds; 0 for a clock that is not shown.
    mutating func noteMissingTicks(until moment: Timestamp, every interval: Int64) {
        guard let since = track.shownSince else { return }
        notes.counts.missingTicks += RoomTrack.missingTicks(since: since, until: moment, every: interval)
    }
}

extension RoomTrack {
    /// The number of ticks that are missing between two times at which a clock was shown.
    ///
    /// - Parameter interval: between two ticks, in microseconds; 0 for a clock that is not shown.
    static func missingTicks(since: Timestamp, until moment: Timestamp, every interval: Int64) -> UInt64 {
        let gap = (moment - since).microseconds
        guard interval > 0, gap >= 2 * interval else { return 0 }
        // A tick may come an interval late, and the next one is due only then.
        return UInt64(gap / interval) - 1
    }
}

extension Event {
    /// Whether it is a tick, or ends a time in which ticks are due.
    fileprivate var endsShowing: Bool {
        switch room {
        case .clock(.ticked), .pick(.made), .pick(.automated), .clock(.paused), .ending(.voided): true
        case .pick(.corrected(let corrected)): corrected.mode == .cascade
        case .membership, .preparation, .clock, .seatChange, .ending, .results, nil:
            false
        }
    }
}
