import Draft
import DraftLedger
import Records

/// The pools of a ledger with their histories.
struct PoolLibrary: Sendable {
    private var pools: [PoolID: PoolHistory] = [:]
    /// When each pool was published, or got its last player after that.
    private var lastChanges: [PoolID: UInt64] = [:]

    init() {}

    /// Adds a pool by its stream.
    mutating func add(_ id: PoolID, _ events: [RecordedEvent]) {
        pools[id] = PoolHistory(events, as: id)
        lastChanges[id] =
            events.last { recorded in
                switch recorded.event.listing {
                case .published, .late: true
                case .listed, nil: false
                }
            }?.position
    }

    func pool(_ id: PoolID, before position: UInt64) -> PoolState? {
        position == .max ? pools[id]?.latest : pools[id]?.pool(before: position)
    }

    /// Whether a pool was published before a position, and got no players after it.
    func isFinal(_ id: PoolID, before position: UInt64) -> Bool { lastChanges[id].map { $0 < position } ?? false }

    /// The current player of an index, or nil.
    func player(_ index: PlayerIndex, of pool: PoolID) -> PlayerListing? { pools[pool]?.latest?.player(index) }
}

/// The times at which the ledger's clock stood still because the machine's was set back, and the times in which nothing
/// could be recorded.
struct ClockSteps: Sendable {
    private var standstills: Set<Timestamp> = []
    private var leaps: [(start: Timestamp, end: Timestamp)] = []

    init() {}

    /// Adds an event that may be such a step; others pass.
    mutating func add(_ recorded: RecordedEvent) {
        guard case .stepped(let stepped) = recorded.event.service else { return }
        if stepped.to > stepped.from {
            leaps.append((stepped.from, recorded.recordedAt))
        } else {
            standstills.insert(stepped.from)
        }
    }

    /// For how long a command waited for its record in which somebody could have decided it; nil where the ledger's time
    /// stood still, and its record says nothing of that.
    func handling(from arrival: Timestamp, until record: Timestamp) -> Interval? {
        guard !standstills.contains(record) else { return nil }
        // Later by every leap in between; steps that no clock has taken add up to more than can be counted.
        let woken = leaps.reduce(into: arrival) { woken, leap in
            woken = woken + max(.zero, min(leap.end, record) - max(leap.start, arrival))
        }
        return record - woken
    }
}

/// The cases of a ledger with their histories, and what else rooms are asked about across streams.
struct CaseLibrary: Sendable {
    private var cases: [CaseID: [RecordedEvent]] = [:]

    /// The commands that left their mark in the ledger's own stream, where a retry of them is found, with the positions of
    /// their first events there; nil if unknown.
    var systemCommands: [CommandKey: UInt64]?

    /// The times without decisions.
    var delays = Delays()

    /// The versions of the rules, and the imported events.
    private(set) var terms = HistoryTerms()

    /// Erasures of the text of single events that claim not to be of staff, by the position of the event.
    private(set) var erasures: [UInt64: RecordedEvent] = [:]

    /// The outages of the ledger; nil if unknown.
    var outages: Outages?

    /// The starts of the service since `SoftwareStarted.rulesOfCauses`, in the order of the ledger. Each pauses the rooms that
    /// draft.
    private(set) var starts: [RecordedEvent] = []

    /// The staff, from each event of that stream on.
    private var staff: [(position: UInt64, state: StaffState)] = []

    /// The commands that approved measures, with the positions of the approvals: what follows under them was proposed by
    /// another person. Nil if unknown.
    var approvals: [CommandKey: UInt64]?

    init() {}

    /// Adds an event of the stream of staff.
    mutating func add(staff recorded: RecordedEvent) {
        var state = staff.last?.state ?? StaffState()
        state.fold(recorded)
        staff.append((recorded.position, state))
    }

    func staff(before position: UInt64) -> StaffState {
        staff.last { $0.position < position }?.state ?? StaffState()
    }

    /// Adds an event of a measure.
    mutating func add(measure recorded: RecordedEvent) {
        approvals = approvals ?? [:]
        guard case .approved = recorded.event.approval, let key = recorded.origin?.key else { return }
        approvals?[key, default: .max].lower(to: recorded.position)
    }

    /// Adds imported events of which no mark tells yet.
    mutating func add(unmarkedImport positions: Range<UInt64>) { terms.add(unmarked: positions) }

    /// Adds an event of the ledger's own stream.
    mutating func add(system recorded: RecordedEvent) {
        delays.steps.add(recorded)
        terms.add(recorded)
        if case .software = recorded.event.service,
            terms.rules(before: recorded.position + 1) >= SoftwareStarted.rulesOfCauses
        {
            starts.append(recorded)
        }
        if case .erased(let erased) = recorded.event.service, let position = erased.position, !erased.isOfStaff {
            erasures[position] = recorded
        }
        guard let key = recorded.origin?.key else { return }
        systemCommands = systemCommands ?? [:]
        systemCommands?[key, default: .max].lower(to: recorded.position)
    }

    func rules(before position: UInt64) -> UInt16 { terms.rules(before: position) }

    /// Adds an event of a case. Events of one case come in order.
    mutating func add(_ recorded: RecordedEvent) {
        guard case .dispute(let id) = recorded.stream else { return }
        cases[id, default: []].append(recorded)
    }

    /// The cases that people resolved, in the order of the ledger.
    var resolutions: [(id: CaseID, event: RecordedEvent)] {
        cases.flatMap { id, events in
            events.filter { if case .resolved = $0.event.caseStep { true } else { false } }.map { (id, $0) }
        }.sorted { $0.event.position < $1.event.position }
    }

    /// The position of the last event of a case; 0 for an unknown one.
    func lastPosition(of id: CaseID) -> UInt64 { cases[id]?.last?.position ?? 0 }

    /// The sender who opened a case; nil for an unknown one.
    func opener(of id: CaseID) -> Sender? { cases[id]?.first?.origin?.actor }

    func dispute(_ id: CaseID, before position: UInt64) -> CaseState? {
        cases[id].flatMap { events in CaseState.folding(events.prefix { $0.position < position }) }
    }
}

extension UInt64 {
    fileprivate mutating func lower(to position: UInt64) { self = Swift.min(self, position) }
}
