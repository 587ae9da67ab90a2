import Draft
import DraftLedger

/// The room that a draft is run again on, and the events that it would have got.
struct RerunStore: DeskStore {
    /// Commands are recorded as long after they are decided as they were.
    struct Time: DecisionTime {
        let now: Timestamp
        let recordedAt: Timestamp
    }

    private let view: RoomStateView
    private let cryptography = LedgerCryptography(drawMaster: [])
    private var versions: [StreamKey: UInt32] = [:]

    init(view: RoomStateView) { self.view = view }

    func decide(_ question: RoomQuestion, origin: CommandOrigin, now: Timestamp) -> Decision {
        Draft.decide(question, origin: origin, now: now, state: view, cryptography: cryptography)
    }

    /// All events stand where the command stood in what really happened: what the view knows of later players and cases
    /// goes by that.
    mutating func record(_ decided: DecidedEvents, at time: Time) -> [RecordedEvent] {
        let place = view.position
        let recorded = decided.events.map { event in
            versions[event.stream, default: 0] += 1
            return RecordedEvent(
                position: place, stream: event.stream, version: versions[event.stream] ?? 0, previous: nil,
                recordedAt: time.recordedAt, origin: decided.origin, event: event.event)
        }
        for event in recorded { view.fold(event) }
        return recorded
    }
}
