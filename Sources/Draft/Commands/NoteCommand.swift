/// Commands that record reference data of a season.
public enum NoteCommand: Hashable, Sendable {
    case recordNotes(RecordNotes)
    case recordGames(RecordGames)

    public var kind: CommandKind {
        switch self {
        case .recordNotes: .recordNotes
        case .recordGames: .recordGames
        }
    }
}

/// ADPs of a site on a day, or teams and bye weeks of a season. Unchanged values are not recorded.
public struct RecordNotes: Hashable, Sendable {
    /// The midnight, UTC, that begins the day of the ADPs; nil for teams and bye weeks.
    public var day: Timestamp?
    public var source: String
    /// No player twice.
    public var notes: [NotedPlayer]
    /// Has to be there where something else is on record.
    public var reason: Wording

    public init(day: Timestamp?, source: String, notes: [NotedPlayer], reason: Wording = "") {
        self.day = day
        self.source = source
        self.notes = notes
        self.reason = reason
    }

    package static var blank: Self { Self(day: nil, source: "", notes: []) }
}

/// A player, and the data about the player.
public struct NotedPlayer: Hashable, Sendable {
    public var position: PlayerPosition
    /// In hundredths of a pick.
    public var adp: UInt32?
    public var byeWeek: UInt8?
    /// Empty if the source has no ID: then name and position identify the player.
    public var externalID: String
    public var name: String
    /// Empty where the source does not say.
    public var team: String

    public init(
        position: PlayerPosition, adp: UInt32? = nil, byeWeek: UInt8? = nil, externalID: String = "", name: String,
        team: String = ""
    ) {
        self.position = position
        self.adp = adp
        self.byeWeek = byeWeek
        self.externalID = externalID
        self.name = name
        self.team = team
    }

    package static var blank: Self { Self(position: .other, name: "") }
}

/// The schedule. Unchanged values are not recorded.
public struct RecordGames: Hashable, Sendable {
    public var source: String
    /// No game twice.
    public var games: [NotedGame]
    /// Has to be there where something else is on record.
    public var reason: Wording

    public init(source: String, games: [NotedGame], reason: Wording = "") {
        self.source = source
        self.games = games
        self.reason = reason
    }

    package static var blank: Self { Self(source: "", games: []) }
}

/// A game, and when it is.
public struct NotedGame: Hashable, Sendable {
    /// Nil for a game that is off.
    public var week: UInt8?
    public var home: String
    public var away: String

    public init(week: UInt8?, home: String, away: String) {
        self.week = week
        self.home = home
        self.away = away
    }

    package static var blank: Self { Self(week: nil, home: "", away: "") }
}
