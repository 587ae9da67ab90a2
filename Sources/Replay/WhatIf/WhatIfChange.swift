public import Draft
import DraftLedger
import Records

/// What is to have been different.
public struct WhatIfChange: Hashable, Sendable {
    /// How long after the deadline a pick would have counted.
    public var grace: Interval?

    /// How long each slot would have had.
    public var clock: Interval?

    /// The position limits of autopicks for seats without their own.
    public var limits: PositionLimits?

    /// Commands that would not have been sent, by the position of any event that they caused. Without a tick, or a refusal
    /// whose command cannot be told, the draft is what it is.
    public var without: [UInt64]

    /// Commands that would have been sent besides.
    public var inserted: [Insertion]

    /// A command that was never sent.
    public struct Insertion: Hashable, Sendable {
        public var command: Command
        public var actor: Sender
        /// When it would have reached the edge of the system, in the time of what really happened.
        public var moment: Timestamp

        public init(_ command: Command, as actor: Sender, at moment: Timestamp) {
            self.command = command
            self.actor = actor
            self.moment = moment
        }
    }

    public init(
        grace: Interval? = nil, clock: Interval? = nil, limits: PositionLimits? = nil, without: [UInt64] = [],
        inserted: [Insertion] = []
    ) {
        self.grace = grace
        self.clock = clock
        self.limits = limits
        self.without = without
        self.inserted = inserted
    }

    /// No change: replays the recorded events.
    public static let none = WhatIfChange()

    func rules(from ruleset: Ruleset) -> Ruleset {
        var changed = ruleset
        changed.grace = grace ?? ruleset.grace
        changed.pickClock = clock ?? ruleset.pickClock
        changed.limits = limits ?? ruleset.limits
        if changed != ruleset, ruleset.isTimed { changed.preset = .custom }
        return changed
    }
}

/// Why a what-if cannot be computed.
public enum WhatIfError: Error, Hashable, Sendable {
    /// A position that no command of the room's draft left.
    case noCommand(position: UInt64, room: RoomID)
    /// The command sets up the room, such as a taken seat: the draft does not exist without it.
    case setting(position: UInt64, room: RoomID)
    /// The room has no clock, or the time is not valid for a clock.
    case badClock(String)
    /// An inserted command is not one of this room's draft.
    case foreignCommand(CommandKind, room: RoomID)
    /// The order of the room is not drawn yet.
    case notDrafted(RoomID)
    /// The text of an inserted command cannot be read.
    case unreadable(text: String, expected: String)
}

extension WhatIfError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noCommand(let position, let room):
            "Position \(position) is not an event of room \(room)'s draft. `events --room \(room)` lists them."
        case .setting(let position, let room):
            "The event at position \(position) set up room \(room); only commands sent during its draft can be "
                + "left out."
        case .badClock(let what): "The clock cannot be changed this way: \(what)."
        case .foreignCommand(let kind, let room):
            "\(kind.name.withCapitalArticle) is not a command of room \(room)'s draft. Insert a pick, a queue edit, an autodraft change, "
                + "a pause, a resume, an extension or a correction."
        case .notDrafted(let room): "Room \(room) has not started its draft, so it cannot be replayed with changes."
        case .unreadable(let text, let expected): "The command \"\(text)\" cannot be read; expected \(expected)."
        }
    }
}
