import Draft

/// The next automatic step of one room's clock, with the state that it needs.
///
/// The events state the turn and the end of the clock; nothing is computed twice.
struct RoomWatch: Hashable, Sendable {
    enum Stage: Hashable, Sendable {
        case waiting
        /// Members reveal what they put into the draw, until this moment.
        case revealing(until: Timestamp)
        /// The draft starts at this moment.
        case counting(until: Timestamp)
        case drafting
        /// Nothing is due but the end of a night, at this moment; nil where somebody else ends the pause.
        case paused(until: Timestamp?)
        case over
    }

    /// The clock that runs.
    struct Clock: Hashable, Sendable {
        var pick: PickNumber
        var epoch: UInt32
        var seat: Seat
        var deadline: Timestamp
        var graceEndsAt: Timestamp
        /// When it is shown next.
        var nextTick: Timestamp
        /// Since when the seat on the clock is on autodraft; nil while it picks by itself.
        var automatesFrom: Timestamp?
        /// When it is to stand still for the night; nil where it runs day and night.
        var nightfall: Timestamp?
    }

    let tournament: TournamentID?
    private let tickInterval: Interval
    private let overnight: OvernightWindow?
    private(set) var stage = Stage.waiting
    private(set) var clock: Clock?
    private var seatOfSlot: [Seat] = []
    /// A bit for each seat.
    private var autodraft: UInt32 = 0

    /// For when it stands among the deadlines.
    var armedFor: Timestamp?

    init(_ opened: RoomOpened) {
        tournament = opened.tournament
        tickInterval = opened.ruleset.tickInterval
        overnight = opened.ruleset.overnight
    }

    /// A room as it stands now. How long its clock has been running is not known then: it is shown from now on.
    init(_ room: RoomState, at now: Timestamp) {
        tournament = room.tournament
        tickInterval = room.ruleset.tickInterval
        overnight = room.ruleset.overnight
        seatOfSlot = room.seatOfSlot
        for (seat, member) in room.members.enumerated() where member?.autodraft == true { autodraft |= 1 << seat }
        switch room.status {
        case .waiting: stage = .waiting
        case .countdown:
            if let endsAt = room.countdownEndsAt {
                stage = .counting(until: endsAt)
            } else if let until = room.revealsUntil {
                stage = .revealing(until: until)
            }
        case .active:
            stage = .drafting
            if let clock = room.clock, let seat = room.seatOnClock {
                let start = clock.deadline - room.ruleset.pickClock
                self.clock = Clock(
                    pick: clock.pick, epoch: clock.epoch, seat: seat, deadline: clock.deadline,
                    graceEndsAt: clock.graceEndsAt, nextTick: start + tickInterval,
                    automatesFrom: room.member(at: seat)?.autodraft == true ? start : nil,
                    nightfall: overnight?.firstNightfall(from: now))
            }
        case .paused: stage = .paused(until: room.pause.flatMap { endOfNight(in: $0.kind, at: now) })
        case .complete, .cancelled, .voided: stage = .over
        }
    }

    /// What is due next, and when; nil while nothing is to come before something happens.
    ///
    /// - Parameter now: a clock is not shown a whole interval after its time any more.
    func next(at now: Timestamp) -> (time: Timestamp, command: RoomCommand)? {
        switch stage {
        case .revealing(let until): return (until + Self.instant, .drawOrder)
        case .counting(let until): return (until, .startDraft)
        case .drafting:
            guard let clock else { return nil }
            let ends = clock.automatesFrom ?? clock.graceEndsAt + Self.instant
            if let nightfall = nightfall(of: clock, at: now), nightfall < ends {
                let tick = nextTick(of: clock, at: now)
                if tick <= clock.deadline, max(tick, now) < nightfall { return (tick, .tickClock(pick: clock.pick)) }
                return (nightfall, .pauseRoom(kind: .overnight, reason: "It is night."))
            }
            let tick = nextTick(of: clock, at: now)
            if tick <= clock.deadline, max(tick, now) < ends { return (tick, .tickClock(pick: clock.pick)) }
            return (ends, .automatePick(pick: clock.pick, epoch: clock.epoch))
        case .paused(let until): return until.map { ($0, .resumeRoom) }
        case .waiting, .over: return nil
        }
    }

