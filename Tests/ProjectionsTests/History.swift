import Draft

/// Events given their places, without asking any rule: projections fold whatever happened.
struct History {
    private(set) var events: [RecordedEvent] = []
    private var versions: [StreamKey: UInt32] = [:]

    /// Appends an event, a second after the last one.
    mutating func append(_ stream: StreamKey, _ event: Event) {
        versions[stream, default: 0] += 1
        let position = UInt64(events.count)
        events.append(
            RecordedEvent(
                position: position, stream: stream, version: versions[stream, default: 0], previous: nil,
                recordedAt: Timestamp(microseconds: Int64(position) * 1_000_000), origin: nil, event: event))
    }

    /// The room as its events leave it.
    func room(_ id: RoomID) -> RoomState? { RoomState.folding(events.filter { $0.stream == .room(id) }) }
}
