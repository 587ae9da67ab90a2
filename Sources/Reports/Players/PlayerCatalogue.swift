public import Draft

/// The players of all pools that entries drafted from, those of different pools matched with each other.
public struct PlayerCatalogue: Sendable {
    /// By number.
    public private(set) var players: [PlayerIdentity]

    /// Matches to check before trusting figures over several pools, or over one with namesakes.
    public let findings: [MatchFinding]

    /// The lookup data of a scan, by pool.
    private(set) var pools: [PoolFacts]

    /// By place: the NFL teams that `PoolFacts.teams` counts in. The first is the lack of one.
    private(set) var teams: [String]

    private let placeOfPool: [PoolID: Int]

    /// The pools as they are, by the same places, and when they were drafted from.
    private let sources: [PoolState]
    private let spans: [PoolSpan]

    /// Of listings that somebody has said are of one player: when each was drafted last.
    private let lastDrafted: [PoolPlayer: Timestamp]

    /// O(listings).
    ///
    /// - Parameters:
    ///   - pools: all that entries drafted from.
    ///   - spans: when entries drafted from them; those of whom it is not known go before the others.
    ///   - aliases: what people have said of who is who.
    ///   - joined: what the drafts know of listings of one pool that were said to be one player.
    public init(
        pools: [PoolState], spans: [PoolID: PoolSpan] = [:], aliases: AliasState = AliasState(),
        joined: JoinedListings = JoinedListings()
    ) {
        func span(of pool: PoolState) -> PoolSpan { spans[pool.id] ?? PoolSpan() }
        // The title before the number, which says only what was imported first.
        let pools = pools.sorted {
            let (one, other) = (span(of: $0), span(of: $1))
            return one != other ? one < other : ($0.title, $0.id) < ($1.title, $1.id)
        }
        let matching = PlayerMatching(pools, aliases, refuted: joined.refuted)
        players = matching.players
        findings = matching.findings
        var places = ["": 0]
        var teams = [""]
        for listing in pools.lazy.flatMap(\.players) {
            let team = TeamName.canonical(listing.team)
            guard places[team] == nil, teams.count < Self.mostTeams else { continue }
            places[team] = teams.count
            teams.append(team)
        }
        self.teams = teams
        sources = pools
        self.spans = pools.map(span)
        lastDrafted = joined.lastDrafted
        self.pools = zip(pools, matching.numbers).map { PoolFacts($0, numbers: $1, places) }
        placeOfPool = Dictionary(uniqueKeysWithValues: pools.enumerated().map { ($1.id, $0) })
        for number in players.indices { show(number) }
    }

    /// The lookup data of a pool; empty for a pool that is not in the catalogue.
    func facts(of pool: PoolID) -> PoolFacts { placeOfPool[pool].map { pools[$0] } ?? PoolFacts.none }

    /// The same, with arrays of its own for a core to scan with: cores that count references to one array wait for each
    /// other. Some bytes a listing.
    func withOwnFacts() -> PlayerCatalogue {
        var copy = self
        copy.pools = pools.map { PoolFacts(copying: $0) }
        return copy
    }

    /// A copy in which notes say the teams and bye weeks that no pool names.
    ///
    /// - Parameters:
    ///   - notes: by number of the player.
    ///   - some: the pools that they are about; nil for all.
    func adding(_ notes: [Int: PlayerNote], to some: Set<PoolID>? = nil) -> PlayerCatalogue {
        var copy = self
        var places = Dictionary(uniqueKeysWithValues: teams.enumerated().map { ($1, $0) })
        for number in notes.keys.sorted() {
            guard let note = notes[number] else { continue }
            let team = TeamName.canonical(note.team)
            if !team.isEmpty, places[team] == nil, copy.teams.count < Self.mostTeams {
                places[team] = copy.teams.count
                copy.teams.append(team)
            }
        }
        copy.pools = pools.map { some?.contains($0.pool) ?? true ? PoolFacts(copying: $0, notes, places) : $0 }
        for number in notes.keys { copy.show(number) }
        return copy
    }

