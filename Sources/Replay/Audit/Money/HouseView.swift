import Draft

/// What decisions about wallets, users and cases read, as of a place in the history. Rooms and contests are not in it:
/// what is decided by them is checked rule by rule.
struct HouseView: HouseStates {
    let wallets: [UserID: WalletState]
    let users: [UserID: UserState]
    let cases: [CaseID: CaseState]
    let depositors: [WalletState.PaymentReference: UserID]

    func wallet(_ user: UserID) -> WalletState { wallets[user] ?? WalletState() }
    func user(_ user: UserID) -> UserState { users[user] ?? UserState() }
    func dispute(_ id: CaseID) -> CaseState? { cases[id] }
    func depositor(of payment: WalletState.PaymentReference) -> UserID? { depositors[payment] }
    func measure(_ id: MeasureID) -> MeasureState? { nil }
    var staff: StaffState { StaffState() }

    func room(_ id: RoomID) -> RoomState? { nil }
    func queue(_ room: RoomID, _ seat: Seat) -> QueueState { QueueState() }
    func pool(_ id: PoolID) -> PoolState? { nil }
    func tournament(_ id: TournamentID) -> TournamentState? { nil }
    func books(_ tournament: TournamentID) -> ContestBooks { ContestBooks() }
    func waitingRooms(of tournament: TournamentID) -> [RoomID] { [] }
    func countdownRooms(of tournament: TournamentID) -> [RoomID] { [] }
    var nextRoom: RoomID { 1 }
}

extension Command {
    /// Whether a `HouseView` has all that the decision reads.
    var isDecidedByHouseView: Bool {
        switch self {
        case .wallet(_, .joinTournament), .wallet(_, .leaveRoom), .dispute(_, .openDispute): false
        case .user(_, .addDeviceKey), .user(_, .removeDeviceKey): false
        case .wallet, .user, .dispute: true
        case .ledger, .pool, .tournament, .room, .queue, .staff, .measure: false
        }
    }
}
