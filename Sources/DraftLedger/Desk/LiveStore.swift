import Draft
import Ledger
import Platform
import Records

/// The live ledger as what commands are decided on: states that are folded out of the log when they are first asked for,
/// and events that become a request to the ledger's writer.
///
/// Events are folded as the ledger will record them, before it does: the next decision does not wait for the disk.
struct LiveStore: RefusalStore {
    /// Events on their way to the writer.
    struct Staged {
        let request: AppendRequest
        /// As the ledger will have them.
        let recorded: [RecordedEvent]
        /// Those among them that state how many refusals there were.
        let counts: [CountedRefusals]

        /// What is to be told of a step of the clock that they begin with; nil where they begin with none.
        var noticeOfStep: LedgerNotice? {
            guard case .stepped(let step) = recorded.first?.event.service else { return nil }
            guard step.to > step.from else { return .clockSetBack }
            let length = Duration.microseconds((step.to - step.from).microseconds)
            return step.cause == .storage ? .storageRecovered(after: length) : .clockLeapt(by: length)
        }
    }

    /// A pause of all running drafts: while the machine's clock is behind the ledger's, or after a leap until they resume.
    private struct Standstill {
        /// The position of the event that states by how much.
        var position: UInt64
        /// The rooms that were paused with it.
        var rooms: [RoomID]
        /// The leap that it is for; nil if the machine's clock was set back.
        var leap: ClockLeaps.Leap?
    }

    let ledger: Ledger
    let log: EventLog
    private let source: any StateSource
    private let cryptography: LedgerCryptography
    private let schedulerSigner: SchedulerSigner

    let live: LiveState
    var refusals = DeskRefusals()
    /// All requests since the desk last started over: each was decided on what those before it will have made.
    private(set) var chain = AppendChain()
    private(set) var lastRecordedAt: Int64 = .min
    private(set) var nextPosition: UInt64 = 0
    private var writer: RecordWriter
    /// Reacts to steps and gaps of the machine's clock.
    private(set) var leaps = ClockLeaps()
    private var standstill: Standstill?
    /// The last one that is over, and where the events stand that ended it: they may come to nothing.
    private var ended: (standstill: Standstill, position: UInt64)?

    init(
        ledger: Ledger, log: EventLog, source: any StateSource, cryptography: LedgerCryptography,
        schedulerSigner: SchedulerSigner
    ) throws {
        self.ledger = ledger
        self.log = log
        self.source = source
        self.cryptography = cryptography
        self.schedulerSigner = schedulerSigner
        writer = RecordWriter(salting: cryptography.saltKey)
        live = LiveState(source: source)
        try readPlace()
    }

    /// Forgets what was decided on events that did not come to be, and what others have appended to.
    ///
    /// - Parameter end: where the log ends as far as it was decided here.
    mutating func beginAnew(at end: UInt64) throws {
        chain = AppendChain()
        do {
            try readPlace()
            let foreign = try ForeignEvents(min(end, nextPosition)..<nextPosition, in: ledger)
            live.beginAnew(at: end, after: foreign)
        } catch {
            live.beginAnew(at: end, after: nil)
            throw error
        }
        if let step = standstill, try !isStored(.clockStepped, at: step.position) {
            standstill = nil
            if let leap = step.leap { leaps.add(leap) }
        }
        if standstill == nil, let ended {
            if try !isStored(.clockStepped, at: ended.standstill.position) {
                if let leap = ended.standstill.leap { leaps.add(leap) }
            } else if try !isStored(.roomResumed, at: ended.position) {
                standstill = ended.standstill
            }
        }
        ended = nil
    }

    private func isStored(_ type: EventType, at position: UInt64) throws -> Bool {
        try log.event(at: position)?.event.type == type
    }

    /// Reads the position of the next event.
    private mutating func readPlace() throws {
        nextPosition = try ledger.size
        live.end = nextPosition
        lastRecordedAt = try ledger.lastRecordedAt ?? .min
    }

    func room(_ id: RoomID) -> RoomState? { live.room(id) }

    var isClosed: Bool { live.system.isClosed }

    func hasEvents(_ stream: StreamKey) -> Bool { live.end(of: stream).map { $0.version > 0 } ?? false }

    /// Whatever it comes to must not be used where it had needs (`LiveState.takeNeeds()`).
    func decide(_ command: Command, origin: CommandOrigin, now: Timestamp) throws -> Decision {
        if case .ledger(.createLedger) = command, nextPosition > 0 {
            return .refused(Refusal(.alreadyExists, "The ledger has its first event."))
        }
        let decision = Draft.decide(command, origin: origin, now: now, state: live, cryptography: cryptography)
        if case .accepted(let events) = decision { live.require(events) }
        if let failure = live.takeFailure() { throw failure }
        if case .accepted(let events) = decision, !live.lacksAnything { try checkSecrets(in: events) }
        return decision
    }

