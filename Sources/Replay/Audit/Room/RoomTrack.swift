import Draft

/// What an audit remembers of a room beside its state.
struct RoomTrack {
    /// Clocks started since the pick on the clock, or the pause, began.
    private(set) var clocksOfPick = 0

    /// When the event before the group at hand was recorded.
    var lastRecordedAt: Timestamp?

    /// The last event of each stream.
    private(set) var heads: [StreamKey: (version: UInt32, position: UInt64)] = [:]

    /// Commands by their ids in each stream: what they came to first.
    var commands: [StreamKey: [CommandKey: CommandMark]] = [:]

    /// The events of each seat's queue, for autopicks that read an earlier version.
    private(set) var queues: [Seat: [RecordedEvent]] = [:]

    /// The last pick that the rules made.
    private(set) var lastAutomation: (position: UInt64, moment: Timestamp)?

    /// Whether the room is over, and what was known of its commands forgotten.
    private(set) var isOver = false

    struct CommandMark {
        var fingerprint: UInt32
        var position: UInt64
    }

    mutating func note(_ recorded: RecordedEvent) {
        if case .pickAutomated = recorded.event { lastAutomation = (recorded.position, recorded.moment) }
        heads[recorded.stream] = (recorded.version, recorded.position)
        switch recorded.event {
        case .clockStarted: clocksOfPick += 1
        case .pickMade, .pickAutomated, .roomResumed: clocksOfPick = 0
        case .pickCorrected(let corrected) where corrected.mode == .cascade: clocksOfPick = 0
        case .draftCompleted, .roomCancelled, .roomVoided:
            // What comes later is rare; a million rooms must not be remembered in full.
            isOver = true
            commands = [:]
            queues = [:]
        default: break
        }
        if case .queue(_, let seat) = recorded.stream, !isOver { queues[seat, default: []].append(recorded) }
    }
}
