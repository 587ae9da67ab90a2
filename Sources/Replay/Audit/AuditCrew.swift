import Draft
import DraftLedger
import Platform
import Records

/// The auditors of a whole history, which they receive in waves: the rooms in shards, the money, and the operator's
/// commands, which follow the rooms by one wave because they depend on them.
///
/// Unchecked because whoever hands out waves does so one after the other, and in a wave each auditor has one thread.
final class AuditCrew: @unchecked Sendable {
    private let shards: [AuditShard]
    private let money: MoneyShard
    private let house: HouseShard
    private let rooms: RoomsNamed

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
        for part in waiting { house.auditor.audit(part, rooms: answers) }
        waiting = []
        Cores.forEach(shards.count) { shards[$0].finish() }
        money.auditor.finish()
        var notes = AuditNotes()
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
