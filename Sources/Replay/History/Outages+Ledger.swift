import Draft
import DraftLedger

extension Outages {
    /// What the ledger shows of the outages that one room's history tells of. What other rooms tell stays unknown, and
    /// when the last record was made.
    ///
    /// A search of the log for each outage and each start of software: some microseconds.
    init(
        around events: [RecordedEvent], _ system: [RecordedEvent], in ledger: DraftLedger
    ) throws(DraftLedgerError) {
        var gatherer = OutageGatherer()
        for event in (system + events).sorted(by: { $0.position < $1.position }) { gatherer.note(mark: event) }
        var silences: [Silence] = []
        for mark in gatherer.marks {
            var position = mark.position
            if case .roomPaused = mark.event {
                position = try ledger.position(of: .time(mark.moment + AuditNotes.longestHandling))
            }
            guard position > 0, silences.last.map({ $0.position < position }) ?? true else { continue }
            var times: [Timestamp] = []
            try ledger.events(from: position - 1, limit: 2) {
                times.append($0.recordedAt)
                return true
            }
            guard times.count == 2, times[1] - times[0] > AuditNotes.longestHandling else { continue }
            silences.append(Silence(start: times[0], end: times[1], position: position))
        }
        self.init(silences: silences, marks: gatherer.marks, lastRecordedAt: nil)
    }
}
