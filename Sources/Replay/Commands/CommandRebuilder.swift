import Draft
import DraftLedger
import Records

/// Finds the command behind a group of events.
///
/// Offers every content that could have led to the group, likeliest first, and lets the fingerprint choose.
struct CommandRebuilder {
    /// The room and its queues before the group.
    let view: any RoomStates
    let room: RoomState

    init?(_ view: RoomStateView) {
        guard let room = view.room else { return nil }
        self.init(room, in: view)
    }

    /// - Parameter states: where the room's queues are.
    init(_ room: RoomState, in states: any RoomStates) {
        view = states
        self.room = room
    }

    /// The command of a group; nil for what is not a command of the draft, or cannot be told.
    func command(of group: CommandGroup) -> RecordedCommand? {
        guard let origin = group.origin, !group.first.isRestOfFlood else { return nil }
        let candidates: [RoomQuestion]
        if let rejected = group.rejection {
            candidates = refusedCandidates(rejected, in: group.first.stream)
        } else {
            candidates = acceptedCandidates(group)
        }
        guard let likeliest = candidates.first else { return nil }
        var question = likeliest
        var certainty = RecordedCommand.Certainty.plausible
        if origin.fingerprint != 0 {
            if let match = candidates.first(where: { $0.command.fingerprint == origin.fingerprint }) {
                question = match
                certainty = .confirmed
            } else {
                certainty = .contradicted
            }
        }
        if group.rejection != nil, certainty != .confirmed, !isUnmistakable(group.rejection) { return nil }
        return RecordedCommand(
            question: question, origin: origin, decidedAt: group.decidedAt(in: room, view.rules),
            refusal: group.rejection?.code,
            certainty: certainty, events: group.events)
    }
}
