import Draft
import DraftLedger

/// Decides the commands of one room's draft.
typealias RoomDesk = Desk<RoomStore>

/// The states that one room's draft reads and changes: the room, its queues, its clock, its disputes. Rooms share nothing, so any
/// number of them draft at the same time.
final class RoomStore: SimulatedStore {
    private(set) var room: RoomState
    private var queues: [QueueState]
    private let players: PoolState
    private var disputes: [CaseID: CaseState] = [:]
    private var ticks: UInt32 = 0
    var journal: Journal
    var refusals = DeskRefusals()

    init(room: RoomState, players: PoolState, journal: Journal) {
        self.room = room
        self.players = players
        self.journal = journal
        queues = Array(repeating: QueueState(), count: room.members.count)
    }

    func decide(_ question: RoomQuestion, origin: CommandOrigin, now: Timestamp) -> Decision {
        Draft.decide(question, origin: origin, now: now, state: self, cryptography: journal.cryptography)
    }

    /// A ledger with a room that drafts is not closed.
    var isClosed: Bool { false }

    /// None is about a room that drafts.
    func proposal(_ id: MeasureID) -> MeasureProposed? { nil }

    func fold(_ event: Event, at place: EventPlace) {
        switch place.stream {
        case .room: room.evolve(event, at: place)
        case .queue(_, let seat): queues[Int(seat)].evolve(event, at: place)
        case .clock: ticks += 1
        case .dispute(let id): disputes[id].fold(event, at: place)
        default: break
        }
    }
}

extension RoomStore: RoomStates {
    func room(_ id: RoomID) -> RoomState? { id == room.id ? room : nil }
    func queue(_ room: RoomID, _ seat: Seat) -> QueueState { queues[Int(seat)] }
    func pool(_ id: PoolID) -> PoolState? { id == players.id ? players : nil }
    func dispute(_ id: CaseID) -> CaseState? { disputes[id] }
    func ticks(of room: RoomID) -> UInt32 { ticks }
    /// A simulated operator decides its rooms by the table of roles alone.
    var staff: StaffState { StaffState() }
}

extension RoomDesk {
    var room: RoomState { store.room }

    func queue(_ room: RoomID, _ seat: Seat) -> QueueState { store.queue(room, seat) }

    /// The clock as it was shown in a room.
    mutating func tick(_ pick: PickNumber, at moment: Timestamp) {
        journal.advance(to: moment)
        let origin = CommandOrigin(occurredAt: moment, actor: .scheduler, commandID: CommandID(high: 0, low: 0))
        _ = attempt(.room(room.id, .tickClock(pick: pick)), origin: origin, at: now)
    }
}
