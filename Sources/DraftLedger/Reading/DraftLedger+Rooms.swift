public import Draft
import Ledger

extension DraftLedger {
    /// A room as of a moment; nil when it was not open yet.
    ///
    /// Folds the room's own events and no others: some milliseconds for a whole live draft, whatever the ledger's size.
    ///
    /// - Throws: `badMoment` for a moment that the room has not reached.
    public func room(_ id: RoomID, at moment: Moment = .latest) throws(DraftLedgerError) -> RoomState? {
        try rethrowing { RoomState.folding(try roomEvents(of: id, at: moment)) }
    }

    /// The events of a room up to a moment, in order.
    ///
    /// - Parameter includingQueues: with those of its queues among them. They are private to their seats: nobody else may
    ///   be shown them before the draft is over.
    public func timeline(
        of id: RoomID, at moment: Moment = .latest, includingQueues: Bool = false
    ) throws(DraftLedgerError) -> [RecordedEvent] {
        try rethrowing {
            let events = try roomEvents(of: id, at: moment)
            guard includingQueues, let last = events.last, let room = RoomState.folding(events) else { return events }
            let end = try moment == .latest ? ledger.size : last.position + 1
            var queues: [RecordedEvent] = []
            for seat in room.members.indices { queues += try log.events(of: .queue(id, Seat(seat)), before: end) }
            return (events + queues).sorted { $0.position < $1.position }
        }
    }

    /// A seat's queue as of a moment of its room.
    public func queue(
        _ room: RoomID, _ seat: Seat, at moment: Moment = .latest
    ) throws(DraftLedgerError) -> QueueState {
        try rethrowing {
            let end: UInt64
            switch moment {
            case .latest: end = .max
            case .position(let position): end = position
            case .time(let time): end = try log.position(at: time)
            case .version, .pick: end = try roomEvents(of: room, at: moment).last.map { $0.position + 1 } ?? 0
            }
            return QueueState.folding(try log.events(of: .queue(room, seat), before: end))
        }
    }

    /// The room's own events up to a moment.
    private func roomEvents(of id: RoomID, at moment: Moment) throws -> [RecordedEvent] {
        switch moment {
        case .latest: return try log.events(of: .room(id))
        case .position(let position): return try log.events(of: .room(id), before: try checked(position))
        case .time(let time): return try events(of: id, until: time)
        case .version(let version):
            let events = try log.events(of: .room(id))
            guard version <= events.count else {
                throw DraftLedgerError(
                    .badMoment, "Room \(id) has \(events.count) events; seq:\(version) lies beyond them.")
            }
            return Array(events.prefix(Int(version)))
        case .pick(let pick): return try events(of: id, through: pick)
        }
    }

    /// Up to a pick: with all that follows it in the room before anything that it did not cause.
    private func events(of id: RoomID, through pick: PickNumber) throws -> [RecordedEvent] {
        let events = try log.events(of: .room(id))
        if pick == 0 { return Array(events.prefix { !$0.event.isPick }) }
        guard let index = events.firstIndex(where: { $0.event.pickMade == pick }) else {
            let made = events.count { $0.event.isPick }
            throw DraftLedgerError(
                .badMoment, "Room \(id) has \(made) picks; pick:\(pick) has not been made.")
        }
        return Array(events.prefix(through: index))
    }

    /// Up to a time: by the ledger's clock for rooms that it has seen live, by the source's own times for those that
    /// were imported, whose events were all recorded on the day of the import.
    private func events(of id: RoomID, until time: Timestamp) throws -> [RecordedEvent] {
        let events = try log.events(of: .room(id))
        guard case .roomOpened(let opened)? = events.first?.event, opened.ruleset.preset == .untimed else {
            return Array(events.prefix { $0.recordedAt <= time })
        }
        let later = events.firstIndex { ($0.origin?.occurredAt).map { $0 > time } ?? false }
        return Array(events.prefix(upTo: later ?? events.endIndex))
    }

    /// A position that the ledger has reached.
    func checked(_ position: UInt64) throws -> UInt64 {
        let size = try ledger.size
        guard position <= size else {
            throw DraftLedgerError(.badMoment, "The ledger has \(size) events; pos:\(position) lies beyond them.")
        }
        return position
    }
}

extension Event {
    /// The number of the pick that the event makes; nil for any other event.
    var pickMade: PickNumber? {
        switch self {
        case .pickMade(let made): made.pick
        case .pickAutomated(let made): made.pick
        default: nil
        }
    }

    var isPick: Bool { pickMade != nil }
}
