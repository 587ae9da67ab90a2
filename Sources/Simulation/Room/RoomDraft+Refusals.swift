import Draft

/// Attempts that the rules refuse.
extension RoomDraft {
    /// A pick that arrives after the grace; the rules may have made it by then.
    func tapLate(_ seat: Seat, _ pick: PickNumber, at moment: Timestamp) {
        guard let player = choice(of: seat) else { return }
        tap(seat, pick, player, at: moment)
    }

    func tapOutOfTurn(at moment: Timestamp) {
        guard let seat = seatOffClock(), let player = choice(of: seat) else { return }
        tap(seat, desk.room.currentPickNumber, player, at: moment)
    }

    /// Somebody hammers a button that does nothing: more refusals than the ledger keeps one by one.
    func hammer(at moment: Timestamp) {
        guard let seat = seatOffClock(), let player = choice(of: seat) else { return }
        var moment = moment
        for _ in 0..<random.int64(in: 23...40) {
            tap(seat, desk.room.currentPickNumber, player, at: moment)
            moment = moment + random.interval(.milliseconds(12)...(.milliseconds(60)))
        }
    }

    func tapTaken(at moment: Timestamp) {
        guard let seat = desk.room.seatOnClock, let taken = desk.room.picks.last?.player else { return }
        tap(seat, desk.room.currentPickNumber, taken, at: moment)
    }

    func tapUnknown(at moment: Timestamp) {
        guard let seat = desk.room.seatOnClock else { return }
        tap(seat, desk.room.currentPickNumber, PlayerIndex(market.players.count + 7), at: moment)
    }

    /// A pick that is expected to be refused.
    func tap(_ seat: Seat, _ pick: PickNumber, _ player: PlayerIndex, at moment: Timestamp) {
        guard let user = desk.room.member(at: seat)?.user else { return }
        let claimedAt = moment - random.interval(.milliseconds(20)...(.milliseconds(280)))
        desk.send(
            .room(id, .makePick(MakePick(pick: pick, player: player, claimedAt: claimedAt))), as: .user(user),
            at: moment)
    }

    private func seatOffClock() -> Seat? {
        guard let onClock = desk.room.seatOnClock else { return nil }
        let step = UInt8(random.index(below: drafters.count - 1)) + 1
        return (onClock + step) % UInt8(drafters.count)
    }
}
