/// The checks that commands of the system, of pools, rooms and queues share.
///
/// | command | who may send it |
/// |---|---|
/// | createLedger, startSoftware | admin, scheduler, importer |
/// | publishPool, addPlayer | admin, importer |
/// | openRoom | admin, scheduler |
/// | importRoom, recordAutomatedPick | importer |
/// | startDraft, automatePick, pauseRoom, resumeRoom | scheduler, admin |
/// | tickClock | scheduler |
/// | extendClock, correctPick | admin |
/// | makePick, setAutodraft and all of a queue | the seat's user, admin; in a room without a clock the importer |
/// | setConnection | the same, and the scheduler |
extension Decider {
    /// Refuses a command whose sender does not have one of the roles that may send it.
    func admit(_ roles: Sender.Role...) throws(Refusal) {
        guard roles.contains(origin.actor.role) else {
            let allowed = roles.map { String(describing: $0) }.joined(separator: " or ")
            throw Refusal(.forbidden, "This takes the role \(allowed); the sender is \(origin.actor.role).")
        }
    }

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

    /// Whether the sender may act for a seat of the room: its own user, an admin, or, in rooms without a clock, an
    /// importer, who tells what happened elsewhere. Who names a user to act for has to mean the seat's.
    func mayAct(for seat: Seat, in room: RoomState) -> Bool {
        guard let member = room.member(at: seat) else { return false }
        let actor = origin.actor
        switch actor.role {
        case .user: return actor.user != nil && actor.user == member.user
        case .admin: return actor.onBehalfOf == nil || actor.onBehalfOf == member.user
        case .importer: return !room.ruleset.isTimed
        case .scheduler, .provider: return false
        }
    }

    /// Refuses whoever may not act for a seat.
    func checkMayAct(for seat: Seat, in room: RoomState) throws(Refusal) {
        guard mayAct(for: seat, in: room) else {
            throw Refusal(.forbidden, "The sender may not act for seat \(seat) of room \(room.id).", seat: seat)
        }
    }
}

extension Array where Element == Event {
    /// The events as events of a stream.
    func on(_ stream: StreamKey) -> [StreamEvent] { map { StreamEvent(stream, $0) } }
}
