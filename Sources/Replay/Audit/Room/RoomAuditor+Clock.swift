import Draft
import DraftLedger

extension RoomAuditor {
    mutating func checkClock(_ recorded: RecordedEvent, in room: RoomState) {
        guard room.ruleset.isTimed else {
            if case .started = recorded.event.clock {
                notes.note(
                    .clock, at: recorded, expected: "no clock", actual: "one", "The room's rules have no clock.")
            }
            return
        }
        switch recorded.event.clock {
        case .started(let started): checkStart(started, recorded, in: room)
        case .ticked(let tick): checkTick(tick, recorded, in: room)
        case .extended(let extended): checkExtension(extended, recorded, in: room)
        case .paused(let paused):
            let picked = room.picks.last?.recordedAt ?? room.startedAt ?? .distantPast
            if paused.kind == .outage {
                checkOutage(recorded, since: picked)
                checkClaim(of: recorded)
            }
            if paused.kind == .overnight { checkNight(of: recorded, in: room) }
            // A record whose time had to stand still says nothing of when the clock was started.
            if let clock = room.clock,
                paused.remaining > max(.zero, max(clock.deadline - picked, room.ruleset.pickClock))
            {
                notes.note(
                    .clock, at: recorded, expected: "at most the clock's remaining time",
                    actual: paused.remaining.seconds(), "The pause saved more time than the clock ever had.")
            }
        case .resumed(let resumed) where resumed.kind != room.pause?.kind:
            notes.note(
                .clock, at: recorded, expected: "\(room.pause.map { "\($0.kind)" } ?? "no") pause",
                actual: "\(resumed.kind)", "The kind of the ended pause differs from the started one.")
        case .resumed(let resumed) where resumed.kind == .overnight:
            guard let night = room.ruleset.overnight?.night(at: recorded.moment) else { return }
            notes.note(
                .clock, at: recorded, expected: "not before \(night.end.iso8601)", actual: recorded.moment.iso8601,
                "The overnight pause ended \((night.end - recorded.moment).seconds()) before the end of the night.")
        case .resumed, nil: break
        }
    }

    /// The rules pause a room for its own nights and no others, and save no clock that had run out before.
    private mutating func checkNight(of recorded: RecordedEvent, in room: RoomState) {
        guard let overnight = room.ruleset.overnight else {
            guard view.rules >= OvernightWindow.firstRules, recorded.origin?.actor.role == .scheduler else { return }
            return notes.note(
                .clock, at: recorded, expected: "no overnight pause", actual: "one",
                "The room's rules have no overnight pause.")
        }
        guard let night = overnight.night(at: recorded.moment) else {
            return notes.note(
                .clock, at: recorded, expected: "a time within the night, \(overnight.text)",
                actual: recorded.moment.iso8601,
                "The overnight pause started outside the night.")
        }
        guard let clock = room.clock, clock.graceEndsAt < night.begin else { return }
        notes.note(
            .clock, at: recorded, expected: "an autopick after the clock ran out",
            actual: "a pause \((recorded.moment - clock.graceEndsAt).seconds()) later",
            "The overnight pause saved a clock that had already run out.")
    }

    /// No clock is shown while the service is down. What came in meanwhile may be recorded before the pause is.
    private mutating func checkOutage(_ recorded: RecordedEvent, since picked: Timestamp) {
        guard let last = track.lastShownAt, last > max(recorded.moment, picked) + AuditNotes.longestHandling else {
            return
        }
        notes.note(
            .clock, at: recorded, expected: "an outage since \(last.iso8601) at the earliest",
            actual: "since \(recorded.moment.iso8601)",
            "The outage began before the last recorded tick of the clock.")
    }

