import Draft
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

    /// How many sets of players are counted at most.
    public static let mostSets = 4_000_000
}

extension Analysis {
    /// Cores: trios, and sets of up to six players, by the entries that have all of them.
    ///
    /// Set by set of one player more: a set is counted only where those that it is made of are frequent enough. O(entries ·
    /// sets of a roster), a scan of the picks for each size.
    ///
    /// - Parameters:
    ///   - filter: which entries count; a position lists cores with at least one player of it.
    ///   - size: how many players, one of `CoreReport.sizes`.
    ///   - player: only cores with that player, by his number in the catalogue; nil for all.
    ///   - order: what the first of them have most of.
    ///   - minimumCount: leaves out cores that fewer entries have; at least 1.
    ///   - limit: how many rows; nil for all.
    /// - Precondition: the size is one of those.
    /// - Throws: `ReportLimit` where more than `CoreReport.mostSets` sets would have to be counted.
    public func cores(
        _ filter: ReportFilter = ReportFilter(), size: Int = 3, with player: Int? = nil,
        by order: PairReport.Order = .count, minimumCount: Int = 2, limit: Int? = nil
    ) throws(ReportLimit) -> CoreReport {
        precondition(CoreReport.sizes.contains(size), "a core has \(CoreReport.sizes) players")
        let minimum = max(1, minimumCount)
        let players = showing(filter.entries).players
        let single = rosters.count(
            filter.entries, of: players, with: ExposureTally(players: players.players.count, bySlot: false))
        let drafted = single.players.indices.filter { single.players[$0].drafted >= minimum }
        guard drafted.count < 1 << CoreTally.bits else {
            throw .sets(of: 1, most: 1 << CoreTally.bits)
        }
        var counts: [UInt128: UInt32] = [:]
        // Sets are named by places among the drafted, from 1, so that 0 is no player.
        var places = [UInt32](repeating: 0, count: players.players.count)
        for (place, number) in drafted.enumerated() { places[number] = UInt32(place + 1) }
        for length in 2...size {
            let known = length == 2 ? nil : Set(counts.keys)
            let tally = rosters.count(
                filter.entries, of: players,
                with: CoreTally(size: length, places: places, known: known, mostSets: CoreReport.mostSets))
            guard !tally.hasOverflown else { throw .sets(of: length, most: CoreReport.mostSets) }
            counts = minimum > 1 ? tally.counts.filter { $0.value >= minimum } : tally.counts
        }
        let listed = drafted.map { filter.lists(players.players[$0]) }
        // Whom too few have is in no core.
        let wanted = player.map { number in drafted.firstIndex(of: number) ?? -1 }
        var choice = CoreChoice(
            by: order, limit: limit,
            drafted.map { (players.players[$0], Int(single.players[$0].drafted)) }, entries: single.scope.entries)
        for (set, count) in counts {
            let places = CoreTally.places(of: set).map { $0 - 1 }
            if let wanted, !places.contains(wanted) { continue }
            guard places.contains(where: { listed[$0] }) else { continue }
            choice.add(places, count: Int(count))
        }
        return CoreReport(
            scope: scope(filter, entries: single.scope.entries, drafts: single.scope.drafts), size: size,
            order: order, minimumCount: minimum, cores: choice.count, rows: choice.rows)
    }
}
