import Draft
import Ledger
import LMDB
import Projections

/// Folds streams out of the log, and what spans streams out of the projections.
struct LedgerStateSource: StateSource {
    let log: EventLog
    let projections: ProjectionStore
    private let deposits: DepositIndex

    init(log: EventLog, projections: ProjectionStore) {
        self.log = log
        self.projections = projections
        deposits = DepositIndex(projections)
    }

    func events(of stream: StreamKey) throws -> [RecordedEvent] { try log.events(of: stream) }

    func contest(_ id: TournamentID) throws -> (books: ContestBooks, waiting: [RoomID], counting: [RoomID]) {
        let view = try projections.view(of: [.rooms, .balances, .contests], upTo: nil)
        let rooms = view.rooms().filter { $0.tournament == id }
        var books = view.balances().books(of: id)
        for room in rooms { books.rooms.move(from: nil, to: room.status) }
        return (
            books, rooms.filter { $0.status == .waiting }.map(\.room),
            rooms.filter { $0.status == .countdown }.map(\.room)
        )
    }

    func depositor(of payment: WalletState.PaymentReference) throws -> UserID? {
        try deposits.depositor(of: payment)
    }

    func runningRooms() throws -> [RoomID] {
        let view = try projections.view(of: [.rooms], upTo: nil)
        return view.rooms().filter { $0.status == .active }.map(\.room)
    }

    func nextRoom() throws -> RoomID {
        let view = try projections.view(of: [.rooms], upTo: nil)
        return RoomID((view.rooms().last?.room.number ?? 0) + 1)
    }
}

/// One look at the clock: when a decision is made, and when its events are recorded.
///
/// The ledger's time never runs backwards, the machine's may: it is set back, or records of a time to come were imported.
/// The ledger's time stands still then until the machine's has caught up. That hides the usual jitter of time
/// synchronisation; for longer than that, every draft stands still as well, so that nobody loses or gains time.
struct ClockReading: DecisionTime {
    /// Steps back of the machine's clock up to this are its usual jitter.
    private static let jitter: Int64 = 1_000_000

    /// The machine's clock.
    let machine: Int64
    /// The ledger's clock: not before its last record.
    let recordedAt: Int64

    init(machine: Int64, lastRecordedAt: Int64) {
        self.machine = machine
        recordedAt = max(machine, lastRecordedAt)
    }

    /// Whether the machine's clock is noticeably behind the ledger's.
    var isSetBack: Bool { machine < recordedAt - Self.jitter }

    /// When the decision is made: the time of its record, and nothing else.
    var now: Timestamp { Timestamp(microseconds: recordedAt) }
}
