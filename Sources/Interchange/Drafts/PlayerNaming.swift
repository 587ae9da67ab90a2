import Draft
import DraftLedger

/// What a player is called, so that two spellings of it compare as equal: by the letters of the name, the position, and
/// the team as long as both sides know one.
struct PlayerNaming: Hashable, Sendable {
    /// Name and position alone: namesakes share it.
    struct Key: Hashable, Sendable {
        var name: String
        var position: PlayerPosition
    }

    var key: Key

    /// One abbreviation for each club; empty where the source does not say.
    var team: String

    init(name: String, position: PlayerPosition, team: String) {
        key = Key(name: PlayerName.normalized(name), position: position)
        self.team = TeamName.canonical(team)
    }

    init(_ player: ImportedPlayer) { self.init(name: player.name, position: player.position, team: player.team) }

    init(_ listing: PlayerListing) { self.init(name: listing.name, position: listing.position, team: listing.team) }

    /// Whether both can be one player. A namesake of another team is another player.
    func fits(_ other: Self) -> Bool {
        key == other.key && (team.isEmpty || other.team.isEmpty || team == other.team)
    }
}

/// How a player goes by where a site gives him a new id for each of its slates: an id tells him apart within its slate,
/// and only name, position and team tell that two ids are one player.
struct PlayerSlates: Hashable, Sendable {
    /// All of his ids in the files, in their order.
    var ids: [String] = []

    /// The ids of those who share his name and position and are somebody else. Of a name that very many have, his own too.
    var others: Set<String> = []
}

extension PlayerPosition {
    /// The position that a site means, in its own spelling or another's: "PK" for a kicker, "D/ST" for a defense, "CB"
    /// for a defensive back, "TMQB" for a team's quarterbacks.
    init?(site text: String) {
        if let position = PlayerPosition(abbreviation: text) {
            self = position
            return
        }
        switch text.uppercased() {
        case "PK": self = .kicker
        case "PN": self = .punter
        case "D/ST", "DST", "D": self = .defense
        case "DE", "DT", "NT", "EDGE": self = .defensiveLine
        case "ILB", "OLB", "MLB": self = .linebacker
        case "CB", "S", "SS", "FS": self = .defensiveBack
        case "HB": self = .runningBack
        case "OFF", "ST", "TMQB", "TMRB", "TMWR", "TMTE", "TMPK", "TMPN", "TMDL", "TMLB", "TMDB": self = .teamUnit
        default: return nil
        }
    }
}
