/// A room exists and its rules are fixed, before anybody joins.
public struct RoomOpened: Hashable, Sendable {
    public var tournament: TournamentID?
    public var pool: PoolID
    /// The entry fee; nil if a source does not state it.
    public var entryFee: Cents?
    public var ruleset: Ruleset
    /// SHA-256 of the secret that will draw the order; nil for imported history, whose order is a given.
    public var commitment: Digest256?
    /// The room's ID at its source; empty if it has no such ID.
    public var externalID: String
    /// The contest's; nil where signatures are welcome and not asked for.
    public var signedCommands: SignedCommands?
    /// How the order is drawn and whom the rules may pick; nil in a room that was opened before this was said, and in
    /// imported history.
    public var draw: DrawTerms?
    /// The contest's; nil where only members and officers watch the draft.
    public var spectators: Spectators?

    public init(
        tournament: TournamentID?, pool: PoolID, entryFee: Cents?, ruleset: Ruleset, commitment: Digest256?,
        externalID: String, signedCommands: SignedCommands? = nil, draw: DrawTerms? = nil,
        spectators: Spectators? = nil
    ) {
        self.spectators = spectators
        self.draw = draw
        self.signedCommands = signedCommands
        self.tournament = tournament
        self.pool = pool
        self.entryFee = entryFee
        self.ruleset = ruleset
        self.commitment = commitment
        self.externalID = externalID
    }

    package static var blank: Self {
        Self(
            tournament: nil, pool: 0, entryFee: nil, ruleset: .untimed(teams: 2, rounds: 1), commitment: nil,
            externalID: "")
    }
}

extension RoomOpened: PlainEventBody {
    package static let facts = EventFacts(
        .roomOpened, since: 0, home: .room, actor: .staff, origin: .always,
        traits: [.importerAct, .roomSetting, .roomFees])
}

/// A user sat down; the entry fee is held in the same append.
public struct SeatTaken: Hashable, Sendable {
    public var seat: Seat
    /// Nil where a source does not say.
    public var user: UserID?
    public var entry: EntryID
    /// The entry's ID at its source; empty if it has no such ID.
    public var externalID: String
    /// The member's entropy for the draw: 16 random bytes, or the SHA-256 of bytes that are revealed later; empty if the
    /// join had none.
    public var entropy: [UInt8] = []
    package static var blank: Self { Self(seat: 0, user: nil, entry: 0, externalID: "") }
}

extension SeatTaken: DirectEventBody {
    package static let facts = EventFacts(
        .seatTaken, since: 0, home: .room, actor: .member, origin: .always,
        traits: [.roomSetting, .lobby, .roomFees, .namesMember])

    package var subject: EventSubject { EventSubject(seat: seat) }
}

/// A user left before the room was full; the fee is released in the same append.
public struct SeatLeft: Hashable, Sendable {
    public var seat: Seat
    public var user: UserID?
    public var entry: EntryID
    package static var blank: Self { Self(seat: 0, user: nil, entry: 0) }
}

extension SeatLeft: DirectEventBody {
    package static let facts = EventFacts(
        .seatLeft, since: 0, home: .room, actor: .member, origin: .always,
        traits: [.roomSetting, .lobby, .roomFees])

    package var subject: EventSubject { EventSubject(seat: seat) }
}

/// Every seat is taken; the membership is frozen.
public struct RoomFilled: Hashable, Sendable {
    public var seats: UInt8
    package static var blank: Self { Self(seats: 0) }
}

extension RoomFilled: PlainEventBody {
    package static let facts = EventFacts(
        .roomFilled, since: 0, home: .room, actor: .consequence, origin: .always, traits: [.roomSetting, .lobby])
}

/// The seats by slot, and the committed secret: anyone can recompute the draw.
public struct DraftOrderDrawn: Hashable, Sendable {
    /// Nil for an imported order.
    public var secret: Digest256?
    /// The seat of each slot, from slot 0.
    public var seats: [Seat]
    /// The seats that did not reveal in time: the draw used the SHA-256 of their join instead.
    public var withheld: [Seat]

    public init(secret: Digest256?, seats: [Seat], withheld: [Seat] = []) {
        self.secret = secret
        self.seats = seats
        self.withheld = withheld
    }

    package static var blank: Self { Self(secret: nil, seats: []) }
}

extension DraftOrderDrawn: DirectEventBody {
    package static let facts = EventFacts(
        .draftOrderDrawn, since: 0, home: .room, actor: .consequence, origin: .always,
        traits: [.roomSetting, .followsFromTime])

    package var subject: EventSubject { EventSubject(secret: secret) }
}

/// The room is full and its order drawn; the draft starts when the countdown is over.
public struct CountdownStarted: Hashable, Sendable {
    public var endsAt: Timestamp
    package static var blank: Self { Self(endsAt: Timestamp(microseconds: 0)) }
}

