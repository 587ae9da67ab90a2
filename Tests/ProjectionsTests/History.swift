import Draft

/// SplitMix64: the same seed gives the same numbers, so a failed property can be run again.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}

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
    func room(_ id: RoomID) -> RoomState? {
        var room: RoomState?
        for recorded in events where recorded.stream == .room(id) {
            if room?.evolve(recorded) == nil { room = .opened(by: recorded) }
        }
        return room
    }
}
