import Draft
import Projections

/// The entries of a field, grouped by equal players.
struct LineupGroups {
    private let keys: LineupKeys

    /// By index of the keys, the entries with the same players.
    private let counts: [UInt32]
    private let rosters: RosterTable
    private let players: PlayerCatalogue
    private let first: Int?

    init(_ keys: LineupKeys, _ rosters: RosterTable, _ players: PlayerCatalogue, first: Int?) {
        var keys = keys
        var counts = KeyCounts.counts(of: keys.keys)
        if !keys.areExact {
            keys.tellApart(&counts) { LineupGroups.lineup(at: $0, rosters, players, first: first) }
        }
        self.keys = keys
        self.counts = counts
        self.rosters = rosters
        self.players = players
        self.first = first
    }

    /// Entries that have enough players.
    var count: Int { keys.keys.count }

    /// An entry held against the entries of all other users.
    struct Compared {
        let place: UserIndex.Place
        let matches: Int
        let others: Int
    }

    /// The comparison of a user's entries, or all entries, with the others.
    struct Comparison {
        /// The mean share of matches; nil without entries, and without others to match.
        var averageShare: Double?
        var entriesWithMatch = 0
    }

    /// The entries of a user, each held against those of all others.
    func compared(of user: UserID) -> [Compared] {
        let his = keys.users.indices.filter { UInt64(keys.users[$0]) == user.number }
        var own: [UInt64: Int] = [:]
        for index in his { own[keys.keys[index], default: 0] += 1 }
        return his.map { index in
            Compared(
                place: keys.places[index], matches: Int(counts[index]) - (own[keys.keys[index]] ?? 0),
                others: count - his.count)
        }
    }

    static func comparison(of entries: [Compared]) -> Comparison {
        let sum = entries.reduce(0) { $0 + $1.matches }
        let others = entries.first?.others ?? 0
        return Comparison(
            averageShare: entries.isEmpty || others == 0
                ? nil : Double(sum) / Double(others) / Double(entries.count),
            entriesWithMatch: entries.count { $0.matches > 0 })
    }

    /// All entries, each held against those of all other users. An entry without a user is the only one of its user.
    ///
    /// Matches are summed in whole numbers first, by how many entries the user has, so that the order of the entries does
    /// not matter.
    func comparison() -> Comparison {
        let own = KeyCounts.counts(of: keys.keys, users: keys.users)
        let ofUser = KeyCounts.counts(of: keys.users.map { UInt64($0) })
        var comparison = Comparison()
        var hasOthers = false
        var matchesByOwn = [Int](repeating: 0, count: Int(ofUser.max() ?? 0) + 2)
        for index in keys.keys.indices {
            let isKnown = keys.users[index] != 0
            let matches = Int(counts[index]) - (isKnown ? Int(own[index]) : 1)
            let ofOwner = isKnown ? Int(ofUser[index]) : 1
            matchesByOwn[ofOwner] += matches
            if ofOwner < count { hasOthers = true }
            if matches > 0 { comparison.entriesWithMatch += 1 }
        }
        guard hasOthers else { return comparison }
        let sum = matchesByOwn.enumerated().reversed().reduce(0.0) { sum, group in
            group.element == 0 ? sum : sum + Double(group.element) / Double(count - group.offset)
        }
        comparison.averageShare = sum / Double(count)
        return comparison
    }

    /// The players that most entries begin with, each start by its players' names; of equally many, the first by those.
    ///
    /// Numbers in the catalogue go by the order in which drafts came into the ledger, so nothing is sorted by them.
    func commonest(_ limit: Int) -> [(numbers: [UInt32], entries: Int, key: UInt64)] {
        let least = limit < counts.count / 64 ? threshold(limit) : 1
        var representatives: [UInt64: Int] = [:]
        for index in counts.indices where counts[index] >= least { representatives[keys.keys[index]] = index }
        let starts = representatives.values.map { index in
            let start = lineup(at: keys.places[index]).map { (number: $0, name: players.players[Int($0)].sortingName) }
                .sorted { ($0.name, $0.number) < ($1.name, $1.number) }
            return (
                numbers: start.map(\.number), entries: Int(counts[index]), key: keys.keys[index],
                names: start.map(\.name)
            )
        }
        let sorted = starts.sorted {
            $0.entries != $1.entries ? $0.entries > $1.entries : $0.names.lexicographicallyPrecedes($1.names)
        }
        return sorted.prefix(limit).map { ($0.numbers, $0.entries, $0.key) }
    }

