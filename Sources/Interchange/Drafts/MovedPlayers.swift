import Draft
import DraftLedger

/// Players with several teams in the files, though each is one by id, or by name if the file has no id. The
/// pool lists them with the first one: of the earliest draft that says any.
struct MovedPlayers {
    /// By index of the player: the other teams.
    private var teams: [Int: Set<String>] = [:]

    /// Takes in with which team a row has a player.
    ///
    /// - Parameters:
    ///   - team: the row's; nothing where it is empty.
    ///   - player: his index.
    ///   - listed: his team in the pool.
    mutating func note(_ team: String, of player: Int, listedWith listed: String) {
        // Almost always the very same text.
        guard team != listed, !team.isEmpty else { return }
        let team = TeamName.canonical(team)
        if !team.isEmpty, team != TeamName.canonical(listed) { teams[player, default: []].insert(team) }
    }

    /// The note about them; nil if there are none.
    func note(of players: [ImportedPlayer]) -> String? {
        guard let first = teams.keys.min() else { return nil }
        let (player, others) = (players[first], (teams[first] ?? []).sorted().joined(separator: " and "))
        return "\(teams.count == 1 ? "One player has" : "\(teams.count) players have") several teams: \(player.name) "
            + "(\(player.position.abbreviation)) plays for \(TeamName.canonical(player.team)), and in later drafts for "
            + "\(others). The pool lists the first."
    }
}
