import Draft

/// Which of a room's events are about one user, or about the room as a whole.
struct RoomShare {
    let user: UserID
    let seats: Set<Seat>
    private let slots: Set<Slot>
    private let snake: Snake

    init(of user: UserID, in room: RoomState) {
        self.user = user
        let his = room.members.indices.filter { room.members[$0]?.user == user }
        seats = Set(his.map { Seat($0) })
        slots = Set(his.compactMap { room.members[$0]?.slot })
        snake = room.ruleset.snake
    }

    /// No event of another's seat, pick or clock.
    func contains(_ event: Event) -> Bool {
        switch event {
        case .seatTaken(let taken): taken.user == user
        case .seatLeft(let left): left.user == user
        case .clockStarted(let clock): slots.contains(clock.slot)
        case .clockTicked(let tick): isHis(tick.pick)
        case .clockExtended(let clock): isHis(clock.pick)
        case .pickMade(let pick): seats.contains(pick.seat)
        case .pickAutomated(let pick): seats.contains(pick.seat)
        case .pickCorrected(let correction): seats.contains(correction.seat)
        case .commandRejected(let refusal): refusal.seat.map(seats.contains) ?? false
        case .autodraftSet(let change): seats.contains(change.seat)
        case .connectionChanged(let change): seats.contains(change.seat)
        case .roomOpened, .roomFilled, .draftOrderDrawn, .countdownStarted, .draftStarted, .roomPaused, .roomResumed,
            .draftCompleted, .roomCancelled, .roomVoided:
            true
        default: false
        }
    }

    private func isHis(_ pick: PickNumber) -> Bool { slots.contains(snake.slot(of: pick)) }
}
