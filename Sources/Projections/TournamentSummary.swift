public import Draft

/// A tournament as a list of tournaments shows it: put together from its own state and the summaries of its rooms.
public struct TournamentSummary: Hashable, Sendable {
    public var tournament: TournamentID
    public var externalID: String
    public var title: String
    public var stage: TournamentState.Stage
    /// Nil if a source does not state it.
    public var entryFee: Cents?
    /// Nil without a limit.
    public var maxEntries: UInt32?
    /// Whether the lobby shows it before others while it takes entries.
    public var featured: Bool
    /// Its rooms by status.
    public var rooms: RoomTally
    /// Seats that are taken in rooms that were neither cancelled nor voided.
    public var entries: UInt32

    /// A tournament of which no room is counted yet.
    public init(_ state: TournamentState) {
        tournament = state.id
        externalID = state.details.externalID
        title = state.details.title
        stage = state.stage
        entryFee = state.details.entryFee
        maxEntries = state.details.maxEntries
        featured = state.details.featured
        rooms = RoomTally()
        entries = 0
    }

    /// One of its rooms has changed; nil for a room that was not counted before, or is not any more. O(1).
    public mutating func update(from old: RoomSummary?, to new: RoomSummary?) {
        rooms.move(from: old?.status, to: new?.status)
        entries &-= old.map(Self.standingEntries) ?? 0
        entries &+= new.map(Self.standingEntries) ?? 0
    }

    private static func standingEntries(in room: RoomSummary) -> UInt32 {
        room.status == .cancelled || room.status == .voided ? 0 : UInt32(room.entries)
    }
}

extension TournamentSummary {
    /// `open → filling → full → drafting → complete`, or cancelled: a projection, because rooms draft while others
    /// still fill.
    public enum Status: UInt8, Sendable, CaseIterable {
        /// No user has joined yet.
        case open = 1
        /// Entries are taken, whether rooms draft already or not.
        case filling = 2
        /// No more entries are taken, no draft has started.
        case full = 3
        /// No more entries are taken, drafts have started and some have not ended.
        case drafting = 4
        /// No more entries are taken and every room has ended.
        case complete = 5
        case cancelled = 6

        /// The stable string.
        public var name: String { String(describing: self) }
    }

    public var status: Status {
        switch stage {
        case .cancelled: return .cancelled
        case .finalized: return .complete
        case .open where maxEntries.map({ entries < $0 }) ?? true: return entries == 0 ? .open : .filling
        case .open, .closed:
            if rooms.unfinished == 0 { return .complete }
            return rooms.drafting + rooms[.complete] + rooms[.voided] == 0 ? .full : .drafting
        }
    }
}
