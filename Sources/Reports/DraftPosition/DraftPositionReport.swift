public import Draft
import Projections

/// Average draft positions: when the drafts of a window took each player, and how often they did.
public struct DraftPositionReport: Sendable {
    public var scope: ReportScope

    public var undrafted: Undrafted

    /// Drafts of which not all seats are known: who took the others' players is not known, so these drafts leave
    /// no player undrafted, and are not part of draft rates.
    public var partialDrafts: Int

    /// From the earliest average to the latest, then by name.
    public var rows: [Row]

    /// The treatment of drafts that did not take a player.
    public enum Undrafted: String, Sendable, CaseIterable {
        /// They are no part of his average.
        case drop
        /// They count as a pick behind the last one, teams × rounds + 1.
        case last
    }

    public struct Row: Sendable {
        public var player: PlayerIdentity

        /// Drafts that took the player.
        public var drafted: Int

        /// The share of the drafts known from every seat that took the player; nil without such drafts.
        public var draftRate: Double?

        /// Drafts that count for the average: those that took him, and with `.last` those that could have.
        public var counted: Int

        /// The mean overall pick.
        public var average: Double

        /// The standard deviation of the picks that count, over all of them: the root of their mean squared distance
        /// from the average.
        public var standardDeviation: Double

        /// Of the drafts that took him.
        public var earliestPick: PickNumber
        public var latestPick: PickNumber
    }
}

extension Analysis {
    /// ADP: the mean overall pick over the drafts of a window in which a player was taken.
    ///
    /// A user and a slot in the filter name drafts: those with an entry of the user's, with a known entry from that
    /// slot, or with one that is both. All picks of those drafts count, since who else took a player is half of what an
    /// ADP says. One scan of the picks.
    ///
    /// - Parameters:
    ///   - filter: which entries count.
    ///   - undrafted: what becomes of drafts that did not take a player, although their pool has him.
    public func draftPositions(
        _ filter: ReportFilter = ReportFilter(), undrafted: DraftPositionReport.Undrafted = .drop
    ) -> DraftPositionReport {
        let players = showing(filter.entries).players
        let tally = rosters.countDrafts(filter.entries, of: players, with: DraftPositionTally(of: players))
        let whole = tally.scope.drafts - tally.partialDrafts
        var rows: [DraftPositionReport.Row] = []
        for (number, counted) in tally.players.enumerated() where counted.picks.count > 0 {
            let player = players.players[number]
            guard filter.lists(player) else { continue }
            let picks = tally.picks(of: player, in: players, undrafted: undrafted)
            rows.append(
                DraftPositionReport.Row(
                    player: player, drafted: Int(counted.picks.count),
                    draftRate: whole == 0 ? nil : Double(counted.notUndrafted.count) / Double(whole),
                    counted: Int(picks.count),
                    average: picks.mean, standardDeviation: picks.standardDeviation,
                    earliestPick: PickNumber(counted.earliest), latestPick: PickNumber(counted.latest)))
        }
        rows.sort { ($0.average, $0.player.sortingName) < ($1.average, $1.player.sortingName) }
        return DraftPositionReport(
            scope: scope(filter, entries: tally.scope.entries, drafts: tally.scope.drafts), undrafted: undrafted,
            partialDrafts: tally.partialDrafts, rows: rows)
    }
}

extension DraftPositionTally.Moments {
    var mean: Double { Double(sum) / Double(count) }

    /// From whole numbers, so that nothing cancels: sqrt(n Σx² - (Σx)²) / n.
    var standardDeviation: Double {
        let spread = UInt128(count) * UInt128(squares) - UInt128(sum) * UInt128(sum)
        return Double(spread).squareRoot() / Double(count)
    }
}
