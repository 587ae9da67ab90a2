// Commands of player pools and of the tournaments that draft from them.

/// Commands to a player pool.
public enum PoolCommand: Hashable, Sendable {
    case publishPool(PublishPool)
    /// A late player, at the next index.
    case addPlayer(PlayerListing)

    public var kind: CommandKind {
        switch self {
        case .publishPool: .publishPool
        case .addPlayer: .addPlayer
        }
    }
}

/// Commands to a contest.
public enum TournamentCommand: Hashable, Sendable {
    case createTournament(TournamentCreated)
    case closeEntries
    case cancelTournament(reason: Wording)
    case awardPrizes(standings: [Standing])
    case finalizeTournament
    /// The rounds of the contest after its drafts.
    case setContestRounds(ContestRoundsSet)
    /// Which points count, and who starts.
    case setScoring(ScoringSet)
    /// The next pods of the round that is played have their standings.
    case closeRound(CloseRound)
    /// The pods of a round after the first.
    case drawPods(round: UInt8)

    public var kind: CommandKind {
        switch self {
        case .createTournament: .createTournament
        case .closeEntries: .closeEntries
        case .cancelTournament: .cancelTournament
        case .awardPrizes: .awardPrizes
        case .finalizeTournament: .finalizeTournament
        case .setContestRounds: .setContestRounds
        case .setScoring: .setScoring
        case .closeRound: .closeRound
        case .drawPods: .drawPods
        }
    }
}

/// The next pods of a round, once its weeks are final. Which entries they have and how those stand the rules find out.
public struct CloseRound: Hashable, Sendable {
    /// From 1.
    public var round: UInt8
    /// The version of the season's stream whose points count; the same for all pods of the round.
    public var seasonVersion: UInt32
    /// In the first round the rooms whose standings are next: ascending, 1-200 at a time, and in the end each that was
    /// drafted to its end. None in later rounds, where the drawn pods are next in their order.
    public var rooms: [RoomID]

    public init(round: UInt8, seasonVersion: UInt32, rooms: [RoomID] = []) {
        self.round = round
        self.seasonVersion = seasonVersion
        self.rooms = rooms
    }

    package static var blank: Self { Self(round: 0, seasonVersion: 0) }
}

/// A whole player pool at once; it never changes afterwards, it only grows.
public struct PublishPool: Hashable, Sendable {
    public var externalID: String
    public var title: String
    /// Indexes gapless from 0, in order.
    public var players: [PlayerListing]

    public init(externalID: String, title: String, players: [PlayerListing]) {
        self.externalID = externalID
        self.title = title
        self.players = players
    }
}

/// The place in which an entry finished. Tied entries carry the same place, the best of theirs.
public struct Standing: Hashable, Sendable {
    public var entry: EntryID
    public var place: UInt32

    public init(entry: EntryID, place: UInt32) {
        self.entry = entry
        self.place = place
    }
}
