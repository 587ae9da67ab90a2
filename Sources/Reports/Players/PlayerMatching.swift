import Draft

/// Decides which listings of different pools are one player.
///
/// Recorded identities come first: listings recorded as one player or as different players stay so, regardless of other
/// data. The rule for all others: by external ID if both pools have the same; else by normalised name and position, if
/// the teams agree or one of them is unknown. Two listings of one pool are two players,
/// unless somebody has said otherwise and no draft knows both. Never across positions, nor across teams by name: who is kept
/// apart for that, or could be several, is listed, and so are namesakes of one pool. A name that more than 64 players have,
/// as in no league, matches no player.
///
/// Recorded identities are processed before all others, so that their facts are known independent of which pool came
/// first. Apart from that pools are taken in the order of what was drafted from them, so the same drafts always give the same
/// players, whichever were imported first. O(listings).
struct PlayerMatching {
    private(set) var players: [PlayerIdentity] = []
    private(set) var findings: [MatchFinding] = []

    /// By pool, in their order: the player of each index.
    private(set) var numbers: [[UInt32]] = []

    /// What is known of the players so far. Two of them can turn out to be one as long as groups are gone through.
    private var known: [Known] = []
    private var byExternalID: [String: Int] = [:]
    private var byName: [String: [Int]] = [:]

    private let aliases: AliasState

    /// The places of the pools in their order.
    private let places: [PoolID: Int]

    /// Players recorded as one with others and drafted in the same drafts, with the number of their group.
    private var refuted: [PoolPlayer: Int] = [:]

    /// Players of one name among whom a listing is looked for by it.
    private static let mostNamesakes = 64

    /// The maximum number of listed candidates for a listing.
    private static let mostCandidates = 16

    /// Those whom somebody has said to be one with others: the player of each.
    private var grouped: [PoolPlayer: Int] = [:]

    /// A player in the making.
    private struct Known {
        /// As the last of the pools gone through has him.
        var latest: (place: Int, listing: PlayerListing)?
        var positions: Set<PlayerPosition> = []
        /// With which pools name him.
        var teams: Set<String> = []
        /// As whom pools list him, or will.
        var places: [PoolID: Set<PlayerIndex>] = [:]
        /// The number of the player that this one turned out to be; nil otherwise.
        var successor: Int?
    }

    /// - Parameters:
    ///   - pools: in their order.
    ///   - aliases: what people have said.
    ///   - refuted: who is not one with those with whom he was said to be.
    init(_ pools: [PoolState], _ aliases: AliasState, refuted: Set<PoolPlayer> = []) {
        self.aliases = aliases
        places = Dictionary(uniqueKeysWithValues: pools.enumerated().map { ($1.id, $0) })
        addGroups(of: pools, without: refuted)
        let makings = pools.map { add($0) }
        finish(pools, makings)
    }

    // MARK: Recorded identities

    private mutating func addGroups(of pools: [PoolState], without refuted: Set<PoolPlayer>) {
        guard !aliases.isEmpty else { return }
        func listing(of player: PoolPlayer) -> PlayerListing? {
            places[player.pool].flatMap { pools[$0].player(player.player) }
        }
        let withinPools = aliases.joinedWithinPools
        for (place, group) in aliases.groups().enumerated() {
            for member in group where refuted.contains(member) { self.refuted[member] = place }
            // Else two of one pool are two, whatever a history says that no rule has let through.
            let isWithinPools = group.contains(where: withinPools.contains)
            var seen: Set<PoolID> = []
            let members = group.filter {
                listing(of: $0) != nil && !refuted.contains($0) && (seen.insert($0.pool).inserted || isWithinPools)
            }
            guard members.count > 1 else { continue }
            let number = new()
            for member in members {
                known[number].places[member.pool, default: []].insert(member.player)
                grouped[member] = number
            }
        }
        let members = grouped.keys.sorted().compactMap { player in listing(of: player).map { (player, $0) } }
        for (player, listing) in members { remember(listing, player, as: grouped[player] ?? 0) }
        uniteGroups(of: members)
    }

    /// Groups that the rule identifies by any of their members become one. The result can identify others.
    private mutating func uniteGroups(of members: [(player: PoolPlayer, listing: PlayerListing)]) {
        var isSettled = false
        while !isSettled {
            isSettled = true
            findings.removeAll { !$0.kind.isMatch }
            for (player, listing) in members {
                guard let own = grouped[player].map(current), let other = match(listing, player, apartFrom: own) else {
                    continue
                }
                unite(own, other)
                isSettled = false
            }
        }
    }

    /// The current number of a player.
    private func current(_ number: Int) -> Int {
        var number = number
        while let successor = known[number].successor { number = successor }
        return number
    }