    /// Returns the places of the entries with some keys, by key.
    func places(with wanted: Set<UInt64>) -> [UInt64: [UserIndex.Place]] {
        var places: [UInt64: [UserIndex.Place]] = [:]
        for index in keys.keys.indices where wanted.contains(keys.keys[index]) {
            places[keys.keys[index], default: []].append(keys.places[index])
        }
        return places
    }

    /// The count that one of the commonest starts has at least. Each start stands as often among `counts` as it counts.
    private func threshold(_ limit: Int) -> UInt32 {
        var entriesByCount = [Int](repeating: 0, count: Int(counts.max() ?? 0) + 1)
        for count in counts { entriesByCount[Int(count)] += 1 }
        var starts = 0
        for (count, entries) in entriesByCount.enumerated().reversed() where entries > 0 {
            starts += entries / count
            if starts >= limit { return UInt32(count) }
        }
        return 1
    }

    /// The entries that are not alone with their players, by group.
    func twins() -> [[UserIndex.Place]] {
        var groups: [UInt64: [UserIndex.Place]] = [:]
        for index in counts.indices where counts[index] > 1 {
            groups[keys.keys[index], default: []].append(keys.places[index])
        }
        return Array(groups.values)
    }

    /// The numbers of the players that the entry at a place begins with, in the order in which it drafted them.
    func picked(at place: UserIndex.Place) -> [UInt32] {
        let part = rosters.parts[place.part]
        let numbers = players.facts(of: part.draft(at: place.place).pool).numbers
        let picked = part.picks(of: place.place).lazy.map { Int(part.players[$0]) }.filter { $0 < numbers.count }
        return picked.prefix(first ?? .max).map { numbers[$0] }
    }

    /// The numbers of the players that the entry at a place begins with, sorted.
    func lineup(at place: UserIndex.Place) -> [UInt32] { Self.lineup(at: place, rosters, players, first: first) }

    private static func lineup(
        at place: UserIndex.Place, _ rosters: RosterTable, _ players: PlayerCatalogue, first: Int?
    ) -> [UInt32] {
        let part = rosters.parts[place.part]
        var lineup: [UInt32] = []
        LineupKeys.fill(
            &lineup, from: place.place, of: part, players.facts(of: part.draft(at: place.place).pool), limit: first)
        return lineup
    }
}

extension LineupKeys {
    /// Puts in the place of every hash the index of the first entry that has the same players: after this, equal keys
    /// are equal players.
    ///
    /// O(entries), and one comparison of players for each entry that is not alone with its hash.
    ///
    /// - Parameter counts: how often each hash occurs; afterwards, how often its players do.
    mutating func tellApart(_ counts: inout [UInt32], by lineup: (UserIndex.Place) -> [UInt32]) {
        var known: [UInt64: [(players: [UInt32], entries: [Int])]] = [:]
        var firsts = keys.indices.map { UInt64($0) }
        for index in keys.indices where counts[index] > 1 {
            let (hash, players) = (keys[index], lineup(places[index]))
            if let group = known[hash]?.firstIndex(where: { $0.players == players }) {
                known[hash]?[group].entries.append(index)
            } else {
                known[hash, default: []].append((players, [index]))
            }
        }
        for group in known.values.joined() {
            for index in group.entries {
                firsts[index] = UInt64(group.entries[0])
                counts[index] = UInt32(group.entries.count)
            }
        }
        replaceKeys(with: firsts)
    }
}
