import Draft
import Ledger
import LMDB
import Platform
import Projections

/// Where the states of streams come from when a command first touches them. For any thread.
protocol StateSource: Sendable {
    /// The stream's events, in order.
    func events(of stream: StreamKey) throws -> [RecordedEvent]

    /// Where the stream ends, as far as that is durable. O(1).
    func end(of stream: StreamKey) throws -> StreamEnd

    /// The stream, folded.
    func stream(_ stream: StreamKey) throws -> LoadedStream

    /// A tournament's books, and its rooms that wait and that count down, in order.
    func contest(_ id: TournamentID) throws -> (books: ContestBooks, waiting: [RoomID], counting: [RoomID])

    /// In whose wallet a provider's deposit was recorded first; nil for one that was not.
    func depositor(of payment: WalletState.PaymentReference) throws -> UserID?

    /// The rooms that are drafting, as far as that is durable.
    func runningRooms() throws -> [RoomID]

    /// One more than the largest room number in use.
    func nextRoom() throws -> RoomID
}

extension StateSource {
    func stream(_ stream: StreamKey) throws -> LoadedStream { LoadedStream(stream, try events(of: stream)) }

    /// What a decision lacks.
    func supply(_ need: Need) throws -> Supply {
        switch need {
        case .stream(let name):
            var loaded = try stream(name)
            if case .tournament(let id) = name, case .tournament(var contest?) = loaded.state {
                (contest.books, contest.waiting, contest.counting) = try self.contest(id)
                loaded.state = .tournament(contest)
            }
            return .stream(loaded)
        case .payment(let payment): return .depositor(of: payment, try depositor(of: payment))
        case .nextRoom: return .nextRoom(try nextRoom())
        case .runningRooms(let look): return .runningRooms(try runningRooms(), look: look)
        case .rooms(let rooms): return .rooms(try rooms.map { try stream(.room($0)) })
        }
    }
}

/// What a decision asks for and memory does not have.
enum Need: Hashable, Sendable {
    case stream(StreamKey)
    /// Whose deposit a provider's payment is.
    case payment(WalletState.PaymentReference)
    case nextRoom
    /// Which rooms are drafting; for each look at the clock that asks, anew.
    case runningRooms(look: Int)
    /// All of them together: thousands may have to stand still at once.
    case rooms([RoomID])
}

/// What was read for a need.
enum Supply: Sendable {
    case stream(LoadedStream)
    case depositor(of: WalletState.PaymentReference, UserID?)
    case nextRoom(RoomID)
    case runningRooms([RoomID], look: Int)
    case rooms([LoadedStream])
}

/// Folds streams out of the log, and what spans streams out of the projections.
struct LedgerStateSource: StateSource {
    let log: EventLog
    let projections: ProjectionStore
    private let deposits: Guarded<DepositIndex>

    init(log: EventLog, projections: ProjectionStore) {
        self.log = log
        self.projections = projections
        deposits = Guarded(DepositIndex(projections))
    }

    func events(of stream: StreamKey) throws -> [RecordedEvent] { try log.events(of: stream) }

    func end(of stream: StreamKey) throws -> StreamEnd { StreamEnd(try log.ledger.head(of: StreamID(stream))) }

    /// On one core: the others have commands to decide meanwhile, and events to write.
    func stream(_ stream: StreamKey) throws -> LoadedStream {
        switch stream {
        case .room(let room): try LoadedStream(room, RecordHistory(of: stream, in: log.ledger, threads: 1))
        case .clock(let room):
            LoadedStream(clock: room, endingAt: try end(of: stream))
        default: LoadedStream(stream, try events(of: stream))
        }
    }

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
        try deposits.withLock { try $0.depositor(of: payment) }
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
