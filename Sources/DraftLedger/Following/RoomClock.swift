public import Draft

/// What whoever keeps a room's time has to know of it: when its countdown or its clock ends, and whether it stands still.
public struct RoomClock: Hashable, Sendable {
    public var room: RoomID
    /// Nil for a room of no contest.
    public var tournament: TournamentID?
    /// The room's events so far: of two clocks of a room, the one with more is the later.
    public var version: UInt32
    public var status: RoomStatus
    public var ruleset: Ruleset
    /// Nil before the room is full.
    public var countdownEndsAt: Timestamp?
    /// Until when members of the full room reveal what they put into its draw; nil where none has anything to reveal.
    public var revealsUntil: Timestamp?
    /// The clock that runs, or stood still at the pause; nil while there is none. Of its ticks nothing is told.
    public var clock: RoomState.Clock?
    /// Present while the room is paused.
    public var pause: RoomState.Pause?
    /// Whether the seat on the clock leaves its picks to the house, which makes them without waiting for the deadline.
    public var isAutodrafting: Bool

    public init(_ room: RoomState) {
        self.room = room.id
        tournament = room.tournament
        version = room.version
        status = room.status
        ruleset = room.ruleset
        countdownEndsAt = room.countdownEndsAt
        revealsUntil = room.revealsUntil
        clock = room.clock
        pause = room.pause
        isAutodrafting = room.seatOnClock.flatMap { room.member(at: $0) }?.autodraft ?? false
    }

    /// Whether time means anything to the room: it counts down, drafts, or is paused.
    public var isOfAccount: Bool { status.isTimed }
}

extension RoomStatus {
    /// Whether time means anything to a room.
    var isTimed: Bool { self == .countdown || self == .active || self == .paused }
}

/// What has become of the clocks of rooms.
public struct RoomClocks: Hashable, Sendable {
    /// Whether these are all that are of account, and any other that was known before is not any more: at first, and
    /// again after somebody has appended past the desk.
    public var areAll: Bool
    /// In the order of their rooms. Among changes are those of rooms that wait or are over.
    public var clocks: [RoomClock]

    public init(areAll: Bool, clocks: [RoomClock]) {
        self.areAll = areAll
        self.clocks = clocks
    }
}
