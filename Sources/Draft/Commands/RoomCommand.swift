/// Commands to a draft room.
public enum RoomCommand: Hashable, Sendable {
    case openRoom(OpenRoom)
    case importRoom(ImportRoom)
    case startDraft
    case tickClock(pick: PickNumber)
    case makePick(MakePick)
    /// The scheduler's: the clock ran out, or the slot on the clock autodrafts. It names the clock that it means.
    case automatePick(pick: PickNumber, epoch: UInt32)
    /// The importer's: a pick that another site's rules made.
    case recordAutomatedPick(RecordAutomatedPick)
    case setAutodraft(seat: Seat, on: Bool)
    case extendClock(pick: PickNumber, by: Interval, reason: Wording)
    case pauseRoom(kind: RoomPaused.Kind, reason: Wording)
    case resumeRoom
    case setConnection(seat: Seat, connected: Bool)
    case correctPick(CorrectPick)
    case cancelRoom(reason: Wording)
    case voidRoom(approvedBy: UserID, reason: Wording)
    /// A member's: the 16 bytes whose SHA-256 came with the join.
    case revealEntropy([UInt8])
    /// The scheduler's: the time to reveal is over.
    case drawOrder
    /// The importer's: what the site of a draft states itself that its entries came to.
    case recordStatedResults(ResultsStated)

    public var kind: CommandKind {
        switch self {
        case .openRoom: .openRoom
        case .importRoom: .importRoom
        case .startDraft: .startDraft
        case .tickClock: .tickClock
        case .makePick: .makePick
        case .automatePick: .automatePick
        case .recordAutomatedPick: .recordAutomatedPick
        case .setAutodraft: .setAutodraft
        case .extendClock: .extendClock
        case .pauseRoom: .pauseRoom
        case .resumeRoom: .resumeRoom
        case .setConnection: .setConnection
        case .correctPick: .correctPick
        case .cancelRoom: .cancelRoom
        case .voidRoom: .voidRoom
        case .revealEntropy: .revealEntropy
        case .drawOrder: .drawOrder
        case .recordStatedResults: .recordStatedResults
        }
    }
}

/// A room outside a tournament's own joining, or one that is opened ahead of its joins.
public struct OpenRoom: Hashable, Sendable {
    public var tournament: TournamentID?
    public var pool: PoolID
    public var entryFee: Cents?
    public var ruleset: Ruleset
    public var externalID: String

    public init(
        tournament: TournamentID?, pool: PoolID, entryFee: Cents?, ruleset: Ruleset, externalID: String = ""
    ) {
        self.tournament = tournament
        self.pool = pool
        self.entryFee = entryFee
        self.ruleset = ruleset
        self.externalID = externalID
    }
}

/// A room of another site, with its members and their order, ready for its picks. No money moves.
public struct ImportRoom: Hashable, Sendable {
    /// One team, in the order of the slots.
    public struct Entry: Hashable, Sendable {
        public var externalID: String
        public var user: UserID?
        public init(externalID: String, user: UserID? = nil) {
            self.externalID = externalID
            self.user = user
        }
    }
    public var room: OpenRoom
    /// The team of each slot, from slot 0; seat = slot. Nil for a team of which the source tells nothing: a site's export
    /// to one of its users knows that user's picks and no others.
    public var entries: [Entry?]

    public init(room: OpenRoom, entries: [Entry?]) {
        self.room = room
        self.entries = entries
    }
}

/// A pick by hand.
public struct MakePick: Hashable, Sendable {
    /// The pick that the client believes is on the clock: without it a double tap on the turn burns the second pick.
    public var pick: PickNumber
    public var player: PlayerIndex
    /// The seat that picks; nil for the seat of the acting user. Importers, who act for no user, name it.
    public var seat: Seat?
    public var adp: UInt32?
    /// When the client says that it clicked: evidence, never a decider.
    public var claimedAt: Timestamp?

    public init(
        pick: PickNumber, player: PlayerIndex, seat: Seat? = nil, adp: UInt32? = nil, claimedAt: Timestamp? = nil
    ) {
        self.pick = pick
        self.player = player
        self.seat = seat
        self.adp = adp
        self.claimedAt = claimedAt
    }

    /// Returns the command that makes the pick in a room.
    package func command(in room: RoomID) -> Command { .room(room, .makePick(self)) }
}

/// A pick that another site's rules made, as it tells it.
public struct RecordAutomatedPick: Hashable, Sendable {
    public var pick: PickNumber
    public var seat: Seat
    /// Nil for a skipped pick that was never made up for.
    public var player: PlayerIndex?
    public var reason: PickAutomated.Reason
    public var source: PickAutomated.Source
    public var adp: UInt32?

    public init(
        pick: PickNumber, seat: Seat, player: PlayerIndex?, reason: PickAutomated.Reason,
        source: PickAutomated.Source, adp: UInt32? = nil
    ) {
        self.pick = pick
        self.seat = seat
        self.player = player
        self.reason = reason
        self.source = source
        self.adp = adp
    }
}

/// Puts a past pick right, or undoes it and all after it.
public struct CorrectPick: Hashable, Sendable {
    public var pick: PickNumber
    public var mode: PickCorrected.Mode
    /// The player to put in; nil for a cascade.
    public var player: PlayerIndex?
    public var dispute: CaseID?
    public var requestedBy: UserID?
    public var approvedBy: UserID?
    public var reason: Wording

    public init(
        pick: PickNumber, mode: PickCorrected.Mode, player: PlayerIndex?, dispute: CaseID? = nil,
        requestedBy: UserID?, approvedBy: UserID?, reason: Wording
    ) {
        self.pick = pick
        self.mode = mode
        self.player = player
        self.dispute = dispute
        self.requestedBy = requestedBy
        self.approvedBy = approvedBy
        self.reason = reason
    }
}
