import Draft
import DraftLedger
import Records

/// Decides all commands outside the draft rooms.
typealias OperatorDesk = Desk<OperatorStore>

/// The states that rooms share: pools, tournaments, wallets, users, and the rooms that wait for members.
final class OperatorStore: SimulatedStore {
    private var state = LedgerState()
    var journal: Journal
    var refusals = DeskRefusals()

    /// The number of the first room that this simulation opens.
    private let firstRoom: RoomID

    init(firstRoom: RoomID, journal: Journal) {
        self.firstRoom = firstRoom
        self.journal = journal
    }

    var isClosed: Bool { state.system.isClosed }

    func fold(_ event: Event, at place: EventPlace) { state.fold(event, at: place) }

    func decide(_ command: Command, origin: CommandOrigin, now: Timestamp) -> Decision {
        Draft.decide(command, origin: origin, now: now, state: self, cryptography: journal.cryptography)
    }

    func proposal(_ id: MeasureID) -> MeasureProposed? { measure(id)?.proposed }

    /// Takes note of how a room's draft ended, which happened at the room's own desk.
    ///
    /// The room without its picks stays in memory, a thousand bytes: prizes are paid to its members.
    func settle(_ finished: RoomState, milestones: [PendingEvent]) {
        for milestone in milestones {
            fold(milestone.event, at: journal.note(milestone))
        }
        guard state.forget(room: finished.id) else { return }
        var room = finished
        room.picks = []
        room.taken = PlayerSet()
        state.adopt(room)
    }
}

extension OperatorStore: HouseStates {
    func room(_ id: RoomID) -> RoomState? { state.room(id) }
    func queue(_ room: RoomID, _ seat: Seat) -> QueueState { state.queue(room, seat) }
    func pool(_ id: PoolID) -> PoolState? { state.pool(id) }
    func tournament(_ id: TournamentID) -> TournamentState? { state.tournament(id) }
    func books(_ tournament: TournamentID) -> ContestBooks { state.books(tournament) }
    func wallet(_ user: UserID) -> WalletState { state.wallet(user) }
    func user(_ user: UserID) -> UserState { state.user(user) }
    func dispute(_ id: CaseID) -> CaseState? { state.dispute(id) }
    func ticks(of room: RoomID) -> UInt32 { state.ticks(of: room) }
    func measure(_ id: MeasureID) -> MeasureState? { state.measure(id) }
    func season(_ id: SeasonID) -> SeasonState? { state.season(id) }
    var system: SystemState { state.system }
    var closing: LedgerClosing { state.closing }
    var aliases: AliasState { state.aliases }
    func notes(_ id: SeasonID) -> NotesState? { state.notes(id) }
    var staff: StaffState { state.staff }
    func depositor(of payment: WalletState.PaymentReference) -> UserID? { state.depositor(of: payment) }
    func waitingRooms(of tournament: TournamentID) -> [RoomID] { state.waitingRooms(of: tournament) }
    func countdownRooms(of tournament: TournamentID) -> [RoomID] { state.countdownRooms(of: tournament) }
    var nextRoom: RoomID { max(firstRoom, state.nextRoom) }
}
