/// A pick that a person made. Imports from before `PickAutomated.Source.unknown` also recorded picks of unknown origin as
/// such events.
public struct PickMade: Hashable, Sendable {
    public var pick: PickNumber
    public var slot: Slot
    public var seat: Seat
    public var player: PlayerIndex
    /// The player's ADP that the source showed at the pick, in hundredths; nil where it showed none. Of a draft held here
    /// it is the pool's, and nil.
    public var adp: UInt32?
    /// When the client says that it clicked: evidence, never a decider.
    public var claimedAt: Timestamp?

    public init(
        pick: PickNumber, slot: Slot, seat: Seat, player: PlayerIndex, adp: UInt32?, claimedAt: Timestamp?
    ) {
        self.pick = pick
        self.slot = slot
        self.seat = seat
        self.player = player
        self.adp = adp
        self.claimedAt = claimedAt
    }

    package static var blank: Self { Self(pick: 0, slot: 0, seat: 0, player: 0, adp: nil, claimedAt: nil) }
}

extension PickMade: DirectEventBody {
    package static let facts = EventFacts(
        .pickMade, since: 0, home: .room, actor: .member, origin: .always,
        traits: [.draftAct, .makesPick, .changesBoard, .endsPick, .keepsStatus])

    package var subject: EventSubject { EventSubject(seat: seat, pick: pick, player: player) }
}

/// A pick that the rules made; in imports also one of which the source does not tell who made it.
public struct PickAutomated: Hashable, Sendable {
    /// Why the rules picked and not the user.
    public enum Reason: UInt8, Sendable, CaseIterable {
        case clockExpired = 1
        case autodraft = 2
        case admin = 3
        /// Imports only: the source does not tell how the pick came about.
        case unknown = 4
    }

    /// The source of the player.
    public enum Source: UInt8, Sendable, CaseIterable {
        case queue = 1
        case rankings = 2
        case adp = 3
        /// The limits left no player, so they were ignored.
        case fallback = 4
        /// Imported leagues only: the clock ran out and the pick was skipped; a player is there if somebody made the
        /// pick later.
        case skipped = 5
        /// Imports only: the source does not state how the pick was made or, without a player, states only that it was
        /// made.
        case unknown = 6
    }

    /// A player that the autopick skipped.
    public struct Skip: Hashable, Sendable {
        /// Why a player was passed over.
        public enum Cause: UInt8, Sendable, CaseIterable {
            case taken = 1
            case positionLimit = 2
            case notInPool = 3
        }
        public var player: PlayerIndex
        public var cause: Cause
        public init(player: PlayerIndex, cause: Cause) {
            self.player = player
            self.cause = cause
        }
        package static var blank: Self { Self(player: 0, cause: .taken) }
    }

    public var pick: PickNumber
    public var slot: Slot
    public var seat: Seat
    /// Nil only for a skipped pick that was not made up for, and for a pick that the source does not describe.
    public var player: PlayerIndex?
    public var reason: Reason
    public var source: Source
    /// The version of the seat's queue stream that was read; 0 if the stream was empty.
    public var queueVersion: UInt32
    public var policyVersion: UInt8
    /// As in `PickMade`.
    public var adp: UInt32?
    /// The skipped players of the queue and the rankings, in their order; the first 64. Only in records from before there
    /// was `passedOver`: whom the rules passed over is the seat's own user's to know.
    public var skipped: [Skip]
    /// The salted digest of those who were passed over, as `PassedOver` makes it. Nil where the seat never had a queue, in
    /// imports, and in older records.
    public var passedOver: Digest256?

    package static var blank: Self {
        Self(
            pick: 0, slot: 0, seat: 0, player: nil, reason: .clockExpired, source: .adp, queueVersion: 0,
            policyVersion: 0, adp: nil, skipped: [])
    }
}

extension PickAutomated: DirectEventBody {
    package static let facts = EventFacts(
        .pickAutomated, since: 0, home: .room, actor: .staff, origin: .always,
        traits: [.draftAct, .milestone, .makesPick, .changesBoard, .endsPick, .keepsStatus, .followsFromTime])

    package var subject: EventSubject { EventSubject(seat: seat, pick: pick, player: player) }
}

/// The skipped players of an autopick, in the stream of the seat's own queue: the content that `PickAutomated` discloses to everybody
/// it is a digest.
public struct AutopickExplained: Hashable, Sendable {
    public var pick: PickNumber
    /// Of the digest.
    public var salt: Digest256
    /// The skipped players of the queue and the rankings, in their order; the first 64.
    public var skipped: [PickAutomated.Skip]

    package static var blank: Self { Self(pick: 0, salt: .zero, skipped: []) }
}

extension AutopickExplained: DirectEventBody {
    package static let facts = EventFacts(
        .autopickExplained, since: 2, home: .queue, actor: .consequence, origin: .always, traits: [])

