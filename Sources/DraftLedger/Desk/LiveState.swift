import Draft
import Ledger
import Records

/// The state that live commands are decided on: `LedgerState`, with those streams in memory that commands asked for
/// lately.
///
/// A decision reads through this, and never waits for the log: missing state is noted as a need. The
/// caller must take the needs (`takeNeeds()`) before it uses the decision, supply them, and decide again. Urgent state is
/// read at once (`readsAtOnce`). Not for concurrent use.
final class LiveState: HouseStates {
    var state = LedgerState()
    var seen = SeenCommands()
    var residents = Residents()

    /// What is not in memory is read by who asks for it, while it waits.
    var readsAtOnce = false

    /// The needs since the last call of `takeNeeds()`, each once.
    private var needs: [Need] = []
    private var failure: (any Error)?
    private let source: any StateSource

    /// Events on their way to the disk, in order.
    var staged: [StagedEvent] = []
    /// How many of them have reached it.
    var durableCount = 0
    /// The ends of streams that are not in memory and have events on their way.
    var ends: [UInt64: StreamEnd] = [:]

    /// Payments that were looked up, for the commands that wait to know.
    var depositors: [WalletState.PaymentReference: UserID?] = [:]
    /// How often wallets with deposits were dropped: what was looked up before may lack those.
    var droppedDeposits = 0
    var knowsNextRoom = false
    /// The end of the log as far as it was decided here.
    var end: UInt64 = 0
    /// The closing of the ledger as it was read last, and the end of the log then.
    private var lastClosing: (end: UInt64, closing: LedgerClosing)?
    /// What is known of the rooms whose clocks run, while somebody wants to know.
    var running = RunningRooms()

    /// Rooms in memory whose drafts are over, in the order in which they were found to be.
    var finished: [RoomID] = []

    /// An event on its way to the disk, and the tournament that it counts in.
    struct StagedEvent {
        let position: UInt64
        let stream: StreamKey
        let version: UInt32
        let contest: TournamentID?
    }

    init(source: any StateSource) { self.source = source }

    /// The error of reading streams since the last call.
    func takeFailure() -> (any Error)? {
        defer { failure = nil }
        return failure
    }

    /// Returns the needs since the last call; empty if the decision may be used.
    func takeNeeds() -> [Need] {
        defer { needs = [] }
        return needs
    }

    /// Whether anything was lacking since the last call of `takeNeeds()`.
    var lacksAnything: Bool { !needs.isEmpty }

    /// Notes what events of a decision need in memory: their streams, and the tournaments in whose books or lists of rooms
    /// they count. Folded from the log later, those would lack the events until they are durable. What is shown of a clock
    /// amounts to nothing: of its stream the end is enough.
    func require(_ events: [StreamEvent]) {
        for event in events {
            if case .clock = event.stream { continue }
            _ = holds(event.stream)
            if let contest = contest(of: event.event, in: event.stream) { _ = holds(.tournament(contest)) }
        }
    }

    /// Folds an event that the ledger is about to get. Of streams that are not in memory only the end is kept.
    func fold(_ recorded: RecordedEvent) {
        let contest = contest(of: recorded.event, in: recorded.stream)
        staged.append(
            StagedEvent(
                position: recorded.position, stream: recorded.stream, version: recorded.version, contest: contest))
        guard residents.contains(recorded.stream) else {
            ends[recorded.stream.rawValue] = StreamEnd(version: recorded.version, position: recorded.position)
            return
        }
        state.fold(recorded)
        seen.fold(recorded)
        residents.advance(recorded)
        if let contest { residents.touch(.tournament(contest), at: recorded.position) }
        if case .wallet = recorded.stream, let payment = recorded.event.uniquePayment { depositors[payment] = nil }
        if recorded.event.traits.contains(.endsRoom), case .room(let id) = recorded.stream { finished.append(id) }
    }

    /// The tournament in whose books or lists of rooms an event counts.
    private func contest(of event: Event, in stream: StreamKey) -> TournamentID? {
        if case .opened(let opened) = event.preparation { return opened.tournament }
        if case .room(let id) = stream { return state.room(id)?.tournament }
        return ContestBooks.contest(of: event, in: stream)
    }
}

extension LiveState {
    /// Whether a stream is in memory. One that is not is a need.
    func holds(_ stream: StreamKey) -> Bool {
        if residents.use(stream) { return true }
        if case .room(let id) = stream, knowsNextRoom, id >= state.nextRoom {
            residents.add(LoadedStream(blank: stream))
            return true
        }
        return read(.stream(stream))
    }

