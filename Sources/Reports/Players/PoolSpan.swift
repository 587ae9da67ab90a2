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
}
