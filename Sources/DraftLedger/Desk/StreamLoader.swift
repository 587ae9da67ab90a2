import Dispatch
import Draft
import Ledger
import LMDB
import Platform
import Projections
import Records

/// Commands that are put aside until what they need has been read, and those behind them that must not overtake them.
struct Parking {
    private struct Lane {
        /// In the order of their arrival. The first one waits for its needs, the others for it.
        var envelopes: [CommandDesk.Envelope]
        /// The needs of the first one.
        var needs: Set<Need>
    }

    /// How many lanes wait.
    var count: Int { lanes.count }

    private var lanes: [UInt64: Lane] = [:]
    /// The lanes that wait for something, in the order in which they came to.
    private var waiting: [Need: [UInt64]] = [:]

    /// Keeps a command in its place after one that was postponed.
    ///
    /// - Returns: false if no command is before it.
    mutating func holdBack(_ envelope: CommandDesk.Envelope) -> Bool {
        lanes[envelope.lane]?.envelopes.append(envelope) != nil
    }

    /// Puts a command aside. Its lane is free.
    ///
    /// - Returns: the needs that no command has waited for so far.
    mutating func park(_ envelope: CommandDesk.Envelope, for needs: [Need]) -> [Need] {
        lanes[envelope.lane] = Lane(envelopes: [envelope], needs: Set(needs))
        return needs.filter { need in
            waiting[need, default: []].append(envelope.lane)
            return waiting[need]?.count == 1
        }
    }

    /// Whether a command waits for something.
    func awaits(_ need: Need) -> Bool { waiting[need] != nil }

    /// Takes out the lanes whose first commands have all that they needed now.
    ///
    /// - Returns: of each lane, its commands in the order of their arrival.
    mutating func supply(_ need: Need) -> [[CommandDesk.Envelope]] {
        (waiting.removeValue(forKey: need) ?? []).compactMap { lane in
            lanes[lane]?.needs.remove(need)
            guard lanes[lane]?.needs.isEmpty == true else { return nil }
            return takeOut(lane)
        }
    }

    /// Takes out all lanes that wait for something that cannot be had.
    ///
    /// - Returns: of each, its commands in the order of their arrival: it is the first one that needed it.
    mutating func fail(_ need: Need) -> [[CommandDesk.Envelope]] {
        (waiting.removeValue(forKey: need) ?? []).compactMap { lane in
            for other in lanes[lane]?.needs ?? [] where other != need {
                waiting[other]?.removeAll { $0 == lane }
                // Results without waiting commands are discarded.
                if waiting[other]?.isEmpty == true { waiting[other] = nil }
            }
            return takeOut(lane)
        }
    }

    /// Takes out all commands, in the order of their arrival.
    mutating func takeOutAll() -> [CommandDesk.Envelope] {
        defer { self = Parking() }
        return lanes.values.flatMap(\.envelopes).sorted { $0.number < $1.number }
    }

    private mutating func takeOut(_ lane: UInt64) -> [CommandDesk.Envelope]? {
        lanes.removeValue(forKey: lane)?.envelopes
    }
}

// MARK: - What can be read

/// The source of the states of streams when a command first touches them. For any thread.
protocol StateSource: Sendable {
    /// The stream's events, in order.
    func events(of stream: StreamKey) throws -> [RecordedEvent]

    /// Returns the durable end of the stream. O(1).
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

    /// The closing of the ledger as far as it is durable, and the number of durable events.
    func closing() throws -> (closing: LedgerClosing, end: UInt64)
}

extension StateSource {
    func stream(_ stream: StreamKey) throws -> LoadedStream { LoadedStream(stream, try events(of: stream)) }

    /// The missing state of a decision.
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
        case .closing:
            let (closing, end) = try closing()
            return .closing(closing, end: end)
        case .rooms(let rooms): return .rooms(try rooms.map { try stream(.room($0)) })
        }
    }
}

/// State that a decision needs and memory does not have.
enum Need: Hashable, Sendable {
    case stream(StreamKey)
    /// The user of a provider's payment.
    case payment(WalletState.PaymentReference)
    case nextRoom
    /// The drafting rooms, read again for each check of the clock.
    case runningRooms(look: Int)
    /// All of them together: thousands may have to stand still at once.
    case rooms([RoomID])
    /// The closing of the ledger.
    case closing
}