extension CountdownStarted: PlainEventBody {
    package static let facts = EventFacts(
        .countdownStarted, since: 0, home: .room, actor: .consequence, origin: .always, traits: [.roomSetting])
}

/// The draft began; the fees are posted in the same append.
public struct DraftStarted: Hashable, Sendable {
    public init() {}
    package static var blank: Self { Self() }
}

extension DraftStarted: PlainEventBody {
    package static let facts = EventFacts(
        .draftStarted, since: 0, home: .room, actor: .staff, origin: .always,
        traits: [.milestone, .lobby, .followsFromTime, .roomFees])
}

/// A slot is on the clock. An expiry that names another epoch does nothing.
public struct ClockStarted: Hashable, Sendable {
    public var pick: PickNumber
    public var slot: Slot
    /// Counts the clocks of the room, from 1.
    public var epoch: UInt32
    public var deadline: Timestamp
    public var graceEndsAt: Timestamp

    public init(pick: PickNumber, slot: Slot, epoch: UInt32, deadline: Timestamp, graceEndsAt: Timestamp) {
        self.pick = pick
        self.slot = slot
        self.epoch = epoch
        self.deadline = deadline
        self.graceEndsAt = graceEndsAt
    }

    package static var blank: Self {
        Self(
            pick: 0, slot: 0, epoch: 0, deadline: Timestamp(microseconds: 0), graceEndsAt: Timestamp(microseconds: 0))
    }
}

extension ClockStarted: EventBody {
    package static let facts = EventFacts(
        .clockStarted, since: 0, home: .room, actor: .consequence, origin: .always, traits: [.keepsStatus])

    package var subject: EventSubject { EventSubject(pick: pick) }

    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        writer.write(UInt8(3))
        writer.write(pick)
        writer.write(epoch)
        return true
    }
}

/// The time that the room was shown; it decides nothing. In the clock's own stream.
public struct ClockTicked: Hashable, Sendable {
    public var pick: PickNumber
    /// Milliseconds to the deadline.
    public var remaining: UInt32

    @inlinable
    public init(pick: PickNumber, remaining: UInt32) {
        self.pick = pick
        self.remaining = remaining
    }
    package static var blank: Self { Self(pick: 0, remaining: 0) }
}

extension ClockTicked: DirectEventBody {
    package static let facts = EventFacts(
        .clockTicked, since: 0, home: .clock, actor: .consequence, origin: .never, traits: [.keepsStatus])

    package var subject: EventSubject { EventSubject(pick: pick) }
}

/// A seat went on or off autodraft.
public struct AutodraftSet: Hashable, Sendable {
    /// Why a seat went on or off autodraft.
    public enum Cause: UInt8, Sendable, CaseIterable {
        case userWish = 1
        /// The ruleset's number of picks in a row was missed.
        case missedPicks = 2
        /// The user did something by hand, which turns autodraft off.
        case manualAct = 3
        /// The missed picks that had turned it on were undone.
        case correction = 4
    }
    public var seat: Seat
    public var on: Bool
    public var cause: Cause
    package static var blank: Self { Self(seat: 0, on: false, cause: .userWish) }
}

extension AutodraftSet: EventBody {
    package static let facts = EventFacts(
        .autodraftSet, since: 0, home: .room, actor: .member, origin: .always, traits: [.draftAct, .keepsStatus])

    package var subject: EventSubject { EventSubject(seat: seat) }

    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        writer.write(UInt8(2))
        writer.write(seat)
        writer.write(on)
        return true
    }
}

/// An admin gave the slot on the clock more time.
public struct ClockExtended: Hashable, Sendable {
    public var pick: PickNumber
    /// The new clock's epoch.
    public var epoch: UInt32
    public var deadline: Timestamp
    public var graceEndsAt: Timestamp
    public var reason: Wording
    package static var blank: Self {
        Self(
            pick: 0, epoch: 0, deadline: Timestamp(microseconds: 0), graceEndsAt: Timestamp(microseconds: 0),
            reason: "")
    }
}

extension ClockExtended: DirectEventBody, ReasonedBody {
    package static let facts = EventFacts(
        .clockExtended, since: 0, home: .room, actor: .staff, origin: .always, traits: [.draftAct])

    package var subject: EventSubject { EventSubject(pick: pick, statement: Statement(reason, limit: 2_000)) }
}

/// The draft is paused.
public struct RoomPaused: Hashable, Sendable {
    /// The reason of a pause, which determines its effect on the clock.
    public enum Kind: UInt8, Sendable, CaseIterable {
        /// Picks are not allowed; the clock restarts in full.
        case manual = 1
        /// Picks are allowed; the clock is stopped. In rooms whose ruleset has nights, only during a night.
        case overnight = 2
        /// The service was down; recorded at its restart, the remaining time comes back.
        case outage = 3
    }
    public var kind: Kind
    /// The pick that was on the clock.
    public var pick: PickNumber
    /// To the deadline at the moment the clock stopped; never negative.
    public var remaining: Interval
    public var reason: Wording
    /// The person who proposed the pause in an approval request; nil for a pause without one.
    public var requestedBy: UserID?
    package static var blank: Self { Self(kind: .manual, pick: 0, remaining: .zero, reason: "") }
}