    /// When a clock is to stand still. A night that has passed without is over, and it is too late for that.
    private func nightfall(of clock: Clock, at now: Timestamp) -> Timestamp? {
        guard let nightfall = clock.nightfall, now > nightfall, overnight?.night(at: now) == nil else {
            return clock.nightfall
        }
        return overnight?.firstNightfall(from: now)
    }

    /// Returns when the rules resume a paused room: at the end of the night for an overnight pause, and at once if the night
    /// is over.
    private func endOfNight(in pause: RoomPaused.Kind, at now: Timestamp) -> Timestamp? {
        guard pause == .overnight, let overnight else { return nil }
        return overnight.night(at: now)?.end ?? now
    }

    /// The clock is shown in a rhythm of its own: what was due while the room was busy with something else is left out.
    private func nextTick(of clock: Clock, at now: Timestamp) -> Timestamp {
        guard now >= clock.nextTick + tickInterval, tickInterval > .zero else { return clock.nextTick }
        let missed = (now - clock.nextTick).microseconds / tickInterval.microseconds
        return clock.nextTick + Interval(microseconds: missed * tickInterval.microseconds)
    }

    /// A member's command at the very end of the time still counts.
    private static let instant = Interval(microseconds: 1)
}

extension RoomWatch {
    mutating func evolve(_ event: Event, recordedAt: Timestamp) {
        switch event.room {
        // If no member has anything to reveal, the draw and the countdown follow in the same append.
        case .preparation(.filled): stage = .revealing(until: recordedAt + DrawTerms.revealTime)
        case .preparation(.drawn(let drawn)): seatOfSlot = drawn.seats
        case .preparation(.countdown(let countdown)): stage = .counting(until: countdown.endsAt)
        case .preparation(.begun), .clock(.resumed): stage = .drafting
        case .clock(.paused(let paused)):
            stage = .paused(until: endOfNight(in: paused.kind, at: recordedAt))
            clock = nil
        case .pick(.made), .pick(.automated): clock = nil
        case .clock(.started(let started)): start(started, at: recordedAt)
        case .clock(.extended(let extended)):
            let next = recordedAt + tickInterval
            clock?.epoch = extended.epoch
            clock?.deadline = extended.deadline
            clock?.graceEndsAt = extended.graceEndsAt
            clock?.nextTick = next
        case .clock(.ticked): showed(at: recordedAt)
        case .seatChange(.autodraft(let set)): evolve(set, at: recordedAt)
        case .ending(.completed), .ending(.cancelled), .ending(.voided):
            stage = .over
            clock = nil
        case .membership, .preparation, .pick, .seatChange, .results, nil:
            break
        }
    }

    private mutating func start(_ started: ClockStarted, at moment: Timestamp) {
        guard Int(started.slot) < seatOfSlot.count else { return }
        let seat = seatOfSlot[Int(started.slot)]
        clock = Clock(
            pick: started.pick, epoch: started.epoch, seat: seat, deadline: started.deadline,
            graceEndsAt: started.graceEndsAt, nextTick: moment + tickInterval,
            automatesFrom: autodraft >> seat & 1 == 1 ? moment : nil,
            nightfall: overnight?.firstNightfall(from: moment))
    }

    private mutating func evolve(_ set: AutodraftSet, at moment: Timestamp) {
        let bit: UInt32 = 1 << UInt32(set.seat & 31)
        autodraft = set.on ? autodraft | bit : autodraft & ~bit
        guard let clock, clock.seat == set.seat else { return }
        self.clock?.automatesFrom = set.on ? clock.automatesFrom ?? moment : nil
    }

    private mutating func showed(at moment: Timestamp) {
        guard let clock, clock.nextTick <= moment else { return }
        let next = nextTick(of: clock, at: moment) + tickInterval
        self.clock?.nextTick = next
    }
}