/// The state read for a need.
enum Supply: Sendable {
    case stream(LoadedStream)
    case depositor(of: WalletState.PaymentReference, UserID?)
    case nextRoom(RoomID)
    case runningRooms([RoomID], look: Int)
    case rooms([LoadedStream])
    case closing(LedgerClosing, end: UInt64)
}

/// Folds streams out of the log, and what spans streams out of the projections.
struct LedgerStateSource: StateSource {
    let log: EventLog
    let projections: ProjectionStore
    private let deposits: Guarded<DepositIndex>
    private let fold = Guarded(ClosingFold())

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

    /// The first call reads the whole log, each later one what was appended since.
    func closing() throws -> (closing: LedgerClosing, end: UInt64) {
        try fold.withLock { fold in
            try fold.advance(in: log.ledger)
            return (fold.closing, fold.end)
        }
    }
}

// MARK: - The thread that reads

/// Reads what commands need and memory does not have, on threads of its own, while the desk decides others.
///
/// Senders take turns: a sender with expensive needs does not delay senders with cheap ones.
final class StreamLoader: Sendable {
    /// Something to be read.
    struct Order: Sendable {
        let need: Need
        /// The sender whose command needed it first.
        let sender: Sender
        /// As of which beginning of the desk: what is read for an earlier one may be out of date.
        let generation: UInt64
        /// How many wallets with deposits had left memory.
        let droppedDeposits: Int
    }

    /// The state, or the error of reading it.
    struct Delivery: Sendable {
        let order: Order
        let supply: Result<Supply, any Error>
    }

    private struct State {
        /// The needs of each sender, in order.
        var orders: [Sender: Line<Order>] = [:]
        /// The senders that wait for something, in the order of their turns.
        var turns = Line<Sender>()
        /// The threads that have nothing to do.
        var idle: [Int]
        /// Deliveries that the desk has not taken yet.
        var undelivered = 0
    }

    /// The limit of state read ahead of the desk: a room in draft takes some 50 KB.
    private static let deliveryLimit = 64

    private let source: any StateSource
    private let state: Guarded<State>
    /// One for every two cores, the others being the desk's and the writer's; and one more than one that waits for a disk.
    private let threads = (0..<max(2, Cores.count / 2)).map { DispatchQueue(label: "draft-ledger.loader.\($0)") }

    init(source: any StateSource) {
        self.source = source
        state = Guarded(State(idle: Array(threads.indices)))
    }

    /// Has something read.
    ///
    /// - Parameters:
    ///   - order: what.
    ///   - deliver: takes what was read, on a thread of the loader; called for every order that waits when this one has its
    ///     turn.
    func ask(_ order: Order, deliver: @escaping @Sendable (Delivery) -> Void) {
        let thread = state.withLock { state -> Int? in
            if state.orders[order.sender] == nil { state.turns.append(order.sender) }
            state.orders[order.sender, default: Line()].append(order)
            return state.idle.popLast()
        }
        if let thread { threads[thread].async { self.work(on: thread, deliver) } }
    }

    /// Notes that the desk has taken deliveries.
    func delivered(_ count: Int) {
        guard count > 0 else { return }
        state.withLock { $0.undelivered -= count }
        state.broadcast()
    }

    private func work(on thread: Int, _ deliver: @Sendable (Delivery) -> Void) {
        while let order = next(for: thread) {
            let supply = Result { try source.supply(order.need) }
            deliver(Delivery(order: order, supply: supply))
        }
    }

    /// - Returns: nil where there is nothing to be read, and the thread may go.
    private func next(for thread: Int) -> Order? {
        state.wait { state -> Order?? in
            guard !state.turns.isEmpty else {
                state.idle.append(thread)
                return .some(nil)
            }
            guard state.undelivered < Self.deliveryLimit, let sender = state.turns.popFirst() else { return nil }
            let order = state.orders[sender]?.popFirst()
            if state.orders[sender]?.isEmpty ?? true {
                state.orders[sender] = nil
            } else {
                state.turns.append(sender)
            }
            state.undelivered += 1
            return order
        }
    }
}

/// First in, first out, at O(1) each.
struct Line<Element> {
    private var elements: [Element] = []
    private var start = 0

    var isEmpty: Bool { start == elements.count }

    var first: Element? { start < elements.count ? elements[start] : nil }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard start < elements.count else { return nil }
        defer {
            start += 1
            if start * 2 > elements.count {
                elements.removeFirst(start)
                start = 0
            }
        }
        return elements[start]
    }
}

extension Line: Sendable where Element: Sendable {}

