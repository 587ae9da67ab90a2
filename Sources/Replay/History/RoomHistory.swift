public import Draft
public import DraftLedger
import Records

/// Everything that the ledger has about one room's draft: its events, its queues', the pool and the cases that they
/// name. Read once; what is asked of the room's past is answered from here.
public struct RoomHistory: Sendable {
    public let room: RoomID

    /// The room's events with those of its queues among them, in the order of the ledger.
    public let events: [RecordedEvent]

    let pools: PoolLibrary
    var cases: CaseLibrary

    /// The users of the seats, as the events leave them; nil for a free seat, or if the source does not name the user.
    let members: [UserID?]

    /// The seat whose queue is among the events where all others are private; nil where all are there.
    let onlyQueue: Seat?

    /// The turns of which all ticks are among the events; nil if that holds for all turns.
    let ticksOf: [ClockWindow]?

    /// Reads a room's history.
    ///
    /// Costs a fold of the room's streams, and a look at each case; some milliseconds for a live draft.
    ///
    /// - Throws: `unknownRoom`, or what keeps the ledger from being read.
    public init(of room: RoomID, in ledger: DraftLedger) throws(DraftLedgerError) {
        let events = try ledger.timeline(of: room, includingQueues: true)
        guard case .opened(let opened) = events.first?.event.preparation else {
            throw DraftLedgerError(
                .unknownRoom, "There is no room \(room) in \(ledger.path). `rooms` lists the rooms.")
        }
        var pools = PoolLibrary()
        pools.add(opened.pool, try ledger.stream(.pool(opened.pool)))
        var cases = CaseLibrary()
        for id in Set(events.flatMap(\.casesNamed)) {
            for event in try ledger.stream(.dispute(id)) { cases.add(event) }
        }
        let system = try ledger.stream(.system)
        cases.systemCommands = [:]
        for event in system { cases.add(system: event) }
        if let first = try ledger.firstUnmarkedImport() {
            cases.add(unmarkedImport: first..<max(first, try ledger.size))
        }
        cases.outages = try Outages(around: events, system, in: ledger)
        for event in try ledger.stream(.staff) { cases.add(staff: event) }
        cases.approvals = [:]
        for event in events where event.mayFollowFromMeasure {
            // The approved command follows the approval directly.
            try ledger.events(from: event.position - 1, limit: 1) { before in
                if before.origin?.key == event.origin?.key { cases.add(measure: before) }
                return true
            }
        }
        self.init(room: room, events: events, pools: pools, cases: cases)
    }

    /// - Parameters:
    ///   - seat: the seat whose queue the events have in them; nil for all.
    ///   - windows: the turns whose ticks the events have in them; nil for all.
    init(
        room: RoomID, events: [RecordedEvent], pools: PoolLibrary, cases: CaseLibrary, onlyQueueOf seat: Seat? = nil,
        ticksOf windows: [ClockWindow]? = nil
    ) {
        ticksOf = windows
        self.room = room
        self.events = events
        self.pools = pools
        self.cases = cases
        onlyQueue = seat
        var members: [UserID?] = []
        for event in events {
            if case .opened(let opened) = event.event.preparation {
                members = Array(repeating: nil, count: Int(opened.ruleset.teams))
            } else if case .taken(let taken) = event.event.membership {
                if Int(taken.seat) < members.count { members[Int(taken.seat)] = taken.user }
            }
        }
        self.members = members
    }

    /// Whether the history has what the rules read to pick for a seat.
    func hasQueue(of seat: Seat) -> Bool { onlyQueue == nil || onlyQueue == seat }

    /// A view of the room before its first event, to be taken through its history.
    func view() -> RoomStateView { RoomStateView(of: room, pools: pools, cases: cases) }

    /// The room as its events leave it.
    public var state: RoomState? { RoomState.folding(events.lazy.filter { $0.stream == .room(room) }) }

    /// The player of an index; nil where the room's pool has none.
    public func player(_ index: PlayerIndex) -> PlayerListing? {
        guard case .opened(let opened) = events.first?.event.preparation else { return nil }
        return pools.player(index, of: opened.pool)
    }
}

extension RoomHistory {
    /// The highest pick that has ever been on the clock, those that a cascade undid among them; 0 before the draft starts.
    ///
    /// - Complexity: one fold of the room.
    var lastPickOnClock: PickNumber {
        let view = view()
        var last: PickNumber = 0
        for event in events {
            view.fold(event)
            guard !event.event.isTick, let room = view.room, room.hasStarted else { continue }
            last = max(last, min(room.currentPickNumber, room.ruleset.snake.pickCount))
        }
        return last
    }
}

extension RoomHistory {
    /// The commands of the draft, in the order in which they were decided. What cannot be put together again is left
    /// out; see `RecordedCommand`. So is what the rules never saw: an id that was used before, a signature that was wrong.
    public var commands: [RecordedCommand] {
        let view = view()
        var commands: [RecordedCommand] = []
        for group in CommandGroup.groups(of: events) {
            view.position = group.first.position
            if let command = CommandRebuilder(view)?.command(of: group), command.reachedRules {
                commands.append(command)
            }
            for event in group.events { view.fold(event) }
        }
        return commands
    }
}

extension RoomHistory {
    /// The same history with what the whole ledger shows of the times in which its delays lie: whether anything was recorded.
    ///
    /// - Parameter reader: reads the ledger around each delay, and is asked afterwards whether it could.
    func explainingDelays(by reader: StillnessReader) -> RoomHistory {
        var history = self
        history.cases.delays.stillness = Stillness(reader)
        return history
    }
}

extension RecordedEvent {
    /// Whether it is the first effect that a measure has in a room.
    fileprivate var mayFollowFromMeasure: Bool {
        guard origin?.actor.role == .admin, position > 0 else { return false }
        return event.mayBeApproved
    }
}

extension Event {
    /// Whether it is the first effect in a room that an approved request can have.
    var mayBeApproved: Bool {
        if case .paused(let paused) = clock { return paused.requestedBy != nil }
        return traits.contains(.approvedInRoom)
    }
}
