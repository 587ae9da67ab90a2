import Draft
import DraftLedger
import Records

extension RoomAuditor {
    /// An event must stand in its own kind of stream; what a queue holds is its seat's alone.
    ///
    /// - Returns: false for an event that is not looked at any further.
    mutating func checkHome(_ recorded: RecordedEvent) -> Bool {
        if case .ticked = recorded.event.clock, case .room = recorded.stream, !mayShowAmongRoomsEvents {
            notes.note(
                .stream, at: recorded, expected: "the clock's own stream", actual: "\(recorded.stream)",
                "A tick of the clock is in a stream of decisions.")
            return false
        }
        guard !recorded.event.type.isAtHome(in: recorded.stream) else { return true }
        let isPrivate = recorded.event.type.isOfQueue
        notes.note(
            isPrivate ? .privacy : .stream, at: recorded,
            expected: isPrivate ? "a queue's own stream" : "its own kind of stream", actual: "\(recorded.stream)",
            isPrivate
                ? "\(recorded.event.type.name.withCapitalArticle) discloses a private queue to the room."
                : "\(recorded.event.type.name.withCapitalArticle) does not belong in this stream.")
        return false
    }

    /// Whether the software that is at work may still have recorded what a clock showed in the room's own stream.
    var mayShowAmongRoomsEvents: Bool { view.rules < firstRulesOfClocks }

    /// The first version of the rules by which a clock has a stream of its own.
    private var firstRulesOfClocks: UInt16 { 4 }

    mutating func checkStatus(_ recorded: RecordedEvent, in room: RoomState) {
        if let rejected = recorded.event.refusal, rejected.command.scope == .queue {
            notes.note(
                .privacy, at: recorded, expected: "a queue's own stream", actual: "\(recorded.stream)",
                "A refused \(rejected.command.name) discloses a private queue to the room.")
        }
        let allowed = recorded.event.allowedStatuses(whilePaused: room.pause?.kind)
        guard !allowed.contains(room.status) else { return }
        notes.note(
            .status, at: recorded, expected: allowed.map(\.name).joined(separator: " or "),
            actual: room.status.name,
            "\(recorded.event.type.name.withCapitalArticle) cannot happen while the room is \(room.status.name).")
    }

    mutating func checkQueueEdit(_ recorded: RecordedEvent, in room: RoomState) {
        guard case .queue(_, let seat) = recorded.stream else { return }
        if Int(seat) >= room.members.count {
            notes.note(
                .stream, at: recorded, expected: "a seat of the room", actual: "seat \(seat) (from 0)",
                "The room does not have this seat.")
        }
        hear(recorded, of: seat)
        // Whatever the edit was, its own user may make it.
        if let rejected = recorded.event.refusal, rejected.code == .forbidden,
            let actor = recorded.origin?.actor, actor.role == .user, let user = actor.user,
            rejected.command.authority.allows(actor, over: room.member(at: seat)?.user)
        {
            notes.note(
                .refusal, at: recorded, expected: "an answer to the seat's own user", actual: rejected.code.name,
                "User \(user) was not allowed to edit their own queue.")
        }
    }
}

extension Event {
    /// The statuses of a room in which its event can happen.
    fileprivate func allowedStatuses(whilePaused pause: RoomPaused.Kind?) -> [RoomStatus] {
        switch room {
        case .membership(.taken), .membership(.left), .preparation(.filled): [.waiting]
        case .preparation(.revealed), .preparation(.drawn), .preparation(.countdown), .preparation(.begun): [.countdown]
        case .clock(.started), .clock(.ticked), .clock(.extended), .clock(.paused): [.active]
        case .pick(.made), .pick(.automated), .ending(.completed): pause == .overnight ? [.active, .paused] : [.active]
        case .clock(.resumed): [.paused]
        case .pick(.corrected(let corrected)):
            corrected.mode == .substitute ? [.active, .paused, .complete] : [.active, .paused]
        case .ending(.cancelled): [.waiting, .countdown]
        case .ending(.voided): [.active, .paused, .complete]
        case .results: [.complete]
        case .seatChange(.autodraft), .seatChange(.connection): [.waiting, .countdown, .active, .paused]
        case .preparation(.opened), nil: RoomStatus.allCases
        }
    }
}

extension EventType {
    /// Whether it is an edit of a queue.
    var isOfQueue: Bool { facts.home == .queue }
}
