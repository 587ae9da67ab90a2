import Draft
import Ledger
import Records

/// A stream as the log has it: what its events amount to, the marks that commands have left in it, and where it ends.
///
/// Made on any thread, and then handed to the one that decides.
struct LoadedStream: Sendable {
    /// What the events of a stream amount to; nil where they begin no such thing.
    enum State: Sendable {
        case nothing
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
    /// Where the last event stands.
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

    /// What was shown of a room's clock, of which only the count matters: no event is read for it.
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
        case .system: .nothing
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

    /// What a stream takes that has no events, and what a command's mark adds.
    static let baseSize = 400
    static let markSize = 96

    private var stateSize: Int {
        switch state {
        case .nothing, .dispute, .staff, .measure, .tournament: 1_000
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
