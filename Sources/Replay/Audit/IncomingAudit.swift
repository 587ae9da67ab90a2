public import Draft

/// Audits a history before it is in any ledger: its events are read twice, first for what rooms read across streams, then
/// to be audited.
///
/// Not for concurrent use; the auditing itself takes all cores.
public final class IncomingAudit {
    private var libraries = AuditLibraries()
    private var crew: AuditCrew?
    private var portion: AuditPortion?
    private var count = 0

    public init() {}

    /// The first reading: every event in its order.
    public func prepare(_ recorded: RecordedEvent) { libraries.add(recorded) }

    /// The second pass over every event.
    public func audit(_ recorded: RecordedEvent) {
        let crew = self.crew ?? AuditCrew(libraries)
        self.crew = crew
        if let full = portion, full.isLarge, !full.continues(recorded) { flush(crew) }
        if portion == nil { portion = crew.emptyPortion }
        if let shown = ShownClock(recorded) { portion?.add(shown) } else { portion?.add(recorded) }
        count += 1
    }

    private func flush(_ crew: AuditCrew) {
        guard var full = portion.take() else { return }
        full.finish()
        crew.audit([full])
    }

    /// The findings, without the chain of the events.
    public func finish() -> AuditReport {
        guard let crew else { return AuditNotes().report(size: 0, room: nil, terms: libraries.terms) }
        flush(crew)
        return crew.finish().report(size: UInt64(count), room: nil, terms: libraries.terms)
    }
}
