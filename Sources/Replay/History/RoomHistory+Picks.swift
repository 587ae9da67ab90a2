import Draft

extension RoomHistory {
    /// The highest pick that has ever been on the clock, those that a cascade undid among them; 0 before the draft starts.
    ///
    /// - Complexity: one fold of the room.
    var lastPickOnClock: PickNumber {
        let view = view()
        var last: PickNumber = 0
        for event in events {
            view.fold(event)
            guard let room = view.room, room.hasStarted else { continue }
            last = max(last, min(room.currentPickNumber, room.ruleset.snake.pickCount))
        }
        return last
    }
}