    /// - Returns: whether it is known now.
    func read(_ need: Need) -> Bool {
        guard readsAtOnce else {
            if !needs.contains(need) { needs.append(need) }
            return false
        }
        do {
            guard adopt(try source.supply(need)) else {
                throw DraftLedgerError(
                    .conflict, "The state changes faster than it can be read. Send the command again.")
            }
            return true
        } catch {
            fail(error)
            return false
        }
    }

    private func fail(_ error: any Error) { failure = failure ?? error }

    /// Takes in what was read for a need.
    ///
    /// - Returns: false if it lacks events that are on their way to the disk or reached it since: it must be read
    ///   again.
    func adopt(_ supply: Supply) -> Bool {
        switch supply {
        case .stream(let loaded): return adopt(loaded)
        case .depositor(let payment, let user):
            if depositors.count >= 4_096 { depositors = [:] }
            depositors[payment] = .some(user)
        case .nextRoom(let next):
            state.adopt(nextRoom: next)
            knowsNextRoom = true
        case .runningRooms(let rooms, let look): running.add(rooms, look: look)
        case .closing(let closing, let end): lastClosing = (end, closing)
        case .rooms(let rooms): return rooms.allSatisfy(adopt)
        }
        return true
    }

    private func adopt(_ loaded: LoadedStream) -> Bool {
        // It may have been read at once meanwhile, and have got further since.
        if residents.contains(loaded.stream) { return true }
        if let end = ends[loaded.stream.rawValue] {
            guard end.version == loaded.version else { return false }
            ends[loaded.stream.rawValue] = nil
        } else {
            let durable = try? source.end(of: loaded.stream)  // where it cannot be read, the next read says so
            // Events appended while the stream was read are durable by now.
            if let durable, durable.version != loaded.version { return false }
        }
        state.adopt(loaded)
        seen.adopt(loaded.marks, of: loaded.stream)
        residents.add(loaded)
        if case .room(let room?) = loaded.state, room.status.isTerminal { finished.append(room.id) }
        return true
    }

    /// Which command has left its mark where, in one of two streams; nil for a command that is new in both.
    ///
    /// Its own mark goes before that of another command with its id: what a stream that there was not had to refuse stands
    /// in the ledger's own, and a later reuse of the id in the stream itself.
    func mark(
        of origin: CommandOrigin, in anchor: StreamKey
    ) -> (outcome: SeenCommands.Outcome, isConflict: Bool)? {
        var conflict: SeenCommands.Outcome?
        for stream in [anchor, .system] where holds(stream) {
            switch seen.verdict(on: origin, in: stream) {
            case .new: continue
            case .retry(let outcome): return (outcome, false)
            case .conflict(let outcome): conflict = conflict ?? outcome
            }
        }
        return conflict.map { ($0, true) }
    }

    /// The end of a stream, for the header of its next event; nil where it has to be asked of the log.
    func end(of stream: StreamKey) -> StreamEnd? { residents.head(of: stream) ?? ends[stream.rawValue] }
}

extension LedgerState {
    /// Takes over what a stream amounts to.
    fileprivate mutating func adopt(_ loaded: LoadedStream) {
        switch (loaded.stream, loaded.state) {
        case (_, .room(let room?)): adopt(room)
        case (.queue(let room, let seat), .queue(let queue)): adopt(queue, of: room, seat)
        case (.clock(let room), .clock(let ticks)): adopt(ticks: ticks, of: room)
        case (_, .pool(let pool?)): adopt(pool)
        case (_, .tournament(let contest?)):
            adopt(
                contest.tournament, books: contest.books, waiting: contest.waiting, counting: contest.counting)
        case (.wallet(let user), .wallet(let wallet)): adopt(wallet, of: user)
        case (.user(let id), .user(let user)): adopt(user, as: id)
        case (.dispute(let id), .dispute(let dispute?)): adopt(dispute, as: id)
        case (_, .staff(let staff)): adopt(staff)
        case (_, .system(let system)): adopt(system)
        case (.measure(let id), .measure(let measure?)): adopt(measure, as: id)
        case (_, .season(let season?)): adopt(season)
        case (_, .aliases(let aliases)): adopt(aliases)
        case (_, .notes(let notes?)): adopt(notes)
        default: break
        }
    }
}

// MARK: HouseStates

extension LiveState {
    func room(_ id: RoomID) -> RoomState? { holds(.room(id)) ? state.room(id) : nil }

    func queue(_ room: RoomID, _ seat: Seat) -> QueueState {
        _ = holds(.queue(room, seat))
        return state.queue(room, seat)
    }

    func pool(_ id: PoolID) -> PoolState? { holds(.pool(id)) ? state.pool(id) : nil }

