public import Values

/// The state of a ledger of bets: a fold of its records, and of nothing else.
///
/// ```swift
/// var state = BetState()
/// for recorded in log { state.fold(recorded) }
/// let statistics = state.statistics(of: 7)
/// ```
public struct BetState: Hashable, Sendable {
    /// The teams and athletes as they were last listed, by season.
    public internal(set) var seasons: [LeagueSeason: Season] = [:]
    public internal(set) var models: [ModelVersion: ModelPublished] = [:]
    public internal(set) var games: [GameID: Game] = [:]
    public internal(set) var bets: [BetID: Bet] = [:]
    /// The bets of each user, in the order of their positions.
    public internal(set) var betsByUser: [UserID: [BetID]] = [:]
    /// The keys of the books that feeds have reported offers of.
    var books: Set<String> = []

    public init() {}

    /// The teams and athletes of a season.
    public struct Season: Hashable, Sendable {
        public internal(set) var teams: [TeamID: TeamListed] = [:]
        public internal(set) var athletes: [AthleteID: AthleteListed] = [:]
    }

    /// A user's bets, in the order of their positions.
    public func bets(of user: UserID) -> [Bet] { (betsByUser[user] ?? []).compactMap { bets[$0] } }

    /// The bets on a game, in the order of their positions.
    public func bets(on game: GameID) -> [Bet] { (games[game]?.bets ?? []).compactMap { bets[$0] } }

    /// Whether feeds have reported an offer of a book. A bet there has to be on an offer. "BetMGM" and "bet-mgm" are one book.
    public func reportsOffers(of book: String) -> Bool { books.contains(Self.key(ofBook: book)) }

    /// The letters and digits of a book's name, in lower case.
    static func key(ofBook book: String) -> String { book.lowercased().filter { $0.isLetter || $0.isNumber } }

    /// A team's abbreviation, "BOS"; "team 7" for a team that is not listed in the season.
    public func name(of team: TeamID, in season: LeagueSeason) -> String {
        seasons[season]?.teams[team]?.abbreviation ?? "team \(team)"
    }
}
