public import Foundation

/// The viewer's account.
public struct User: Decodable, Identifiable, Sendable {
    public var id: String
    public var username: String
    /// The money that the viewer can spend.
    public var balanceCents: Int
    /// When the account was made; nil where the server does not tell.
    public var createdAt: Date?
}

/// The viewer's money.
public struct Balance: Decodable, Hashable, Sendable {
    /// The money that the viewer can spend.
    public var balanceCents: Int
    /// The money that is reserved for unsettled entries and withdrawals.
    public var heldCents: Int?
}

/// A transaction that changed the money that the viewer can spend.
public struct Transaction: Decodable, Identifiable, Sendable {
    public var id: String
    /// The name of the event, such as `EntryFeeHeld`.
    public var type: String
    /// Below zero for what went out.
    public var amountCents: Int
    /// The money that the viewer could spend after the transaction.
    public var balanceCents: Int
    public var timestamp: Date
}

/// The viewer's status on this server.
public struct UserProfile: Decodable, Sendable {
    public var userId: String
    public var displayName: String?
    public var preferences: UserPreferences
    public var tournamentsEntered: Int
    public var totalWinningsCents: Int
}

public struct UserPreferences: Decodable, Hashable, Sendable {
    public var draftAlerts: DraftAlerts
}

/// Which alerts the viewer wants.
public struct DraftAlerts: Codable, Hashable, Sendable {
    public var roomFilled = true
    public var draftStarting = true
    public var twoPicksAway = true
    public var onTheClock = true
    public var tenSecondsRemaining = true
    public var slowDraftEmailUpdates = true

    /// All of them.
    public init() {}
}

/// One of the viewer's entries with what it has drafted.
public struct Team: Decodable, Identifiable, Sendable {
    public struct Pick: Decodable, Hashable, Sendable {
        public var round: Int
        /// Nil before the order is drawn.
        public var pickNumber: Int?
        public var player: Player
    }

    /// The entry's.
    public var id: String
    public var roomId: String
    public var tournamentId: String?
    public var tournamentTitle: String?
    public var entryFeeCents: Int?
    /// How far its room has come.
    public var statusDetail: RoomStatus
    public var startedAt: Date?
    /// The place in the draft order, from 0; nil before that is drawn.
    public var index: Int?
    public var rounds: Int
    public var picks: [Pick]
}

/// Of how many of the viewer's drafted entries each player is.
public struct Exposure: Decodable, Sendable {
    public struct Row: Decodable, Sendable {
        public var player: Player
        public var entries: Int
        /// Of all entries, in whole percent.
        public var exposurePercent: Int
    }

    /// Entries that count.
    public var entries: Int
    /// The most frequent first.
    public var players: [Row]
}

/// A draft of the viewer's that is not over.
public struct DraftSummary: Decodable, Identifiable, Sendable {
    /// The room's.
    public var id: String
    public var tournamentId: String?
    public var tournamentTitle: String?
    public var status: RoomStatus
    public var draftSpeed: DraftSpeed
    public var participantId: String
    /// Seats taken, of `teams`.
    public var participants: Int
    public var teams: Int
    public var currentPickNumber: Int
    public var totalPicks: Int
    public var isMyTurn: Bool
}
