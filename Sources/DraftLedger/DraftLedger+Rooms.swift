public import Draft
import Ledger
import Records

extension DraftLedger {
    /// A room as of a moment; nil when it was not open yet.
    ///
    /// Folds the room's own records and no others: some milliseconds for a whole live draft, whatever the ledger's size.
    ///
    /// - Throws: `badMoment` for a moment that the room has not reached.
    public func room(_ id: RoomID, at moment: Moment = .latest) throws(DraftLedgerError) -> RoomState? {
        try rethrowing { try history(of: id, at: moment).room() }
    }

    /// The events of a room and of its clock up to a moment, in order.
    ///
    /// - Parameters:
    ///   - id: the room's number.
    ///   - moment: as of when.
    ///   - includingQueues: with those of its queues among them. They are private to their seats: other users may
    ///     see them only after the draft.
    public func timeline(
        of id: RoomID, at moment: Moment = .latest, includingQueues: Bool = false
    ) throws(DraftLedgerError) -> [RecordedEvent] {
        try rethrowing {
            let history = try history(of: id, at: moment)
            let end = try position(of: moment, in: history)
            var events = try history.events()
            events += try RecordHistory(of: .clock(id), in: ledger, before: end).events()
            if includingQueues, let room = try history.room() {
                for seat in room.members.indices { events += try log.events(of: .queue(id, Seat(seat)), before: end) }
            }
            return events.sorted { $0.position < $1.position }
        }
    }

    /// A seat's queue as of a moment of its room.
    public func queue(
        _ room: RoomID, _ seat: Seat, at moment: Moment = .latest
    ) throws(DraftLedgerError) -> QueueState {
        try rethrowing {
            let end = try position(of: moment, in: history(of: room, at: moment))
            return QueueState.folding(try log.events(of: .queue(room, seat), before: end))
        }
    }

    /// How many of the ledger's events a moment of a room takes in, for what stands in other streams than the room's.
    ///
    /// - Parameter history: the room's own records up to the moment.
    private func position(
        of moment: Moment, in history: @autoclosure () throws -> RecordHistory
    ) throws -> UInt64 {
        switch moment {
        case .latest: return .max
        case .position(let position): return position
        case .version, .pick: return try history().lastPosition.map { $0 + 1 } ?? 0
        case .time(let time):
            // An imported room's time is its source's, at which the ledger had none of it yet.
            return max(try log.position(at: time), try history().lastPosition.map { $0 + 1 } ?? 0)
        }
    }

    /// The room's own records up to a moment.
    private func history(of id: RoomID, at moment: Moment) throws -> RecordHistory {
        switch moment {
        case .latest: return try RecordHistory(of: .room(id), in: ledger)
        case .position(let position): return try RecordHistory(of: .room(id), in: ledger, before: checked(position))
        case .time(let time): return try history(of: id, until: time)
        case .version(let version):
            let last = try ledger.head(of: StreamID(.room(id)))?.version ?? 0
            guard version <= last else {
                throw DraftLedgerError(
                    .badMoment, "Room \(id) has \(last) events; seq:\(version) is beyond the last one.")
            }
            return try RecordHistory(of: .room(id), in: ledger, through: version)
        case .pick(let pick): return try history(of: id, through: pick)
        }
    }

    /// Up to a pick: with all that follows it in the room before anything that it did not cause.
    private func history(of id: RoomID, through pick: PickNumber) throws -> RecordHistory {
        var history = try RecordHistory(of: .room(id), in: ledger)
        var made = 0
        if pick == 0 {
            try history.cut(before: { try $0.madePick() != nil })
            return history
        }
        let isMade = try history.cut(after: { record in
            guard let number = try record.madePick() else { return false }
            made += 1
            return number == pick
        })
        guard isMade else {
            throw DraftLedgerError(
                .badMoment, "Room \(id) has \(made) picks; pick:\(pick) has not been made.")
        }
        return history
    }

    /// Up to a time: by the ledger's clock for rooms that it has seen live, by the source's own times for those that
    /// were imported, whose events were all recorded on the day of the import.
    private func history(of id: RoomID, until time: Timestamp) throws -> RecordHistory {
        var history = try RecordHistory(of: .room(id), in: ledger)
        var isImported = false
        try history.forEach { first in
            if case .opened(let opened) = try first.decoded().event.preparation {
                isImported = opened.ruleset.preset == .untimed
            }
            return false
        }
        try history.cut(before: { record in
            if !isImported { return record.recordedAt > time }
            return try record.decoded().origin?.occurredAt.map { $0 > time } ?? false
        })
        return history
    }

    /// A position that the ledger has reached.
    func checked(_ position: UInt64) throws -> UInt64 {
        let size = try ledger.size
        guard position <= size else {
            throw DraftLedgerError(.badMoment, "The ledger has \(size) events; pos:\(position) is beyond the last one.")
        }
        return position
    }
}

extension RecordView {
    /// The number of the pick that the record makes; nil for any other event.
    fileprivate func madePick() throws -> PickNumber? {
        guard EventType(rawValue: templateID)?.traits.contains(.makesPick) == true else { return nil }
        return try decoded().event.madePick
    }
}
