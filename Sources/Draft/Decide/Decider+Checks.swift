/// Checks that many commands share, of texts and of a room's status.
extension Decider {
    /// Refuses a text that is empty or does not fit its field.
    func check(_ text: String, named name: String, isRequired: Bool = true, limit: Int = RecordLimit.shortText)
        throws(Refusal)
    {
        guard !isRequired || !text.isEmpty else { throw Refusal(.invalidValue, "The \(name) is empty.") }
        let count = text.utf8.count
        guard count <= limit else {
            throw Refusal(.invalidValue, "The \(name) has \(count) bytes; at most \(limit) are allowed.")
        }
    }

    /// The room of an id.
    func knownRoom(_ id: RoomID) throws(Refusal) -> RoomState {
        guard let room = state.room(id) else { throw Refusal(.unknownRoom, "There is no room \(id).") }
        return room
    }

    /// Refuses what cannot happen to a room that is over.
    func checkNotOver(_ room: RoomState) throws(Refusal) {
        guard !room.status.isTerminal else { throw statusRefusal(of: room) }
    }

    /// Refuses unless the draft runs. During an overnight pause it does, as far as picks are concerned.
    func checkDrafting(_ room: RoomState, includingOvernight: Bool) throws(Refusal) {
        if room.status == .active { return }
        if includingOvernight, room.status == .paused, room.pause?.kind == .overnight { return }
        throw statusRefusal(of: room)
    }

    /// Why a room that is not active refuses: over, paused, or not drafting.
    func statusRefusal(of room: RoomState) -> Refusal {
        switch room.status {
        case .complete: Refusal(.draftComplete, "The draft of room \(room.id) is complete.")
        case .paused: Refusal(.roomPaused, "Room \(room.id) is paused.")
        default: Refusal(.draftNotActive, "Room \(room.id) is \(room.status.name), not active.")
        }
    }
}

extension Array where Element == Event {
    /// The events as events of a stream.
    func on(_ stream: StreamKey) -> [StreamEvent] { map { StreamEvent(stream, $0) } }
}
