/// Somebody who can be drafted.
public struct Player: Codable, Hashable, Identifiable, Sendable {
    /// The server's name for the player; the same in lists, picks and queues.
    public var id: String
    public var name: String
    public var firstName: String
    public var lastName: String
    public var position: Position
    /// The club's letters, as in CIN.
    public var team: String
    /// 0 where it is not known.
    public var byeWeek: Int
    /// The average draft position; after the last pick if it is not known.
    public var adp: Double
    public var projectedPoints: Double
    public var rank: Int
    public var headshotURL: String?
    /// The place in the pool, by which signed commands name the player; nil in lists that do not tell.
    public var index: Int?

    public init(
        id: String, name: String, position: Position, team: String, byeWeek: Int = 0, adp: Double = 0,
        projectedPoints: Double = 0, rank: Int = 0, headshotURL: String? = nil, index: Int? = nil
    ) {
        let names = name.split(separator: " ", maxSplits: 1)
        self.id = id
        self.name = name
        firstName = String(names.first ?? "")
        lastName = names.count > 1 ? String(names[1]) : ""
        self.position = position
        self.team = team
        self.byeWeek = byeWeek
        self.adp = adp
        self.projectedPoints = projectedPoints
        self.rank = rank
        self.headshotURL = headshotURL
        self.index = index
    }

    /// By id alone: what is said of a player may change.
    public static func == (left: Self, right: Self) -> Bool { left.id == right.id }

    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A contest that can be joined, or could.
public struct Tournament: Decodable, Hashable, Identifiable, Sendable {
    public var id: String
    public var title: String
    public var entryFeeCents: Int
    public var currentEntries: Int
    /// 0 for no limit.
    public var maxEntries: Int
    public var firstPlacePrizeCents: Int
    public var totalPrizeCents: Int
    public var draftSpeed: DraftSpeed
    public var status: TournamentStatus
    /// Members of one room, and players that each of them drafts; nil where the server does not say.
    public var teams: Int?
    public var rounds: Int?
    /// Nil for no limit.
    public var maxEntriesPerUser: Int?
    /// Whether only what members sign counts in it; see ``DraftClient/DraftClient/enrol(key:)``.
    public var requiresSignatures: Bool

    private enum CodingKeys: String, CodingKey {
        case id, title, entryFeeCents, currentEntries, maxEntries, firstPlacePrizeCents, totalPrizeCents, draftSpeed
        case status, teams, rounds, maxEntriesPerUser
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try members.decode(String.self, forKey: .id)
        title = try members.decode(String.self, forKey: .title)
        entryFeeCents = try members.decode(Int.self, forKey: .entryFeeCents)
        currentEntries = try members.decode(Int.self, forKey: .currentEntries)
        maxEntries = try members.decode(Int.self, forKey: .maxEntries)
        firstPlacePrizeCents = try members.decode(Int.self, forKey: .firstPlacePrizeCents)
        totalPrizeCents = try members.decode(Int.self, forKey: .totalPrizeCents)
        draftSpeed = try members.decode(DraftSpeed.self, forKey: .draftSpeed)
        status = try members.decode(TournamentStatus.self, forKey: .status)
        teams = try members.decodeIfPresent(Int.self, forKey: .teams)
        rounds = try members.decodeIfPresent(Int.self, forKey: .rounds)
        maxEntriesPerUser = try members.decodeIfPresent(Int.self, forKey: .maxEntriesPerUser)
        // The app's list has no others.
        requiresSignatures = false
    }

    init(_ terms: ContestTerms) {
        id = "\(terms.tournament)"
        title = terms.title
        entryFeeCents = terms.entryFeeCents ?? 0
        currentEntries = terms.entries
        maxEntries = terms.maxEntries ?? 0
        firstPlacePrizeCents = terms.prizes.first { $0.firstPlace == 1 }?.amountCents ?? 0
        totalPrizeCents = Int(clamping: terms.prizes.reduce(Int128(0)) { $0 + $1.totalCents })
        // As the app's list has it: an hour for a pick, or more, is slow.
        draftSpeed = terms.pickClockMicroseconds >= 3_600_000_000 ? .slow : .fast
        status = TournamentStatus(terms.status)
        (teams, rounds, maxEntriesPerUser) = (terms.teams, terms.rounds, terms.maxEntriesPerUser)
        requiresSignatures = terms.signedCommands == "required"
    }
}

/// A contest as `/v1/tournaments/{tournament}` has it.
struct ContestTerms: Decodable {
    struct Prize: Decodable {
        var firstPlace: Int32
        var lastPlace: Int32
        var amountCents: Int

        /// Of all its places. Wide enough for whatever numbers a server states.
        var totalCents: Int128 { (Int128(lastPlace) - Int128(firstPlace) + 1) * Int128(amountCents) }
    }

    var tournament: UInt64
    var title: String
    var status: String
    var entryFeeCents: Int?
    var entries: Int
    var maxEntries: Int?
    var maxEntriesPerUser: Int?
    var teams: Int
    var rounds: Int
    var pickClockMicroseconds: Int64
    var signedCommands: String?
    var prizes: [Prize]
}

/// The players of a pool as `/v1/pools/{pool}` has them.
struct PoolList: Decodable {
    var pool: UInt64
    var players: [Player]
}
