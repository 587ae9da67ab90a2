public import Draft

/// A change to a drafted contest.
public struct ContestChange: Hashable, Sendable {
    /// By which other points.
    public var scoring: Scoring?

    /// The changed lineup.
    public var lineup: Lineup?

    /// The changed pick.
    public var pick: Pick?

    public init(scoring: Scoring? = nil, lineup: Lineup? = nil, pick: Pick? = nil) {
        self.scoring = scoring
        self.lineup = lineup
        self.pick = pick
    }

    /// No change.
    public static let none = ContestChange()

    /// Other points.
    public enum Scoring: Hashable, Sendable {
        /// Those that the season has on record by this name.
        case recorded(String)
        /// Points computed from an analyst's statistics.
        case statistics(StatisticPoints, [PlayerStatistics])
    }

    /// One pick that takes another player.
    public struct Pick: Hashable, Sendable {
        public var room: RoomID
        /// The overall number, from 1.
        public var number: PickNumber
        /// In the contest's pool.
        public var player: PlayerIndex

        public init(room: RoomID, number: PickNumber, player: PlayerIndex) {
            self.room = room
            self.number = number
            self.player = player
        }
    }
}

/// Why a contest cannot be told under a change.
public enum ContestWhatIfError: Error, Hashable, Sendable {
    /// An unreadable part of a scoring; empty if it is missing.
    case badScoring(String)
    /// Of the contest's own scoring only the points are on record, so nothing shows that statistics are those that count.
    case unknownScoring(String)
    /// Points by another scoring that the season does not have.
    case noPoints(SeasonID, scoring: String)
    case pointsMissing(Lack)
    /// More start than are drafted, or none.
    case badLineup(starters: Int, drafted: Int)
    case notOfContest(RoomID, TournamentID)
    case notComplete(RoomID)
    /// The room has no such pick, or the pick counts for no entry.
    case noSuchPick(PickNumber, RoomID)
    case noSuchPlayer(PlayerIndex)
    /// Somebody had him by then: in the first pick, the one that is to be changed itself.
    case taken(name: String, by: PickNumber, instead: PickNumber)
}

extension ContestWhatIfError {
    /// Weeks of drafted players that would count something unknown.
    public struct Lack: Hashable, Sendable {
        /// Weeks with points on record of which the other source says nothing.
        public var missing: Int
        /// Weeks of which it says something else: by the contest's own scoring its statistics come to other points.
        public var contradicted: Int
        /// Weeks of drafted players that either of them tells of.
        public var of: Int
        /// Players and weeks of some of them.
        public var examples: [String]
        /// Whether the other source is one of statistics.
        public var isOfStatistics: Bool
    }
}

extension ContestWhatIfError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .badScoring(let part):
            "A scoring cannot have \(part.isEmpty ? "nothing" : "'\(part)'"): expected whole hundredths of a point for "
                + "some of \(Statistic.allCases.map(\.rawValue).joined(separator: ", ")), as receptions=100."
        case .unknownScoring(let name):
            "The ledger does not know how \(name) points are computed, so they cannot be compared with statistics. Name a "
                + "scoring that the season has points for."
        case .noPoints(let season, let name): "Season \(season) has no \(name) points."
        case .pointsMissing(let lack): lack.description
        case .badLineup(let starters, let drafted):
            "\(starters) start, expected 1 to \(drafted), the number of drafted players."
        case .notOfContest(let room, let contest): "Room \(room) is not a room of contest \(contest)."
        case .notComplete(let room): "Room \(room) has not completed its draft, so it has no standings."
        case .noSuchPick(let pick, let room): "Room \(room) has no pick \(pick) with a player."
        case .noSuchPlayer(let index): "The contest's pool has no player \(index)."
        case .taken(let name, let by, let pick):
            by == pick
                ? "Pick \(pick) already took \(name)."
                : "\(name) was gone by pick \(pick): pick \(by) took the player."
        }
    }
}

extension ContestWhatIfError.Lack: CustomStringConvertible {
    public var description: String {
        let named = examples.isEmpty ? "" : ": \(examples.joined(separator: ", "))"
        let more = missing + contradicted > examples.count && !examples.isEmpty ? ", …" : ""
        guard isOfStatistics else {
            return "For \(missing) of \(of) weeks of drafted players, only the contest's own points are recorded"
                + "\(named)\(more)."
        }
        return "Of \(of) weeks of drafted players, \(missing) have points but no statistics, and the statistics of "
            + "\(contradicted) give other points than recorded\(named)\(more). Add the statistics with --statistics."
    }
}
