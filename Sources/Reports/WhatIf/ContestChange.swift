public import Draft

/// What of a contest is to have been different, once it was drafted.
public struct ContestChange: Hashable, Sendable {
    /// By which other points.
    public var scoring: Scoring?

    /// Who would have started.
    public var lineup: Lineup?

    /// Who would have been drafted.
    public var pick: Pick?

    public init(scoring: Scoring? = nil, lineup: Lineup? = nil, pick: Pick? = nil) {
        self.scoring = scoring
        self.lineup = lineup
        self.pick = pick
    }

    /// Nothing: what happened, once more.
    public static let none = ContestChange()

    /// Other points.
    public enum Scoring: Hashable, Sendable {
        /// Those that the season has on record by this name.
        case recorded(String)
        /// What statistics of an analyst's own come to.
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
    /// A part of a scoring that cannot be read; empty where there is none.
    case badScoring(String)
    /// Of the contest's own scoring only the points are on record, so nothing shows that statistics are those that count.
    case unknownScoring(String)
    /// Points by another scoring that the season does not have.
    case noPoints(SeasonID, scoring: String)
    case pointsMissing(Lack)
    /// More start than are drafted, or nobody.
    case badLineup(starters: Int, drafted: Int)
    case notOfContest(RoomID, TournamentID)
    case notComplete(RoomID)
    /// The room has no such pick, or it counts for nobody.
    case noSuchPick(PickNumber, RoomID)
    case noSuchPlayer(PlayerIndex)
    /// Somebody had him by then: in the first pick, the one that is to be changed itself.
    case taken(name: String, by: PickNumber, instead: PickNumber)
}

extension ContestWhatIfError {
    /// Weeks of drafted players that would count something that nobody knows.
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
            "What \(name) points are made of is not on record, so no statistics can be held against them. Name a "
                + "scoring by which the season has points too."
        case .noPoints(let season, let name): "Season \(season) has no \(name) points."
        case .pointsMissing(let lack): lack.description
        case .badLineup(let starters, let drafted):
            "\(starters) start, expected 1 to \(drafted), as many as are drafted."
        case .notOfContest(let room, let contest): "Room \(room) is none of contest \(contest)'s."
        case .notComplete(let room): "Room \(room) has not drafted to its end, so it is in no standings."
        case .noSuchPick(let pick, let room): "Room \(room) has no pick \(pick) that took a player."
        case .noSuchPlayer(let index): "The contest's pool has no player \(index)."
        case .taken(let name, let by, let pick):
            by == pick
                ? "Pick \(pick) took \(name) as it is."
                : "\(name) was gone by pick \(pick): pick \(by) had taken him."
        }
    }
}

extension ContestWhatIfError.Lack: CustomStringConvertible {
    public var description: String {
        let named = examples.isEmpty ? "" : ": \(examples.joined(separator: ", "))"
        let more = missing + contradicted > examples.count && !examples.isEmpty ? ", …" : ""
        guard isOfStatistics else {
            return "Of \(missing) of \(of) weeks of drafted players only the contest's own points are on record"
                + "\(named)\(more)."
        }
        return "Of \(of) weeks of drafted players \(missing) have points but no statistics, and of \(contradicted) the "
            + "statistics come to other points than are on record\(named)\(more). What nobody knows is not made up: "
            + "--statistics has to tell them."
    }
}
