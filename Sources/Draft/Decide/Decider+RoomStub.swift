extension Decider {
    func systemEvents(for command: Command) throws(Refusal) -> [StreamEvent] { throw Refusal(.invalidValue, "") }
    func poolEvents(for command: Command) throws(Refusal) -> [StreamEvent] { throw Refusal(.invalidValue, "") }
    func roomEvents(for command: Command) throws(Refusal) -> [StreamEvent] { throw Refusal(.invalidValue, "") }
    func queueEvents(for command: Command) throws(Refusal) -> [StreamEvent] { throw Refusal(.invalidValue, "") }

    /// What follows when the last seat of a room is taken: `RoomFilled`, `DraftOrderDrawn`, `CountdownStarted`.
    /// - Parameter room: the room with its last seat taken.
    func fillEvents(of room: RoomState) -> [Event] { [] }

    /// `RoomOpened` for a new room, its commitment included.
    func openingEvent(of id: RoomID, _ room: OpenRoom) throws(Refusal) -> Event { throw Refusal(.invalidValue, "") }
}

extension RoomState {
    /// The room that a `RoomOpened` creates; nil for any other event.
    public static func opened(by recorded: RecordedEvent) -> RoomState? { nil }

    /// Folds the room's next event.
    public mutating func evolve(_ recorded: RecordedEvent) {}

    /// The state in one canonical encoding: equal states give equal bytes, and `init(canonicalBytes:)` reads it back.
    public var canonicalBytes: [UInt8] { [] }

    /// - Returns: nil unless the bytes are what `canonicalBytes` of this version writes.
    public init?(canonicalBytes: [UInt8]) { return nil }
}

extension PoolState {
    public mutating func evolve(_ recorded: RecordedEvent) {}
}

extension QueueState {
    public mutating func evolve(_ recorded: RecordedEvent) {}
}
