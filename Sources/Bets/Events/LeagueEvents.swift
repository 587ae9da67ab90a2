import Values

/// A team of a season. A later change, such as of its name, is another such event.
public struct TeamListed: Hashable, Sendable {
    public var team: TeamID
    /// Nil where the source does not say.
    public var yearFounded: UInt16?
    /// "BOS".
    public var abbreviation: String
    /// "Boston Celtics".
    public var fullName: String
    /// "Boston"; empty where the source does not say.
    public var city: String
    /// "Celtics"; empty where the source does not say.
    public var nickname: String
    /// The feed that reports it.
    public var feed: String

    public init(
        team: TeamID, yearFounded: UInt16? = nil, abbreviation: String, fullName: String, city: String = "",
        nickname: String = "", feed: String
    ) {
        self.team = team
        self.yearFounded = yearFounded
        self.abbreviation = abbreviation
        self.fullName = fullName
        self.city = city
        self.nickname = nickname
        self.feed = feed
    }

    package static var blank: Self { Self(team: 0, abbreviation: "", fullName: "", feed: "") }
}

extension TeamListed: BetEventBody {
    package static let facts = BetEventFacts(.teamListed, home: .league, causes: [.listTeam])
}

/// An athlete of a season with the current team. A later change, such as of the team, is another such event.
public struct AthleteListed: Hashable, Sendable {
    public var athlete: AthleteID
    /// Nil for an athlete without a team.
    public var team: TeamID?
    public var name: String
    /// As the source abbreviates it: "G", "F-C"; empty where the source does not say.
    public var position: String
    /// The feed that reports it.
    public var feed: String

    public init(athlete: AthleteID, team: TeamID?, name: String, position: String = "", feed: String) {
        self.athlete = athlete
        self.team = team
        self.name = name
        self.position = position
        self.feed = feed
    }

    package static var blank: Self { Self(athlete: 0, team: nil, name: "", feed: "") }
}

extension AthleteListed: BetEventBody {
    package static let facts = BetEventFacts(.athleteListed, home: .league, causes: [.listAthlete])
}
