import Draft
import DraftLedger

/// The source of a dispute about a score: a ledger, or the records of a bundle. What is judged is the same.
protocol ScoreSource {
    /// The current state of a room, or nil.
    func drafted(_ room: RoomID) throws -> RoomState?

    /// The current state of a pool, or nil.
    func players(of pool: PoolID) throws -> PoolState?

    /// All events of a stream, in order.
    func history(of stream: StreamKey) throws -> [RecordedEvent]

    /// An event with its words, as far as they are at hand.
    func worded(_ recorded: RecordedEvent) throws -> RecordedEvent
}

extension DraftLedger: ScoreSource {
    func drafted(_ room: RoomID) throws -> RoomState? { try self.room(room) }
    func players(of pool: PoolID) throws -> PoolState? { try self.pool(pool) }
    func history(of stream: StreamKey) throws -> [RecordedEvent] { try self.stream(stream) }
    func worded(_ recorded: RecordedEvent) throws -> RecordedEvent { try told(recorded) }
}
