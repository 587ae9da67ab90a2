import Draft
import DraftLedger

/// The state that one room's draft reads and changes: the room, its queues, its disputes. Rooms share nothing, so any
/// number of them draft at the same time.
final class RoomDesk: Desk {
    private(set) var room: RoomState
    private var queues: [QueueState]
    private let players: PoolState
    private var disputes: [CaseID: CaseState] = [:]
    var journal: Journal

    init(room: RoomState, players: PoolState, journal: Journal) {
        self.room = room
        self.players = players
        self.journal = journal
        queues = Array(repeating: QueueState(), count: room.members.count)
    }

    /// What a room was shown of its clock.
    func tick(_ pick: PickNumber, at moment: Timestamp) {
        journal.advance(to: moment)
        let origin = CommandOrigin(occurredAt: moment, actor: .scheduler, commandID: CommandID(high: 0, low: 0))
        let decision = decide(
            .tickClock(room.id, pick: pick), origin: origin, now: moment, state: self,
            cryptography: journal.cryptography)
        if case .accepted(let events) = decision {
            for event in events { record(event, origin: nil) }
        }
    }

    /// States how many refusals of this pick were only counted. Goes before what closes the pick.
    func closeRefusals() {
        guard journal.refusals.hasRest(of: room.id) else { return }
        for event in journal.refusals.closePick(of: room.id) { record(event, origin: nil) }
    }

    func fold(_ event: Event, at place: EventPlace) {
        switch place.stream {
        case .room: room.evolve(event, at: place)
        case .queue(_, let seat): queues[Int(seat)].evolve(event, at: place)
        case .dispute(let id): disputes[id].fold(event, at: place)
        default: break
        }
    }

    func room(of command: Command) -> RoomState? { room }
}

extension RoomDesk: StateView {
    func room(_ id: RoomID) -> RoomState? { id == room.id ? room : nil }
    func queue(_ room: RoomID, _ seat: Seat) -> QueueState { queues[Int(seat)] }
    func pool(_ id: PoolID) -> PoolState? { id == players.id ? players : nil }
    func dispute(_ id: CaseID) -> CaseState? { disputes[id] }

    // What a draft's commands do not ask about: between its first clock and its end, a room needs nothing of these.
    func tournament(_ id: TournamentID) -> TournamentState? { nil }
    func books(_ tournament: TournamentID) -> ContestBooks { ContestBooks() }
    func wallet(_ user: UserID) -> WalletState { WalletState() }
    func user(_ user: UserID) -> UserState { UserState() }
    func depositor(of payment: WalletState.PaymentReference) -> UserID? { nil }
    func waitingRooms(of tournament: TournamentID) -> [RoomID] { [] }
    func countdownRooms(of tournament: TournamentID) -> [RoomID] { [] }
    var nextRoom: RoomID { RoomID(room.id.number + 1) }
}
