extension RoomState {
    /// Folds a `PickMade` without the event around it.
    package mutating func evolve(_ made: PickMade, at place: EventPlace) {
        version &+= 1
        append(
            made.pick,
            Pick(
                occurredAt: place.occurredAt, seat: made.seat, player: made.player, source: .manual,
                missedBefore: missedPicks(of: made.seat), recordedAt: place.recordedAt, position: place.position,
                correctedAt: nil, adp: made.adp))
        if missedPicks(of: made.seat) > 0 { members[Int(made.seat)]?.missedPicks = 0 }
    }

    /// Folds a `PickAutomated` without the event around it, and without counting it.
    mutating func evolve(_ made: PickAutomated, at place: EventPlace) {
        append(
            made.pick,
            Pick(
                occurredAt: place.occurredAt, seat: made.seat, player: made.player,
                source: PickSource(made.source), missedBefore: missedPicks(of: made.seat),
                recordedAt: place.recordedAt, position: place.position,
                correctedAt: nil, adp: made.adp))
        if made.reason == .clockExpired { countMissedPick(of: made.seat) }
    }

    /// Counts refused picks of a seat, without counting the event.
    mutating func evolve(_ rejected: CommandRejected) {
        guard rejected.isOfPick, let seat = rejected.seat, Int(seat) < refusals.count else { return }
        refusals[Int(seat)] = UInt8(clamping: UInt32(refusals[Int(seat)]).addingSaturating(rejected.count))
    }

    private mutating func append(_ number: PickNumber, _ pick: Pick) {
        guard picks.count < Int(ruleset.snake.pickCount), number == currentPickNumber else { return }
        picks.append(pick)
        if pause == nil, let clock { pickClocks.append(PickClock(clock, of: number)) }
        if let player = pick.player { taken.insert(player) }
        pickOnClockChanged(after: pause == nil ? clock : nil)
    }

    /// The next slot gets a clock of its own: at once as a `ClockStarted`, or in full when a pause is over.
    private mutating func pickOnClockChanged(after last: Clock?) {
        lastPickClock = last
        clock = nil
        pause?.remaining = ruleset.pickClock
        for seat in refusals.indices where refusals[seat] != 0 { refusals[seat] = 0 }
    }

    private func missedPicks(of seat: Seat) -> UInt8 { member(at: seat)?.missedPicks ?? 0 }

    /// The missed picks that a cascade leaves: as many as before the first undone pick. A seat with a manual action since
    /// then keeps the lower count.
    ///
    /// - Parameter index: of the first pick that is undone.
    /// - Returns: the counts of the seats that have picks undone.
    func missedPicks(before index: Int) -> [Seat: UInt8] {
        var counts: [Seat: UInt8] = [:]
        for pick in picks[index...] where counts[pick.seat] == nil {
            guard let member = member(at: pick.seat) else { continue }
            counts[pick.seat] = min(pick.missedBefore, member.missedPicks)
        }
        return counts
    }

    private mutating func countMissedPick(of seat: Seat) {
        guard let missed = member(at: seat)?.missedPicks, missed < .max else { return }
        members[Int(seat)]?.missedPicks = missed + 1
    }

    mutating func correct(_ event: PickCorrected, at position: UInt64) {
        guard event.pick >= 1, Int(event.pick) <= picks.count else { return }
        let index = Int(event.pick) - 1
        switch event.mode {
        case .cascade:
            for (seat, missed) in missedPicks(before: index) { members[Int(seat)]?.missedPicks = missed }
            picks.removeSubrange(index...)
            pickClocks.removeAll { Int($0.pick) > index }
            pickOnClockChanged(after: nil)
        case .lastOnly, .substitute:
            picks[index].player = event.newPlayer
            picks[index].source = .corrected
            picks[index].correctedAt = position
            picks[index].adp = nil
        }
        taken = PlayerSet(picks.lazy.compactMap(\.player))
    }
}

extension UInt32 {
    fileprivate func addingSaturating(_ other: UInt32) -> UInt32 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
