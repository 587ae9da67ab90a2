public import Draft
import DraftLedger
import Projections

/// When a pool was drafted from, as its drafts and their contests say: what tells one pool from a later one, whichever was
/// imported first.
public struct PoolSpan: Hashable, Sendable, Comparable {
    /// The year in which the season of its drafts begins; 0 where nothing says.
    public var season: Int

    /// When the last draft from it started; nil where no draft says.
    public var lastStart: Timestamp?

    public init(season: Int = 0, lastStart: Timestamp? = nil) { (self.season, self.lastStart) = (season, lastStart) }

    public static func < (left: Self, right: Self) -> Bool {
        (left.season, left.lastStart?.microseconds ?? .min) < (right.season, right.lastStart?.microseconds ?? .min)
    }
}

extension RosterTable {
    /// When entries drafted from each pool. The season is the last that a contest of its drafts says; else it is that of the
    /// last draft, by the year. O(drafts).
    ///
    /// - Parameter stated: the seasons of contests that say theirs.
    func poolSpans(stated: [TournamentID: SeasonID]) -> [PoolID: PoolSpan] {
        var spans: [PoolID: PoolSpan] = [:]
        for draft in parts.lazy.flatMap(\.drafts) {
            let season = draft.tournament.flatMap { stated[$0] }.map { Int($0.number) } ?? 0
            let known = spans[draft.pool] ?? PoolSpan()
            spans[draft.pool] = PoolSpan(
                season: max(known.season, season),
                lastStart: [known.lastStart, draft.startedAt].compactMap(\.self).max())
        }
        return spans.mapValues { span in
            guard span.season == 0, let year = span.lastStart.flatMap({ Int($0.iso8601.prefix(4)) }) else {
                return span
            }
            return PoolSpan(season: year, lastStart: span.lastStart)
        }
    }

    /// Those who were drafted beside others with whom they were said to be one, and so are not: in each pool all but the
    /// first of a group of whom a draft knows several. O(picks) of pools of which several were said to be one.
    func refuted(_ aliases: AliasState) -> Set<PoolPlayer> {
        guard !aliases.joinedWithinPools.isEmpty else { return [] }
        var groups: [PoolID: [PlayerIndex: Int]] = [:]
        for (number, group) in aliases.groups().enumerated() {
            for (pool, members) in Dictionary(grouping: group, by: \.pool) where members.count > 1 {
                for member in members { groups[pool, default: [:]][member.player] = number }
            }
        }
        var refuted: Set<PoolPlayer> = []
        for part in parts {
            for draft in part.drafts {
                guard let groups = groups[draft.pool] else { continue }
                var drafted: [Int: Set<PlayerIndex>] = [:]
                for place in draft.first..<draft.end {
                    for pick in part.picks(of: place) {
                        let player = part.players[pick]
                        if let group = groups[player] { drafted[group, default: []].insert(player) }
                    }
                }
                for players in drafted.values where players.count > 1 {
                    refuted.formUnion(players.sorted().dropFirst().map { PoolPlayer(draft.pool, $0) })
                }
            }
        }
        return refuted
    }
}
