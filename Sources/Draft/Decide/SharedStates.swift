/// One room's states, whichever class holds them.
///
/// The rules are generic over what they read. For the states of another module they would be put together at run time,
/// which takes longer than most decisions; behind one type of this module they are compiled for it.
struct SharedRoomStates: RoomStates {
    let base: any RoomStates & AnyObject

    func room(_ id: RoomID) -> RoomState? { base.room(id) }
    func queue(_ room: RoomID, _ seat: Seat) -> QueueState { base.queue(room, seat) }
    func pool(_ id: PoolID) -> PoolState? { base.pool(id) }
    func dispute(_ id: CaseID) -> CaseState? { base.dispute(id) }
    func ticks(of room: RoomID) -> UInt32 { base.ticks(of: room) }
    var staff: StaffState { base.staff }
    var rules: UInt16 { base.rules }
}

/// The states of the ledger, for any class that holds them.
struct SharedHouseStates: HouseStates {
    let base: any HouseStates & AnyObject

    func room(_ id: RoomID) -> RoomState? { base.room(id) }
    func queue(_ room: RoomID, _ seat: Seat) -> QueueState { base.queue(room, seat) }
    func pool(_ id: PoolID) -> PoolState? { base.pool(id) }
    func dispute(_ id: CaseID) -> CaseState? { base.dispute(id) }
    func ticks(of room: RoomID) -> UInt32 { base.ticks(of: room) }
    var staff: StaffState { base.staff }
    var rules: UInt16 { base.rules }
    func tournament(_ id: TournamentID) -> TournamentState? { base.tournament(id) }
    func books(_ tournament: TournamentID) -> ContestBooks { base.books(tournament) }
    func fee(of entry: EntryID, paidBy user: UserID) -> WalletState.EntryFee? { base.fee(of: entry, paidBy: user) }
    func wallet(_ user: UserID) -> WalletState { base.wallet(user) }
    func user(_ user: UserID) -> UserState { base.user(user) }
    func measure(_ id: MeasureID) -> MeasureState? { base.measure(id) }
    func season(_ id: SeasonID) -> SeasonState? { base.season(id) }
    var system: SystemState { base.system }
    var closing: LedgerClosing { base.closing }
    var aliases: AliasState { base.aliases }
    func notes(_ id: SeasonID) -> NotesState? { base.notes(id) }
    func depositor(of payment: WalletState.PaymentReference) -> UserID? { base.depositor(of: payment) }
    func waitingRooms(of tournament: TournamentID) -> [RoomID] { base.waitingRooms(of: tournament) }
    func countdownRooms(of tournament: TournamentID) -> [RoomID] { base.countdownRooms(of: tournament) }
    var nextRoom: RoomID { base.nextRoom }
}

/// The functions of cryptography, independent of their provider.
struct SharedCryptography: DraftCryptography {
    let base: any DraftCryptography

    func sha256(_ message: [UInt8]) -> Digest256 { base.sha256(message) }
    func hmacSHA256(key: [UInt8], message: [UInt8]) -> Digest256 { base.hmacSHA256(key: key, message: message) }
    func drawSecret(of room: RoomID) -> Digest256 { base.drawSecret(of: room) }
    func podSecret(of tournament: TournamentID, round: UInt8, of rounds: UInt8) -> Digest256 {
        base.podSecret(of: tournament, round: round, of: rounds)
    }
    func autopickSalt(of room: RoomID, pick: PickNumber) -> Digest256? { base.autopickSalt(of: room, pick: pick) }
}
