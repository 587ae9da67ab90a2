public import Foundation

/// A room as one of its viewers sees it.
public struct DraftRoom: Decodable, Identifiable, Sendable {
    public var id: String
    public var tournamentId: String
    public var tournamentTitle: String
    public var status: RoomStatus
    /// The pick on the clock, or the next one, from 1; one more than `totalPicks` when the draft is over.
    public var currentPickNumber: Int
    public var totalPicks: Int
    public var pickTimeSeconds: Int
    /// In draft order once that is drawn; before, by seat. Free seats may be included, without a name.
    public var participants: [Participant]
    /// In their order. A pick is missing if the server cannot show its player.
    public var picks: [DraftPick]
    /// Members that a room has, and players that each drafts.
    public var teams: Int
    public var rounds: Int
    /// The running clock; nil while no clock runs.
    public var clock: DraftClock?
    /// The cause that stopped the clock, such as `overnight` or `outage`; nil if the clock is not stopped.
    public var pauseKind: String?
    /// When the draft begins; nil where that is not known, or past.
    public var countdownEndsAt: Date?
    /// How many events of the room are in it.
    public var version: Int
    /// By how much the server's clock is ahead of this machine's, as of when the room arrived.
    public var serverAhead: TimeInterval = 0
    /// Whether only what members sign counts in it.
    public var requiresSignatures = false
    /// The number of the pool that is drafted from; nil where the server does not say.
    public var pool: UInt64?
    /// The viewer's own seat; nil if it is not known, or if the viewer has no seat.
    public var ownSeat: Int?
    /// Whether the members have yet to reveal what they put into the draw.
    public var awaitsReveals = false

    private enum CodingKeys: String, CodingKey {
        case id, tournamentId, tournamentTitle, status, statusDetail, currentPickNumber, totalPicks, pickTimeSeconds
        case participants, picks, teams, rounds, clock, pause, countdownEndsAt, version, serverTimeMicroseconds
    }

    private struct Pause: Decodable { var kind: String }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try members.decode(String.self, forKey: .id)
        tournamentId = try members.decode(String.self, forKey: .tournamentId)
        tournamentTitle = try members.decode(String.self, forKey: .tournamentTitle)
        // The exact word, where the app's type has only one that is near to it.
        status =
            try members.decodeIfPresent(RoomStatus.self, forKey: .statusDetail)
            ?? members.decode(RoomStatus.self, forKey: .status)
        currentPickNumber = try members.decode(Int.self, forKey: .currentPickNumber)
        totalPicks = try members.decode(Int.self, forKey: .totalPicks)
        pickTimeSeconds = try members.decode(Int.self, forKey: .pickTimeSeconds)
        participants = try members.decode([Participant].self, forKey: .participants)
        picks = try members.decode([DraftPick].self, forKey: .picks)
        teams = try members.decodeIfPresent(Int.self, forKey: .teams) ?? participants.count
        rounds = try members.decodeIfPresent(Int.self, forKey: .rounds) ?? (teams > 0 ? totalPicks / teams : 0)
        clock = try members.decodeIfPresent(DraftClock.self, forKey: .clock)
        pauseKind = try members.decodeIfPresent(Pause.self, forKey: .pause)?.kind
        countdownEndsAt = try members.decodeIfPresent(Date.self, forKey: .countdownEndsAt)
        version = try members.decodeIfPresent(Int.self, forKey: .version) ?? 0
        if let micros = try members.decodeIfPresent(Int64.self, forKey: .serverTimeMicroseconds) {
            serverAhead = Date(timeIntervalSince1970: Double(micros) / 1_000_000).timeIntervalSinceNow
        }
    }

    /// Of what the ledger's own addresses say.
    init(_ page: RoomDetails, picks: [DraftPick], names: [UInt64: String], own user: UInt64?) {
        id = "\(page.room)"
        tournamentId = page.tournament.map { "\($0)" } ?? ""
        tournamentTitle = page.contest ?? ""
        status = RoomStatus(page.status)
        currentPickNumber = page.currentPickNumber
        totalPicks = Int(page.teams) * Int(page.rounds)
        pickTimeSeconds = Int((page.pickClockMicroseconds ?? 0) / 1_000_000)
        let isDrawn = page.members.allSatisfy { $0.draftPosition != nil } && page.members.count == Int(page.teams)
        participants = page.members.map { member in
            Participant(
                id: "\(member.entry)", userId: member.user.map { "\($0)" } ?? "",
                username: member.user.map { names[$0] ?? "user \($0)" } ?? "",
                index: member.draftPosition.map { $0 - 1 } ?? member.seat,
                isUser: member.user != nil && member.user == user, autodraft: member.autodraft ?? false,
                connected: member.connected ?? false)
        }
        self.picks = picks
        (teams, rounds, version) = (Int(page.teams), Int(page.rounds), page.version)
        clock =
            status != .active
            ? nil
            : page.clock.map { clock in
                DraftClock(
                    pickNumber: clock.pickNumber, epoch: clock.epoch, deadline: clock.deadline,
                    graceEndsAt: clock.graceEndsAt
                )
            }
        pauseKind = page.pause?.kind
        requiresSignatures = true
        pool = page.pool
        ownSeat = page.members.first { $0.user != nil && $0.user == user }?.seat
        awaitsReveals = status == .countdown && !isDrawn
    }
}

