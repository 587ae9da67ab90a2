import Draft

/// Actions of staff and of the scheduler in a room.
extension RoomDraft {
    /// The staff members of a room.
    var manager: Sender { .admin(staff[0]) }

    func meet(_ incident: Incident, at moment: Timestamp) throws(SimulationError) {
        switch incident {
        case .clockExtension: try extendClock(at: moment)
        case .manualPause: try pauseByHand(at: moment)
        case .overnightPause: try pauseOvernight(at: moment)
        case .flood: hammer(at: moment)
        case .lastPickCorrected: try correctLastPick(at: moment)
        case .pickSubstituted: try substitutePick(at: moment)
        case .picksUndone: try undoPicks(at: moment)
        case .disputeRejected: break
        }
    }

    private func extendClock(at moment: Timestamp) throws(SimulationError) {
        guard let clock = desk.room.runningClock, moment < clock.deadline else { return }
        let time = Interval.seconds(random.int64(in: 10...40))
        try desk.demand(
            .room(id, .extendClock(pick: clock.pick, by: time, reason: "The member's connection was slow.")),
            as: manager,
            at: moment)
    }

    /// For an outage the scheduler; a simulated contest's rules know no nights, so that a person lets its clocks rest.
    private func whoPauses(_ kind: RoomPaused.Kind) -> Sender { kind == .outage ? .scheduler : manager }

    private func pause(_ kind: RoomPaused.Kind, _ reason: String, at moment: Timestamp) throws(SimulationError) {
        let actor = whoPauses(kind)
        try desk.demand(.room(id, .pauseRoom(kind: kind, reason: Wording(reason))), as: actor, at: moment)
    }

    private func resume(_ kind: RoomPaused.Kind, after time: Interval) throws(SimulationError) {
        try desk.demand(.room(id, .resumeRoom), as: whoPauses(kind), at: now + time)
    }

    /// Nobody can pick meanwhile, which the seat on the clock does not believe.
    private func pauseByHand(at moment: Timestamp) throws(SimulationError) {
        try pause(.manual, "A member asked for a minute.", at: moment)
        if let seat = desk.room.seatOnClock, let player = choice(of: seat) {
            tap(seat, desk.room.currentPickNumber, player, at: now + .seconds(3))
        }
        try resume(.manual, after: tempo.interval(30_000...90_000, using: &random))
    }

    /// The clock stands still; who is awake may pick all the same.
    private func pauseOvernight(at moment: Timestamp) throws(SimulationError) {
        try pause(.overnight, "It is night.", at: moment)
        for _ in 0..<random.index(below: 3) {
            guard desk.room.status == .paused, let seat = desk.room.seatOnClock else { break }
            try makePick(seat, at: now + tempo.interval(20_000...90_000, using: &random))
        }
        guard desk.room.status == .paused else { return }
        try resume(.overnight, after: tempo.interval(300_000...600_000, using: &random))
    }

    /// The room stands still until somebody annuls it.
    func giveUp() throws(SimulationError) {
        guard desk.room.status == .active else { return }
        try pause(.manual, "The room cannot be drafted to the end.", at: now + .milliseconds(200))
    }

    /// The service was down: what was running when it went is put back by what starts it again.
    ///
    /// - Returns: whether it was.
    func failService(before moment: Timestamp) throws(SimulationError) -> Bool {
        guard !isOutageOver, let outage = script.outage, max(moment, now) >= outage.start else { return false }
        isOutageOver = true
        guard turnBegan < outage.start else { return false }
        desk.journal.advance(to: outage.end + random.interval(.milliseconds(50)...(.seconds(2))))
        try pause(.outage, "The service was down.", at: outage.start)
        try resume(.outage, after: random.interval(.milliseconds(20)...(.milliseconds(400))))
        return true
    }
}
