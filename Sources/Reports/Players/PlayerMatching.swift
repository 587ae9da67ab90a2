import Draft

/// Decides which listings of different pools are one player.
///
/// The rule: by outside id where both pools know one and it is the same; else by normalised name and position, as long
/// as the teams agree or one of them is not known. Two listings of one pool are two players. Never across positions, nor
/// across teams by name: who is kept apart for that, or could be several, is listed, and so are namesakes of one pool.
///
/// Pools are taken in the order of their numbers, so the same pools always give the same players. O(listings).
struct PlayerMatching {
    private(set) var players: [PlayerIdentity] = []
    private(set) var findings: [MatchFinding] = []

    /// By pool, in the order in which they were added: the player of each index.
    private(set) var numbers: [[UInt32]] = []

    private var byExternalID: [String: Int] = [:]
    private var byName: [String: [Int]] = [:]

    /// By player: the teams that pools name him with, and the last pool that lists him.
    private var teams: [Set<String>] = []

    mutating func add(_ pool: PoolState) {
        var mine: [UInt32] = []
        mine.reserveCapacity(pool.players.count)
        var inPool = Set<Int>()
        for listing in pool.players {
            let number = match(listing, of: pool.id, taken: inPool) ?? new(listing)
            players[number].listings.append(PlayerIdentity.Listing(pool: pool.id, index: listing.index))
            players[number].latest = listing
            remember(listing, as: number)
            inPool.insert(number)
            mine.append(UInt32(number))
        }
        noteNamesakes(of: pool, mine)
        numbers.append(mine)
    }

    /// Lists those of a pool who share name and position with one before them, unless another finding tells of them.
    private mutating func noteNamesakes(of pool: PoolState, _ mine: [UInt32]) {
        var known: [String: [Int]] = [:]
        let explained = Set(findings.map(\.identity))
        for (listing, number) in zip(pool.players, mine) {
            let name = PlayerName.normalized(listing.name)
            guard !name.isEmpty else { continue }
            let key = "\(listing.position.rawValue) \(name)"
            if let others = known[key], !explained.contains(Int(number)) {
                let place = PlayerIdentity.Listing(pool: pool.id, index: listing.index)
                findings.append(
                    MatchFinding(
                        kind: .namesake, player: place, identity: Int(number), listing: listing, candidates: others,
                        compared: others.map { players[$0].latest }))
            }
            known[key, default: []].append(Int(number))
        }
    }

    /// Lists those whom only one of several pools has.
    mutating func finish() {
        guard numbers.count > 1 else { return }
        let explained = Set(findings.map(\.identity))
        for player in players where player.listings.count == 1 && !explained.contains(player.number) {
            findings.append(
                MatchFinding(
                    kind: .noCounterpart, player: player.listings[0], identity: player.number, listing: player.latest,
                    candidates: [], compared: []))
        }
    }

    private mutating func match(_ listing: PlayerListing, of pool: PoolID, taken: Set<Int>) -> Int? {
        let place = PlayerIdentity.Listing(pool: pool, index: listing.index)
        func note(_ kind: MatchFinding.Kind, _ candidates: [Int], match: Int?) {
            findings.append(
                MatchFinding(
                    kind: kind, player: place, identity: match ?? players.count, listing: listing,
                    candidates: candidates, compared: candidates.map { players[$0].latest }))
        }
        let name = PlayerName.normalized(listing.name)
        let team = TeamName.canonical(listing.team)
        if !listing.externalID.isEmpty, let known = byExternalID[listing.externalID], !taken.contains(known) {
            guard players[known].position == listing.position else {
                note(.otherPositionOfID, [known], match: nil)
                return nil
            }
            if PlayerName.normalized(players[known].name) != name {
                note(.otherName, [known], match: known)
            } else if !team.isEmpty, !teams[known].isEmpty, !teams[known].contains(team) {
                note(.movedTeam, [known], match: known)
            }
            return known
        }
        let namesakes = (byName[name] ?? []).filter { !taken.contains($0) }
        guard !namesakes.isEmpty, !name.isEmpty else { return nil }
        let candidates = namesakes.filter { players[$0].position == listing.position }
        let fitting = candidates.filter { team.isEmpty || teams[$0].isEmpty || teams[$0].contains(team) }
        // A candidate whose team agrees is meant before one whose team nobody knows.
        let exact = fitting.filter { !team.isEmpty && teams[$0].contains(team) }
        if let only = (exact.isEmpty ? fitting : exact).first, (exact.isEmpty ? fitting : exact).count == 1 {
            return only
        }
        if !fitting.isEmpty {
            note(.ambiguous, fitting, match: nil)
        } else {
            note(
                candidates.isEmpty ? .otherPosition : .otherTeam, candidates.isEmpty ? namesakes : candidates,
                match: nil)
        }
        return nil
    }

    private mutating func new(_ listing: PlayerListing) -> Int {
        players.append(PlayerIdentity(number: players.count, latest: listing, listings: []))
        teams.append([])
        return players.count - 1
    }

    private mutating func remember(_ listing: PlayerListing, as number: Int) {
        let name = PlayerName.normalized(listing.name)
        if byName[name]?.contains(number) != true { byName[name, default: []].append(number) }
        if !listing.externalID.isEmpty, byExternalID[listing.externalID] == nil {
            byExternalID[listing.externalID] = number
        }
        let team = TeamName.canonical(listing.team)
        if !team.isEmpty { teams[number].insert(team) }
    }
}
