import Draft
import DraftLedger

extension Outages {
    /// The outages that one room's history states. Statements of other rooms, and the time of the last record, stay
    /// unknown.
    ///
    /// A search of the log for each outage and each start of software: some microseconds.
    init(
        around events: [RecordedEvent], _ system: [RecordedEvent], in ledger: DraftLedger
    ) throws(DraftLedgerError) {
        var gatherer = OutageGatherer()
        for event in (system + events).sorted(by: { $0.position < $1.position }) { gatherer.note(mark: event) }
        var silences: [Silence] = []
        var precedents: [UInt64: Timestamp] = [:]
        for mark in gatherer.marks {
            var position = mark.position
            precedents[position] = try ledger.lastSignOfLife(before: position)
            if case .paused = mark.event.clock {
                position = try ledger.position(of: .time(mark.moment + AuditNotes.longestHandling))
            }
            guard position > 0, silences.last.map({ $0.position < position }) ?? true else { continue }
            var times: [Timestamp] = []
            try ledger.events(from: position - 1, limit: 2) {
                times.append($0.recordedAt)
                return true
            }
            guard times.count == 2, times[1] - times[0] > AuditNotes.longestHandling else { continue }
            let start = try ledger.lastSignOfLife(before: position) ?? times[0]
            silences.append(Silence(start: start, end: times[1], position: position))
        }
        self.init(silences: silences, marks: gatherer.marks, precedents: precedents, lastRecordedAt: nil)
    }
}

extension Outages {
    /// The records on both sides of each silence that one room's history states: what a bundle shows of them.
    ///
    /// - Parameters:
    ///   - events: of the room.
    ///   - system: of the ledger's own stream.
    static func bounds(
        around events: [RecordedEvent], _ system: [RecordedEvent], in ledger: DraftLedger
    ) throws(DraftLedgerError) -> [RecordedEvent] {
        guard let first = events.first?.position, let last = events.last?.position else { return [] }
        var gatherer = OutageGatherer()
        for event in (system + events).sorted(by: { $0.position < $1.position })
        where (first...last).contains(event.position) {
            gatherer.note(mark: event)
        }
        var positions: Set<UInt64> = []
        for mark in gatherer.marks {
            positions.insert(mark.position &- 1)
            guard case .paused = mark.event.clock else { continue }
            let end = try ledger.position(of: .time(mark.moment + AuditNotes.longestHandling))
            positions.formUnion([end, end &- 1])
        }
        var bounds: [RecordedEvent] = []
        let size = try ledger.size
        for position in positions.sorted() where position < size {
            try ledger.events(from: position, limit: 1) { (event: RecordedEvent) in
                bounds.append(event)
                return false
            }
        }
        return bounds
    }

    /// The outages by the records of a bundle. Two neighbours show whether the ledger was silent between them; without them
    /// what a pause states is taken as true, as a condition of everything that follows.
    ///
    /// - Parameters:
    ///   - marks: events that tell of outages and of software.
    ///   - records: all of the bundle, in the order of the ledger.
    /// - Returns: the outages, and the pauses whose silence is stated and not shown.
    static func shown(
        by records: [RecordedEvent], marks: [RecordedEvent]
    ) -> (outages: Outages, stated: [RecordedEvent]) {
        var gatherer = OutageGatherer()
        for mark in marks.sorted(by: { $0.position < $1.position }) { gatherer.note(mark: mark) }
        var silences: [UInt64: Silence] = [:]
        var precedents: [UInt64: Timestamp] = [:]
        for (before, record) in zip(records, records.dropFirst()) where record.position == before.position + 1 {
            precedents[record.position] = before.recordedAt
            guard record.recordedAt - before.recordedAt > AuditNotes.longestHandling else { continue }
            silences[record.position] = Silence(
                start: before.recordedAt, end: record.recordedAt, position: record.position)
        }
        var stated: [RecordedEvent] = []
        for mark in gatherer.marks {
            guard case .paused = mark.event.clock,
                let end = records.first(where: { $0.recordedAt >= mark.moment + AuditNotes.longestHandling }),
                end.position > 0, precedents[end.position] == nil
            else { continue }
            stated.append(mark)
            silences[end.position] = Silence(start: mark.moment, end: end.recordedAt, position: end.position)
        }
        let outages = Outages(
            silences: silences.values.sorted { $0.position < $1.position }, marks: gatherer.marks,
            precedents: precedents, lastRecordedAt: nil)
        return (outages, stated)
    }
}

extension DraftLedger {
    /// The time of the last event below a position, ignoring interrupted starts of a service; nil without such an event.
    fileprivate func lastSignOfLife(before end: UInt64) throws(DraftLedgerError) -> Timestamp? {
        var (position, time) = (end, Timestamp?.none)
        while position > 0, time == nil {
            position -= 1
            try events(from: position, limit: 1) { (event: RecordedEvent) in
                if !event.isOfBrokenStart { time = event.recordedAt }
                return true
            }
        }
        return time
    }
}
