public import Draft

/// The identity of a notice: the event that causes it, the member who is told, and what the member is told.
///
/// A restart and a replay of the ledger give the same identities, so the outbox never tells a member the same thing twice.
public struct NoticeID: Hashable, Sendable, Comparable {
    /// The position of the event that it tells of.
    public var cause: UInt64
    public var user: UserID
    public var kind: NoticesRecorded.Kind

    public init(cause: UInt64, user: UserID, kind: NoticesRecorded.Kind) {
        self.cause = cause
        self.user = user
        self.kind = kind
    }

    public static func < (one: Self, other: Self) -> Bool {
        (one.cause, one.user.number, one.kind.rawValue) < (other.cause, other.user.number, other.kind.rawValue)
    }
}

/// Something that a member is to be told about a draft.
public struct Notice: Hashable, Sendable {
    public var id: NoticeID
    public var room: RoomID
    /// The member's turn that it is about; nil where the order is not drawn yet, and in a draft that has no turn of the member
    /// left.
    public var pick: PickNumber?
    /// The turn as a board labels it: "2.05" for the fifth pick of the second round. Empty without a turn.
    public var pickLabel: String
    /// The contest, as members know it; "Room 12" for a room without one.
    public var title: String
    /// The end of the member's time; nil where no clock runs.
    public var deadline: Timestamp?
    /// Not sent before this moment.
    public var dueAt: Timestamp
    /// Not sent after this moment: it would be late.
    public var goodUntil: Timestamp

    public init(
        id: NoticeID, room: RoomID, pick: PickNumber?, pickLabel: String, title: String, deadline: Timestamp?,
        dueAt: Timestamp, goodUntil: Timestamp
    ) {
        self.id = id
        self.room = room
        self.pick = pick
        self.pickLabel = pickLabel
        self.title = title
        self.deadline = deadline
        self.dueAt = dueAt
        self.goodUntil = goodUntil
    }
}

/// The content of the lock screen of a member's phone shows of a draft: the content state of the app's Live Activity.
public struct ActivityState: Hashable, Sendable {
    /// Whole seconds to the end of the time of the pick on the clock.
    public var timeRemaining: Int
    public var pickNumber: PickNumber
    public var round: UInt8
    public var pickInRound: UInt8
    public var isMyTurn: Bool
    /// The player who was taken last; nil before the first pick.
    public var currentPlayerName: String?
    public var currentPlayerPosition: String?

    public init(
        timeRemaining: Int, pickNumber: PickNumber, round: UInt8, pickInRound: UInt8, isMyTurn: Bool,
        currentPlayerName: String? = nil, currentPlayerPosition: String? = nil
    ) {
        self.timeRemaining = timeRemaining
        self.pickNumber = pickNumber
        self.round = round
        self.pickInRound = pickInRound
        self.isMyTurn = isMyTurn
        self.currentPlayerName = currentPlayerName
        self.currentPlayerPosition = currentPlayerPosition
    }
}

/// A change of a draft that the lock screens of its members show.
public struct ActivityChange: Hashable, Sendable {
    public enum Step: String, Sendable {
        /// The draft starts: phones that registered for it begin to show it.
        case start
        case update
        /// The draft is over.
        case end
    }

    public var step: Step
    public var room: RoomID
    public var title: String
    public var user: UserID
    public var state: ActivityState
    /// When it happened.
    public var at: Timestamp
    /// Not sent after this moment: the next change has followed by then.
    public var goodUntil: Timestamp

    public init(
        step: Step, room: RoomID, title: String, user: UserID, state: ActivityState, at: Timestamp,
        goodUntil: Timestamp
    ) {
        self.step = step
        self.room = room
        self.title = title
        self.user = user
        self.state = state
        self.at = at
        self.goodUntil = goodUntil
    }
}