/// Somebody in a room.
public struct Participant: Decodable, Hashable, Identifiable, Sendable {
    /// The entry's.
    public var id: String
    /// The user's; empty for a free seat.
    public var userId: String
    public var username: String
    /// The place in the draft order, from 0; before that is drawn, the seat.
    public var index: Int
    /// Whether it is the viewer.
    public var isUser: Bool
    public var autodraft: Bool
    public var connected: Bool

    private enum CodingKeys: String, CodingKey {
        case id, odaId, username, index, isUser, autodraft, connected
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try members.decode(String.self, forKey: .id)
        userId = try members.decode(String.self, forKey: .odaId)
        username = try members.decode(String.self, forKey: .username)
        index = try members.decode(Int.self, forKey: .index)
        isUser = try members.decodeIfPresent(Bool.self, forKey: .isUser) ?? false
        autodraft = try members.decodeIfPresent(Bool.self, forKey: .autodraft) ?? false
        connected = try members.decodeIfPresent(Bool.self, forKey: .connected) ?? false
    }

    init(
        id: String, userId: String, username: String, index: Int, isUser: Bool, autodraft: Bool, connected: Bool
    ) {
        (self.id, self.userId, self.username, self.index) = (id, userId, username, index)
        (self.isUser, self.autodraft, self.connected) = (isUser, autodraft, connected)
    }
}

/// One pick.
public struct DraftPick: Decodable, Hashable, Identifiable, Sendable {
    /// Stays the same when the pick is corrected.
    public var id: String
    /// From 1.
    public var pickNumber: Int
    public var round: Int
    /// In the order of making, from 1.
    public var pickInRound: Int
    public var participantId: String
    /// The place in the draft order, from 0.
    public var participantIndex: Int
    public var player: Player
    public var timestamp: Date
    public var source: PickSource?
}

/// The clock of a pick.
public struct DraftClock: Decodable, Hashable, Sendable {
    public var pickNumber: Int
    /// Which of the room's clocks it is.
    public var epoch: Int
    /// By the server's clock. A pick that arrives later, and before the grace ends, is still in time.
    public var deadline: Date
    public var graceEndsAt: Date

    private enum CodingKeys: String, CodingKey {
        case pickNumber, epoch, deadline, graceEndsAt, deadlineMicroseconds, graceEndsAtMicroseconds
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        pickNumber = try members.decode(Int.self, forKey: .pickNumber)
        epoch = try members.decode(Int.self, forKey: .epoch)
        func time(_ exact: CodingKeys, else coarse: CodingKeys) throws -> Date {
            if let micros = try members.decodeIfPresent(Int64.self, forKey: exact) {
                return Date(timeIntervalSince1970: Double(micros) / 1_000_000)
            }
            return try members.decode(Date.self, forKey: coarse)
        }
        deadline = try time(.deadlineMicroseconds, else: .deadline)
        graceEndsAt = try time(.graceEndsAtMicroseconds, else: .graceEndsAt)
    }

    init(pickNumber: Int, epoch: Int, deadline: Date, graceEndsAt: Date) {
        (self.pickNumber, self.epoch, self.deadline, self.graceEndsAt) = (pickNumber, epoch, deadline, graceEndsAt)
    }
}
