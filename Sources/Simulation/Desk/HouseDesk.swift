import Draft
import DraftLedger

/// The state that rooms share: pools, tournaments, wallets, users, and the rooms that wait for members.
final class HouseDesk: Desk {
    private var state = LedgerState()
    var journal: Journal

    /// The number of the first room that this simulation opens.
    private let firstRoom: RoomID

    init(firstRoom: RoomID, journal: Journal) {
        self.firstRoom = firstRoom
        self.journal = journal
    }

    func fold(_ event: Event, at place: EventPlace) { state.fold(event, at: place) }

    func room(of command: Command) -> RoomState? { nil }

    /// Takes note of how a room's draft ended, which happened at the room's own desk.
    ///
    /// What stays in memory is the room without its picks, a thousand bytes: prizes are paid to its members.
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

extension HouseDesk: StateView {
    func room(_ id: RoomID) -> RoomState? { state.room(id) }
    func queue(_ room: RoomID, _ seat: Seat) -> QueueState { state.queue(room, seat) }
    func pool(_ id: PoolID) -> PoolState? { state.pool(id) }
    func tournament(_ id: TournamentID) -> TournamentState? { state.tournament(id) }
    func books(_ tournament: TournamentID) -> ContestBooks { state.books(tournament) }
    func wallet(_ user: UserID) -> WalletState { state.wallet(user) }
    func user(_ user: UserID) -> UserState { state.user(user) }
    func dispute(_ id: CaseID) -> CaseState? { state.dispute(id) }
    func depositor(of payment: WalletState.PaymentReference) -> UserID? { state.depositor(of: payment) }
    func waitingRooms(of tournament: TournamentID) -> [RoomID] { state.waitingRooms(of: tournament) }
    func countdownRooms(of tournament: TournamentID) -> [RoomID] { state.countdownRooms(of: tournament) }
    var nextRoom: RoomID { max(firstRoom, state.nextRoom) }
}