    /// Keeps what is not the secret that a room has committed to from being written: members would find a broken promise
    /// where a key was mixed up.
    private func checkSecrets(in events: [StreamEvent]) throws {
        for event in events {
            guard case .room(let id) = event.stream, let secret = event.event.revealedSecret,
                let commitment = live.room(id)?.commitment, cryptography.sha256(secret.bytes) != commitment
            else { continue }
            throw DraftLedgerError.drawKeyForeign(id)
        }
    }

    /// - Parameter reading: the clock as the decision read it: it is not read again. The machine's may have been set back
    ///   meanwhile, and nothing must seem to have been recorded before it was decided; nor may the counts that stand
    ///   before a decision seem to have come after it.
    mutating func record(_ decided: DecidedEvents, at reading: ClockReading) throws -> Staged {
        let count = decided.closed.count + decided.events.count + decided.due.count
        var staged = StagedEvents(reserving: count, at: reading)
        for counted in decided.closed { try stage(counted.event, nil, into: &staged) }
        try decided.forEachCaused { try stage($0, $1, into: &staged) }
        for counted in decided.due { try stage(counted.event, nil, into: &staged) }
        return try seal(staged, stating: decided.counts)
    }

    /// Looks at the clock.
    mutating func read(_ clocks: DeskClocks) -> ClockReading {
        let look = clocks.look()
        leaps.note(machine: look.machine, awake: look.awake)
        return ClockReading(machine: look.machine, awake: look.awake, lastRecordedAt: lastRecordedAt)
    }

    /// Notes that events could not be stored, or not in time. No draft counts the time since the last record that was.
    ///
    /// Only a service that runs clocks is told: programs that merely write have no member who waits.
    mutating func noteStorageFailure() { leaps.add(ClockLeaps.Leap(start: lastRecordedAt, cause: .storage)) }

    /// Pauses every draft when the machine's clock is found to have been set back, and resumes them with the time that
    /// they had when it has caught up; where it leapt forward, pauses them as of the leap, and resumes them at once. Each in
    /// one append, to be handed to the writer before anything else is decided: to be called until it returns nil.
    ///
    /// - Returns: nil if there is nothing to do, as nearly always, or if there are needs (`LiveState.takeNeeds()`): then
    ///   nothing must be decided until they are supplied and this is called again.
    mutating func followClock(at reading: ClockReading) throws -> Staged? {
        guard live.holds(.system) else { return nil }
        guard !isClosed else {
            // A closed ledger has no draft that could lose time.
            leaps.settle()
            return nil
        }
        if var leap = leaps.pending {
            // A record shows that the ledger could record at its moment.
            leap.start = max(leap.start, lastRecordedAt)
            // Drafts that are paused already lose nothing by a leap.
            if standstill == nil, reading.machine - leap.start > leap.shortest {
                return try beginStandstill(at: reading, after: leap)
            }
            leaps.settle()
        }
        if let standstill, reading.machine >= lastRecordedAt { return try end(standstill, at: reading) }
        if reading.isSetBack, standstill == nil { return try beginStandstill(at: reading) }
        live.running.end()
        return nil
    }

    /// - Parameter leap: the leap that is the reason; nil if the machine's clock was set back.
    private mutating func beginStandstill(at reading: ClockReading, after leap: ClockLeaps.Leap? = nil) throws
        -> Staged?
    {
        guard let rooms = live.runningRooms() else {
            if let failure = live.takeFailure() { throw failure }
            return nil
        }
        if rooms.isEmpty, leap?.cause == .storage {
            // No draft has a clock that anybody could have lost time on.
            live.running.end()
            leaps.settle()
            return nil
        }
        let moment = Timestamp(microseconds: leap?.start ?? reading.recordedAt)
        var staged = StagedEvents(reserving: 1 + rooms.count, at: reading)
        let step = ClockStepped(
            from: moment, to: Timestamp(microseconds: reading.machine),
            cause: leap?.cause == .storage ? .storage : nil)
        try stage(StreamEvent(.system, .clockStepped(step)), nil, into: &staged)
        let reason: Wording =
            switch leap?.cause {
            case nil: "The machine's clock was set back."
            case .clock: "The machine was suspended, the service stopped, or the clock leapt forward."
            case .storage: "The ledger could not store anything: the disk was full, failed, or was too slow."
            }
        for room in rooms {
            try stage(.room(room, .pauseRoom(kind: .outage, reason: reason)), at: moment, into: &staged)
        }
        if live.lacksAnything { return nil }
        live.running.end()
        if leap != nil { leaps.settle() }
        standstill = Standstill(position: nextPosition, rooms: rooms, leap: leap)
        return try seal(staged, stating: [])
    }

