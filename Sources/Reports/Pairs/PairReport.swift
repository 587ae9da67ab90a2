import Draft
import Projections

/// Which players stand in one roster more often, or less often, than chance would have it.
public struct PairReport: Sendable {
    public var scope: ReportScope

    public var order: Order

    /// Pairs that fewer entries have are left out.
    public var minimumCount: Int

    /// The pairs that entries have at least that often.
    public var pairs: Int

    /// The first of them by the order, ties by the names.
    public var rows: [Row]

    public enum Order: String, Sendable, CaseIterable {
        /// The most frequent first.
        case count
        /// The most telling first.
        case lift
    }

    public struct Row: Sendable {
        /// The one that more entries have; of two that equally many have, the first by name.
        public var first: PlayerIdentity
        public var second: PlayerIdentity

        /// Entries that have both.
        public var count: Int
        public var firstDrafted: Int
        public var secondDrafted: Int

        /// P(second | first): of the entries that have the first, the share that have the second too.
        public var secondGivenFirst: Double

        /// P(first | second).
        public var firstGivenSecond: Double

        /// P(second | first) / exposure(second): over 1 for pairs that are drafted together more often than either
        /// alone would explain. The same whichever comes first.
        public var lift: Double
    }
}

extension Analysis {
    /// Pairs: the entries that have both of two players, P(q | p), and lift = P(q | p) / exposure(q).
    ///
    /// O(entries · rounds²); 87 million increments for half a million rosters of 18.
    ///
    /// - Parameters:
    ///   - filter: which entries count.
    ///   - player: only pairs with that player, by his number in the catalogue; nil for all.
    ///   - order: what the first of them have most of.
    ///   - minimumCount: leaves out pairs that fewer entries have; at least 1.
    ///   - limit: how many rows; nil for all.
    public func pairs(
        _ filter: ReportFilter = ReportFilter(), with player: Int? = nil, by order: PairReport.Order = .count,
        minimumCount: Int = 1, limit: Int? = nil
    ) -> PairReport {
        let shown = showing(filter.entries)
        let players = shown.players
        let single = rosters.count(
            filter.entries, of: players, with: ExposureTally(players: players.players.count, bySlot: false))
        let drafted = single.players.indices.filter { single.players[$0].drafted > 0 }
        var places = [UInt32](repeating: PairTally.none, count: players.players.count)
        for (place, number) in drafted.enumerated() { places[number] = UInt32(place) }
        var candidates: [PairReport.Candidate] = []
        for band in PairReport.bands(of: drafted.count) {
            let tally = rosters.count(
                filter.entries, of: players, with: PairTally(places: places, width: drafted.count, band: band))
            for high in band {
                // A pair within the band is met once, and so is one with a place before it.
                for low in 0..<high {
                    let count = Int(tally.count(low, high))
                    guard count >= max(1, minimumCount) else { continue }
                    let (one, other) = (drafted[low], drafted[high])
                    guard player == nil || player == one || player == other else { continue }
                    guard filter.lists(players.players[one]) || filter.lists(players.players[other]) else { continue }
                    candidates.append(
                        PairReport.Candidate(
                            one: one, other: other, count: count, oneDrafted: Int(single.players[one].drafted),
                            otherDrafted: Int(single.players[other].drafted)))
                }
            }
        }
        let ranks = shown.nameRanks(of: drafted)
        candidates.sort { $0.precedes($1, by: order, ranks: ranks) }
        return PairReport(
            scope: scope(filter, entries: single.scope.entries, drafts: single.scope.drafts), order: order,
            minimumCount: max(1, minimumCount), pairs: candidates.count,
            rows: candidates.prefix(limit ?? .max).map { shown.row($0, entries: single.scope.entries) })
    }

    /// By number, the place of a player's name among the names of these; equal names have equal ones.
    private func nameRanks(of numbers: [Int]) -> [UInt32] {
        var ranks = [UInt32](repeating: 0, count: players.players.count)
        var (last, rank) = (nil as String?, 0 as UInt32)
        for number in numbers.sorted(by: { players.players[$0].name < players.players[$1].name }) {
            let name = players.players[number].name
            if last != name { rank += 1 }
            (ranks[number], last) = (rank, name)
        }
        return ranks
    }

    private func row(_ pair: PairReport.Candidate, entries: Int) -> PairReport.Row {
        var pair = pair
        let names = (players.players[pair.one].name, players.players[pair.other].name)
        if (pair.otherDrafted, names.0) > (pair.oneDrafted, names.1) {
            (pair.one, pair.other) = (pair.other, pair.one)
            (pair.oneDrafted, pair.otherDrafted) = (pair.otherDrafted, pair.oneDrafted)
        }
        let count = Double(pair.count)
        return PairReport.Row(
            first: players.players[pair.one], second: players.players[pair.other], count: pair.count,
            firstDrafted: pair.oneDrafted, secondDrafted: pair.otherDrafted,
            secondGivenFirst: count / Double(pair.oneDrafted), firstGivenSecond: count / Double(pair.otherDrafted),
            lift: count * Double(entries) / (Double(pair.oneDrafted) * Double(pair.otherDrafted)))
    }
}

extension PairReport {
    /// A pair by numbers: a field has tens of thousands of them, of which few become rows.
    fileprivate struct Candidate {
        var one: Int
        var other: Int
        var count: Int
        var oneDrafted: Int
        var otherDrafted: Int

        /// Compares lifts without dividing: N is the same for all.
        ///
        /// - Parameter ranks: by number, the place of the player's name among all names; equal names have equal ones.
        func precedes(_ next: Candidate, by order: Order, ranks: [UInt32]) -> Bool {
            if order == .lift {
                let mine = UInt128(count) * UInt128(next.oneDrafted) * UInt128(next.otherDrafted)
                let theirs = UInt128(next.count) * UInt128(oneDrafted) * UInt128(otherDrafted)
                if mine != theirs { return mine > theirs }
            }
            if count != next.count { return count > next.count }
            let (left, right) = (names(ranks), next.names(ranks))
            if left != right { return left < right }
            return (one, other) < (next.one, next.other)
        }

        private func names(_ ranks: [UInt32]) -> (UInt32, UInt32) {
            let (first, second) = (ranks[one], ranks[other])
            return first < second ? (first, second) : (second, first)
        }
    }

    /// Places whose pairs are counted together. One scan does for all pools that there are; a pool of thousands of drafted
    /// players takes several, so that memory stays within 64 MB a core.
    static func bands(of places: Int) -> [Range<Int>] {
        let step = max(1, (16 << 20) / max(places, 1))
        return stride(from: 0, to: places, by: step).map { $0..<min($0 + step, places) }
    }
}