// MARK: - A stream as it was read

/// A stream as the log has it: what its events amount to, the marks that commands have left in it, and where it ends.
///
/// Made on any thread, and then handed to the one that decides.
struct LoadedStream: Sendable {
    /// The state folded from the events of a stream; nil if they do not form one.
    enum State: Sendable {
        case system(SystemState)
        case room(RoomState?)
        case queue(QueueState)
        /// How many ticks there are.
        case clock(UInt32)
        case pool(PoolState?)
        case tournament(Contest?)
        case wallet(WalletState)
        case user(UserState)
        case dispute(CaseState?)
        case staff(StaffState)
        case measure(MeasureState?)
        case season(SeasonState?)
        case aliases(AliasState)
        case notes(NotesState?)
    }

    /// A tournament, and what spans its rooms and the wallets of who joined.
    struct Contest: Sendable {
        var tournament: TournamentState
        var books: ContestBooks
        /// Its rooms that wait for members, in order.
        var waiting: [RoomID]
        /// Its rooms that are full and count down, in order.
        var counting: [RoomID]
    }

    let stream: StreamKey
    var state: State
    var marks = SeenCommands.Marks()
    /// 0 for a stream without events.
    var version: UInt32 = 0
    /// The position of the last event.
    var position: UInt64?

    /// A stream that has no events yet.
    init(blank stream: StreamKey) {
        self.stream = stream
        state = Self.state(of: stream, after: [])
    }

    /// A stream of its events, all of them and in order. A tournament's lacks what spans its rooms.
    init(_ stream: StreamKey, _ events: [RecordedEvent]) {
        self.stream = stream
        state = Self.state(of: stream, after: events)
        for event in events { SeenCommands.fold(event, into: &marks) }
        version = events.last?.version ?? 0
        position = events.last?.position
    }

    /// The ticks of a room's clock: only their count matters, so no event is read.
    init(clock room: RoomID, endingAt head: StreamEnd) {
        stream = .clock(room)
        state = .clock(head.version)
        version = head.version
        position = head.position
    }

    /// A room out of its records, of which nine in ten are ticks: no event is made of those.
    init(_ room: RoomID, _ history: RecordHistory) throws {
        stream = .room(room)
        state = .room(try history.room())
        var marks = SeenCommands.Marks()
        var version: UInt32 = 0
        try history.forEach { record in
            version = record.version
            if !record.isTick { SeenCommands.fold(try record.decoded(), into: &marks) }
            return true
        }
        self.marks = marks
        self.version = version
        position = history.lastPosition
    }

    private static func state(of stream: StreamKey, after events: [RecordedEvent]) -> State {
        switch stream {
        case .system: .system(.folding(events))
        case .clock: .clock(UInt32(clamping: events.count))
        case .room: .room(.folding(events))
        case .queue: .queue(.folding(events))
        case .pool: .pool(.folding(events))
        case .tournament:
            .tournament(
                TournamentState.folding(events).map {
                    Contest(tournament: $0, books: ContestBooks(), waiting: [], counting: [])
                })
        case .wallet: .wallet(.folding(events))
        case .user: .user(.folding(events))
        case .dispute: .dispute(.folding(events))
        case .staff: .staff(.folding(events))
        case .measure: .measure(.folding(events))
        case .season: .season(.folding(events))
        case .aliases: .aliases(.folding(events))
        case .notes: .notes(.folding(events))
        }
    }
}

extension LoadedStream {
    /// About how many bytes of memory it takes, tables included.
    var size: Int { Self.baseSize + Self.markSize * marks.count + stateSize }

    /// The memory of a stream without events, and the addition of a command's mark.
    static let baseSize = 400
    static let markSize = 96

    private var stateSize: Int {
        switch state {
        case .system, .dispute, .staff, .measure, .tournament: 1_000
        case .room(let room): room.map { 6_000 + 96 * $0.picks.count } ?? 0
        case .queue(let queue): 2 * (queue.players.count + queue.rankings.count)
        case .pool(let pool): 200 * (pool?.players.count ?? 0)
        case .wallet(let wallet): 100 * wallet.entries.count + 200 * wallet.deposits.count
        case .user, .clock: 100
        case .season(let season): 400 * (season?.scores.count ?? 0)
        case .aliases(let aliases): 400 * aliases.count
        case .notes(let notes): notes.map { 500 * ($0.positions.count + $0.facts.count) } ?? 0
        }
    }
}
