import Draft
import DraftLedger
import Platform
import Records

/// The auditors of a whole history, which is handed to them in waves: the house, the money, and the rooms in as many
/// shards as there are cores.
///
/// Unchecked because whoever hands out waves does so one after the other, and in a wave each auditor has one thread.
final class AuditCrew: @unchecked Sendable {
    private let shards: [AuditShard]
    private let money: MoneyShard
    private let house = HouseShard()

    init(_ libraries: AuditLibraries) {
        shards = (0..<Cores.count).map { _ in AuditShard(libraries) }
        money = MoneyShard(standstills: libraries.cases.standstills)
    }

    /// Events in the order of the ledger, by who has to see them.
    struct Portion: Sendable {
        fileprivate var all: [RecordedEvent] = []
        fileprivate var ofMoney: [RecordedEvent] = []
        fileprivate var byShard: [[RecordedEvent]]

        mutating func add(_ event: RecordedEvent) {
            if let room = event.stream.room { byShard[Int(room.number % UInt64(byShard.count))].append(event) }
            if MoneyAuditor.concerns(event) { ofMoney.append(event) }
            all.append(event)
        }
    }

    var emptyPortion: Portion { Portion(byShard: Array(repeating: [], count: shards.count)) }

    /// The next wave. The house comes first, since nothing of it can be shared out.
    func audit(_ portions: [Portion]) {
        Cores.forEach(shards.count + 2) { place in
            for portion in portions {
                switch place {
                case 0: for event in portion.all { house.auditor.audit(event) }
                case 1: for event in portion.ofMoney { money.auditor.audit(event) }
                default: for event in portion.byShard[place - 2] { shards[place - 2].audit(event) }
                }
            }
        }
    }

    /// Judges what is still open.
    func finish() -> AuditNotes {
        Cores.forEach(shards.count) { shards[$0].finish() }
        money.auditor.finish()
        house.auditor.finish()
        var notes = AuditNotes()
        for shard in shards { notes.merge(shard.notes) }
        notes.merge(money.auditor.notes)
        notes.merge(house.auditor.notes.leavingOut(decisionsAt: Set(notes.findings.compactMap(\.position))))
        return notes
    }
}

/// What rooms read across streams: pools, cases, and which commands left their mark in the ledger's own stream.
struct AuditLibraries: Sendable {
    private var poolEvents: [PoolID: [RecordedEvent]] = [:]
    private var caseLibrary = CaseLibrary()

    init() {
        caseLibrary.systemCommands = []
        caseLibrary.approvals = []
    }

    static func concerns(_ event: RecordedEvent) -> Bool {
        switch event.stream {
        case .pool, .dispute, .system, .staff, .measure: true
        default: false
        }
    }

    /// Adds an event of any stream. Events of one stream come in order.
    mutating func add(_ event: RecordedEvent) {
        switch event.stream {
        case .pool(let id): poolEvents[id, default: []].append(event)
        case .dispute: caseLibrary.add(event)
        case .system: caseLibrary.add(system: event)
        case .staff: caseLibrary.add(staff: event)
        case .measure: caseLibrary.add(measure: event)
        default: break
        }
    }

    var pools: PoolLibrary {
        var library = PoolLibrary()
        for (id, events) in poolEvents { library.add(id, events) }
        return library
    }

    var cases: CaseLibrary { caseLibrary }
}

/// The rooms of one core.
///
/// Unchecked because a wave gives each shard to one thread, and waves follow one another.
private final class AuditShard: @unchecked Sendable {
    private var rooms: [RoomID: RoomAuditor] = [:]
    private let pools: PoolLibrary
    private let cases: CaseLibrary

    init(_ libraries: AuditLibraries) {
        pools = libraries.pools
        cases = libraries.cases
    }

    func audit(_ event: RecordedEvent) {
        guard let id = event.stream.room else { return }
        rooms[id, default: RoomAuditor(of: id, pools: pools, cases: cases)].audit(event)
    }

    func finish() {
        for id in rooms.keys { rooms[id]?.finish() }
    }

    var notes: AuditNotes {
        rooms.values.reduce(into: AuditNotes()) { $0.merge($1.notes) }
    }
}

/// The money, which is one piece. Unchecked like a shard.
private final class MoneyShard: @unchecked Sendable {
    var auditor: MoneyAuditor

    init(standstills: Set<Timestamp>) { auditor = MoneyAuditor(isWhole: true, standstills: standstills) }
}

/// What spans rooms, which is one piece. Unchecked like a shard.
private final class HouseShard: @unchecked Sendable {
    var auditor = HouseAuditor()
}

extension StreamKey {
    /// The room of a room's own stream or of one of its queues.
    var room: RoomID? {
        switch self {
        case .room(let id), .queue(let id, _): id
        default: nil
        }
    }
}