    private func canBeOne(_ one: Int, _ other: Int) -> Bool {
        known[other].places.allSatisfy { pool, indexes in
            known[one].places[pool] == nil && !indexes.contains { isParted(PoolPlayer(pool, $0), from: one) }
        }
    }

    private mutating func unite(_ one: Int, _ other: Int) {
        let (first, second) = (min(one, other), max(one, other))
        let gone = known[second]
        known[first].places.merge(gone.places) { first, _ in first }
        known[first].positions.formUnion(gone.positions)
        known[first].teams.formUnion(gone.teams)
        if let later = gone.latest, known[first].latest.map({ $0.place < later.place }) ?? true {
            known[first].latest = later
        }
        known[second] = Known(successor: first)
    }

    /// Whether somebody has said that a player of a pool is another one.
    private func isParted(_ player: PoolPlayer, from number: Int) -> Bool {
        aliases.parted(from: player).contains { known[number].places[$0.pool]?.contains($0.player) == true }
    }

    // MARK: Everybody else

    private mutating func add(_ pool: PoolState) -> [Int] {
        var mine: [Int] = []
        mine.reserveCapacity(pool.players.count)
        for listing in pool.players {
            let player = PoolPlayer(pool.id, listing.index)
            if let number = grouped[player] {
                mine.append(current(number))
                continue
            }
            let number = match(listing, player) ?? new()
            known[number].places[pool.id, default: []].insert(listing.index)
            remember(listing, player, as: number)
            mine.append(number)
        }
        noteDraftedTogether(of: pool, mine)
        noteNamesakes(of: pool, mine)
        noteNearNames(of: pool, mine)
        return mine
    }

    /// Lists those of a pool who were said to be one, whatever a draft shows.
    private mutating func noteDraftedTogether(of pool: PoolState, _ mine: [Int]) {
        guard !refuted.isEmpty else { return }
        let listings = zip(pool.players, mine).compactMap { listing, number in
            refuted[PoolPlayer(pool.id, listing.index)].map { (listing: listing, number: number, group: $0) }
        }
        for one in listings {
            let others = listings.filter { $0.group == one.group && $0.number != one.number }.map(\.number)
            note(
                .draftedTogether, one.listing, of: PoolPlayer(pool.id, one.listing.index), among: others, as: one.number
            )
        }
    }

    /// Lists those of a pool who share name and position with one before them, unless another finding tells of them.
    private mutating func noteNamesakes(of pool: PoolState, _ mine: [Int]) {
        var before: [String: [Int]] = [:]
        let explained = Set(findings.map(\.identity))
        for (listing, number) in zip(pool.players, mine) {
            let name = PlayerName.normalized(listing.name)
            guard !name.isEmpty else { continue }
            let key = "\(listing.position.rawValue) \(name)"
            if let others = before[key], !explained.contains(number) {
                note(.namesake, listing, of: PoolPlayer(pool.id, listing.index), among: others, as: number)
            }
            if before[key, default: []].count < Self.mostCandidates { before[key, default: []].append(number) }
        }
    }

    /// Lists those of a pool who may be one before them under another name or position, unless another finding tells of them.
    private mutating func noteNearNames(of pool: PoolState, _ mine: [Int]) {
        var names = NearNames()
        let explained = Set(findings.map(\.identity))
        for (listing, number) in zip(pool.players, mine) {
            let player = PoolPlayer(pool.id, listing.index)
            let near = names.add(listing, number).filter { !isParted(player, from: $0) }
            guard !near.isEmpty, !explained.contains(number) else { continue }
            note(.nearName, listing, of: player, among: near, as: number)
        }
    }

    private mutating func note(
        _ kind: MatchFinding.Kind, _ listing: PlayerListing, of player: PoolPlayer, among all: [Int], as number: Int
    ) {
        let candidates = Array(all.prefix(Self.mostCandidates))
        findings.append(
            MatchFinding(
                kind: kind, player: PlayerIdentity.Listing(pool: player.pool, index: player.player), identity: number,
                listing: listing, candidates: candidates,
                compared: candidates.compactMap { known[$0].latest?.listing }))
    }

