/// The state of a whole ledger in memory: folds every event, answers every question that a decision asks.
///
/// Folding is in place: a pick touches its room's own storage and nothing else, whatever the number of rooms. Copying
/// the whole value is cheap until either copy changes. What is big and finished can be dropped (`forget(room:)`).
public struct LedgerState: Sendable {
    /// Rooms in memory.
    public internal(set) var rooms: [RoomID: RoomState] = [:]
    /// By the stream's `rawValue`.
    var queues: [UInt64: QueueState] = [:]
    public internal(set) var pools: [PoolID: PoolState] = [:]
    public internal(set) var tournaments: [TournamentID: TournamentState] = [:]
    var contestBooks: [TournamentID: ContestBooks] = [:]
    public internal(set) var wallets: [UserID: WalletState] = [:]
    public internal(set) var users: [UserID: UserState] = [:]
    public internal(set) var disputes: [CaseID: CaseState] = [:]

    /// In whose wallet each deposit was recorded first.
    var depositors: [WalletState.PaymentReference: UserID] = [:]

    /// Rooms of each tournament that wait for members, in order.
    var waiting: [TournamentID: [RoomID]] = [:]
    /// Rooms of each tournament that are full and count down, in order.
    var counting: [TournamentID: [RoomID]] = [:]

    public internal(set) var nextRoom: RoomID = 1

    public init() {}
}

extension LedgerState: StateView {
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
    public func depositor(of payment: WalletState.PaymentReference) -> UserID? { depositors[payment] }
    public func waitingRooms(of tournament: TournamentID) -> [RoomID] { waiting[tournament] ?? [] }
    public func countdownRooms(of tournament: TournamentID) -> [RoomID] { counting[tournament] ?? [] }
}