    private mutating func end(_ standstill: Standstill, at reading: ClockReading) throws -> Staged? {
        guard live.hold(standstill.rooms) else {
            if let failure = live.takeFailure() { throw failure }
            return nil
        }
        let moment = Timestamp(microseconds: reading.recordedAt)
        var staged = StagedEvents(reserving: standstill.rooms.count, at: reading)
        for room in standstill.rooms where live.room(room)?.pause?.kind == .outage {
            try stage(.room(room, .resumeRoom), at: moment, into: &staged)
        }
        if live.lacksAnything { return nil }
        self.standstill = nil
        guard !staged.recorded.isEmpty else { return nil }
        ended = (standstill, nextPosition)
        return try seal(staged, stating: [])
    }

    /// States that this node leads from here on: the first event of a leader. Nothing of earlier decisions may be on its way.
    ///
    /// Failures and pauses that this node knew of are of an earlier term, or of its time as a follower: the start of the clocks
    /// gives back the time since the last record.
    mutating func takeLead(_ epoch: UInt64, of node: String, at reading: ClockReading) throws -> Staged {
        leaps.settle()
        (standstill, ended) = (nil, nil)
        var staged = StagedEvents(reserving: 1, at: reading)
        let since = lastRecordedAt == .min ? reading.recordedAt : lastRecordedAt
        let changed = LeaderChanged(epoch: epoch, node: node, since: Timestamp(microseconds: since))
        try stage(StreamEvent(.system, .leaderChanged(changed)), nil, into: &staged)
        return try seal(staged, stating: [])
    }

    /// Returns the automatic steps of a room.
    ///
    /// - Parameter moment: the time of its record, or an earlier one.
    private mutating func stage(
        _ command: Command, at moment: Timestamp, into staged: inout StagedEvents
    ) throws {
        var origin = CommandOrigin(
            occurredAt: moment, actor: .scheduler, commandID: .random(), fingerprint: command.fingerprint)
        if schedulerSigner.isSet {
            let staff = live.staff
            origin = try schedulerSigner.signing(
                command, origin, as: schedulerSigner.person(asOf: staff.version) { staff })
        }
        guard case .accepted(let events) = try decide(command, origin: origin, now: staged.recordedAt) else { return }
        for event in events { try stage(event, origin, into: &staged) }
    }

    /// Makes a request of events, and folds them.
    private mutating func seal(_ staged: StagedEvents, stating counts: [CountedRefusals]) throws -> Staged {
        let reading = staged.reading
        let request = AppendRequest(
            records: staged.batch, recordedAt: .at(reading.recordedAt), expectedSize: nextPosition, statesPlaces: true,
            chain: chain)
        fold(staged.recorded, until: reading.recordedAt)
        return Staged(request: request, recorded: staged.recorded, counts: counts)
    }

    private mutating func fold(_ recorded: [RecordedEvent], until time: Int64) {
        lastRecordedAt = time
        nextPosition += UInt64(recorded.count)
        live.end = nextPosition
        for event in recorded { live.fold(event) }
    }

    /// The event is folded under the place that it is given here. Its record states that place, for the ledger's writer
    /// to hold against its own: it refuses a request that was folded otherwise than it would be recorded.
    private mutating func stage(
        _ event: StreamEvent, _ origin: CommandOrigin?, into staged: inout StagedEvents
    ) throws {
        let before = staged.recorded.last { $0.stream == event.stream }
        let head =
            try before.map { StreamEnd(version: $0.version, position: $0.position) } ?? live.end(of: event.stream)
            // Counts of refusals go to streams of which nothing is in memory, nor on its way, and what is shown of a clock.
            ?? source.end(of: event.stream)
        var recorded = RecordedEvent(
            position: nextPosition + UInt64(staged.recorded.count), stream: event.stream, version: head.version + 1,
            previous: head.position, recordedAt: staged.recordedAt, origin: origin, event: event.event)
        try writer.write(
            event.event, stream: event.stream, origin: origin, place: (recorded.version, recorded.previous))
        recorded.salt = writer.salt
        writer.withBytes { staged.batch.append($0) }
        staged.recorded.append(recorded)
    }
}

