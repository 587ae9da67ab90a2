import Draft

/// Where the states of streams come from when a command first touches them.
protocol StateSource {
    /// The stream's events, in order.
    func events(of stream: StreamKey) throws -> [RecordedEvent]

    /// A tournament's books, and its rooms that wait and that count down, in order.
    func contest(_ id: TournamentID) throws -> (books: ContestBooks, waiting: [RoomID], counting: [RoomID])

    /// In whose wallet a provider's deposit was recorded first; nil for one that was not.
    func depositor(of payment: WalletState.PaymentReference) throws -> UserID?

    /// The rooms that were drafting when the projections were written last.
    func runningRooms() throws -> [RoomID]

    /// One more than the largest room number in use.
    func nextRoom() throws -> RoomID
}

/// The state that live commands are decided on: `LedgerState`, with each stream folded in when it is first asked for.
///
/// A decision reads through this synchronously. A stream that cannot be read is reported by `takeFailure()`, which
/// whoever decides must ask before using the decision. Not for concurrent use.
final class LiveState: HouseStates {
    private(set) var state = LedgerState()
    private(set) var seen = SeenCommands()

    /// The version of every stream in memory, 0 for one without events.
    private var versions: [UInt64: UInt32] = [:]
    private var lastPositions: [UInt64: UInt64] = [:]
    private let source: any StateSource
    private var failure: (any Error)?
    private var knowsNextRoom = false

    init(source: any StateSource) { self.source = source }

    /// The head of a stream, for the header of its next event.
    func head(of stream: StreamKey) -> (version: UInt32, position: UInt64?) {
        load(stream)
        return (versions[stream.rawValue] ?? 0, lastPositions[stream.rawValue])
    }

    /// What went wrong while streams were read since the last call.
    func takeFailure() -> (any Error)? {
        defer { failure = nil }
        return failure
    }

    /// Folds an event that the ledger is about to get.
    ///
    /// What the event counts in has to be in memory before: folded from the log later, it would lack the event until
    /// that is durable.
    func fold(_ recorded: RecordedEvent) {
        load(recorded.stream)
        if let contest = contest(of: recorded) { load(.tournament(contest)) }
        state.fold(recorded)
        note(recorded)
    }

    /// The rooms whose clocks run, in order. Reads all of them into memory.
    func runningRooms() throws -> [RoomID] {
        let known = Set(try source.runningRooms()).union(state.rooms.keys)
        return known.filter { room($0)?.runningClock != nil }.sorted()
    }

    /// The tournament in whose books or lists of rooms an event counts.
    private func contest(of recorded: RecordedEvent) -> TournamentID? {
        if case .roomOpened(let opened) = recorded.event { return opened.tournament }
        if case .room(let id) = recorded.stream { return state.room(id)?.tournament }
        return ContestBooks.contest(of: recorded.event, in: recorded.stream)
    }

    /// Drops a finished room from memory.
    func forget(room id: RoomID) {
        guard let room = state.room(id), state.forget(room: id) else { return }
        forget(.room(id))
        for seat in room.members.indices { forget(.queue(id, Seat(seat))) }
    }

    private func forget(_ stream: StreamKey) {
        versions[stream.rawValue] = nil
        lastPositions[stream.rawValue] = nil
        seen.forget(stream)
    }

    private func note(_ recorded: RecordedEvent) {
        versions[recorded.stream.rawValue] = recorded.version
        lastPositions[recorded.stream.rawValue] = recorded.position
        seen.fold(recorded)
    }

    /// Folds a stream into memory unless it is there.
    func load(_ stream: StreamKey) {
        guard versions[stream.rawValue] == nil else { return }
        do {
            let events = try source.events(of: stream)
            versions[stream.rawValue] = 0
            try adopt(stream, events)
            events.forEach(note)
        } catch {
            if failure == nil { failure = error }
        }
    }

    private func adopt(_ stream: StreamKey, _ events: [RecordedEvent]) throws {
        switch stream {
        case .room: if let room = RoomState.folding(events) { state.adopt(room) }
        case .queue(let id, let seat): state.adopt(QueueState.folding(events), of: id, seat)
        case .pool: if let pool = PoolState.folding(events) { state.adopt(pool) }
        case .wallet(let user): state.adopt(WalletState.folding(events), of: user)
        case .user(let user): state.adopt(UserState.folding(events), as: user)
        case .dispute(let id): if let dispute = CaseState.folding(events) { state.adopt(dispute, as: id) }
        case .staff: state.adopt(StaffState.folding(events))
        case .measure(let id): if let measure = MeasureState.folding(events) { state.adopt(measure, as: id) }
        case .tournament(let id):
            guard let tournament = TournamentState.folding(events) else { return }
            let contest = try source.contest(id)
            state.adopt(tournament, books: contest.books, waiting: contest.waiting, counting: contest.counting)
        case .system: break
        }
    }

    // MARK: HouseStates

    func room(_ id: RoomID) -> RoomState? {
        load(.room(id))
        return state.room(id)
    }

    func queue(_ room: RoomID, _ seat: Seat) -> QueueState {
        load(.queue(room, seat))
        return state.queue(room, seat)
    }

    func pool(_ id: PoolID) -> PoolState? {
        load(.pool(id))
        return state.pool(id)
    }

    func tournament(_ id: TournamentID) -> TournamentState? {
        load(.tournament(id))
        return state.tournament(id)
    }

    func books(_ tournament: TournamentID) -> ContestBooks {
        load(.tournament(tournament))
        return state.books(tournament)
    }

    func wallet(_ user: UserID) -> WalletState {
        load(.wallet(user))
        return state.wallet(user)
    }

    func user(_ user: UserID) -> UserState {
        load(.user(user))
        return state.user(user)
    }

    func dispute(_ id: CaseID) -> CaseState? {
        load(.dispute(id))
        return state.dispute(id)
    }

    var staff: StaffState {
        load(.staff)
        return state.staff
    }

    func measure(_ id: MeasureID) -> MeasureState? {
        load(.measure(id))
        return state.measure(id)
    }

    func depositor(of payment: WalletState.PaymentReference) -> UserID? {
        if let user = state.depositor(of: payment) { return user }
        do {
            return try source.depositor(of: payment)
        } catch {
            if failure == nil { failure = error }
            return nil
        }
    }

    func waitingRooms(of tournament: TournamentID) -> [RoomID] {
        load(.tournament(tournament))
        return state.waitingRooms(of: tournament)
    }

    func countdownRooms(of tournament: TournamentID) -> [RoomID] {
        load(.tournament(tournament))
        return state.countdownRooms(of: tournament)
    }

    var nextRoom: RoomID {
        if !knowsNextRoom {
            do {
                state.adopt(nextRoom: try source.nextRoom())
                knowsNextRoom = true
            } catch {
                if failure == nil { failure = error }
            }
        }
        return state.nextRoom
    }
}
