import Draft
import Platform
import Projections

/// Cores: the three players or more that stand in one roster together, and how much more often than chance would have it.
public struct CoreReport: Sendable {
    public var scope: ReportScope

    /// How many players a core has.
    public var size: Int

    public var order: PairReport.Order

    /// Cores that fewer entries have are left out.
    public var minimumCount: Int

    /// The cores that entries have at least that often.
    public var cores: Int

    /// The first of them by the order, ties by the names.
    public var rows: [Row]

    public struct Row: Sendable {
        /// The one that most entries have first; of two that equally many have, the first by name.
        public var players: [PlayerIdentity]

        /// As `players`: the entries that have each of them.
        public var drafted: [Int]

        /// Entries that have all of them.
        public var count: Int

        /// P(all) / (P(first) · P(second) · …): over 1 for players who are drafted together more often than each alone would
        /// explain.
        public var lift: Double
    }

    /// How many players a core can have.
    public static let sizes = 3...6

    /// How many cores are gone through at most.
    public static let mostSets = 100_000_000

    /// How many cores there may be where more rows than that are wanted.
    public static let mostRows = 4_000_000
}

extension Analysis {
    /// Cores: trios, and sets of up to six players, by the entries that have all of them.
    ///
    /// One scan of the picks, then first player by first player, on all cores: O(entries · sets of a roster) increments of
    /// counters that fit into a core's cache. Only sets whose first players are frequent enough together are counted.
    ///
    /// Memory is bounded, however many cores there are: 8 bytes a pick, on each core as much again of the entries of one
    /// player, 32 MB of counters at most, and the rows that are wanted, twice.
    ///
    /// - Parameters:
    ///   - filter: which entries count; a position lists cores with at least one player of it.
    ///   - size: how many players, one of `CoreReport.sizes`.
    ///   - player: only cores with that player, by his number in the catalogue; nil for all.
    ///   - order: what the first of them have most of.
    ///   - minimumCount: leaves out cores that fewer entries have; at least 1.
    ///   - limit: how many rows; nil for all.
    /// - Precondition: the size is one of those.
    /// - Throws: `ReportLimit` where there are more than `CoreReport.mostSets` cores, or, where more rows than
    ///   `CoreReport.mostRows` are wanted, more cores than that.
    public func cores(
        _ filter: ReportFilter = ReportFilter(), size: Int = 3, with player: Int? = nil,
        by order: PairReport.Order = .count, minimumCount: Int = 2, limit: Int? = nil
    ) throws(ReportLimit) -> CoreReport {
        precondition(CoreReport.sizes.contains(size), "a core has \(CoreReport.sizes) players")
        let minimum = max(1, minimumCount)
        let shown = showing(filter.entries)
        let single = rosters.count(
            filter.entries, of: shown.players,
            with: ExposureTally(players: shown.players.players.count, bySlot: false))
        let (numbers, members) = shown.coreMembers(filter, single, minimum: minimum)
        guard members.count < 1 << CoreSet.bits else {
            throw .sets(of: 1, most: 1 << CoreSet.bits)
        }
        var places = [UInt32](repeating: CoreIndex.end, count: shown.players.players.count)
        for (place, number) in numbers.enumerated() { places[number] = UInt32(place) }
        // A player whom too few have is in no core: no roster has the place `end`.
        let wanted = player.map { places[$0] }
        let tally = rosters.count(
            filter.entries, of: shown.players, with: CoreTally(size: size, places: places, with: wanted))
        let most = (limit ?? .max) > CoreReport.mostRows ? CoreReport.mostRows : CoreReport.mostSets
        var choice = CoreChoice(
            by: order, limit: limit, members, with: wanted.map { Int($0) }, entries: single.scope.entries)
        let counter = CoreCounter(
            choice, minimum: minimum, most: most, widest: rosters.sharing.widest, players: members.count)
        let index = CoreIndex(tally.rosters, standing: Array(members.indices))
        let counters = Cores.accumulate(
            members.count, threads: tally.count < rosters.sharing.fromEntries ? 1 : rosters.sharing.threads,
            from: { counter }
        ) { place, counter in
            counter.count(place, of: index, after: 0, left: size - 1)
        }
        for counter in counters { choice.merge(counter.choice) }
        guard choice.count <= most else { throw .sets(of: size, most: most) }
        return CoreReport(
            scope: scope(filter, entries: single.scope.entries, drafts: single.scope.drafts), size: size,
            order: order, minimumCount: minimum, cores: choice.count, rows: choice.rows)
    }

    /// Returns the players that enough entries have, by standing, each with the number in the catalogue.
    private func coreMembers(
        _ filter: ReportFilter, _ single: ExposureTally, minimum: Int
    ) -> (numbers: [Int], members: [CoreChoice.Member]) {
        let drafted = single.players.indices.filter { single.players[$0].drafted >= minimum }
        let named = drafted.map { (name: players.players[$0].sortingName, number: $0) }.sorted { $0 < $1 }
        let ranked = named.enumerated().map { naming, player in
            let identity = players.players[player.number]
            return (
                number: player.number,
                member: CoreChoice.Member(
                    player: identity, drafted: Int(single.players[player.number].drafted), naming: naming,
                    isListed: filter.lists(identity))
            )
        }.sorted { ($1.member.drafted, $0.member.naming) < ($0.member.drafted, $1.member.naming) }
        return (ranked.map(\.number), ranked.map(\.member))
    }
}