/// The events of a request, as records and as the ledger will have them.
private struct StagedEvents {
    var batch: RecordBatch
    var recorded: [RecordedEvent] = []
    let reading: ClockReading

    var recordedAt: Timestamp { Timestamp(microseconds: reading.recordedAt) }

    init(reserving count: Int, at reading: ClockReading) {
        batch = RecordBatch(reservingRecords: count, bytes: 128 * count)
        self.reading = reading
    }
}

// MARK: - Events that others have appended

/// Returns the streams to which other writers have appended: their states are older than the log.
struct ForeignEvents {
    private(set) var streams: Set<StreamKey> = []

    /// The tournaments in whose books the events count, or whose rooms they open.
    private(set) var contests: Set<TournamentID> = []

    /// Rooms that were opened before, and may have changed their status since.
    private(set) var changedRooms: Set<RoomID> = []

    /// Rooms that were opened: the next one gets another number.
    private(set) var openedRooms: Set<RoomID> = []

    /// Beyond this number of events, all state in memory is read again instead.
    private static let limit: UInt64 = 16_384

    /// - Returns: nil where there are too many.
    init?(_ stretch: Range<UInt64>, in ledger: Ledger) throws {
        guard stretch.upperBound - stretch.lowerBound <= Self.limit else { return nil }
        guard !stretch.isEmpty else { return }
        try ledger.scan(stretch) { position, record in
            try record.withUnsafeBytes { try take(RecordView($0, position: position)) }
            return true
        }
    }

    private mutating func take(_ record: RecordView) throws {
        guard let stream = StreamKey(rawValue: record.stream) else { return }
        streams.insert(stream)
        switch stream {
        case .room(let id):
            if record.templateID == EventType.roomOpened.rawValue {
                openedRooms.insert(id)
                guard case .opened(let opened) = try record.decoded().event.preparation, let contest = opened.tournament
                else { return }
                contests.insert(contest)
            } else if EventType(rawValue: record.templateID)?.traits.contains(.keepsStatus) != true,
                !openedRooms.contains(id)
            {
                changedRooms.insert(id)
            }
        case .wallet, .tournament:
            guard let contest = ContestBooks.contest(of: try record.decoded().event, in: stream) else { return }
            contests.insert(contest)
        default: break
        }
    }
}

// MARK: - Clocks

/// One look at the clock: when a decision is made, and when its events are recorded.
///
/// The ledger's time never runs backwards, the machine's may: it is set back, or records of a time to come were imported.
/// The ledger's time stands still then until the machine's has caught up. That hides the usual jitter of time
/// synchronisation; for longer than that, every draft stands still as well, so that no member loses or gains time. If the
/// machine's clock leaps forward, drafts stood still from the leap on (`ClockLeaps`).
struct ClockReading: DecisionTime {
    /// Steps of the machine's clock up to this, back or forward, are its usual jitter.
    static let jitter: Int64 = 1_000_000

    /// The machine's clock.
    let machine: Int64
    /// Microseconds for which the process could do anything (`DeskClocks.awake`); nil if that is unknown.
    let awake: Int64?
    /// The ledger's clock: not before its last record.
    let recordedAt: Int64

    init(machine: Int64, awake: Int64? = nil, lastRecordedAt: Int64) {
        self.machine = machine
        self.awake = awake
        recordedAt = max(machine, lastRecordedAt)
    }

    /// Whether the machine's clock is noticeably behind the ledger's.
    var isSetBack: Bool { machine < recordedAt - Self.jitter }

    /// When the decision is made: the time of its record, and nothing else.
    var now: Timestamp { Timestamp(microseconds: recordedAt) }
}

/// The clocks that a desk looks at.
struct DeskClocks: Sendable {
    /// The machine's time of day, in microseconds since 1970 UTC. It may be set.
    let machine: @Sendable () -> Int64
    /// Microseconds for which the process could run: the clock is never set, and stands still while the machine is suspended
    /// or the process is stopped (`RunningClock`). Nil where nothing is said of that, and no leap is ever seen.
    let awake: (@Sendable () -> Int64)?

    /// Both at once.
    ///
    /// A thread that is held up between the two looks would take its own rest for the machine's: it looks again then.
    func look() -> (machine: Int64, awake: Int64?) {
        guard let awake else { return (machine(), nil) }
        var before = awake()
        for _ in 0..<Self.looks {
            let (machine, after) = (machine(), awake())
            if after - before <= Self.longestLook { return (machine, after) }
            before = after
        }
        return (machine(), nil)
    }

