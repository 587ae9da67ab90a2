import Draft
import Ledger
import Records

/// The state that live commands are decided on: `LedgerState`, with those streams in memory that commands asked for
/// lately.
///
/// A decision reads through this, and never waits for the log: what is not in memory is noted as a need, and whoever
/// decides must ask for those (`takeNeeds()`) before using the decision, have them supplied, and decide anew. What must not
/// be put off is read at once (`readsAtOnce`). Not for concurrent use.
final class LiveState: HouseStates {
    var state = LedgerState()
    var seen = SeenCommands()
    var residents = Residents()

    /// What is not in memory is read by who asks for it, while it waits.
    var readsAtOnce = false

    /// What was lacking since the last call of `takeNeeds()`, each once.
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

    /// What went wrong while streams were read since the last call.
    func takeFailure() -> (any Error)? {
        defer { failure = nil }
        return failure
    }

    /// What was lacking since the last call; none where the decision may be used.
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
        if let payment = recorded.event.uniquePayment { depositors[payment] = nil }
        switch recorded.event {
        case .draftCompleted, .roomCancelled, .roomVoided:
            if case .room(let id) = recorded.stream { finished.append(id) }
        default: break
        }
    }

    /// The tournament in whose books or lists of rooms an event counts.
    private func contest(of event: Event, in stream: StreamKey) -> TournamentID? {
        if case .roomOpened(let opened) = event { return opened.tournament }
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
                    .conflict, "What was asked for changes faster than it can be read. Send the command again.")
            }
            return true
        } catch {
            if failure == nil { failure = error }
            return false
        }
    }

    /// Takes in what was read for a need.
    ///
    /// - Returns: false where it lacks events that are on their way to the disk, or have reached it since: it has to be read
    ///   anew.
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
            // What went to the stream while it was read is durable by now.
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

    /// Of a clock's stream the end is enough: on their way to the disk may be ticks that nobody keeps.
    func ticks(of room: RoomID) -> UInt32 {
        if let end = end(of: .clock(room)) { return end.version }
        return holds(.clock(room)) ? end(of: .clock(room))?.version ?? 0 : 0
    }

    var staff: StaffState {
        _ = holds(.staff)
        return state.staff
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
