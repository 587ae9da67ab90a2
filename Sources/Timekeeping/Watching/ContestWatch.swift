import Draft
import Projections

/// Whether a contest's waiting rooms can still fill: the number of admitted entries may not fill the last room.
///
/// Its members would wait permanently. Therefore entries are closed, which cancels the room and refunds the fees.
struct ContestWatch: Sendable {
    private let maxEntries: UInt32
    private let teams: UInt32
    /// Entries of rooms that have filled, voided ones included: they count against the limit for good.
    private var settled: UInt32 = 0
    private var waiting: Set<RoomID> = []
    private var filled: Set<RoomID> = []

    /// Since when a room waits that cannot fill; nil while none does.
    private(set) var cannotFillSince: Timestamp?

    /// For when it stands among the deadlines.
    var armedFor: Timestamp?

    /// - Returns: nil for a contest without a limit, whose rooms can always fill.
    init?(_ details: TournamentCreated) {
        guard let limit = details.maxEntries else { return nil }
        maxEntries = limit
        teams = UInt32(details.ruleset.teams)
    }

    /// Takes in a room that was there before.
    mutating func adopt(_ room: RoomSummary) {
        switch room.status {
        case .waiting: waiting.insert(room.room)
        case .countdown:
            filled.insert(room.room)
            settled += UInt32(room.entries)
        case .active, .paused, .complete, .voided: settled += UInt32(room.entries)
        case .cancelled: break
        }
        judge(at: Timestamp(microseconds: 0))
    }

    /// A room has opened.
    mutating func open(_ room: RoomID, at moment: Timestamp) {
        waiting.insert(room)
        judge(at: moment)
    }

    /// Folds what happened in one of the rooms.
    mutating func evolve(_ event: Event, in room: RoomID, at moment: Timestamp) {
        if case .filled = event.preparation {
            guard waiting.remove(room) != nil else { return }
            filled.insert(room)
            settled += teams
        } else if case .cancelled = event.ending {
            waiting.remove(room)
            if filled.remove(room) != nil { settled -= min(settled, teams) }
        } else {
            return
        }
        judge(at: moment)
    }

    private mutating func judge(at moment: Timestamp) {
        let canFill = UInt64(settled) + UInt64(teams) <= UInt64(maxEntries)
        cannotFillSince = waiting.isEmpty || canFill ? nil : cannotFillSince ?? moment
    }
}
