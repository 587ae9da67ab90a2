extension RoomState {
    /// A pick as a board shows it: the player, the place in the draft, the member.
    public struct BoardPick: Hashable, Sendable {
        /// Overall, from 1.
        public var number: PickNumber
        /// From 1.
        public var round: UInt8
        /// From 1, in the order in which the round's picks are made.
        public var pickInRound: UInt8
        /// The slot of the pick, from 0.
        public var slot: Slot
        /// As it counts today, corrections included.
        public var pick: Pick
        /// Nil if the pick's seat is free.
        public var entry: EntryID?
        /// As drafters say it: "2.05".
        public var label: String { "\(round).\(pickInRound < 10 ? "0" : "")\(pickInRound)" }
    }

    /// Returns a seat as people name it: by its draft position, from 1, or by its entry before the order is drawn.
    ///
    /// Records and JSON count seats from 0, in the order of joining.
    package func placeName(of seat: Seat) -> String {
        if let slot = seatOfSlot.firstIndex(of: seat) { return "draft position \(slot + 1)" }
        return member(at: seat).map { "entry \($0.entry)" } ?? "a free seat"
    }

    /// All picks in order.
    public var board: [BoardPick] {
        picks.indices.map { index in
            let number = PickNumber(index) + 1
            return BoardPick(
                number: number, round: ruleset.snake.round(of: number),
                pickInRound: ruleset.snake.pickInRound(of: number), slot: ruleset.snake.slot(of: number),
                pick: picks[index], entry: member(at: picks[index].seat)?.entry)
        }
    }

    /// A player on a roster, and the pick that took the player.
    public struct RosterPick: Hashable, Sendable {
        public var player: PlayerIndex
        public var number: PickNumber
    }

    /// A seat's players in the order in which it took them; skipped picks are left out.
    ///
    /// - Complexity: O(rounds).
    public func roster(of seat: Seat) -> [RosterPick] {
        guard let slot = seatOfSlot.firstIndex(of: seat), slot < Int(ruleset.teams), ruleset.rounds > 0 else {
            return []
        }
        var roster: [RosterPick] = []
        for round in 1...ruleset.rounds {
            let number = ruleset.snake.pick(of: Slot(slot), in: round)
            guard Int(number) <= picks.count else { break }
            if let player = picks[Int(number) - 1].player { roster.append(RosterPick(player: player, number: number)) }
        }
        return roster
    }

    /// The rosters of all seats, by seat.
    public var rosters: [[RosterPick]] { members.indices.map { roster(of: Seat($0)) } }
}
