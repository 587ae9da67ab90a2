import Draft
import DraftLedger
import Reports

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
