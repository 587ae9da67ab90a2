public import Draft

/// The recorded and the counterfactual course, side by side.
public struct WhatIfReport: Sendable {
    /// A command that would have ended otherwise.
    public struct Outcome: Hashable, Sendable {
        public var position: UInt64
        public var command: CommandKind
        /// Nil when it was accepted.
        public var was: RefusalCode?
        public var becomes: RefusalCode?
    }

    /// The outcome of an inserted command.
    public struct Inserted: Hashable, Sendable {
        public enum Outcome: Hashable, Sendable {
            case accepted
            case refused(Refusal)
            /// The draft never came to the turn in which it was to be sent.
            case neverSent
        }

        public var command: CommandKind
        public var actor: Sender
        /// As it was asked for, in the time of what really happened.
        public var moment: Timestamp
        public var outcome: Outcome
    }

    /// How far a draft came.
    public struct End: Hashable, Sendable {
        public var status: RoomStatus
        /// The kind of the pause that lasts; nil where none does.
        public var pause: RoomPaused.Kind?
        /// The pick that is next; one more than there are picks when all are made.
        public var nextPick: PickNumber

        init(_ room: RoomState) {
            status = room.status
            pause = room.status == .paused ? room.pause?.kind : nil
            nextPick = room.currentPickNumber
        }
    }

    /// One seat's two rosters.
    public struct Seat: Hashable, Sendable {
        public var seat: Draft.Seat
        /// Nil before the draw.
        public var slot: Slot?
        public var entry: EntryID?
        public var user: UserID?
        public var was: [RoomState.RosterPick]
        public var becomes: [RoomState.RosterPick]

        /// Whether the seat would have other players. In which order it got them does not matter.
        public var isAffected: Bool { Set(was.map(\.player)) != Set(becomes.map(\.player)) }
    }

    public var room: RoomID

    /// The first pick that would be otherwise on the board; nil when none would.
    public var firstDivergence: PickDivergence?

    /// By seat, all of them.
    public var seats: [Seat]

    /// Commands that would have been refused instead of accepted, or accepted, or refused for another reason.
    public var outcomes: [Outcome]

    /// The outcomes of the inserted commands, in the given order.
    public var insertions: [Inserted]

    /// Positions of accepted commands that could not be run again.
    public var untold: [UInt64]

    /// How far the draft came.
    public var endWas: End

    /// How far it would have come.
    public var end: End

    /// How the room would have ended.
    public var status: RoomStatus { end.status }

    private let pool: PoolState?

    /// The player of an index in the room's pool, or nil.
    public func player(_ index: PlayerIndex) -> PlayerListing? { pool?.player(index) }

    /// How many seats would have other players.
    public var changed: Int { seats.count(where: \.isAffected) }

    init(
        room: RoomID, was: RoomState, becomes: RoomState, firstDivergence: PickDivergence?, outcomes: [Outcome],
        insertions: [Inserted], untold: [UInt64], pool: PoolState?
    ) {
        self.pool = pool
        self.room = room
        self.firstDivergence = firstDivergence
        self.outcomes = outcomes
        self.untold = untold
        self.insertions = insertions
        endWas = End(was)
        end = End(becomes)
        seats = was.members.indices.map { index in
            let seat = Draft.Seat(index)
            let member = was.member(at: seat)
            return Seat(
                seat: seat, slot: member?.slot, entry: member?.entry, user: member?.user, was: was.roster(of: seat),
                becomes: becomes.roster(of: seat))
        }
    }
}
