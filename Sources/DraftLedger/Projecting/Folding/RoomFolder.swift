import Draft
import Platform
import Records

/// Folds the rooms of a stretch of the ledger: runs of ticks as a whole, picks and clocks straight from their records,
/// and every other event through `RoomState.evolve(_:at:)`, which does the same with each.
struct RoomFolder: FoldSink {
    /// The rooms that had events, in the order of their first one.
    private(set) var rooms: ContiguousArray<RoomState> = []
    private var index = NumberTable<UInt32>(blank: 0, minimumCapacity: 48)

    /// The state of a room as of the beginning of the stretch; nil for one that opens in it.
    private let roomBefore: (RoomID) throws -> RoomState?

    init(roomBefore: @escaping (RoomID) throws -> RoomState?) { self.roomBefore = roomBefore }

    /// Folds ticks of a room.
    mutating func take(_ run: TickRun, ofRoom number: UInt64) throws {
        guard let place = try place(of: number) else { return }
        rooms[place].tick(pick: run.pick, remaining: run.remaining, count: run.count)
    }

    /// Folds another record of a room's own stream. Of these, nearly all are picks and clocks.
    mutating func take(_ record: RecordView) throws {
        let number = record.roomNumber
        guard let place = try place(of: number) else {
            let recorded = try record.decoded()
            if let room = RoomState(beginning: recorded.event, at: recorded.place) { add(room, number) }
            return
        }
        if record.templateID == EventType.pickMade.rawValue {
            let stands = EventPlace(
                stream: .room(RoomID(number)), position: record.position, recordedAt: record.recordedAt,
                origin: try record.origin())
            rooms[place].evolve(try record.madePick(), at: stands)
        } else if record.templateID == EventType.clockStarted.rawValue {
            rooms[place].evolve(try record.startedClock())
        } else {
            rooms[place].fold(try record.decoded())
        }
    }

    /// Returns the place of a room's state, after loading the state before the stretch.
    private mutating func place(of number: UInt64) throws -> Int? {
        if let place = index[number] { return Int(place) }
        return try roomBefore(RoomID(number)).map { add($0, number) }
    }

    @discardableResult
    private mutating func add(_ room: RoomState, _ number: UInt64) -> Int {
        index.set(number, to: UInt32(rooms.count))
        rooms.append(room)
        return rooms.count - 1
    }
}

extension RecordView {
    /// Whether the record belongs to a room's own stream, and not to one of its queues.
    @inline(__always)
    var isOfRoom: Bool { StreamKey.isRoom(rawValue: stream) }

    /// The room of a record of a room or of a queue.
    @inline(__always)
    var roomNumber: UInt64 { StreamKey.number(inRawValue: stream) }

    /// Whether the record can move money: wallets and tournaments.
    var isOfMoney: Bool { StreamKey.isWallet(rawValue: stream) || StreamKey.isTournament(rawValue: stream) }
}

extension RecordHistory {
    /// The room that the records amount to; nil unless they open it.
    func room() throws -> RoomState? {
        var gatherer = TickGatherer(into: RoomFolder { _ in nil })
        try forEach { record in
            try gatherer.take(record)
            return true
        }
        return try gatherer.finish().rooms.first
    }
}
