import Draft

/// Actions of the seat on the clock.
extension RoomDraft {
    /// Decides how the turn ends: with a pick in time, or without one.
    func plan(_ seat: Seat, by clock: RoomState.Clock) {
        if desk.room.member(at: seat)?.autodraft == true {
            if !isAway[Int(seat)], random.chance(300) {
                agenda.add(.pick(seat), at: now + random.interval(.milliseconds(60)...(.milliseconds(240))))
            }
            agenda.add(.automate, at: now + random.interval(.milliseconds(250)...(.milliseconds(450))))
            return
        }
        let timeLeft = clock.graceEndsAt - now
        guard !missesTurn(seat), timeLeft > .milliseconds(400) else {
            agenda.add(.automate, at: clock.graceEndsAt + random.interval(.milliseconds(2)...(.milliseconds(40))))
            if isLively, random.chance(250) {
                agenda.add(
                    .latePick(seat, clock.pick),
                    at: clock.graceEndsAt + random.interval(.milliseconds(1)...(.milliseconds(700))))
            }
            return
        }
        agenda.add(.pick(seat), at: now + thought(of: seat, by: clock, timeLeft: timeLeft))
    }

    /// How long the seat takes, which in one case of seventy is longer than the clock but not than the grace.
    private func thought(of seat: Seat, by clock: RoomState.Clock, timeLeft: Interval) -> Interval {
        let latest = Interval(microseconds: timeLeft.microseconds - 300_000)
        let inTime = max(.milliseconds(100), clock.deadline - now)
        if isLively, random.chance(14), latest > inTime { return random.interval(inTime...latest) }
        let thought = tempo.thought(pace: drafters[Int(seat)].personality.pace, using: &random)
        return min(thought, min(latest, inTime))
    }

    private func missesTurn(_ seat: Seat) -> Bool {
        guard isLively else { return false }
        return isAway[Int(seat)] || random.chance(12)
    }

    /// Returns the player that a seat takes: the next of a planner's list, or the best available player.
    func choice(of seat: Seat) -> PlayerIndex? {
        if isLively, random.chance(drafters[Int(seat)].personality.style == .planner ? 600 : 100),
            let wish = desk.queue(id, seat).players.first(where: { !desk.room.taken.contains($0) })
        {
            return wish
        }
        moveToFirstOpen()
        return drafters[Int(seat)].choice(
            in: market, from: firstOpen, taken: desk.room.taken, recent: recent,
            rounds: Int(desk.room.ruleset.rounds), using: &random)
    }

    func moveToFirstOpen() {
        while firstOpen < market.order.count, desk.room.taken.contains(market.order[firstOpen]) { firstOpen += 1 }
    }

    /// The seat picks, and sometimes taps twice. Where the clock has run out meanwhile, the rules pick.
    func makePick(_ seat: Seat, at moment: Timestamp) throws(SimulationError) {
        if let clock = desk.room.runningClock, moment > clock.graceEndsAt { return try automatePick(at: moment) }
        guard let player = choice(of: seat), let user = desk.room.member(at: seat)?.user else { throw stuck() }
        let claimedAt = moment - random.interval(.milliseconds(20)...(.milliseconds(280)))
        let command = RoomQuestion.room(
            id, .makePick(MakePick(pick: desk.room.currentPickNumber, player: player, claimedAt: claimedAt)))
        try desk.demand(command, as: .user(user), at: moment)
        noteLastPick()
        if isLively, random.chance(20) {
            let again = moment + random.interval(.milliseconds(50)...(.milliseconds(260)))
            desk.send(command, as: .user(user), at: again)
        }
    }

    /// The rules pick, unless the seat has changed its mind since the turn was planned: then it picks by itself.
    func automateTurn(at moment: Timestamp) throws(SimulationError) {
        guard let clock = desk.room.runningClock, let seat = desk.room.seatOnClock else { throw stuck() }
        let isDue = desk.room.member(at: seat)?.autodraft == true || moment > clock.graceEndsAt
        if isDue { return try automatePick(at: moment) }
        agenda.dropTurnEnds()
        plan(seat, by: clock)
    }

    /// The rules pick: the clock has run out, or the seat autodrafts.
    func automatePick(at moment: Timestamp) throws(SimulationError) {
        try desk.demand(
            .room(id, .automatePick(pick: desk.room.currentPickNumber, epoch: desk.room.epoch)), as: .scheduler,
            at: moment)
        noteLastPick()
    }

    private func noteLastPick() {
        guard let pick = desk.room.picks.last, let player = pick.player else { return }
        drafters[Int(pick.seat)].sheet.add(market.players[Int(player)])
        recent.note(market.players[Int(player)].position)
    }

    /// Starts over from the board: a correction has changed what was known.
    func recountRosters() {
        for seat in drafters.indices { drafters[seat].sheet = TeamSheet() }
        for pick in desk.room.picks {
            if let player = pick.player { drafters[Int(pick.seat)].sheet.add(market.players[Int(player)]) }
        }
        firstOpen = 0
    }
}
