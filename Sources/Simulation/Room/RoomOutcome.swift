import Draft
import DraftLedger
import Records

/// What a room's draft has come to.
struct RoomOutcome: Sendable {
    let room: RoomState
    /// In the order of time.
    private var events: [PendingEvent]
    /// When the last of them was recorded.
    let end: Timestamp
    /// Those of them that the house has to know.
    let milestones: [PendingEvent]
    /// What each seat's team scored in the season, in hundredths of a point; empty unless the draft is complete.
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

/// What a room's draft starts from.
struct RoomSetup {
    /// Just started, its first clock running.
    var room: RoomState
    /// When it filled: from here on its members may prepare.
    var filledAt: Timestamp
    var startedAt: Timestamp
    var script: RoomScript
}
