import Draft

/// Finds a source's players in a pool: by the source's id, or else by name and position.
struct PoolPlayers {
    private var byID: [String: PlayerIndex] = [:]
    private var byName: [String: PlayerIndex] = [:]
    /// Those whom the pool lists without an id.
    private var byNameAlone: [String: PlayerIndex] = [:]
    private(set) var count = 0

    init(_ players: [PlayerListing] = []) {
        for player in players { add(player) }
    }

    mutating func add(_ player: PlayerListing) {
        let name = Self.key(player.name, player.position)
        byName[name] = byName[name] ?? player.index
        if player.externalID.isEmpty {
            byNameAlone[name] = byNameAlone[name] ?? player.index
        } else {
            byID[player.externalID] = player.index
        }
        count += 1
    }

    /// Nil for a player whom the pool does not list. Two ids are two players, whatever their names.
    func index(of player: ImportedPlayer) -> PlayerIndex? {
        let name = Self.key(player.name, player.position)
        if player.externalID.isEmpty { return byName[name] }
        return byID[player.externalID] ?? byNameAlone[name] ?? (player.isIDOfOneSlate ? byName[name] : nil)
    }

    private static func key(_ name: String, _ position: PlayerPosition) -> String {
        "\(position.abbreviation) \(name)"
    }
}
