public import Draft
package import Projections

/// Movers: whose average draft position rose or fell from one window of drafts to the next.
public struct MoverReport: Sendable {
    /// Of the drafts of both windows together.
    public var scope: ReportScope

    public var earlier: Window
    public var later: Window
    public var undrafted: DraftPositionReport.Undrafted

    /// Players whom drafts of both windows took, the greatest change first, then by name.
    public var rows: [Row]

    /// Players whom drafts of only one window took: no change is known of them, and no row is theirs.
    public var onlyEarlier: Int
    public var onlyLater: Int

    /// In how many drafts of each window a player has to be taken by default: fewer make a change of noise.
    public static let defaultMinimum = 3

    public struct Window: Hashable, Sendable {
        public var start: Timestamp
        /// The first moment behind it.
        public var end: Timestamp
        public var drafts: Int
        /// Drafts of which not all seats are known.
        public var partialDrafts: Int
    }

    public struct Row: Sendable {
        public var player: PlayerIdentity
        /// Drafts of the window that took the player.
        public var earlierDrafted: Int
        public var laterDrafted: Int
        /// The mean overall pick in the window.
        public var earlierAverage: Double
        public var laterAverage: Double

        /// In picks. Negative: he rose, and is taken earlier than before.
        public var change: Double { laterAverage - earlierAverage }
    }
}

extension Analysis {
    /// The two windows of drafts that are compared.
    ///
    /// - Parameters:
    ///   - entries: which drafts count.
    ///   - days: how many whole days in UTC each window has, the second one up to the last draft; nil for a week.
    ///   - split: when the second window begins, the first one being all before it; nil for windows of days.
    package func moverWindows(
        of entries: RosterFilter, days: Int?, split: Timestamp?
    ) -> (earlier: Range<Timestamp>, later: Range<Timestamp>) {
        let day: Int64 = 86_400 * 1_000_000
        let last = lastStart(entries) ?? Timestamp(microseconds: 0)
        // The midnight behind the last draft.
        let midnight = Timestamp(microseconds: (last.microseconds / day + 1) * day)
        if let split {
            let first = firstStart(entries) ?? split
            let start = entries.startedFrom ?? min(split, Timestamp(microseconds: first.microseconds / day * day))
            return (start..<split, split..<max(split, entries.startedBefore ?? midnight))
        }
        let length = Int64(days ?? 7) * day
        let (middle, start) = (midnight.microseconds - length, midnight.microseconds - 2 * length)
        return (
            Timestamp(microseconds: start)..<Timestamp(microseconds: middle),
            Timestamp(microseconds: middle)..<midnight
        )
    }

    /// Movers: the ADP of a window of drafts held against that of the window before.
    ///
    /// Both are those of `draftPositions`, of the drafts of the filter that started in the windows. Two scans of the picks.
    ///
    /// - Parameters:
    ///   - filter: which entries count; its own dates narrow the windows.
    ///   - earlier: the first window.
    ///   - later: the second one.
    ///   - undrafted: what becomes of drafts that did not take a player, although their pool has him.
    public func movers(
        _ filter: ReportFilter = ReportFilter(), from earlier: Range<Timestamp>, to later: Range<Timestamp>,
        undrafted: DraftPositionReport.Undrafted = .drop
    ) -> MoverReport {
        let before = draftPositions(filter.started(in: earlier), undrafted: undrafted)
        let after = draftPositions(filter.started(in: later), undrafted: undrafted)
        let earlierRows = Dictionary(uniqueKeysWithValues: before.rows.map { ($0.player.number, $0) })
        var rows: [MoverReport.Row] = []
        for row in after.rows {
            guard let then = earlierRows[row.player.number] else { continue }
            rows.append(
                MoverReport.Row(
                    player: row.player, earlierDrafted: then.drafted, laterDrafted: row.drafted,
                    earlierAverage: then.average, laterAverage: row.average))
        }
        rows.sort { one, other in
            let (mine, theirs) = (one.change.magnitude, other.change.magnitude)
            if mine != theirs { return mine > theirs }
            return one.player.sortingName < other.player.sortingName
        }
        return MoverReport(
            scope: scope(
                filter, entries: before.scope.entries + after.scope.entries,
                drafts: before.scope.drafts + after.scope.drafts),
            earlier: MoverReport.Window(earlier, before), later: MoverReport.Window(later, after),
            undrafted: undrafted, rows: rows, onlyEarlier: before.rows.count - rows.count,
            onlyLater: after.rows.count - rows.count)
    }
}

extension MoverReport.Window {
    fileprivate init(_ window: Range<Timestamp>, _ report: DraftPositionReport) {
        self.init(
            start: window.lowerBound, end: window.upperBound, drafts: report.scope.drafts,
            partialDrafts: report.partialDrafts)
    }
}

extension ReportFilter {
    /// The same, of drafts that started in a window too.
    fileprivate func started(in window: Range<Timestamp>) -> ReportFilter {
        var filter = self
        filter.entries.startedFrom = max(window.lowerBound, entries.startedFrom ?? window.lowerBound)
        filter.entries.startedBefore = min(window.upperBound, entries.startedBefore ?? window.upperBound)
        return filter
    }
}