    /// A copy that shows players as some pools have them, with what was noted of them: no name, team, bye week or id is
    /// another season's. O(listings); the catalogue itself where there is one pool.
    ///
    /// - Parameter some: asked for the pools where there are several.
    func shown(in some: () -> Set<PoolID>) -> PlayerCatalogue {
        guard pools.count > 1 else { return self }
        let some = some()
        var copy = self
        for number in players.indices where players[number].listings.count > 1 { copy.show(number, in: some) }
        return copy
    }

    /// Shows a player as the pools have him that were drafted from last: it does not matter which was imported first.
    ///
    /// - Parameter some: the pools that count; where none of them lists him, he is shown as he was.
    private mutating func show(_ number: Int, in some: Set<PoolID>? = nil) {
        let told = players[number].listings.compactMap { self.told($0) }
        let known = some.map { some in told.filter { some.contains($0.pool) } } ?? told
        guard let best = known.max(by: { $0.rank < $1.rank }) else { return }
        players[number].latest = best.listing
        guard told.count > 1 else { return }
        var (names, ids): ([String], [String]) = ([best.listing.name], [best.listing.externalID, ""])
        for (listing, _, _) in told.reversed() {
            if !names.contains(listing.name) { names.append(listing.name) }
            if !ids.contains(listing.externalID) { ids.append(listing.externalID) }
        }
        players[number].otherNames = names.dropFirst().reversed()
        players[number].otherIDs = ids.dropFirst(2).reversed()
    }

    /// How a pool lists a player, with what was noted of him, and by what it goes before others.
    package func told(
        _ place: PlayerIdentity.Listing
    ) -> (listing: PlayerListing, pool: PoolID, rank: (Int, Int, Int, Timestamp, String))? {
        guard let pool = placeOfPool[place.pool], var listing = sources[pool].player(place.index) else { return nil }
        let club = club(of: place.index, in: place.pool)
        if TeamName.canonical(listing.team).isEmpty, !club.team.isEmpty { listing.team = club.team }
        listing.byeWeek = listing.byeWeek ?? club.byeWeek
        let last = lastDrafted[PoolPlayer(place.pool, place.index)] ?? Timestamp(microseconds: .min)
        return (listing, place.pool, (spans[pool].season, club.team.isEmpty ? 0 : 1, pool, last, listing.team))
    }

    /// A scan counts teams in bytes; no league has more of them.
    private static let mostTeams = 255

    /// By number: the place of each player in the order of names, which no order of import changes. O(players log players).
    var ranksByName: [UInt32] {
        let names = players.map(\.sortingName)
        var ranks = [UInt32](repeating: 0, count: names.count)
        for (rank, number) in names.indices.sorted(by: { names[$0] < names[$1] }).enumerated() {
            ranks[number] = UInt32(rank)
        }
        return ranks
    }

    /// The place of a pool in `pools`.
    func place(of pool: PoolID) -> Int? { placeOfPool[pool] }

    /// The player that a pool lists under an index.
    public func player(_ index: PlayerIndex, of pool: PoolID) -> PlayerIdentity? {
        let facts = facts(of: pool)
        return Int(index) < facts.numbers.count ? players[Int(facts.numbers[Int(index)])] : nil
    }

    /// The NFL team that a pool lists a player with, under one abbreviation for each club, and his bye week, both also by
    /// what was noted of him: no text and nil where neither says.
    package func club(of index: PlayerIndex, in pool: PoolID) -> (team: String, byeWeek: UInt8?) {
        let facts = facts(of: pool)
        guard Int(index) < facts.teams.count else { return ("", nil) }
        let week = facts.byeWeeks[Int(index)]
        return (teams[Int(facts.teams[Int(index)])], week == 0 ? nil : week)
    }

