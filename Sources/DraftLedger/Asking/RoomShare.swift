package import Draft

/// Which of a room's events are about one user, or about the room as a whole while the user is a member.
///
/// Takes the room's events one after the other, from the first: a seat that is left may be somebody else's afterwards. Then
/// those of its clock.
package struct RoomShare {
    private let user: UserID

    /// The user's seats, each with the positions between which it was the user's.
    package private(set) var tenures: [(seat: Seat, positions: Range<UInt64>)] = []

    private var seats: Set<Seat> = []
    private var slots: Set<Slot> = []
    private var snake: Snake?

    package init(of user: UserID) { self.user = user }

    /// Whether the room's next event is the user's share: none of another's seat, pick or clock.
    package mutating func takes(_ recorded: RecordedEvent) -> Bool {
        switch recorded.event.room {
        case .preparation(.opened(let opened)):
            snake = opened.ruleset.snake
            return true
        case .membership(.taken(let taken)):
            guard taken.user == user else { return false }
            seats.insert(taken.seat)
            tenures.append((taken.seat, recorded.position..<UInt64.max))
            return true
        case .membership(.left(let left)):
            guard left.user == user else { return false }
            seats.remove(left.seat)
            for index in tenures.indices
            where tenures[index].seat == left.seat && tenures[index].positions.upperBound == .max {
                tenures[index].positions = tenures[index].positions.lowerBound..<recorded.position
            }
            return true
        case .preparation(.drawn(let drawn)):
            slots = Set(drawn.seats.indices.filter { seats.contains(drawn.seats[$0]) }.map { Slot($0) })
            return !seats.isEmpty
        case .preparation, .clock, .pick, .seatChange, .ending, .results, nil:
            return contains(recorded.event)
        }
    }

    private func contains(_ event: Event) -> Bool {
        switch event.room {
        case .clock(.started(let clock)): slots.contains(clock.slot)
        case .clock(.ticked(let tick)): isHis(tick.pick)
        case .clock(.extended(let clock)): isHis(clock.pick)
        case .preparation(.filled), .preparation(.countdown), .preparation(.begun), .clock(.paused), .clock(.resumed),
            .ending(.completed),
            .ending(.cancelled), .ending(.voided):
            !seats.isEmpty
        case .membership, .preparation, .pick, .seatChange, .results, nil:
            event.seat.map(seats.contains) ?? false
        }
    }

    private func isHis(_ pick: PickNumber) -> Bool { snake.map { slots.contains($0.slot(of: pick)) } ?? false }
}
