import Draft

/// Folds the rooms of a stretch of the ledger, record by record: the inner loop of every replay and rebuild.
///
/// Ticks, nine in ten records of a live ledger, touch two fields of their room and are never decoded; everything else
/// goes through `RoomState.evolve`, like everywhere. Events of other streams pass.
struct RoomFolder {
    /// The rooms that had events, in the order of their first one.
    private(set) var rooms: ContiguousArray<RoomState> = []
    private var index = NumberIndex()

    /// The state of a room as of one of its events, given by its position.
    private let roomAsOf: (UInt64) throws -> RoomState?

    init(roomAsOf: @escaping (UInt64) throws -> RoomState? = { _ in nil }) { self.roomAsOf = roomAsOf }

    /// Folds a record of a room's own stream.
    mutating func apply(_ record: RecordView) throws {
        let number = record.stream >> 8 & StreamKey.maximumNumber
        if let place = index[number] {
            if record.templateID == EventType.clockTicked.rawValue {
                let tick = record.tick
                rooms[place].tick(pick: tick.pick, remaining: tick.remaining)
            } else {
                rooms[place].evolve(try record.decoded())
            }
            return
        }
        let recorded = try record.decoded()
        if let previous = record.previous, var room = try roomAsOf(previous) {
            room.evolve(recorded)
            add(room, number)
        } else if let room = RoomState.opened(by: recorded) {
            add(room, number)
        }
    }

    private mutating func add(_ room: RoomState, _ number: UInt64) {
        index.set(number, to: rooms.count)
        rooms.append(room)
    }
}

extension RecordView {
    /// Whether the record belongs to a room's own stream, and not to one of its queues.
    var isOfRoom: Bool { stream >> 56 == 3 && stream & 0xFF == 0 }

    /// Whether the record can move money: wallets and tournaments.
    var isOfMoney: Bool { stream >> 56 == 4 || stream >> 56 == 2 }
}
