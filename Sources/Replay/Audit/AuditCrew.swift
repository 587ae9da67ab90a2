import Draft
import DraftLedger
import Platform
import Records

/// The auditors of a whole history, which they receive in waves: the rooms in shards, the money, and the operator's
/// commands, which follow the rooms by one wave because they depend on them.
///
/// Unchecked because waves follow one another, and in a wave each auditor has one thread.
final class AuditCrew: @unchecked Sendable {
    private let shards: [AuditShard]
    private let money: MoneyShard
    private let house: HouseShard
    private let rooms: RoomsNamed
    /// The notes on rooms that were over when the audit that this one continues was kept.
    private var earlierNotes = AuditNotes()
    private let earlier: EarlierEvents?
    /// The rooms that were not over then.
    private let openRooms: Set<RoomID>

    /// The groups that the auditor of the operator's commands has not seen yet.
    private var waiting: [[AuditPortion.HouseItem]] = []
    /// The whole rooms by which it decides, by the positions of what it decides.
    private var answers: [UInt64: [RoomState]] = [:]

    /// More shards than cores, so that none waits long for another.
    private static let shardsOfACore = 3

    init(_ libraries: AuditLibraries) {
        let (pools, cases) = (libraries.pools, libraries.cases)
        shards = (0..<Cores.count * Self.shardsOfACore).map { _ in AuditShard(pools, cases) }
        money = MoneyShard(cases.delays)
        house = HouseShard(cases)
        rooms = RoomsNamed(libraries)
        earlier = nil
        openRooms = []
    }

    /// Continues an audit that was kept.
    ///
    /// - Parameters:
    ///   - sections: of the kept audit.
    ///   - libraries: of the whole ledger as it is now.
    ///   - earlier: the events that the kept audit has read.
    ///   - events: those of streams that are few.
    init(
        _ sections: inout KeptSections, _ libraries: AuditLibraries, after earlier: EarlierEvents,
        events: [RecordedEvent]
    ) throws {
        let (pools, cases) = (libraries.pools, libraries.cases)
        (money, house, rooms) = (MoneyShard(cases.delays), HouseShard(cases), RoomsNamed(libraries))
        self.earlier = earlier
        try house.auditor.keep(in: &sections, events: events)
        try money.auditor.keep(in: &sections, with: house.auditor.state, earlier: earlier)
        var kept = KeptRooms()
        try kept.keep(in: &sections)
        earlierNotes = kept.notes
        openRooms = Set(kept.open)
        let known = Set(house.auditor.state.rooms.keys)
        let shards = (0..<Cores.count * Self.shardsOfACore).map { _ in
            AuditShard(pools, cases, resumedAfter: earlier, with: known)
        }
        self.shards = shards
        let (open, stated) = (kept.open, kept.stated)
        Cores.forEach(shards.count) { place in
            func isHere(_ room: RoomID) -> Bool { AuditPortion.shard(of: room, among: shards.count) == place }
            shards[place].add(open: open.filter(isHere), stated: stated.filter { isHere($0.key) })
        }
        try earlier.check()
    }

    /// Writes the state from which a later audit continues. No command may be half read.
    ///
    /// - Parameter time: of the last record.
    func keep(in sections: inout KeptSections, at time: Timestamp) throws {
        auditWaiting()
        try house.auditor.keep(in: &sections, events: [])
        try money.auditor.keep(in: &sections, with: house.auditor.state, earlier: nil)
        var kept = KeptRooms(notes: earlierNotes)
        for shard in shards { kept.merge(shard.kept(at: time)) }
        try kept.keep(in: &sections)
    }

    /// The verdicts of the kept audit that hold.
    ///
    /// - Parameters:
    ///   - verdicts: by case.
    ///   - libraries: of the whole ledger.
    func unchanged(_ verdicts: [CaseID: KeptVerdict], _ libraries: AuditLibraries) -> [CaseID: KeptVerdict] {
        guard let earlier else { return [:] }
        let touched = shards.reduce(into: money.auditor.feeRooms) { $0.formUnion($1.touchedRooms) }
        return libraries.unchanged(verdicts, since: earlier.end, touched: touched, in: house.auditor.state)
    }

    private func auditWaiting() {
        for part in waiting { house.auditor.audit(part, rooms: answers) }
        (waiting, answers) = ([], [:])
    }

    /// - Throws: the first failure to read an event from before the resumption.
    func check() throws(DraftLedgerError) { try earlier?.check() }

    /// Adds the erasures of texts that were recorded after the audit of the texts was kept.
    ///
    /// - Parameter size: the number of events that the kept audit has read.
    func checkErasures(_ erasures: [UInt64: RecordedEvent], after size: UInt64) throws(DraftLedgerError) {
        guard let earlier else { return }
        for (position, erasure) in erasures.sorted(by: { $0.value.position < $1.value.position })
        where erasure.position >= size && position < earlier.end {
            var found: RecordedEvent?
            try earlier.ledger.events(from: position, limit: 1) { (event) throws(DraftLedgerError) in
                found = event
                return false
            }
            guard let found, !(found.stream.room.map(openRooms.contains) ?? false) else { continue }
            earlierNotes.checkErasures(of: CommandGroup(events: [found]), erasures)
        }
    }

    var emptyPortion: AuditPortion { AuditPortion(shards: shards.count, rooms: rooms) }

    /// The next wave: portions of the ledger that follow one another. The house comes first, since nothing of it can be
    /// shared out.
    func audit(_ portions: [AuditPortion]) {
        let (items, known) = (waiting, answers)
        Cores.forEach(shards.count + 2) { place in
            switch place {
            case 0: for part in items { house.auditor.audit(part, rooms: known) }
            case 1: for portion in portions { for event in portion.money { money.auditor.audit(event) } }
            default: for portion in portions { shards[place - 2].audit(portion.lanes[place - 2]) }
            }
        }
        waiting = portions.map(\.house)
        answers = [:]
        for shard in shards { answers.merge(shard.takeAnswers(), uniquingKeysWith: +) }
    }

    /// Judges what is still open.
    func finish() -> AuditNotes {
        auditWaiting()
        Cores.forEach(shards.count) { shards[$0].finish() }
        money.auditor.finish()
        house.auditor.finish()
        var notes = earlierNotes
        for shard in shards { notes.merge(shard.notes) }
        notes.merge(money.auditor.notes)
        notes.merge(house.auditor.notes.leavingOut(decisionsAt: Set(notes.findings.compactMap(\.position))))
        compareStatements(&notes)
        return notes
    }

    /// The stated results of sites are compared with scores that may be recorded much later.
    private func compareStatements(_ notes: inout AuditNotes) {
        let contests = shards.reduce(into: Set<TournamentID>()) { $0.formUnion($1.statedContests) }
        let state = house.auditor.state
        let comparison = StatedComparison(
            contests.sorted().compactMap(state.tournament), pool: state.pool, season: state.season)
        var all = StatedTally()
        for tally in Cores.map(shards, { $0.compareStatements(comparison) }) { all.merge(tally) }
        all.report(to: &notes)
    }
}

/// The money, which is one piece. Unchecked like a shard.
private final class MoneyShard: @unchecked Sendable {
    var auditor: MoneyAuditor

    init(_ delays: Delays) { auditor = MoneyAuditor(isWhole: true, delays: delays) }
}

/// The auditors that span rooms, as one unit. Unchecked like a shard.
private final class HouseShard: @unchecked Sendable {
    var auditor: HouseAuditor

    init(_ cases: CaseLibrary) { auditor = HouseAuditor(cases) }
}