    private static let looks = 8
    private static let longestLook: Int64 = 10_000
}

/// Detects forward leaps of a machine's clock by comparison with a clock that is never set.
///
/// It is the same whether the time of day was set, the machine was suspended or the process was stopped: by the clock, time
/// has passed in which no member could act. The amount is exact, however seldom the clock is read; to a quarter of a second
/// where the process was stopped.
struct ClockLeaps {
    /// By how much the time of day was ahead of the other clock at the last look.
    private var lead: Int64?

    /// Time in which the ledger recorded nothing, and that no draft is to count.
    struct Leap: Hashable {
        /// The last moment at which the ledger was known to record, in microseconds since 1970.
        var start: Int64
        var cause: ClockStepped.Cause

        /// The shortest leap that drafts are paused for, in microseconds. A commit that fails costs somebody a turn however
        /// short the failure is; clocks jitter.
        var shortest: Int64 { cause == .storage ? 0 : ClockReading.jitter }
    }

    /// The gap of the clock for which drafts have not been paused yet, or nil.
    private(set) var pending: Leap?

    /// Takes in a look at the clocks. Several leaps are one, from the first on.
    mutating func note(machine: Int64, awake: Int64?) {
        guard let awake else { return }
        defer { lead = machine - awake }
        guard let lead, machine - awake - lead > ClockReading.jitter else { return }
        add(Leap(start: awake + lead, cause: .clock))
    }

    /// Marks the leap as handled.
    mutating func settle() { pending = nil }

    /// Adds a leap. Several are one, from the first moment on; storage that failed is its cause if it is one of theirs.
    mutating func add(_ leap: Leap) {
        guard let pending else { return self.pending = leap }
        self.pending = Leap(
            start: min(pending.start, leap.start), cause: pending.cause == .storage ? .storage : leap.cause)
    }
}

/// The time for which a process has run: a clock that is never set, and that stands still while the machine is suspended,
/// and while the process is stopped, as by SIGSTOP, a debugger or the freezing of its container.
///
/// Nothing tells a process that it was stopped. So a thread reads this clock four times a second as long as there is a
/// service, and if it did not for more than a second, the process did not run from the last look on.
package final class RunningClock: Sendable {
    private struct State {
        /// By the machine's clock.
        var lastLook: Int64 = 0
        /// For how long the process did not run.
        var stopped: Int64 = 0
        /// How many see to it that the clock is looked at.
        var beats = 0
    }

    /// Looks at the clock, until it is told not to any more.
    package final class Beat: Sendable {
        private let hasEnded = Guarded(false)
        private let clock: RunningClock
        private let thread = Guarded<DedicatedThread?>(nil)

        fileprivate init(of clock: RunningClock) {
            self.clock = clock
            clock.count(1)
            do {
                let started = try DedicatedThread { self.run() }
                thread.withLock { $0 = started }
            } catch {
                // Without a thread there are no readings: the clock is the machine's then.
                end()
            }
        }

        private func run() {
            while !hasEnded.withLock({ $0 }) {
                _ = clock.now()
                SystemClock.sleep(microseconds: RunningClock.pace)
            }
            // Nobody waits for it.
            thread.withLock { $0 }?.join()
        }

        /// Calls after the first do nothing.
        package func end() {
            let isFirst = hasEnded.withLock { hasEnded in
                defer { hasEnded = true }
                return !hasEnded
            }
            if isFirst { clock.count(-1) }
        }
    }

    /// This process's.
    package static let process = RunningClock(SystemClock.awake)

    /// From one look to the next, in microseconds.
    private static let pace: UInt32 = 250_000
    /// A process that did not look for longer did not run, in microseconds.
    private static let longest: Int64 = 1_000_000

    private let machine: @Sendable () -> Int64
    private let state = Guarded(State())

    /// - Parameter machine: microseconds for which the machine has run.
    package init(_ machine: @escaping @Sendable () -> Int64) { self.machine = machine }

    /// Microseconds. About 50 ns.
    @Sendable
    package func now() -> Int64 {
        state.withLock { state in
            let now = machine()
            if state.beats > 0, now - state.lastLook > Self.longest { state.stopped += now - state.lastLook }
            state.lastLook = now
            return now - state.stopped
        }
    }

    /// Starts checks of the clock.
    package func beat() -> Beat { Beat(of: self) }

    /// Without anybody who looks, silence says nothing.
    fileprivate func count(_ change: Int) {
        _ = now()
        state.withLock { $0.beats += change }
    }
}