    package var subject: EventSubject { EventSubject(pick: pick) }
}

/// A past pick is put right without touching it: the timeline shows both.
public struct PickCorrected: Hashable, Sendable {
    /// The treatment of the picks after the corrected one.
    public enum Mode: UInt8, Sendable, CaseIterable {
        /// The last pick, before anybody picks again.
        case lastOnly = 1
        /// Later picks remain.
        case substitute = 2
        /// That pick and all after it are undone.
        case cascade = 3
    }
    public var pick: PickNumber
    public var mode: Mode
    public var seat: Seat
    public var oldPlayer: PlayerIndex?
    /// Nil for a cascade.
    public var newPlayer: PlayerIndex?
    public var dispute: CaseID?
    public var requestedBy: UserID?
    /// Never the beneficiary and never who asked.
    public var approvedBy: UserID
    public var reason: Wording
    package static var blank: Self {
        Self(
            pick: 0, mode: .lastOnly, seat: 0, oldPlayer: nil, newPlayer: nil, dispute: nil, requestedBy: nil,
            approvedBy: 0, reason: "")
    }
}

extension PickCorrected: EventBody, ReasonedBody {
    package static let facts = EventFacts(
        .pickCorrected, since: 0, home: .room, actor: .staff, origin: .always,
        traits: [.draftAct, .milestone, .changesBoard, .endsPick, .approvedInRoom, .takesApproval])

    package var subject: EventSubject {
        EventSubject(
            seat: seat, pick: pick, approvers: [approvedBy], dispute: dispute,
            statement: Statement(reason, limit: 2_000))
    }

    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        writer.write(UInt8(1))
        writer.write(pick)
        writer.write(mode.rawValue)
        writer.write(seat)
        writer.write(oldPlayer) { $0.write($1) }
        writer.write(newPlayer) { $0.write($1) }
        writer.write(dispute) { $0.write($1) }
        writer.write(reason)
        return true
    }
}

/// A command that was turned down, with what is needed to judge it later.
public struct CommandRejected: Hashable, Sendable {
    public var command: CommandKind
    public var code: RefusalCode
    public var pick: PickNumber?
    public var seat: Seat?
    public var player: PlayerIndex?
    /// The clock of the pick that the command names. In a record of rules before `SoftwareStarted.rulesOfPickClocks` it is
    /// the clock that ran when the command arrived, if somebody else had picked since.
    public var deadline: Timestamp?
    public var graceEndsAt: Timestamp?
    /// From the command's arrival to the end of grace: negative by how much it came too late.
    public var margin: Interval?
    /// When the client says that it clicked: evidence, never a decider.
    public var claimedAt: Timestamp?
    /// How many refusals this event stands for: 1, or the rest of a flood.
    public var count: UInt32
    /// The command that was refused, as its own JSON, so that its decision can be recomputed; of one above
    /// `RecordLimit.refusedCommand` bytes, `sha256:` and the hexadecimal digits of its content's digest. Empty for the
    /// rest of a flood. Nil in records from before refusals kept their commands.
    public var content: String?
    /// The common properties of the counted refusals; nil for a single refusal, and in older records.
    public var flood: Flood?
    /// The text of the answer, so that a retry gets the same one. It is for people: no rule reads it, and an audit
    /// compares the code and the numbers. Nil for the rest of a flood, and in older records.
    public var detail: String?

    /// Refusals that are only counted: whose they are, from when to when, and which they were.
    public struct Flood: Hashable, Sendable {
        public var sender: Sender
        /// When the first of the counted commands arrived.
        public var firstArrival: Timestamp
        /// When the last of them arrived.
        public var lastArrival: Timestamp
        /// A hash chain over the contents: SHA-256(digest so far ‖ the content's digest), starting from 32 zero bytes. With
        /// the commands, it proves that they were counted.
        public var contents: Digest256

        public init(sender: Sender, firstArrival: Timestamp, lastArrival: Timestamp, contents: Digest256) {
            self.sender = sender
            self.firstArrival = firstArrival
            self.lastArrival = lastArrival
            self.contents = contents
        }
    }

    package static var blank: Self {
        Self(
            command: .makePick, code: .notYourTurn, pick: nil, seat: nil, player: nil, deadline: nil,
            graceEndsAt: nil, margin: nil, claimedAt: nil, count: 0)
    }
}

extension CommandRejected: DirectEventBody {
    package static let facts = EventFacts(
        .commandRejected, since: 0, home: nil, actor: .member, origin: .sometimes,
        traits: [.importerAct, .milestone, .keepsStatus])

    package var subject: EventSubject { EventSubject(seat: seat, pick: pick) }

    /// Whether a pick by hand was refused.
    package var isOfPick: Bool { command == .makePick }
}