    func tournament(_ id: TournamentID) -> TournamentState? { holds(.tournament(id)) ? state.tournament(id) : nil }

    func books(_ tournament: TournamentID) -> ContestBooks {
        _ = holds(.tournament(tournament))
        return state.books(tournament)
    }

    func wallet(_ user: UserID) -> WalletState {
        _ = holds(.wallet(user))
        return state.wallet(user)
    }

    func user(_ user: UserID) -> UserState {
        _ = holds(.user(user))
        return state.user(user)
    }

    func dispute(_ id: CaseID) -> CaseState? { holds(.dispute(id)) ? state.dispute(id) : nil }

    /// Of a clock's stream the end is enough: ticks that are not kept may be on their way to the disk.
    func ticks(of room: RoomID) -> UInt32 {
        if let end = end(of: .clock(room)) { return end.version }
        return holds(.clock(room)) ? end(of: .clock(room))?.version ?? 0 : 0
    }

    var staff: StaffState {
        _ = holds(.staff)
        return state.staff
    }

    var system: SystemState {
        _ = holds(.system)
        return state.system
    }

    /// Whether the closing was read, as of whatever end of the log.
    var hasReadClosing: Bool { lastClosing != nil }

    /// It is read again until nothing was decided since. The last time, the desk waits for it.
    var closing: LedgerClosing {
        if lastClosing?.end != end, read(.closing), lastClosing?.end != end {
            fail(
                DraftLedgerError(
                    .conflict, "The ledger changed while its closing balances were read. Send the command again."))
        }
        return lastClosing?.closing ?? LedgerClosing()
    }

    func measure(_ id: MeasureID) -> MeasureState? { holds(.measure(id)) ? state.measure(id) : nil }

    func season(_ id: SeasonID) -> SeasonState? { holds(.season(id)) ? state.season(id) : nil }

    var aliases: AliasState {
        _ = holds(.aliases)
        return state.aliases
    }

    func notes(_ id: SeasonID) -> NotesState? { holds(.notes(id)) ? state.notes(id) : nil }

    func depositor(of payment: WalletState.PaymentReference) -> UserID? {
        if let user = state.depositor(of: payment) { return user }
        if let known = depositors[payment] { return known }
        guard read(.payment(payment)) else { return nil }
        return depositors[payment] ?? nil
    }

    func waitingRooms(of tournament: TournamentID) -> [RoomID] {
        _ = holds(.tournament(tournament))
        return state.waitingRooms(of: tournament)
    }

    func countdownRooms(of tournament: TournamentID) -> [RoomID] {
        _ = holds(.tournament(tournament))
        return state.countdownRooms(of: tournament)
    }

    var nextRoom: RoomID {
        if !knowsNextRoom { _ = read(.nextRoom) }
        return state.nextRoom
    }
}

// MARK: - Forgetting

/// The states that leave memory, and the conditions.
extension LiveState {
    /// The number of finished rooms that stay in memory for further reads.
    private static let finishedLimit = 32

    /// Evicts what is not needed in memory: rooms that are over, and the least recently used streams.
    ///
    /// - Parameters:
    ///   - end: the end of the durable log. What was made of later events stays: the log would tell less.
    ///   - limit: how many bytes may stay.
    func tidy(durableBelow end: UInt64, limit: Int) {
        while durableCount < staged.count, staged[durableCount].position < end {
            let stream = staged[durableCount].stream.rawValue
            if let position = ends[stream]?.position, position < end { ends[stream] = nil }
            durableCount += 1
        }
        if durableCount * 2 > staged.count {
            staged.removeFirst(durableCount)
            durableCount = 0
        }
        while finished.count > Self.finishedLimit, let room = finished.first {
            guard isDurable(room, below: end) else { break }
            finished.removeFirst()
            forget(room)
        }
        for stream in residents.sweep(to: limit, durableBelow: end, steps: 256) { drop(stream) }
    }

    private func isDurable(_ id: RoomID, below end: UInt64) -> Bool {
        guard let room = state.room(id) else { return true }
        return residents.isDurable(.room(id), below: end)
            && room.members.indices.allSatisfy { residents.isDurable(.queue(id, Seat($0)), below: end) }
    }

    /// Drops a room that is over, its queues and its clock.
    private func forget(_ id: RoomID) {
        guard let room = state.room(id), room.status.isTerminal else { return }
        for seat in room.members.indices { drop(.queue(id, Seat(seat))) }
        drop(.clock(id))
        drop(.room(id))
    }

