import Draft

/// The players that a user's own export names.
///
/// Underdog's id, its Appearance, is that of a player in one slate: another slate's contests have another id for the same
/// person. So one id is one player, however his name is spelled; and another id is the same player where name, position
/// and team agree and no contest, and so no slate, knows both. A namesake of another team is another player.
struct OwnPlayers {
    /// One for each id; without an id, one for each name, position and team. As the first row has him, but with the first
    /// team that a row has for him: a free agent may have one by now.
    private(set) var players: [ImportedPlayer] = []

    /// For each of `players`, the index of the first one who is the same player.
    private(set) var identities: [Int] = []

    /// Ids that rows have several names or positions for.
    private(set) var renamed: [(kept: ImportedPlayer, other: ImportedPlayer)] = []

    /// Whether ids are those of a slate; else two ids are two players.
    private let hasSlates: Bool

    private var indexes: [Key: Int] = [:]
    private var mentions: [Mention] = []

    private struct Key: Hashable {
        var pool: String
        var id: String
        /// Of a player without an id.
        var naming: PlayerNaming?
    }

    private struct Mention {
        var pool: String
        var naming: PlayerNaming
        var teams: Set<String>
        /// Contests, or drafts that belong to none: in one of them two ids are two players.
        var slates: Set<String> = []
        var isRenamed = false
    }

    init(hasSlates: Bool) { self.hasSlates = hasSlates }

    /// Takes a row's player in.
    ///
    /// - Parameters:
    ///   - pool: players of different pools have nothing to do with each other.
    ///   - slate: what the draft is one of, or the draft itself.
    /// - Returns: his index.
    @discardableResult
    mutating func add(_ player: ImportedPlayer, pool: String, slate: String) -> Int {
        let naming = PlayerNaming(player)
        let key = Key(pool: pool, id: player.externalID, naming: player.externalID.isEmpty ? naming : nil)
        let index = indexes[key] ?? players.count
        if index == players.count {
            indexes[key] = index
            players.append(player)
            mentions.append(Mention(pool: pool, naming: naming, teams: []))
        }
        if !naming.team.isEmpty { mentions[index].teams.insert(naming.team) }
        if players[index].team.isEmpty { players[index].team = player.team }
        mentions[index].slates.insert(slate)
        if mentions[index].naming.key != naming.key, !mentions[index].isRenamed {
            mentions[index].isRenamed = true
            renamed.append((players[index], player))
        }
        return index
    }

    /// Brings those together who are one player, now that all rows are there.
    mutating func match() {
        struct Namesakes: Hashable {
            var pool: String
            var key: PlayerNaming.Key
        }
        /// By name and position: the players found so far, each with everything that is known of him.
        var known: [Namesakes: [(first: Int, members: [Int])]] = [:]
        identities = Array(players.indices)
        for index in players.indices {
            let namesakes = Namesakes(pool: mentions[index].pool, key: mentions[index].naming.key)
            let same = sameAs(index, among: known[namesakes, default: []].map(\.members))
            if let same {
                known[namesakes]?[same].members.append(index)
                identities[index] = known[namesakes]?[same].first ?? index
            } else {
                known[namesakes, default: []].append((index, [index]))
            }
        }
        shareTeams()
        for groups in known.values {
            let ids = groups.map { $0.members.map { players[$0].externalID }.filter { !$0.isEmpty } }
            for (group, own) in zip(groups, ids) {
                let others = Set(ids.joined()).subtracting(own)
                for member in group.members where hasSlates || players[member].externalID.isEmpty {
                    players[member].slates = PlayerSlates(ids: own, others: others)
                }
            }
        }
    }

    /// Gives those whose rows tell no team the first one that is known of the same player.
    private mutating func shareTeams() {
        for index in players.indices where players[identities[index]].team.isEmpty {
            players[identities[index]].team = players[index].team
        }
        for index in players.indices where players[index].team.isEmpty {
            players[index].team = players[identities[index]].team
        }
    }

    /// The place of the one group that a player belongs to; nil for a player of his own, which also one is who could
    /// belong to several.
    private func sameAs(_ index: Int, among groups: [[Int]]) -> Int? {
        let own = mentions[index]
        let hasID = !players[index].externalID.isEmpty
        var fitting: [(place: Int, isExact: Bool)] = []
        for (place, members) in groups.enumerated() {
            let teams = members.reduce(into: Set<String>()) { $0.formUnion(mentions[$1].teams) }
            guard own.teams.isEmpty || teams.isEmpty || !own.teams.isDisjoint(with: teams) else { continue }
            let isAnother = members.contains {
                !players[$0].externalID.isEmpty && (!hasSlates || !mentions[$0].slates.isDisjoint(with: own.slates))
            }
            if hasID, isAnother { continue }
            fitting.append((place, !own.teams.isDisjoint(with: teams)))
        }
        let exact = fitting.filter(\.isExact)
        let candidates = exact.isEmpty ? fitting : exact
        return candidates.count == 1 ? candidates[0].place : nil
    }
}
