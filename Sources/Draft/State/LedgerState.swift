/// The state of a whole ledger in memory: folds every event, answers every question that a decision asks.
///
/// Folding is in place: a pick touches its room's own storage and nothing else, whatever the number of rooms. Copying
/// the whole value is cheap until either copy changes. What is big and finished can be dropped (`forget(room:)`).
public struct LedgerState: Sendable {
    /// Rooms in memory.
    public internal(set) var rooms: [RoomID: RoomState] = [:]
    /// By the stream's `rawValue`.
    var queues: [UInt64: QueueState] = [:]
    /// How many ticks the stream of each clock has.
    var clocks: [RoomID: UInt32] = [:]
    public internal(set) var pools: [PoolID: PoolState] = [:]
    public internal(set) var tournaments: [TournamentID: TournamentState] = [:]
    var contestBooks: [TournamentID: ContestBooks] = [:]
    public internal(set) var wallets: [UserID: WalletState] = [:]
    public internal(set) var users: [UserID: UserState] = [:]
    public internal(set) var disputes: [CaseID: CaseState] = [:]
    public internal(set) var staff = StaffState()
    public internal(set) var measures: [MeasureID: MeasureState] = [:]
    public internal(set) var seasons: [SeasonID: SeasonState] = [:]
    public internal(set) var aliases = AliasState()
    public internal(set) var system = SystemState()
    var notes: [SeasonID: NotesState] = [:]

    /// In whose wallet each deposit was recorded first.
    var depositors: [WalletState.PaymentReference: UserID] = [:]

    /// Rooms of each tournament that wait for members, in order.
    var waiting: [TournamentID: [RoomID]] = [:]
    /// Rooms of each tournament that are full and count down, in order.
    var counting: [TournamentID: [RoomID]] = [:]

    public internal(set) var nextRoom: RoomID = 1

    /// The version of the rules to decide by; an audit sets that of the time.
    package var rulesInForce = SoftwareStarted.currentRules

    public init() {}
}

extension LedgerState: HouseStates {
    public var rules: UInt16 { rulesInForce }
    public func room(_ id: RoomID) -> RoomState? { rooms[id] }
    public func queue(_ room: RoomID, _ seat: Seat) -> QueueState {
        queues[StreamKey.queue(room, seat).rawValue] ?? QueueState()
    }
    public func pool(_ id: PoolID) -> PoolState? { pools[id] }
    public func tournament(_ id: TournamentID) -> TournamentState? { tournaments[id] }
    public func books(_ tournament: TournamentID) -> ContestBooks { contestBooks[tournament] ?? ContestBooks() }
    public func wallet(_ user: UserID) -> WalletState { wallets[user] ?? WalletState() }
    public func user(_ user: UserID) -> UserState { users[user] ?? UserState() }
    public func dispute(_ id: CaseID) -> CaseState? { disputes[id] }
    public func ticks(of room: RoomID) -> UInt32 { clocks[room] ?? 0 }
    public func measure(_ id: MeasureID) -> MeasureState? { measures[id] }
    public func season(_ id: SeasonID) -> SeasonState? { seasons[id] }
    public func notes(_ id: SeasonID) -> NotesState? { notes[id] }
    public func depositor(of payment: WalletState.PaymentReference) -> UserID? { depositors[payment] }
    public func waitingRooms(of tournament: TournamentID) -> [RoomID] { waiting[tournament] ?? [] }
    public func countdownRooms(of tournament: TournamentID) -> [RoomID] { counting[tournament] ?? [] }
}

extension LedgerState {
    /// Folds the next event of any stream. O(1) apart from what the event itself carries.
    ///
    /// Events of a room that was forgotten pass without effect: `adopt(_:)` it first if it still lives.
    public mutating func fold(_ event: Event, at place: EventPlace) {
        switch place.stream {
        case .room(let id): foldRoom(id, event, place)
        case .queue: queues[place.stream.rawValue, default: QueueState()].evolve(event, at: place)
        case .wallet(let user):
            wallets[user, default: WalletState()].evolve(event, at: place)
            noteDeposit(event, of: user)
            foldBooks(event, in: place.stream)
        case .user(let user): users[user, default: UserState()].evolve(event, at: place)
        case .tournament(let id):
            tournaments[id].fold(event, at: place)
            foldBooks(event, in: place.stream)
        case .pool(let id): pools[id].fold(event, at: place)
        case .dispute(let id): disputes[id].fold(event, at: place)
        case .staff: staff.evolve(event, at: place)
        case .measure(let id): measures[id].fold(event, at: place)
        case .clock(let room): clocks[room, default: 0] += 1
        case .season(let id): seasons[id].fold(event, at: place)
        case .aliases: aliases.evolve(event, at: place)
        case .notes(let id): notes[id].fold(event, at: place)
        case .system: system.evolve(event, at: place)
        }
    }

    /// Folds the next event of any stream as the ledger has it.
    public mutating func fold(_ recorded: RecordedEvent) { fold(recorded.event, at: recorded.place) }

    private mutating func noteDeposit(_ event: Event, of user: UserID) {
        guard let payment = event.uniquePayment, depositors[payment] == nil else { return }
        depositors[payment] = user
    }

    private mutating func foldBooks(_ event: Event, in stream: StreamKey) {
        guard let contest = ContestBooks.contest(of: event, in: stream) else { return }
        contestBooks[contest, default: ContestBooks()].evolve(event)
    }

    private mutating func foldRoom(_ id: RoomID, _ event: Event, _ place: EventPlace) {
        guard let index = rooms.index(forKey: id) else {
            if let room = RoomState(beginning: event, at: place) { adopt(room, counted: false) }
            return
        }
        let old = rooms.values[index].status
        rooms.values[index].evolve(event, at: place)
        let new = rooms.values[index].status
        guard old != new, let tournament = rooms.values[index].tournament else { return }
        contestBooks[tournament, default: ContestBooks()].rooms.move(from: old, to: new)
        listUnstarted(id, of: tournament, from: old, to: new)
    }
}
