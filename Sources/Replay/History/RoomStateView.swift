import Draft

/// One room and what decisions about it read, as of a place in its history: its queues, its pool, its cases.
///
/// A class, because a decision holds the state that it reads, and an audit decides millions of times: nothing is
/// copied. What spans rooms, tournaments and wallets, is not here.
final class RoomStateView: RoomStates {
    let id: RoomID
    private(set) var room: RoomState?
    private var queues: [QueueState] = []
    private var ticks: UInt32 = 0
    private var pool: PoolState?
    private let pools: PoolLibrary
    private let cases: CaseLibrary

    /// The position of the next decision's events: cases and late players that come after it do not exist for it.
    var position: UInt64 = 0

    init(of id: RoomID, pools: PoolLibrary, cases: CaseLibrary) {
        self.id = id
        self.pools = pools
        self.cases = cases
    }

    /// Folds the next event of the room, of its clock or of one of its queues.
    func fold(_ recorded: RecordedEvent) {
        position = recorded.position + 1
        switch recorded.stream {
        case .room:
            let isOpening = room == nil
            room.fold(recorded)
            if isOpening, let room {
                queues = Array(repeating: QueueState(), count: room.members.count)
                pool = pools.pool(room.pool, before: .max)
            }
        case .queue(_, let seat):
            if Int(seat) < queues.count { queues[Int(seat)].fold(recorded) }
        case .clock:
            // Of an extract, the next version says how many there were.
            ticks = max(ticks + 1, recorded.version)
            if case .ticked(let tick) = recorded.event.clock { room?.show(tick) }
        default: break
        }
    }

    /// Whether a tick shows the clock that runs, to a tick, and not running backwards.
    func shows(_ shown: ShownClock) -> Bool {
        guard room?.status == .active, let clock = room?.clock, clock.pick == shown.tick.pick,
            let interval = room?.ruleset.tickInterval, room?.ruleset.isTimed == true,
            shown.tick.remaining <= clock.lastShown ?? .max, shown.tick.pick == room?.currentPickNumber
        else { return false }
        let error = shown.tick.error(at: shown.recordedAt, until: clock.deadline)
        return error <= interval.microseconds.magnitude
    }

    /// When the clock of the pick runs out, as far as one runs.
    var deadline: Timestamp { room?.clock?.deadline ?? Timestamp(microseconds: .max) }

    /// Between two ticks, in microseconds.
    var tickInterval: Int64 { room?.ruleset.tickInterval.microseconds ?? 0 }

    /// Folds a tick of the running clock.
    func fold(_ shown: ShownClock) {
        position = shown.position + 1
        if shown.isOfClock {
            ticks += 1
            room?.show(shown.tick)
        } else {
            room?.tick(pick: shown.tick.pick, remaining: shown.tick.remaining)
        }
    }

    /// Takes over a room that is over, as it was, with empty queues at their versions.
    func adopt(_ room: RoomState, queueVersions: [UInt32]) {
        self.room = room
        pool = pools.pool(room.pool, before: .max)
        queues = queueVersions.map { version in
            var queue = QueueState()
            queue.version = version
            return queue
        }
    }

    /// Takes from the end of a draft what it states of histories that are not here: other seats' queues, and ticks of other
    /// turns.
    func takeStated(by group: CommandGroup, exceptQueueOf seat: Seat) {
        for case .completed(let completed) in group.events.map(\.event.ending) {
            for (other, version) in completed.queueVersions.enumerated()
            where other != Int(seat) && other < queues.count {
                queues[other].version = version
            }
            if let stated = completed.ticks { ticks = max(ticks, stated &- (room?.ticks ?? 0)) }
        }
    }

    /// The versions of the seats' queues.
    var queueVersions: [UInt32] { queues.map(\.version) }

    /// Changes the room's state from outside its history: for what could have been.
    func change(_ body: (inout RoomState) -> Void) {
        // Taken out meanwhile: of two that held it, one would be copied.
        guard var changed = room.take() else { return }
        body(&changed)
        room = changed
    }

    /// Whether anything stands in one of the room's streams.
    func hasEvents(_ stream: StreamKey) -> Bool {
        switch stream {
        case .room(let id): room(id) != nil
        case .queue(let room, let seat): queue(room, seat).version > 0
        default: false
        }
    }

    // MARK: RoomStates

    func room(_ id: RoomID) -> RoomState? { id == self.id ? room : nil }

    func queue(_ room: RoomID, _ seat: Seat) -> QueueState {
        room == id && Int(seat) < queues.count ? queues[Int(seat)] : QueueState()
    }

    func pool(_ id: PoolID) -> PoolState? {
        if let pool, pool.id == id, pools.isFinal(id, before: position) { return pool }
        return pools.pool(id, before: position)
    }

    func dispute(_ id: CaseID) -> CaseState? { cases.dispute(id, before: position) }

    /// The number of ticks in the clock's stream, if the rules count them.
    func ticks(of room: RoomID) -> UInt32 { room == id && rules != Self.rulesOfUncountedClocks ? ticks : 0 }

    /// By these rules a clock had a stream of its own, and the draft's end counted the ticks of the room's alone.
    private static let rulesOfUncountedClocks: UInt16 = 4

    var staff: StaffState { cases.staff(before: position) }

    var erasures: [UInt64: RecordedEvent] { cases.erasures }

    /// The version of the rules by which the next decision was made; 0 if the ledger does not state it.
    var rules: UInt16 { rulesInForce ?? cases.rules(before: position) }

    /// Replaces the rules that the ledger states; nil if nothing does.
    var rulesInForce: UInt16?
}

extension ClockTicked {
    /// How far what it shows is from what was left, in microseconds.
    ///
    /// - Parameters:
    ///   - moment: when it was recorded.
    ///   - deadline: of the clock that it shows, whatever a record says that is.
    /// - Returns: `.max` where the two are further apart than can be counted.
    func error(at moment: Timestamp, until deadline: Timestamp) -> UInt64 {
        let shown = Interval.milliseconds(Int64(remaining))
        let (difference, isBeyond) = shown.microseconds
            .subtractingReportingOverflow((deadline - moment).microseconds)
        return isBeyond ? .max : difference.magnitude
    }
}
