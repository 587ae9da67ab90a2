/// Commands to a season.
public enum SeasonCommand: Hashable, Sendable {
    case recordScores(RecordScores)
    /// The points of a week, by one scoring, are complete.
    case closeWeek(week: UInt8, scoring: String)
    /// States whose the points are that the season records of somebody.
    case assignScores(ScoresAssigned)

    public var kind: CommandKind {
        switch self {
        case .recordScores: .recordScores
        case .closeWeek: .closeWeek
        case .assignScores: .assignScores
        }
    }
}

/// The points of players in one week, by one scoring and one source. Unchanged values are not recorded.
public struct RecordScores: Hashable, Sendable {
    public var week: UInt8
    public var scoring: String
    public var source: String
    /// No player twice.
    public var scores: [PlayerScore]
    /// Has to be there where points are corrected, and where the week was final.
    public var reason: Wording

    public init(week: UInt8, scoring: String, source: String, scores: [PlayerScore], reason: Wording = "") {
        self.week = week
        self.scoring = scoring
        self.source = source
        self.scores = scores
        self.reason = reason
    }

    package static var blank: Self { Self(week: 0, scoring: "", source: "", scores: []) }
}

/// A player of a season and the player's points of one week.
public struct PlayerScore: Hashable, Sendable {
    public var position: PlayerPosition
    /// In hundredths.
    public var points: Int32
    /// Empty if the source has no ID: then name and position identify the player.
    public var externalID: String
    public var name: String
    /// Empty where the source does not say.
    public var team: String

    public init(position: PlayerPosition, points: Int32, externalID: String = "", name: String, team: String = "") {
        self.position = position
        self.points = points
        self.externalID = externalID
        self.name = name
        self.team = team
    }

    package static var blank: Self { Self(position: .other, points: 0, name: "") }
}