    /// The players that a name can mean: those of that id at the source, else those of that name, compared as names of
    /// different sites are, else those who have that id or that name in another pool. O(players).
    public func players(named name: String) -> [PlayerIdentity] {
        let byID = players.filter { $0.externalID == name && !name.isEmpty }
        if !byID.isEmpty { return byID }
        let normalized = PlayerName.normalized(name)
        let byName = players.filter { !normalized.isEmpty && PlayerName.normalized($0.name) == normalized }
        if !byName.isEmpty { return byName }
        let formerly = players.filter { player in
            player.otherIDs.contains(name)
                || !normalized.isEmpty && player.otherNames.contains { PlayerName.normalized($0) == normalized }
        }
        if !formerly.isEmpty { return formerly }
        return players.filter { $0.externalID.isEmpty && String($0.latest.index) == name }
    }
}

/// A pool by columns: what a scan asks about a drafted player, by his index.
///
/// An index beyond the columns, such as the mark of a skipped pick, means that there is no player. A class, because every tally holds
/// the one of the draft that it counts.
final class PoolFacts: Sendable {
    let pool: PoolID
    /// In the catalogue.
    let numbers: [UInt32]
    let positions: [PositionGroup]
    /// Place in the catalogue's teams; 0 for none.
    let teams: [UInt8]
    /// 0 where the source does not say.
    let byeWeeks: [UInt8]
    /// In hundredths; 0 where the source does not say.
    let adps: [UInt32]

    /// In arrays of its own.
    init(copying other: PoolFacts) {
        pool = other.pool
        numbers = other.numbers.map { $0 }
        positions = other.positions.map { $0 }
        teams = other.teams.map { $0 }
        byeWeeks = other.byeWeeks.map { $0 }
        adps = other.adps.map { $0 }
    }

    /// With the teams and bye weeks of notes, by number in the catalogue, where it has none.
    init(copying other: PoolFacts, _ notes: [Int: PlayerNote], _ placeOfTeam: [String: Int]) {
        pool = other.pool
        numbers = other.numbers
        positions = other.positions
        adps = other.adps
        teams = zip(other.numbers, other.teams).map { number, team in
            guard team == 0, let note = notes[Int(number)] else { return team }
            return UInt8(placeOfTeam[TeamName.canonical(note.team)] ?? 0)
        }
        byeWeeks = zip(other.numbers, other.byeWeeks).map { number, week in
            week == 0 ? notes[Int(number)]?.byeWeek ?? 0 : week
        }
    }

    /// The place at which the pool lists each player, by number in the catalogue: at one place, unless somebody has said that several
    /// listings are of one player. O(listings).
    var indexesByNumber: [Int: [PlayerIndex]] {
        var indexes: [Int: [PlayerIndex]] = [:]
        for (index, number) in numbers.enumerated() { indexes[Int(number), default: []].append(PlayerIndex(index)) }
        return indexes
    }

    static let none = PoolFacts(PoolState(id: 0), numbers: [], [:])

    init(_ pool: PoolState, numbers: [UInt32], _ placeOfTeam: [String: Int]) {
        self.pool = pool.id
        self.numbers = numbers
        positions = pool.players.map { PositionGroup($0.position) }
        teams = pool.players.map { UInt8(placeOfTeam[TeamName.canonical($0.team)] ?? 0) }
        byeWeeks = pool.players.map { $0.byeWeek ?? 0 }
        adps = pool.players.map { $0.adp ?? 0 }
    }
}

/// The positions that a best ball roster is made of; all others are one group.
public enum PositionGroup: UInt8, Sendable, CaseIterable, Comparable {
    case quarterback, runningBack, wideReceiver, tightEnd, other

    public init(_ position: PlayerPosition) {
        switch position {
        case .quarterback: self = .quarterback
        case .runningBack: self = .runningBack
        case .wideReceiver: self = .wideReceiver
        case .tightEnd: self = .tightEnd
        default: self = .other
        }
    }

    /// "QB", "RB", "WR", "TE", "other".
    public var abbreviation: String {
        switch self {
        case .quarterback: "QB"
        case .runningBack: "RB"
        case .wideReceiver: "WR"
        case .tightEnd: "TE"
        case .other: "other"
        }
    }

    /// In the order in which drafters name them.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
