import Draft
import DraftLedger
import Records

/// The outcome of a room's draft.
struct RoomOutcome: Sendable {
    let room: RoomState
    /// In the order of time.
    private var events: [PendingEvent]
    /// When the last of them was recorded.
    let end: Timestamp
    /// The events that affect the whole simulation.
    let milestones: [PendingEvent]
    /// The season's score of each seat's team, in hundredths of a point; empty unless the draft is complete.
    let scores: [Int64]

    init(room: RoomState, events: [PendingEvent], end: Timestamp, scores: [Int64]) {
        self.room = room
        self.events = events
        self.end = end
        self.scores = scores
        milestones = events.filter { event in
            if case .dispute = event.stream { return true }
            if case .completed = event.event.ending { return true }
            return false
        }
    }

    /// Hands the events over, which leaves none.
    mutating func takeEvents() -> [PendingEvent] {
        defer { events = [] }
        return events
    }
}

/// The state from which a room's draft starts.
struct RoomSetup {
    /// Just started, its first clock running.
    var room: RoomState
    /// When it filled: from here on its members may prepare.
    var filledAt: Timestamp
    var startedAt: Timestamp
    var script: RoomScript
}