    /// Takes a stream out of memory.
    private func drop(_ stream: StreamKey) {
        if case .wallet(let user) = stream, !state.wallet(user).deposits.isEmpty { droppedDeposits += 1 }
        residents.remove(stream)
        state.drop(stream)
        seen.forget(stream)
    }

    /// Forgets all that events have to do with that did not come to be, or that somebody else has appended.
    ///
    /// - Parameters:
    ///   - end: where the log ends as far as it was decided here.
    ///   - foreign: what others have appended since; nil where that is too much to look at.
    func beginAnew(at end: UInt64, after foreign: ForeignEvents?) {
        depositors = [:]
        ends = [:]
        lastClosing = nil
        running.end()
        let undone = staged.filter { $0.position >= end }
        staged = []
        durableCount = 0
        guard let foreign else {
            state = LedgerState()
            seen = SeenCommands()
            residents = Residents()
            finished = []
            knowsNextRoom = false
            return
        }
        var contests = foreign.contests.union(undone.compactMap(\.contest))
        for room in foreign.changedRooms {
            if let contest = state.room(room)?.tournament { contests.insert(contest) }
        }
        if !foreign.changedRooms.allSatisfy({ residents.contains(.room($0)) }) { dropContests() }
        // In an order of their own: whose places are free first decides who is let go first later on.
        let streams = foreign.streams.union(undone.map(\.stream)).union(contests.map { .tournament($0) })
        for stream in streams.sorted(by: { $0.rawValue < $1.rawValue }) { drop(stream) }
        if !foreign.openedRooms.isEmpty || undone.contains(where: \.opensRoom) {
            state.forgetNextRoom()
            knowsNextRoom = false
        }
    }

    /// Of a room that is not in memory it is not known whose it is.
    private func dropContests() {
        var contests: [StreamKey] = []
        residents.forEach { if case .tournament = $0 { contests.append($0) } }
        contests.forEach(drop)
    }
}

extension LiveState.StagedEvent {
    fileprivate var opensRoom: Bool {
        if case .room = stream { version == 1 } else { false }
    }
}

// MARK: - Rooms whose clocks run

/// The rooms whose clocks run, which all stand still while the machine's clock is behind the ledger's.
struct RunningRooms {
    /// How often they were looked for. What was read for an earlier look lacks rooms that have started since.
    private var look = 0
    /// The rooms in memory that were running when the look began, which the log need not have yet.
    private var inMemory: Set<RoomID>?
    /// Those that the log has.
    private var durable: [RoomID]?

    /// What is to be read.
    var need: Need { .runningRooms(look: look) }

    /// All of them, and perhaps some that stand still meanwhile; nil where that has to be read first.
    var all: Set<RoomID>? { durable.map { (inMemory ?? []).union($0) } }

    /// Begins a look, if none has begun.
    mutating func begin(_ rooms: @autoclosure () -> Set<RoomID>) {
        if inMemory == nil { inMemory = rooms() }
    }

    /// Takes in what was read.
    mutating func add(_ rooms: [RoomID], look: Int) {
        if look == self.look, inMemory != nil { durable = rooms }
    }

    /// Ends the look: from here on rooms may start.
    mutating func end() {
        guard inMemory != nil else { return }
        look += 1
        inMemory = nil
        durable = nil
    }
}

extension LiveState {
    /// The rooms whose clocks run, in order; nil where it takes reading to tell. Between the first call and
    /// `running.end()` nothing must be decided.
    func runningRooms() -> [RoomID]? {
        // States that leave memory from now on are durable, and are still running or were in memory until now.
        running.begin(Set(state.rooms.values.lazy.filter { $0.runningClock != nil }.map(\.id)))
        if running.all == nil, !read(running.need) { return nil }
        guard let rooms = running.all?.sorted(), hold(rooms) else { return nil }
        return rooms.filter { state.room($0)?.runningClock != nil }
    }

    /// Whether rooms are all in memory. Those that are not are one need.
    func hold(_ rooms: [RoomID]) -> Bool {
        let absent = rooms.filter { !residents.use(.room($0)) }
        return absent.isEmpty || read(.rooms(absent))
    }
}

// MARK: - The streams in memory

/// Which streams are in memory, how far each of them is, and which of them can go.
///
/// *CLOCK*: a hand goes round over the streams, evicts streams that were not used since it last passed, and so
/// approximates the eviction of the least recently used, at some nanoseconds a use.
struct Residents {
    fileprivate struct Resident {
        var stream: StreamKey
        /// 0 for a stream without events.
        var version: UInt32
        /// The position of the last event.
        var position: UInt64?
        /// The last event that the state was made with, of whatever stream; it may be on its way to the disk.
        var newest: UInt64?
        var size: Int
        var isUsed = true
        /// A place that is free may have been another stream's.
        var isPresent = true
    }

