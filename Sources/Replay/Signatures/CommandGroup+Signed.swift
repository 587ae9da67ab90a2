import Draft
import DraftLedger
import Records

extension CommandGroup {
    /// What a signed command can have been, told by its own events, where they are all there.
    ///
    /// - Returns: nothing for a refusal that kept no command; nil where it takes the room as it was.
    var commandsTold: [Command]? {
        if let rejection { return rejection.refusedCommand.map { [$0] } ?? [] }
        if let command = houseCommand { return [command] }
        switch (first.stream, first.event) {
        case (.queue(let room, let seat), _):
            return queueQuestions(of: room, seat, at: first.version &- 1).map(\.command)
        case (.room(let id), .pickMade(let made)):
            let named = MakePick(
                pick: made.pick, player: made.player, seat: made.seat, adp: made.adp, claimedAt: made.claimedAt)
            var unnamed = named
            unnamed.seat = nil
            return [unnamed, named].map { .room(id, .makePick($0)) }
        case (.room(let id), .autodraftSet(let set)) where set.cause == .userWish:
            return [.room(id, .setAutodraft(seat: set.seat, on: set.on))]
        case (.room(let id), .connectionChanged(let changed)):
            return [.room(id, .setConnection(seat: changed.seat, connected: changed.connected))]
        case (.room(let id), .roomPaused(let paused)):
            return [.room(id, .pauseRoom(kind: paused.kind, reason: paused.reason))]
        case (.room(let id), .roomResumed): return [.room(id, .resumeRoom)]
        default: return nil
        }
    }

    /// Whether the room's and its queues' own events are all that the command led to: of what spans streams, such as a
    /// join, a room alone has a part.
    var isOfRoomAlone: Bool {
        if rejection != nil { return true }
        switch (first.stream, first.event) {
        case (.queue, _), (.room, .pickMade), (.room, .pickAutomated), (.room, .autodraftSet), (.room, .clockExtended),
            (.room, .roomPaused), (.room, .roomResumed), (.room, .connectionChanged):
            return true
        default: return false
        }
    }

    /// The command whose first event stands at a position, whole.
    init(at position: UInt64, in ledger: DraftLedger) throws(DraftLedgerError) {
        var events: [RecordedEvent] = []
        try ledger.events(from: position) { (event: RecordedEvent) throws(DraftLedgerError) -> Bool in
            guard events.isEmpty || CommandGroup(events: events).takes(event) else { return false }
            events.append(event)
            return true
        }
        guard !events.isEmpty else {
            throw DraftLedgerError(.badMoment, "There is no event at position \(position) of \(ledger.path).")
        }
        self.init(events: events)
    }
}
