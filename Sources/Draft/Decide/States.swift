/// The states that a draft reads: of its room, the seats' queues, the players, the cases about it, and the
/// staff. Nothing else spans rooms, so that the state of one room is enough to decide its draft.
///
/// The append is conditional on all that is read. Nil means that the stream does not exist.
public protocol RoomStates {
    func room(_ id: RoomID) -> RoomState?
    func queue(_ room: RoomID, _ seat: Seat) -> QueueState
    func pool(_ id: PoolID) -> PoolState?
    func dispute(_ id: CaseID) -> CaseState?

    /// How many events the stream of a room's clock has: what was shown of it, since rooms keep none of that among their
    /// own.
    func ticks(of room: RoomID) -> UInt32

    /// The staff; empty until staff roles are enabled.
    var staff: StaffState { get }

    /// The version of the rules to decide by: today's, but for who decides what was decided before.
    var rules: UInt16 { get }
}

extension RoomStates {
    public var rules: UInt16 { SoftwareStarted.currentRules }
}

/// The data outside the room that its start and end need: the room's contest, and the fees that its
/// members have paid.
public protocol ContestStates {
    func tournament(_ id: TournamentID) -> TournamentState?

    /// A fee that has not ended; nil if no fee was paid.
    func fee(of entry: EntryID, paidBy user: UserID) -> WalletState.EntryFee?
}

/// The states that every command may read: rooms, contests, wallets, users, and what spans them.
public protocol HouseStates: RoomStates, ContestStates {
    func books(_ tournament: TournamentID) -> ContestBooks
    func wallet(_ user: UserID) -> WalletState
    func user(_ user: UserID) -> UserState
    func measure(_ id: MeasureID) -> MeasureState?
    func season(_ id: SeasonID) -> SeasonState?

    /// The beginning and the end of the ledger.
    var system: SystemState { get }

    /// The closing of the ledger if it was closed now. O(everything): only the decision about the closing asks for it.
    var closing: LedgerClosing { get }

    /// Identities of players of different pools. No rule about a draft, a contest or money uses them.
    var aliases: AliasState { get }

    /// The reference data of a season. Likewise.
    func notes(_ id: SeasonID) -> NotesState?

    /// In whose wallet a provider's deposit was recorded first; nil for one that was not.
    func depositor(of payment: WalletState.PaymentReference) -> UserID?

    /// The rooms of a tournament that still wait for members, in order of their numbers.
    func waitingRooms(of tournament: TournamentID) -> [RoomID]

    /// The rooms of a tournament that are full and count down to their drafts, in order of their numbers.
    func countdownRooms(of tournament: TournamentID) -> [RoomID]

    /// The number that the next room will get.
    var nextRoom: RoomID { get }
}

extension HouseStates {
    public func fee(of entry: EntryID, paidBy user: UserID) -> WalletState.EntryFee? { wallet(user).entries[entry] }
}

/// A room by itself: whatever contest it is of, nothing is asked of that, and no fees move.
struct NoContest: ContestStates {
    func tournament(_ id: TournamentID) -> TournamentState? { nil }
    func fee(of entry: EntryID, paidBy user: UserID) -> WalletState.EntryFee? { nil }
}