    private var places: [UInt64: Int] = [:]
    private var residents: [Resident] = []
    private var free: [Int] = []
    private var hand = 0
    /// Streams that were added since the last sweep.
    private var added = 0

    /// About how many bytes all of them take.
    private(set) var size = 0

    /// How many streams there are.
    var count: Int { places.count }

    /// Notes that a stream is used.
    ///
    /// - Returns: false for one that is not in memory.
    mutating func use(_ stream: StreamKey) -> Bool {
        guard let place = places[stream.rawValue] else { return false }
        residents[place].isUsed = true
        return true
    }

    func contains(_ stream: StreamKey) -> Bool { places[stream.rawValue] != nil }

    /// How far a stream is; nil for one that is not in memory.
    func head(of stream: StreamKey) -> StreamEnd? {
        places[stream.rawValue].map { StreamEnd(version: residents[$0].version, position: residents[$0].position) }
    }

    mutating func add(_ loaded: LoadedStream) {
        let resident = Resident(
            stream: loaded.stream, version: loaded.version, position: loaded.position, size: loaded.size)
        size += resident.size
        added += 1
        if let place = free.popLast() {
            residents[place] = resident
            places[loaded.stream.rawValue] = place
        } else {
            places[loaded.stream.rawValue] = residents.count
            residents.append(resident)
        }
    }

    /// Moves a stream to its next event.
    mutating func advance(_ recorded: RecordedEvent) {
        guard let place = places[recorded.stream.rawValue] else { return }
        residents[place].version = recorded.version
        residents[place].position = recorded.position
        residents[place].newest = recorded.position
        let growth = recorded.origin == nil ? 0 : LoadedStream.markSize
        residents[place].size += growth
        size += growth
    }

    /// Notes that the state of a stream has taken in an event of another one.
    mutating func touch(_ stream: StreamKey, at position: UInt64) {
        if let place = places[stream.rawValue] { residents[place].newest = position }
    }

    mutating func remove(_ stream: StreamKey) {
        guard let place = places.removeValue(forKey: stream.rawValue) else { return }
        size -= residents[place].size
        residents[place].isPresent = false
        free.append(place)
    }

    /// Whether all events of a stream are durable, so that it can be read again from the log.
    func isDurable(_ stream: StreamKey, below end: UInt64) -> Bool {
        places[stream.rawValue].map { residents[$0].newest.map { $0 < end } ?? true } ?? true
    }

    /// Lets streams go while there is more than fits, looking at a few at a time: at four for every one that was added
    /// since, so that it keeps up with a flood of new ones, each of which is let go at the second look.
    ///
    /// - Parameters:
    ///   - limit: how many bytes may stay.
    ///   - end: the end of the durable log.
    ///   - steps: how many streams to look at beyond those.
    /// - Returns: those that are not here any more.
    mutating func sweep(to limit: Int, durableBelow end: UInt64, steps: Int) -> [StreamKey] {
        guard size > limit, !residents.isEmpty else {
            added = 0
            return []
        }
        // Those that were not durable when they were looked at are come back to.
        let steps = steps + 4 * added + (size - limit > limit / 4 ? residents.count / 8 : 0)
        added = 0
        var idle: [StreamKey] = []
        var excess = size - limit
        for _ in 0..<min(steps, 2 * residents.count) where excess > 0 {
            hand = hand + 1 < residents.count ? hand + 1 : 0
            let resident = residents[hand]
            guard resident.isPresent, !resident.isPinned, resident.newest.map({ $0 < end }) ?? true else { continue }
            residents[hand].isUsed = false
            if resident.isUsed { continue }
            idle.append(resident.stream)
            excess -= resident.size
            remove(resident.stream)
        }
        return idle
    }

    /// Calls `body` with every stream, in no order.
    func forEach(_ body: (StreamKey) -> Void) {
        for resident in residents where resident.isPresent { body(resident.stream) }
    }
}

extension Residents.Resident {
    /// The operator's states: few, large, and used by everybody.
    fileprivate var isPinned: Bool {
        switch stream {
        case .system, .staff: true
        case .pool, .tournament: version > 0
        default: false
        }
    }
}

/// How far a stream is.
struct StreamEnd: Hashable, Sendable {
    /// 0 for a stream without events.
    var version: UInt32
    /// The position of the last event.
    var position: UInt64?

    init(version: UInt32, position: UInt64?) {
        self.version = version
        self.position = position
    }

    /// As the ledger has it; nil for a stream without events.
    init(_ head: StreamHead?) { self.init(version: head?.version ?? 0, position: head?.position) }
}
