/// A draft room as its events leave it: everything that a rule asks about, and nothing that an event does not say.
///
/// The one fold of a room. The live service, the replay, the projections and the tests all evolve this value, and two
/// of them agree exactly when their `canonicalBytes` do.
public struct RoomState: Hashable, Sendable {
    public package(set) var id: RoomID
    public package(set) var tournament: TournamentID?
    public package(set) var pool: PoolID
    public package(set) var entryFee: Cents?
    public package(set) var ruleset: Ruleset
    public package(set) var commitment: Digest256?
    /// Revealed by the draw.
    public package(set) var secret: Digest256?
    public package(set) var externalID: String

    public package(set) var status: RoomStatus
    /// Present while paused.
    public package(set) var pause: Pause?

    /// By seat; nil for a free seat.
    public package(set) var members: [Member?]

    /// Joins so far, those that left included: numbers the entries.
    public package(set) var joins: UInt16

    /// The seat of each slot once the order is drawn; empty before.
    public package(set) var seatOfSlot: [Seat]

    public package(set) var countdownEndsAt: Timestamp?

    /// When the draft started: the cause's own time, else the ledger's; nil for history whose source does not say.
    public package(set) var startedAt: Timestamp?

    /// Made so far, in order: `picks[n-1]` is pick n. Corrections are folded in.
    public package(set) var picks: [Pick]

    /// By player index: who is taken. Grows as needed.
    public package(set) var taken: PlayerSet

    /// The running clock, or the clock stopped by the pause; nil without a clock.
    public package(set) var clock: Clock?

    /// The clock under which the last pick was made; nil if no clock ran.
    public package(set) var lastPickClock: Clock?

    /// The clocks under which picks were made, in the order of the picks: a refusal states the one of its own pick. Picks
    /// that were made while no clock ran are left out.
    public package(set) var pickClocks: [PickClock] = []

    /// The last clock's epoch; 0 before the first.
    public package(set) var epoch: UInt32

    /// Refused picks by seat since the pick on the clock changed; bounds a flood.
    public package(set) var refusals: [UInt8]

    /// Events folded so far: the stream's version.
    public package(set) var version: UInt32

    /// The number of events that are ticks: 0 since the clock has a stream of its own.
    public package(set) var ticks: UInt32

    /// Fixed when the room was opened.
    public package(set) var signedCommands: SignedCommands?

    /// Fixed when the room was opened; nil in one that opened before draws had terms, and in imported history.
    public package(set) var draw: DrawTerms?

    /// Fixed when the room was opened; nil where only its members and officers watch.
    public package(set) var spectators: Spectators?

    /// Until when the members of the full room reveal what they put into its draw; nil where none has anything to reveal.
    public package(set) var revealsUntil: Timestamp?

    /// Whether the room was drafted elsewhere: the rooms that are drafted here commit to a secret before anybody joins.
    public var isImported: Bool { commitment == nil && !ruleset.isTimed }

    /// A member of the room.
    public struct Member: Hashable, Sendable {
        public package(set) var user: UserID?
        public package(set) var entry: EntryID
        public package(set) var externalID: String
        /// Nil until the order is drawn.
        public package(set) var slot: Slot?
        public package(set) var autodraft: Bool
        /// Missed in a row.
        public package(set) var missedPicks: UInt8
        public package(set) var connected: Bool
        /// Its revealed entropy for the draw; empty without entropy.
        public package(set) var entropy: [UInt8] = []
    }

    /// A pick as it counts today: 56 bytes, the order of its members being what keeps it that small. A tournament has
    /// ten million of them.
    public struct Pick: Hashable, Sendable {
        public package(set) var occurredAt: Timestamp?
        public package(set) var seat: Seat
        /// Nil only for a skipped pick.
        public package(set) var player: PlayerIndex?
        public package(set) var source: PickSource
        /// How many picks in a row the seat had missed before this one.
        public package(set) var missedBefore: UInt8
        public package(set) var recordedAt: Timestamp
        /// The ledger position of the event that made it.
        public package(set) var position: UInt64
        /// The ledger position of the event that corrected it last.
        public package(set) var correctedAt: UInt64?
        /// As the source showed it at the pick, in hundredths; nil where it is the pool's.
        public package(set) var adp: UInt32?
    }

    /// The clock of the pick that is to be made.
    public struct Clock: Hashable, Sendable {
        public package(set) var pick: PickNumber
        public package(set) var slot: Slot
        public package(set) var epoch: UInt32
        public package(set) var deadline: Timestamp
        public package(set) var graceEndsAt: Timestamp
        /// Milliseconds to the deadline that were shown last; nil before the first tick, and where the room was folded without
        /// its clock's stream.
        public package(set) var lastShown: UInt32?
    }

    /// The times of the clock of one pick: 24 bytes.
    public struct PickClock: Hashable, Sendable {
        public package(set) var deadline: Timestamp
        public package(set) var graceEndsAt: Timestamp
        public package(set) var pick: PickNumber
    }

    /// The facts about a pause while it lasts.
    public struct Pause: Hashable, Sendable {
        public package(set) var kind: RoomPaused.Kind
        /// To the deadline at the moment the clock stopped.
        public package(set) var remaining: Interval
        /// The people who declared an outage: the person who asked for the pause, and the approver. Empty for other pauses,
        /// and for the outages that the service itself states.
        public package(set) var declaredBy: [UserID] = []
    }
}

/// `waiting → countdown → active ⇄ paused → complete`, or an early end.
public enum RoomStatus: UInt8, Sendable, CaseIterable, Codable {
    case waiting = 1
    case countdown = 2
    case active = 3
    case paused = 4
    case complete = 5
    case cancelled = 6
    case voided = 7

    /// The stable string.
    public var name: String { String(describing: self) }

    /// Nothing but corrections happens any more.
    public var isTerminal: Bool { self == .complete || self == .cancelled || self == .voided }
}

/// The source of a pick, as a board shows it.
public enum PickSource: UInt8, Sendable, CaseIterable {
    case manual = 0
    case queue = 1
    case rankings = 2
    case adp = 3
    case fallback = 4
    case skipped = 5
    /// A correction put the player here.
    case corrected = 6
    /// A source that knows only its own user's picks does not tell who was taken. Counted by no report.
    case unknown = 7

    /// The stable string.
    public var name: String { String(describing: self) }

    package init(_ source: PickAutomated.Source) {
        switch source {
        case .queue: self = .queue
        case .rankings: self = .rankings
        case .adp: self = .adp
        case .fallback: self = .fallback
        case .skipped: self = .skipped
        case .unknown: self = .unknown
        }
    }
}
