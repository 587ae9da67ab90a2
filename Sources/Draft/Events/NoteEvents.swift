/// Reference data about a player of a season: a site's ADP of a day, or the team and the bye week of a season. A later
/// correction by the source is another such event.
///
/// Reports hold drafts against it. It decides nothing: neither what a draft does, nor whose points count.
public struct PlayerNoted: Hashable, Sendable {
    public var position: PlayerPosition
    /// The midnight, UTC, that begins the day of the ADP; nil for a team and a bye week, which hold for the season.
    public var day: Timestamp?
    /// In hundredths of a pick; there with a day, and only then.
    public var adp: UInt32?
    /// Nil where the source does not say.
    public var byeWeek: UInt8?
    /// Why, where something else is on record.
    public var reason: Wording
    /// The source: the site of ADPs, a file for other data.
    public var source: String
    /// The player's ID at the source; empty if the source has no ID.
    public var externalID: String
    public var name: String
    /// The NFL team; empty where the source does not say.
    public var team: String

    public init(
        position: PlayerPosition, day: Timestamp? = nil, adp: UInt32? = nil, byeWeek: UInt8? = nil,
        reason: Wording = "", source: String, externalID: String = "", name: String, team: String = ""
    ) {
        self.position = position
        self.day = day
        self.adp = adp
        self.byeWeek = byeWeek
        self.reason = reason
        self.source = source
        self.externalID = externalID
        self.name = name
        self.team = team
    }

    package static var blank: Self { Self(position: .other, source: "", name: "") }
}

extension PlayerNoted: DirectEventBody, ReasonedBody {
    package static let facts = EventFacts(
        .playerNoted, since: 6, home: .notes, actor: .staff, origin: .always, traits: [])

    package var subject: EventSubject { EventSubject(statement: Statement(reason)) }
}

/// A game of a schedule. A later correction by the source is another such event.
public struct GameNoted: Hashable, Sendable {
    /// Of the season, from 1; nil for a game that is off.
    public var week: UInt8?
    /// Why, where something else is on record.
    public var reason: Wording
    /// The source.
    public var source: String
    /// The teams, as the source abbreviates them.
    public var home: String
    public var away: String

    public init(week: UInt8?, reason: Wording = "", source: String, home: String, away: String) {
        self.week = week
        self.reason = reason
        self.source = source
        self.home = home
        self.away = away
    }

    package static var blank: Self { Self(week: nil, source: "", home: "", away: "") }
}

extension GameNoted: DirectEventBody, ReasonedBody {
    package static let facts = EventFacts(
        .gameNoted, since: 6, home: .notes, actor: .staff, origin: .always, traits: [])

    package var subject: EventSubject { EventSubject(statement: Statement(reason)) }
}
