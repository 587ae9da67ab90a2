/// The rounds of a contest after its drafts: set once, before the first entry. An imported contest has them set by its
/// import.
public struct ContestRoundsSet: Hashable, Sendable {
    /// The season of the weeks.
    public var season: SeasonID
    /// In order.
    public var rounds: [ContestRound]
    /// The tie-breakers of a round, in order.
    public var ties: [TieBreak]
    /// The number of days, of 24 hours, after a week became final in which its corrections count; later ones are recorded
    /// but do not count here. A round closes when this time is over for all of its weeks. Nil
    /// if the rules do not set it, as in older records: then a round closes as soon as its weeks are final, and as of
    /// any version of the season from there on.
    public var correctionDays: UInt8?
    /// SHA-256 of the secret by which the pods of the second round will be drawn (`PodDraw`). The ledger sets it: a command
    /// cannot. Nil in a contest without draws, and in records of rules before `SoftwareStarted.rulesOfPodEntropy`.
    public package(set) var podCommitment: Digest256?

    public init(
        season: SeasonID, rounds: [ContestRound], ties: [TieBreak] = [.bestWeek, .earlierEntry],
        correctionDays: UInt8? = nil
    ) {
        self.season = season
        self.rounds = rounds
        self.ties = ties
        self.correctionDays = correctionDays
    }

    package static var blank: Self { Self(season: 0, rounds: [], ties: []) }

    package static var mostRounds: Int { 16 }

    /// From the first week of the first round to the last of the last; nil where a record has rounds that none can be.
    public var weeks: ClosedRange<UInt8>? {
        guard let first = rounds.first?.firstWeek, let last = rounds.last?.lastWeek, first <= last else { return nil }
        return first...last
    }
}

extension ContestRoundsSet: PlainEventBody {
    package static let facts = EventFacts(
        .contestRoundsSet, since: 4, home: .tournament, actor: .staff, origin: .always, traits: [.importerAct])
}

/// The scoring of a contest: the points of a season that count, and the lineup.
public struct ScoringSet: Hashable, Sendable {
    /// Of every week.
    public var lineup: Lineup
    /// The name of the scoring: of a season's points those that go by this name count.
    public var scoring: String

    public init(lineup: Lineup, scoring: String) {
        self.lineup = lineup
        self.scoring = scoring
    }

    /// Half a point for a reception, as Underdog has it.
    public static let halfPPR = "half-ppr"

    package static var blank: Self { Self(lineup: .blank, scoring: "") }
}

extension ScoringSet: PlainEventBody {
    package static let facts = EventFacts(
        .scoringSet, since: 4, home: .tournament, actor: .staff, origin: .always, traits: [.importerAct])
}

/// A player's points in a week of a season, by one scoring. A later correction by the source is another such event.
public struct PlayerScored: Hashable, Sendable {
    /// From 1.
    public var week: UInt8
    public var position: PlayerPosition
    /// In hundredths; may be negative.
    public var points: Int32
    /// The previously recorded points, in hundredths; nil the first time.
    public var replaces: Int32?
    /// Why, where something is replaced or the week was final.
    public var reason: Wording
    /// The name of the scoring by which the points are: "half-ppr".
    public var scoring: String
    /// The source.
    public var source: String
    /// The player's ID at the source; empty if the source has no ID.
    public var externalID: String
    public var name: String
    /// The player's NFL team in that week; empty if the source does not state it.
    public var team: String

    public init(
        week: UInt8, position: PlayerPosition, points: Int32, replaces: Int32? = nil, reason: Wording = "",
        scoring: String, source: String, externalID: String = "", name: String, team: String = ""
    ) {
        self.week = week
        self.position = position
        self.points = points
        self.replaces = replaces
        self.reason = reason
        self.scoring = scoring
        self.source = source
        self.externalID = externalID
        self.name = name
        self.team = team
    }

    package static var blank: Self { Self(week: 0, position: .other, points: 0, scoring: "", source: "", name: "") }
}

extension PlayerScored: DirectEventBody, ReasonedBody {
    package static let facts = EventFacts(
        .playerScored, since: 4, home: .season, actor: .staff, origin: .always, traits: [])

    package var subject: EventSubject { EventSubject(statement: Statement(reason)) }
}

/// Staff states whose the points are that a season records of somebody: those of a player of a pool, or not his.
///
/// The last statement about the two holds. It takes two people, since prizes follow from it.
public struct ScoresAssigned: Hashable, Sendable {
    public var player: PoolPlayer
    /// Under which position the season records the points.
    public var position: PlayerPosition
    /// Whether the points are the player's; else they are somebody else's.
    public var belongs: Bool
    /// The person who asked for it, other than the sender.
    public var requestedBy: UserID?
    public var approvedBy: UserID
    public var reason: Wording
    /// The ID under which the season records the points; empty if it has no ID.
    public var externalID: String
    /// The name under which the season records the points.
    public var name: String

    public init(
        _ player: PoolPlayer, _ scored: SeasonPlayer, named name: String, position: PlayerPosition,
        belongs: Bool = true,
        requestedBy: UserID? = nil, approvedBy: UserID, reason: Wording
    ) {
        self.player = player
        self.position = position
        self.belongs = belongs
        self.requestedBy = requestedBy
        self.approvedBy = approvedBy
        self.reason = reason
        externalID = scored.externalID
        self.name = name
    }

    /// The player's identity in the season.
    public var scored: SeasonPlayer { SeasonPlayer(externalID: externalID, name: name, position: position) }

    package static var blank: Self {
        Self(
            PoolPlayer(0, 0), SeasonPlayer(externalID: "", name: "", position: .other), named: "", position: .other,
            approvedBy: 0, reason: "")
    }
}

extension ScoresAssigned: EventBody, ReasonedBody {
    package static let facts = EventFacts(
        .scoresAssigned, since: 9, home: .season, actor: .staff, origin: .always, traits: [])

    package var subject: EventSubject { EventSubject(approvers: [approvedBy], statement: Statement(reason)) }

    package func writeEffect(_ writer: inout CanonicalWriter) -> Bool {
        writer.write(UInt8(15))
        writer.write(player.pool)
        writer.write(player.player)
        writer.write(position.rawValue)
        writer.write(belongs)
        writer.write(externalID)
        writer.write(name)
        writer.write(reason)
        return true
    }
}

/// The points of a week are complete; later corrections need a reason. The days in which contests take
/// corrections count from this record.
public struct WeekFinal: Hashable, Sendable {
    public var week: UInt8
    /// Players who have points in that week.
    public var players: UInt16
    public var scoring: String

    package static var blank: Self { Self(week: 0, players: 0, scoring: "") }
}

extension WeekFinal: PlainEventBody {
    package static let facts = EventFacts(
        .weekFinal, since: 4, home: .season, actor: .staff, origin: .always, traits: [.importerAct])
}
