import Draft

/// The players that the files of an import name.
///
/// A player is known by the source's id or, without one, by the letters of the name and by position. A source may spell one player in several
/// ways; each spelling is kept, so that the one that counts can be chosen by the drafts' order and not by the rows'.
struct PlayerTable {
    private struct Spelling: Hashable {
        var externalID: String
        var name: String
        var position: PlayerPosition
        var team: String

        init(_ player: ImportedPlayer) {
            (externalID, name) = (player.externalID, player.name)
            (position, team) = (player.position, player.team)
        }
    }

    /// One for each spelling.
    private(set) var players: [ImportedPlayer] = []

    /// For each spelling, the index of the first one of the same player.
    private(set) var identities: [Int] = []

    private var spellings: [Spelling: Int] = [:]
    private var firstSpellings: [String: Int] = [:]

    /// The index of a spelling, a new one if it has not been met.
    mutating func index(externalID: String, name: String, position: PlayerPosition) -> Int {
        add(ImportedPlayer(externalID: externalID, name: name, position: position))
    }

    /// Adds a player with all that a player list says of him.
    ///
    /// - Returns: his index; of the earlier entry when the same spelling is there already.
    mutating func add(_ player: ImportedPlayer) -> Int {
        let spelling = Spelling(player)
        if let index = spellings[spelling] { return index }
        let index = players.count
        spellings[spelling] = index
        players.append(player)
        let key =
            player.externalID.isEmpty
            ? "\(player.position.abbreviation) \(PlayerName.normalized(player.name))" : "id \(player.externalID)"
        let identity = firstSpellings[key] ?? index
        firstSpellings[key] = identity
        identities.append(identity)
        return index
    }

    /// The index of a player by the source's id.
    func index(ofExternalID externalID: String) -> Int? { firstSpellings["id \(externalID)"] }
}
