import Draft

/// A seat's queue by its versions.
struct QueueFacts {
    private let events: [RecordedEvent]

    init(_ seat: Seat, _ facts: DisputeFacts) {
        let stream = StreamKey.queue(facts.room.id, seat)
        events = facts.history.events.filter { $0.stream == stream }
    }

    func state(at version: UInt32) -> QueueState { QueueState.folding(events.prefix { $0.version <= version }) }

    func event(at version: UInt32) -> RecordedEvent? { events.last { $0.version == version } }

    /// Edits behind a version, refusals left out.
    func edits(after version: UInt32) -> [RecordedEvent] {
        events.filter { $0.version > version && $0.event.isQueueEdit }
    }
}

extension Event {
    /// Whether it changes a queue, its rankings or its limits.
    var isQueueEdit: Bool {
        switch self {
        case .queueSet, .queueAdded, .queueRemoved, .queueMoved, .queueMovedToTop, .queueCleared, .rankingsSet,
            .positionLimitsSet:
            true
        default: false
        }
    }
}