    /// The player whom a listing can only mean.
    ///
    /// - Parameter own: the number of the player if known; nil for one that becomes a new player if no other matches.
    private mutating func match(_ listing: PlayerListing, _ player: PoolPlayer, apartFrom own: Int? = nil) -> Int? {
        let number = own ?? known.count
        let (name, team) = (PlayerName.normalized(listing.name), TeamName.canonical(listing.team))
        func isFree(_ candidate: Int) -> Bool {
            if let own { return candidate != own && canBeOne(own, candidate) }
            return known[candidate].places[player.pool] == nil && !isParted(player, from: candidate)
        }
        if !listing.externalID.isEmpty, let same = byExternalID[listing.externalID].map(current), isFree(same) {
            guard known[same].positions.contains(listing.position) else {
                note(.otherPositionOfID, listing, of: player, among: [same], as: number)
                return nil
            }
            let teams = known[same].teams
            if known[same].latest.map({ PlayerName.normalized($0.listing.name) != name }) == true {
                note(.otherName, listing, of: player, among: [same], as: same)
            } else if !team.isEmpty, !teams.isEmpty, !teams.contains(team) {
                note(.movedTeam, listing, of: player, among: [same], as: same)
            }
            return same
        }
        let named = byName[name] ?? []
        let isOneOfMany = named.count > Self.mostNamesakes
        var namesakes: [Int] = []
        for candidate in named.prefix(isOneOfMany ? Self.mostCandidates : .max).map(current)
        where isFree(candidate) && !namesakes.contains(candidate) { namesakes.append(candidate) }
        guard !namesakes.isEmpty else { return nil }
        if isOneOfMany {
            note(.ambiguous, listing, of: player, among: namesakes, as: number)
            return nil
        }
        let candidates = namesakes.filter { known[$0].positions.contains(listing.position) }
        let fitting = candidates.filter { team.isEmpty || known[$0].teams.isEmpty || known[$0].teams.contains(team) }
        // A candidate whose team agrees is preferred to one whose team is unknown.
        let exact = fitting.filter { !team.isEmpty && known[$0].teams.contains(team) }
        let meant = exact.isEmpty ? fitting : exact
        if meant.count == 1 { return meant[0] }
        if !fitting.isEmpty {
            note(.ambiguous, listing, of: player, among: fitting, as: number)
        } else {
            let isOtherPosition = candidates.isEmpty
            note(
                isOtherPosition ? .otherPosition : .otherTeam, listing, of: player,
                among: isOtherPosition ? namesakes : candidates, as: number)
        }
        return nil
    }

    private mutating func new() -> Int {
        known.append(Known())
        return known.count - 1
    }

    private mutating func remember(_ listing: PlayerListing, _ player: PoolPlayer, as number: Int) {
        let name = PlayerName.normalized(listing.name)
        // Nobody is found by no name.
        let named = byName[name] ?? []
        if !name.isEmpty, named.count <= Self.mostNamesakes, !named.contains(number) {
            byName[name, default: []].append(number)
        }
        if !listing.externalID.isEmpty, byExternalID[listing.externalID] == nil {
            byExternalID[listing.externalID] = number
        }
        let team = TeamName.canonical(listing.team)
        if !team.isEmpty { known[number].teams.insert(team) }
        known[number].positions.insert(listing.position)
        let place = places[player.pool] ?? 0
        guard known[number].latest.map({ $0.place <= place }) ?? true else { return }
        known[number].latest = (place, listing)
    }

    // MARK: Numbers

    /// Numbers the players in the order in which pools list them first, and lists those whom only one of several pools has.
    private mutating func finish(_ pools: [PoolState], _ makings: [[Int]]) {
        var places: [Int: Int] = [:]
        for (pool, making) in zip(pools, makings) {
            var mine: [UInt32] = []
            mine.reserveCapacity(making.count)
            for (listing, made) in zip(pool.players, making) {
                let number = places[made] ?? players.count
                if number == players.count {
                    places[made] = number
                    players.append(PlayerIdentity(number: number, latest: listing, listings: []))
                }
                players[number].listings.append(
                    PlayerIdentity.Listing(pool: pool.id, index: listing.index))
                mine.append(UInt32(number))
            }
            numbers.append(mine)
        }
        findings = findings.compactMap { finding in
            var finding = finding
            let candidates = zip(finding.candidates, finding.compared).compactMap { candidate, listing in
                places[current(candidate)].map { (number: $0, listing: listing) }
            }
            guard let identity = places[current(finding.identity)] else { return nil }
            finding.identity = identity
            // Players that were kept apart may have been identified later.
            let others = finding.kind.isMatch ? candidates : candidates.filter { $0.number != identity }
            guard !others.isEmpty else { return nil }
            (finding.candidates, finding.compared) = (others.map(\.number), others.map(\.listing))
            return finding
        }
        guard pools.count > 1 else { return }
        let explained = Set(findings.map(\.identity))
        var names = NearNames()
        for player in players where player.listings.count == 1 && !explained.contains(player.number) {
            let place = PoolPlayer(player.listings[0].pool, player.listings[0].index)
            let parted = Set(aliases.parted(from: place).map(\.pool))
            let near = names.add(player.latest, player.number).filter { other in
                players[other].listings.allSatisfy { $0.pool != place.pool && !parted.contains($0.pool) }
            }
            findings.append(
                MatchFinding(
                    kind: near.isEmpty ? .noCounterpart : .nearName, player: player.listings[0],
                    identity: player.number, listing: player.latest, candidates: near,
                    compared: near.map { players[$0].latest }))
        }
    }
}
