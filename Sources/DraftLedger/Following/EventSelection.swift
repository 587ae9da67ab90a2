public import Draft
import Records

/// Which of a ledger's events somebody follows.
public struct EventSelection: Hashable, Sendable {
    /// Those of some streams only; nil for all.
    public var streams: Set<StreamKey>?

    /// Those of some types only; empty for all.
    public var types: Set<EventType>

    /// - Parameters:
    ///   - streams: whose events; nil for those of all.
    ///   - types: which of them; empty for all.
    public init(streams: Set<StreamKey>? = nil, types: Set<EventType> = []) {
        self.streams = streams
        self.types = types
    }

    /// Every event.
    public static let all = EventSelection()

    /// What happens in a room, and what is shown of its clock. Not its queues, which are their seats' own.
    public static func room(_ id: RoomID) -> EventSelection { EventSelection(streams: [.room(id), .clock(id)]) }

    /// One history.
    public static func stream(_ stream: StreamKey) -> EventSelection { EventSelection(streams: [stream]) }

    /// Events of some types, wherever they happen.
    public static func types(_ types: Set<EventType>) -> EventSelection { EventSelection(types: types) }

    func contains(_ recorded: RecordedEvent) -> Bool {
        if let streams, !streams.contains(recorded.stream) { return false }
        return types.isEmpty || types.contains(recorded.event.type)
    }

    /// The same for a record of which nothing but the header is looked at.
    func contains(_ record: RecordView) -> Bool {
        if let streams {
            guard let stream = StreamKey(rawValue: record.stream), streams.contains(stream) else { return false }
        }
        guard !types.isEmpty else { return true }
        return EventType(rawValue: record.templateID).map(types.contains) ?? false
    }
}
