public import Draft
public import DraftLedger

extension Audit {
    /// Audits one room: its stream and its queues from the first link to the last, and the wallets of its members.
    ///
    /// Some milliseconds for a live draft. What spans rooms, a contest's pot, takes the whole ledger.
    ///
    /// - Throws: `unknownRoom`, or what keeps the ledger from being read.
    public func run(room id: RoomID) throws(DraftLedgerError) -> AuditReport {
        let stillness = StillnessReader(ledger)
        // Before the room is read: what is due then, and recorded after that, is in the room's history.
        let end = try lastRecordedAt()
        var history = try RoomHistory(of: id, in: ledger).explainingDelays(by: stillness)
        history.cases.outages?.lastRecordedAt = end
        var auditor = RoomAuditor(of: id, pools: history.pools, cases: history.cases, checksLinks: true)
        auditor.audit(history.events)
        auditor.finish()
        var users: Set<UserID> = []
        for case .taken(let taken) in history.events.compactMap(\.event.membership) {
            if let user = taken.user { users.insert(user) }
        }
        var events = history.events.filter(MoneyAuditor.concerns)
        for user in users { events += try ledger.stream(.wallet(user)) }
        var money = MoneyAuditor(isWhole: false, delays: history.cases.delays)
        for event in events.sorted(by: { $0.position < $1.position }) { money.audit(event) }
        money.finish()
        try stillness.check()
        let stated = try compareStatements(of: history.events, auditor.stateNow())
        var notes = auditor.notes
        stated.report(to: &notes)
        notes.merge(money.notes)
        return notes.report(size: try ledger.size, room: id, terms: history.cases.terms)
    }

    /// When the last event of the ledger was recorded.
    private func lastRecordedAt() throws(DraftLedgerError) -> Timestamp? {
        let size = try ledger.size
        var end: Timestamp?
        try ledger.events(from: size - min(size, 1), limit: 1) {
            end = $0.recordedAt
            return true
        }
        return end
    }

    /// Holds what a site states of a room against the contest's and the season's scores.
    private func compareStatements(
        of events: [RecordedEvent], _ room: RoomState?
    ) throws(DraftLedgerError) -> StatedTally {
        var tally = StatedTally()
        var stated = StatedRoom(of: room?.tournament)
        for event in events {
            guard case (.room, .resultsStated(let results)) = (event.stream, event.event) else { continue }
            stated = stated.taking(results, at: event.position)
        }
        guard let room, !stated.statements.isEmpty else { return tally }
        let contest = try room.tournament.flatMap { id throws(DraftLedgerError) in try ledger.tournament(id) }
        let comparison = try StatedComparison(
            [contest].compactMap(\.self),
            pool: { id throws(DraftLedgerError) in try ledger.pool(id) },
            season: { id throws(DraftLedgerError) in try ledger.season(id) })
        comparison.compare(stated, with: room, into: &tally)
        return tally
    }
}
