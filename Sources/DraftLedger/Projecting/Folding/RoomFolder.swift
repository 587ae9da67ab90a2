import Draft

/// Folds the rooms of a stretch of the ledger: runs of ticks as a whole, picks and clocks straight from their records,
/// and every other event through `RoomState.evolve(_:at:)`, which does the same with each.
struct RoomFolder {
    /// The rooms that had events, in the order of their first one.
    private(set) var rooms: ContiguousArray<RoomState> = []
    private var index = NumberIndex()

    /// The state of a room as of the beginning of the stretch; nil for one that opens in it.
    private let roomBefore: (RoomID) throws -> RoomState?

    init(roomBefore: @escaping (RoomID) throws -> RoomState?) { self.roomBefore = roomBefore }

    /// Folds ticks of a room.
    mutating func take(_ run: TickRun, ofRoom number: UInt64) throws {
        guard let place = try index[number] ?? bringIn(number) else { return }
        rooms[place].tick(pick: run.pick, remaining: run.remaining, count: run.count)
    }

    /// Folds another record of a room's own stream. Of these, nearly all are picks and clocks.
    mutating func take(_ record: RecordView) throws {
        let number = record.roomNumber
        guard let place = try index[number] ?? bringIn(number) else {
            let recorded = try record.decoded()
            if let room = RoomState(beginning: recorded.event, at: recorded.place) { add(room, number) }
            return
        }
        switch record.templateID {
        case EventType.pickMade.rawValue:
            let stands = EventPlace(
                stream: .room(RoomID(number)), position: record.position, recordedAt: record.recordedAt,
                origin: try record.origin())
            rooms[place].evolve(try record.body(PickMade.self, of: .pickMade), at: stands)
        case EventType.clockStarted.rawValue:
            rooms[place].evolve(try record.body(ClockStarted.self, of: .clockStarted))
        default:
            rooms[place].fold(try record.decoded())
        }
    }

    private mutating func bringIn(_ number: UInt64) throws -> Int? {
        try roomBefore(RoomID(number)).map { add($0, number) }
    }

    @discardableResult
    private mutating func add(_ room: RoomState, _ number: UInt64) -> Int {
        index.set(number, to: rooms.count)
        rooms.append(room)
        return rooms.count - 1
    }
}

extension RecordView {
    /// Whether the record belongs to a room's own stream, and not to one of its queues.
    @inline(__always)
    var isOfRoom: Bool { stream & 0xFF00_0000_0000_00FF == 3 << 56 }

    /// The room of a record of a room or of a queue.
    @inline(__always)
    var roomNumber: UInt64 { stream >> 8 & StreamKey.maximumNumber }

    /// Whether the record can move money: wallets and tournaments.
    var isOfMoney: Bool { stream >> 56 == 4 || stream >> 56 == 2 }
}
