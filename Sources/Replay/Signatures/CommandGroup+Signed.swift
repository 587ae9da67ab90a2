import Draft
import DraftLedger
import Records

extension CommandGroup {
    /// The candidates for a signed command, by its own events, if they are complete.
    ///
    /// - Returns: an empty list for a refusal without a command; nil if the room's state is needed.
    var commandsTold: [Command]? {
        if let rejection { return rejection.refusedCommand.map { [$0] } ?? [] }
        if let command = houseCommand { return [command] }
        if case .queue(let room, let seat) = first.stream {
            return queueQuestions(of: room, seat, at: first.version &- 1).map(\.command)
        }
        guard case .room(let id) = first.stream, let event = first.event.room else { return nil }
        switch event {
        case .pick(.made), .seatChange, .clock(.paused), .clock(.resumed):
            return event.commands?.map { .room(id, $0) }
        case .membership, .preparation, .clock, .pick, .ending, .results:
            return nil
        }
    }

    /// Whether the room's and its queues' own events are all that the command led to: of what spans streams, such as a
    /// join, a room alone has a part.
    var isOfRoomAlone: Bool {
        if rejection != nil { return true }
        if case .queue = first.stream { return true }
        guard case .room = first.stream else { return false }
        switch first.event.room {
        case .pick(.made), .pick(.automated), .seatChange, .clock(.extended), .clock(.paused), .clock(.resumed):
            return true
        case .membership, .preparation, .clock, .pick, .ending, .results, nil:
            return false
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