extension RoomPaused: EventBody, ReasonedBody {
    package static let facts = EventFacts(
        .roomPaused, since: 0, home: .room, actor: .staff, origin: .always,
        traits: [.draftAct, .milestone, .followsFromTime, .approvedInRoom])

    package var subject: EventSubject { EventSubject(pick: pick, statement: Statement(reason, limit: 2_000)) }

    /// The pick and its remaining time are left out: the draft continues until somebody approves the pause.
    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        guard kind == .outage else { return false }
        writer.write(UInt8(16))
        writer.write(kind.rawValue)
        writer.write(reason)
        return true
    }
}

/// The room resumes; the new clock follows as a `ClockStarted`.
public struct RoomResumed: Hashable, Sendable {
    public var kind: RoomPaused.Kind
    public var pick: PickNumber
    package static var blank: Self { Self(kind: .manual, pick: 0) }
}

extension RoomResumed: DirectEventBody {
    package static let facts = EventFacts(
        .roomResumed, since: 0, home: .room, actor: .staff, origin: .always,
        traits: [.draftAct, .milestone, .followsFromTime])

    package var subject: EventSubject { EventSubject(pick: pick) }
}

/// A seat's client came or went; decides nothing.
public struct ConnectionChanged: Hashable, Sendable {
    public var seat: Seat
    public var connected: Bool
    package static var blank: Self { Self(seat: 0, connected: false) }
}

extension ConnectionChanged: DirectEventBody {
    package static let facts = EventFacts(
        .connectionChanged, since: 0, home: .room, actor: .member, origin: .always, traits: [.draftAct])

    package var subject: EventSubject { EventSubject(seat: seat) }
}

/// The last pick is made.
public struct DraftCompleted: Hashable, Sendable {
    /// Picks made, by hand or not: teams x rounds.
    public var picks: PickNumber
    /// Events of the room's stream up to and with this one: nothing before it can be left out unnoticed.
    public var events: UInt32
    /// How often the clock was shown, in a stream of its own or, in older ledgers, among those events: no tick can be left
    /// out unnoticed. Nil in rooms without a clock, and in older records.
    public var ticks: UInt32?
    /// The version of each seat's queue when the last pick was decided, by seat: evidence without the end of a
    /// queue is found. Events that the last pick itself adds are not counted. Empty in records before schema 10.
    public var queueVersions: [UInt32] = []
    package static var blank: Self { Self(picks: 0, events: 0) }
}

extension DraftCompleted: PlainEventBody {
    package static let facts = EventFacts(
        .draftCompleted, since: 0, home: .room, actor: .consequence, origin: .always,
        traits: [.milestone, .endsPick, .endsRoom, .lobby, .roomFees])
}

/// Given up before the draft started; the held fees are released in the same append.
public struct RoomCancelled: Hashable, Sendable {
    public var reason: Wording
    /// The secret of the draw, if the order was not drawn: the room's commitment is kept at its end, too. Nil in rooms
    /// that were opened before draws had terms.
    public var secret: Digest256?
    package static var blank: Self { Self(reason: "") }
}

extension RoomCancelled: EventBody, ReasonedBody {
    package static let facts = EventFacts(
        .roomCancelled, since: 0, home: .room, actor: .staff, origin: .always,
        traits: [.milestone, .endsRoom, .roomSetting, .lobby, .roomFees, .approvedInRoom])

    package var subject: EventSubject { EventSubject(secret: secret, statement: Statement(reason)) }

    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        writer.write(UInt8(4))
        writer.write(reason)
        return true
    }
}

/// Annulled after the draft started; the posted fees are refunded in the same append.
public struct RoomVoided: Hashable, Sendable {
    /// Nil only where an importer takes back an imported room.
    public var approvedBy: UserID?
    public var reason: Wording
    package static var blank: Self { Self(approvedBy: nil, reason: "") }
}

extension RoomVoided: EventBody, ReasonedBody {
    package static let facts = EventFacts(
        .roomVoided, since: 0, home: .room, actor: .staff, origin: .always,
        traits: [
            .importerAct, .milestone, .endsPick, .endsRoom, .lobby, .roomFees, .approvedInRoom, .takesApproval,
        ])

    package var subject: EventSubject {
        EventSubject(approvers: approvedBy.map { [$0] } ?? [], statement: Statement(reason))
    }

    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        writer.write(UInt8(5))
        writer.write(reason)
        return true
    }
}
