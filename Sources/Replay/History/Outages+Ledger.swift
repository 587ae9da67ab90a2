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
