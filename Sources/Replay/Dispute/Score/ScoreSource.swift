import Draft
import DraftLedger

/// Where a dispute about a score reads: a ledger, or the records of a bundle. What is judged is the same.
protocol ScoreSource {
    /// A room as it stands; nil where there is none.
    func drafted(_ room: RoomID) throws -> RoomState?

    /// A pool as it stands; nil where there is none.
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