    /// One clock a pick, or one more after each pause; the next epoch; its full length from when it was decided.
    private mutating func checkStart(
        _ started: ClockStarted, _ recorded: RecordedEvent, in room: RoomState
    ) {
        if started.pick != room.currentPickNumber || started.slot != room.slotOnClock {
            notes.note(
                .clock, at: recorded,
                expected: "pick \(room.currentPickNumber), draft position "
                    + (room.slotOnClock.map { "\($0 &+ 1)" } ?? "none"),
                actual: "pick \(started.pick), draft position \(started.slot &+ 1)",
                "A clock started for a pick that is not next.")
        }
        if track.clocksOfPick > 0 {
            notes.note(
                .clock, at: recorded, expected: "one clock per pick", actual: "\(track.clocksOfPick + 1)",
                "Pick \(started.pick) got a second clock.")
        }
        if started.epoch != room.epoch &+ 1 {
            notes.note(
                .clock, at: recorded, expected: "epoch \(room.epoch &+ 1)", actual: "epoch \(started.epoch)",
                "The room's clocks are not numbered consecutively.")
        }
        if started.graceEndsAt - started.deadline != room.ruleset.grace {
            notes.note(
                .clock, at: recorded, expected: "\(room.ruleset.grace.seconds()) of grace",
                actual: (started.graceEndsAt - started.deadline).seconds(), "The grace differs from the room's rules.")
        }
        let earliest = view.rules >= Outages.firstRules ? recorded.recordedAt : earliestDecision(of: recorded)
        if groupDecidedAt > recorded.recordedAt || groupDecidedAt < earliest {
            notes.note(
                .clock, at: recorded, expected: "its full time from its start",
                actual: "\((started.deadline - recorded.recordedAt).seconds()) from then to the deadline",
                "The clock of pick \(started.pick) has another length than the rules give.")
        }
    }

    /// The decision reads the clock after the command has come, and after what it builds on was recorded.
    ///
    /// A service decides and records by one look at the clock. If they differ, the machine's clock was set back
    /// before the ledger's time. Then all records have the time of the last one, and only the arrival is by the same clock.
    private func earliestDecision(of recorded: RecordedEvent) -> Timestamp {
        let arrival = recorded.arrivalByRecord
        let isSetBack = recorded.recordedAt - groupDecidedAt > Self.usualJitter
        return isSetBack && arrival > .distantPast ? arrival : max(track.lastRecordedAt ?? .distantPast, arrival)
    }

    /// How far a machine's clock may step back before decisions go by it rather than by the ledger's last record.
    private static let usualJitter = Interval.seconds(1)

    /// Checks a tick: it names the pick on the clock and at most the clock's remaining time.
    private mutating func checkTick(_ tick: ClockTicked, _ recorded: RecordedEvent, in room: RoomState) {
        guard let clock = room.clock, tick.pick == room.currentPickNumber else {
            return notes.note(
                .clock, at: recorded, expected: "pick \(room.currentPickNumber)", actual: "pick \(tick.pick)",
                "A tick was recorded for a clock that is not running.")
        }
        let due = clock.deadline - recorded.recordedAt
        let shown = Interval.milliseconds(Int64(tick.remaining))
        let error = tick.error(at: recorded.recordedAt, until: clock.deadline)
        if error > room.ruleset.tickInterval.microseconds.magnitude, due > .zero || shown > .zero {
            notes.note(
                .clock, at: recorded, expected: "\(max(due, .zero).seconds()), to a tick", actual: shown.seconds(),
                "The recorded tick differs from the running clock.")
        }
        if let last = clock.lastShown, tick.remaining > last {
            notes.note(
                .clock, at: recorded, expected: "at most \(last) ms", actual: "\(tick.remaining) ms",
                "The recorded ticks of the clock increase.")
        }
    }

    private mutating func checkExtension(_ extended: ClockExtended, _ recorded: RecordedEvent, in room: RoomState) {
        guard let clock = room.clock, extended.pick == room.currentPickNumber else {
            return notes.note(
                .clock, at: recorded, expected: "pick \(room.currentPickNumber)", actual: "pick \(extended.pick)",
                "A clock was extended that is not running.")
        }
        let isLonger = extended.deadline > clock.deadline
        let keepsGrace = extended.graceEndsAt - extended.deadline == clock.graceEndsAt - clock.deadline
        if !isLonger || !keepsGrace || extended.epoch != room.epoch &+ 1 || recorded.moment > clock.graceEndsAt {
            notes.note(
                .clock, at: recorded,
                expected:
                    "a later deadline than \(clock.deadline.iso8601) with the same grace, epoch \(room.epoch &+ 1)",
                actual: "\(extended.deadline.iso8601), epoch \(extended.epoch)",
                "The clock of pick \(extended.pick) was not extended as the rules require.")
        }
    }
}

extension RecordedEvent {
    /// When its command had arrived at the latest: a decision is not made before. A command that claims to have come after
    /// its own record is a finding of its own.
    var arrivalByRecord: Timestamp {
        guard let origin, origin.actor.role != .importer, let arrival = origin.occurredAt, arrival <= recordedAt else {
            return .distantPast
        }
        return arrival
    }
}

extension Timestamp {
    /// Before anything that a ledger knows.
    static let distantPast = Timestamp(microseconds: .min / 2)
}
