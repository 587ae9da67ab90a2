import Draft
import DraftLedger
import Pages

/// A room's events with its state after each of them, and the times at which they are to be shown.
struct ReplayTape {
    let events: [RecordedEvent]

    /// When each event is shown, from 0 at the first; never backwards.
    let schedule: [Interval]

    /// Whether the times are the source's own, not the ledger's.
    let showsSourceTime: Bool

    private let frame: RoomView
    private let snapshots: [RoomState]

    private static let snapshotEvery = 64

    /// - Parameters:
    ///   - events: the room's own, from its opening.
    ///   - frame: the room with its names; its state is replaced step by step.
    init(_ events: [RecordedEvent], frame: RoomView) {
        self.events = events
        self.frame = frame
        showsSourceTime = frame.room.ruleset.preset == .untimed
        schedule = Self.schedule(events, sourceTime: showsSourceTime)
        var snapshots: [RoomState] = []
        var state: RoomState?
        for (index, event) in events.enumerated() {
            state.fold(event)
            if index % Self.snapshotEvery == 0, let state { snapshots.append(state) }
        }
        self.snapshots = snapshots
    }

    /// The room after the first `index + 1` events.
    ///
    /// - Complexity: at most 64 events are folded.
    func view(at index: Int) -> RoomView {
        var view = frame
        let snapshot = index / Self.snapshotEvery
        guard snapshot < snapshots.count else { return view }
        var state = snapshots[snapshot]
        for event in events[(snapshot * Self.snapshotEvery + 1)..<max(index + 1, snapshot * Self.snapshotEvery + 1)] {
            state.fold(event)
        }
        view.room = state
        return view
    }

    /// The moment of an event as the timeline shows it.
    func moment(of index: Int) -> Timestamp {
        let event = events[index]
        return showsSourceTime ? event.origin?.occurredAt ?? event.recordedAt : event.recordedAt
    }

    /// The times as they were; where a source tells none that differ, a second for each pick.
    private static func schedule(_ events: [RecordedEvent], sourceTime: Bool) -> [Interval] {
        var schedule: [Interval] = []
        var elapsed: Int64 = 0
        var last: Timestamp?
        for event in events {
            if let moment = sourceTime ? event.origin?.occurredAt : event.recordedAt {
                if let last, moment > last { elapsed += (moment - last).microseconds }
                last = moment
            }
            schedule.append(Interval(microseconds: elapsed))
        }
        guard elapsed == 0 else { return schedule }
        var picks: Int64 = 0
        return events.map { event in
            if event.event.isPick { picks += 1 }
            return .seconds(picks)
        }
    }
}

extension Event {
    /// Whether it changes the board.
    var isPick: Bool { traits.contains(.changesBoard) }
}
