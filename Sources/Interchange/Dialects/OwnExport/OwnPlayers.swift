import Draft

/// The players that a user's own export names.
///
/// Underdog's id, its Appearance, is that of a player in one slate: another slate's contests have another id for the same
/// person. So one id is one player, however his name is spelled; and another id is the same player where name, position
/// and team agree and no contest, and so no slate, knows both. A namesake of another team is another player. A name that
/// more than 64 players have, as no league's does, identifies no player.
struct OwnPlayers {
    /// One for each id; without an id, one for each name, position and team. As the first row has him, but with the first
    /// team that a row has for him: a free agent may have one by now.
    private(set) var players: [ImportedPlayer] = []

    /// For each of `players`, the index of the first one who is the same player.
    private(set) var identities: [Int] = []

    /// Ids that rows have several names or positions for.
    private(set) var renamed: [(kept: ImportedPlayer, other: ImportedPlayer)] = []

    /// Those whom rows have with several teams.
    private(set) var moved = MovedPlayers()

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
        moved.note(player.team, of: index, listedWith: players[index].team)
        mentions[index].slates.insert(slate)
        if mentions[index].naming.key != naming.key, !mentions[index].isRenamed {
            mentions[index].isRenamed = true
            renamed.append((players[index], player))
        }
        return index
    }

    /// Rows that are one player, as far as was found.
    private struct Group {
        /// The first of them, by index.
        let first: Int
        var members: [Int] = []
        var teams: Set<String> = []
        var ids: [String] = []
        /// Of members with an id.
        var slates: Set<String> = []
    }

    /// Players of one name among whom one is looked for by it.
    private static let mostNamesakes = 64

    /// Brings those together who are one player, now that all rows are there.
    mutating func match() {
        struct Namesakes: Hashable {
            var pool: String
            var key: PlayerNaming.Key
        }
        /// By name and position: the players found so far.
        var known: [Namesakes: [Group]] = [:]
        identities = Array(players.indices)
        for index in players.indices {
            let namesakes = Namesakes(pool: mentions[index].pool, key: mentions[index].naming.key)
            if let place = sameAs(index, among: known[namesakes] ?? []) {
                add(index, to: &known[namesakes, default: []][place])
            } else {
                var group = Group(first: index)
                add(index, to: &group)
                known[namesakes, default: []].append(group)
            }
        }
        shareTeams()
        for groups in known.values {
            let ids = Set(groups.lazy.flatMap(\.ids))
            for group in groups {
                // One's own do no harm among the others: each is looked for before them.
                let others = groups.count > Self.mostNamesakes ? ids : ids.subtracting(group.ids)
                for member in group.members where hasSlates || players[member].externalID.isEmpty {
                    players[member].slates = PlayerSlates(ids: group.ids, others: others)
                }
            }
        }
    }

    private mutating func add(_ index: Int, to group: inout Group) {
        group.members.append(index)
        group.teams.formUnion(mentions[index].teams)
        identities[index] = group.first
        guard !players[index].externalID.isEmpty else { return }
        group.ids.append(players[index].externalID)
        group.slates.formUnion(mentions[index].slates)
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
    private func sameAs(_ index: Int, among groups: [Group]) -> Int? {
        guard groups.count <= Self.mostNamesakes else { return nil }
        let own = mentions[index]
        let hasID = !players[index].externalID.isEmpty
        var fitting: [(place: Int, isExact: Bool)] = []
        for (place, group) in groups.enumerated() {
            let isExact = own.teams.contains(where: group.teams.contains)
            guard own.teams.isEmpty || group.teams.isEmpty || isExact else { continue }
            let isAnother = !group.ids.isEmpty && (!hasSlates || own.slates.contains(where: group.slates.contains))
            if hasID, isAnother { continue }
            fitting.append((place, isExact))
        }
        let exact = fitting.filter(\.isExact)
        let candidates = exact.isEmpty ? fitting : exact
        return candidates.count == 1 ? candidates[0].place : nil
    }
}
