import Draft
import DraftLedger
import Records
import TextFormats

/// What an officer is not shown of a draft that goes on, though he may see all events: what stands in a queue, whom the
/// rules passed over in it, and what somebody has tried in vain. That it happened, and when, is shown.
///
/// An auditor checks the records themselves, and is shown all of them.
struct Withholding {
    private let caller: Caller
    private let ledger: DraftLedger
    /// Rooms that were looked at, and whether their drafts go on.
    private var rooms: [RoomID: Bool] = [:]

    /// For one answer: what has been looked at is not looked at again.
    init(from caller: Caller, in ledger: DraftLedger) {
        self.caller = caller
        self.ledger = ledger
    }

    /// The event as the caller gets it.
    mutating func line(of event: RecordedEvent) throws -> String {
        try withholds(event) ? event.withheldLine : event.jsonLine
    }

    mutating func withholds(_ recorded: RecordedEvent) throws -> Bool {
        guard !caller.roles.contains(.auditor) else { return false }
        switch (recorded.stream, recorded.event) {
        case (.queue(let id, _), _): return try goesOn(id)
        case (.room(let id), .commandRejected): return try recorded.origin?.actor.role == .user && goesOn(id)
        case (.room(let id), _): return try recorded.showsQueueContents && goesOn(id)
        default: return false
        }
    }

    private mutating func goesOn(_ id: RoomID) throws -> Bool {
        if let known = rooms[id] { return known }
        let goesOn = try ledger.room(id).map { !$0.status.isTerminal } ?? false
        rooms[id] = goesOn
        return goesOn
    }
}

extension RecordedEvent {
    /// That it happened, without what it says: no body, and no fingerprint by which a body could be guessed.
    fileprivate var withheldLine: String {
        let json: JSON = [
            "position": .of(position), "stream": .of(stream.description), "version": .of(version),
            "previous": .of(previous), "type": .of(event.type.name), "recordedAt": .of(recordedAt),
            "occurredAt": .of(origin?.occurredAt), "actor": .of(origin?.actor.text),
            "commandID": .of(origin?.commandID.description), "fingerprint": .null, "body": .null,
            "withheld": .bool(true),
        ]
        return json.compact
    }
}
