import Draft
import Projections

/// The entries of a field, grouped by equal players.
struct LineupGroups {
    private let keys: LineupKeys
    private let rosters: RosterTable
    private let players: PlayerCatalogue
    private let first: Int?
    private let counter: KeyCounter
    private let ofUser: KeyCounter

    /// By user, his entries.
    private let entriesOfUser: KeyCounter

    init(_ keys: LineupKeys, _ rosters: RosterTable, _ players: PlayerCatalogue, first: Int?) {
        var keys = keys
        if !keys.areExact { keys.tellApart { LineupGroups.lineup(at: $0, rosters, players, first: first) } }
        self.keys = keys
        self.rosters = rosters
        self.players = players
        self.first = first
        var counter = KeyCounter(capacity: keys.keys.count)
        var ofUser = KeyCounter(capacity: keys.keys.count)
        var entriesOfUser = KeyCounter(capacity: keys.keys.count)
        for (key, user) in zip(keys.keys, keys.users) {
            counter.add(key)
            if user != 0 {
                ofUser.add(key, user: user)
                entriesOfUser.add(UInt64(user))
            }
        }
        self.counter = counter
        self.ofUser = ofUser
        self.entriesOfUser = entriesOfUser
    }

    /// Entries that have enough players.
    var count: Int { keys.keys.count }

    /// An entry held against the entries of all other users.
    struct Compared {
        let place: UserIndex.Place
        let matches: Int
        let others: Int
    }

    /// The entries of a user, or of all, each held against the others.
    func compared(of user: UserID?) -> [Compared] {
        keys.keys.indices.compactMap { index in
            let owner = keys.users[index]
            if let user, user.number != UInt64(owner) { return nil }
            let key = keys.keys[index]
            let own = owner == 0 ? 1 : ofUser.count(of: key, user: owner)
            let ownEntries = owner == 0 ? 1 : entriesOfUser.count(of: UInt64(owner))
            return Compared(
                place: keys.places[index], matches: counter.count(of: key) - own, others: count - ownEntries)
        }
    }

    /// The mean share of matches. Summed in whole numbers first, so that the order of the entries does not matter.
    static func averageShare(of entries: [Compared]) -> Double? {
        var matchesByOthers: [Int: Int] = [:]
        for entry in entries { matchesByOthers[entry.others, default: 0] += entry.matches }
        guard !entries.isEmpty else { return nil }
        let sum = matchesByOthers.sorted { $0.key < $1.key }.reduce(0.0) { sum, group in
            group.key == 0 ? sum : sum + Double(group.value) / Double(group.key)
        }
        return sum / Double(entries.count)
    }

    /// The players that most entries begin with; of equally many, the first by name.
    func commonest(_ limit: Int) -> [(numbers: [UInt32], entries: Int)] {
        var representatives: [UInt64: Int] = [:]
        let counts = keys.keys.map { counter.count(of: $0) }
        let least = counts.count > limit * 64 ? Self.threshold(counts, limit) : 1
        for index in keys.keys.indices where counts[index] >= least { representatives[keys.keys[index]] = index }
        let starts = representatives.values.map { index in
            let numbers = lineup(at: keys.places[index])
            return (numbers: numbers, entries: counts[index], names: numbers.map { players.players[Int($0)].name })
        }
        let sorted = starts.sorted {
            $0.entries != $1.entries ? $0.entries > $1.entries : $0.names.lexicographicallyPrecedes($1.names)
        }
        return sorted.prefix(limit).map { ($0.numbers, $0.entries) }
    }

    /// The count that one of the commonest starts has at least. Each start stands as often among `counts` as it counts.
    private static func threshold(_ counts: [Int], _ limit: Int) -> Int {
        var entriesByCount: [Int: Int] = [:]
        for count in counts { entriesByCount[count, default: 0] += 1 }
        var starts = 0
        for (count, entries) in entriesByCount.sorted(by: { $0.key > $1.key }) {
            starts += entries / count
            if starts >= limit { return count }
        }
        return 1
    }

    /// The entries that are not alone with their players, by group.
    func twins() -> [[UserIndex.Place]] {
        var groups: [UInt64: [UserIndex.Place]] = [:]
        for (key, place) in zip(keys.keys, keys.places) where counter.count(of: key) > 1 {
            groups[key, default: []].append(place)
        }
        return Array(groups.values)
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
    mutating func tellApart(by lineup: (UserIndex.Place) -> [UInt32]) {
        var counter = KeyCounter(capacity: keys.count)
        for key in keys { counter.add(key) }
        var known: [UInt64: [(players: [UInt32], index: Int)]] = [:]
        let firsts = keys.indices.map { index in
            guard counter.count(of: keys[index]) > 1 else { return UInt64(index) }
            let players = lineup(places[index])
            if let first = known[keys[index]]?.first(where: { $0.players == players }) { return UInt64(first.index) }
            known[keys[index], default: []].append((players, index))
            return UInt64(index)
        }
        replaceKeys(with: firsts)
    }
}
