import Draft

/// What becomes of the desk's refusals: events of their own, or counted, by seat and pick or by sender.
package struct DeskRefusals: Sendable {
    private var bySeat = RefusalRecorder()
    private var bySender = SenderRefusals()

    package init() {}

    /// The event that records a refusal; nil when it was only counted.
    ///
    /// - Parameters:
    ///   - sender: who sent the command.
    ///   - room: the room that it was for, as the decision saw it.
    ///   - anchorExists: whether the command's stream has any events.
    mutating func event(
        for refusal: Refusal, of command: Command, from sender: Sender, room: RoomState?, anchorExists: Bool,
        at now: Timestamp
    ) -> StreamEvent? {
        // No pick of a room that is over will ever end, and state what was counted until then.
        let room = room.flatMap { $0.status.isTerminal ? nil : $0 }
        guard let event = bySeat.event(for: refusal, command: command, room: room, anchorExists: anchorExists) else {
            return nil
        }
        if let room, RefusalRecorder.seat(of: refusal, command, in: room) != nil { return event }
        guard case .commandRejected(let rejected) = event.event else { return event }
        let flood = SenderRefusals.Flood(
            stream: event.stream, actor: sender, command: rejected.command, code: rejected.code)
        return bySender.admits(rejected, of: flood, at: now) ? event : nil
    }

    /// Takes out what is to be stated before events that close a pick; nothing for any others.
    mutating func takeCounts(closedBy events: [StreamEvent]) -> [CountedRefusals] {
        guard let room = Self.roomWhosePickCloses(in: events) else { return [] }
        return bySeat.takeCounts(of: room)
    }

    /// Takes out what was counted by sender and is due.
    mutating func takeDueCounts(at now: Timestamp) -> [CountedRefusals] { bySender.takeDueCounts(at: now) }

    /// Takes out all that is counted.
    mutating func takeAllCounts() -> [CountedRefusals] { bySeat.takeCounts() + bySender.takeCounts() }

    /// Puts back what was taken out and did not reach the ledger.
    mutating func putBack(_ counts: [CountedRefusals]) {
        for counted in counts {
            switch counted.source {
            case .seat(let room, let seat): bySeat.putBack(counted.rejected, of: seat, in: room)
            case .sender(let flood): bySender.putBack(counted.rejected, of: flood)
            }
        }
    }

    private static func roomWhosePickCloses(in events: [StreamEvent]) -> RoomID? {
        for event in events where event.event.endsPick {
            if case .room(let room) = event.stream { return room }
        }
        return nil
    }
}
