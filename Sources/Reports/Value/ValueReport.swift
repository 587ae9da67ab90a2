public import Draft
import Projections

/// Closing line value: what the picks of a filter were worth against a reference.
///
/// Positive is good: the player was taken later than the reference has him.
public struct ValueReport: Sendable {
    public var scope: ReportScope
    public var reference: Reference
    public var curve: Curve

    /// Picks with a reference, of the listed players.
    public var picks: Int

    /// Picks of the players listed that have none: no part of any figure.
    public var picksWithoutReference: Int

    /// Drafts of the filter that no closing line is made of, since not all of their seats are known. 0 against at-pick,
    /// which needs no other seats.
    public var partialDrafts: Int

    /// The mean value of a pick; nil without any.
    public var averageValue: Double?

    /// From the greatest total value to the least, then by name.
    public var rows: [Row]

    /// The entries, by number; empty unless the filter names a user.
    public var entries: [Entry]

    /// Picks by value, from the least: the first bucket has all below its end, the last all from its start on.
    public var distribution: [Bucket]

    /// The reference of a pick.
    public enum Reference: String, Sendable, CaseIterable {
        /// The ADP that was shown at the pick: in a draft held here the pool's, of an import what its source showed.
        /// A pick of an import for which it showed none has no reference: the pool's ADP may be months older or newer.
        case atPick = "at-pick"

        /// The mean pick over the contest's drafts, known from every seat, that started in the last two weeks before it
        /// closed. A contest that
        /// has not closed, or whose source does not say when, closes with its last draft; entries of no contest are
        /// held against the drafts of their pool that are in none.
        case closing

        /// A site's ADP of the last day that had begun when the draft started, of those on record or in the analyst's files.
        case atDate = "at-date"

        /// A site's ADP of the last day of those.
        case latest

        /// Whether it is made of a site's ADPs by day.
        public var needsDatedPositions: Bool { self == .atDate || self == .latest }

        /// The last two weeks.
        static let window = Interval(microseconds: 14 * 86_400 * 1_000_000)
    }

    /// How the distance between a pick and its reference counts.
    public enum Curve: String, Sendable, CaseIterable {
        /// pick - reference, in picks.
        case linear

        /// (reference^-0.5 - pick^-0.5) / pick^-0.5, as a share: early picks weigh more.
        case power
    }

    public struct Row: Sendable {
        public var player: PlayerIdentity
        /// Picks of the player that have a reference.
        public var picks: Int
        /// The mean overall pick of those.
        public var averagePick: Double
        /// The mean reference of those.
        public var averageReference: Double
        /// The mean value of those.
        public var averageValue: Double
        /// Their values together.
        public var totalValue: Double
    }

    public struct Entry: Sendable {
        public var entry: EntryID
        public var slot: Slot
        /// Picks that have a reference.
        public var picks: Int
        public var totalValue: Double
        /// Nil without any.
        public var averageValue: Double?
    }

    public struct Bucket: Hashable, Sendable {
        public var start: Double
        public var end: Double
        public var picks: Int
    }
}

extension Analysis {
    /// Closing line value of every pick of a filter, by player, by entry and as a distribution.
    ///
    /// A position in the filter leaves out the picks of all others. References are fractions and linear values sums of
    /// them; those of the power curve are rounded to billionths and summed in whole numbers. So the figures do not depend
    /// on how many cores counted. One scan of the picks; against closing, one of the whole field before it.
    ///
    /// - Parameters:
    ///   - filter: which entries count.
    ///   - reference: what their picks are held against.
    ///   - curve: how the distance counts.
    ///   - dated: of this analysis's catalogue; without them no pick has an at-date or latest reference.
    public func value(
        _ filter: ReportFilter = ReportFilter(), against reference: ValueReport.Reference = .closing,
        curve: ValueReport.Curve = .linear, dated: DatedPositions? = nil
    ) -> ValueReport {
        let players = showing(filter.entries).players
        let tally = valueTally(
            filter, against: reference, curve: curve, dated: dated, byEntry: filter.entries.user != nil)
        let totals = tally.totals
        var rows = totals.enumerated().filter { $1.picks > 0 }.map { number, total in
            ValueReport.Row(
                player: players.players[number], picks: total.picks,
                averagePick: Double(total.pickSum) / Double(total.picks),
                averageReference: total.references / Double(total.picks),
                averageValue: total.value / Double(total.picks), totalValue: total.value)
        }
        rows.sort {
            ($1.totalValue, $0.player.sortingName) < ($0.totalValue, $1.player.sortingName)
        }
        let picks = totals.reduce(0) { $0 + $1.picks }
        let value = ValueReport.Curve.rounded(totals.reduce(0) { $0 + $1.value })
        return ValueReport(
            scope: scope(filter, entries: tally.scope.entries, drafts: tally.scope.drafts), reference: reference,
            curve: curve, picks: picks, picksWithoutReference: tally.withoutReference,
            partialDrafts: tally.partialDrafts,
            averageValue: picks == 0 ? nil : value / Double(picks), rows: rows,
            entries: tally.entries.sorted { $0.entry < $1.entry },
            distribution: curve.buckets.enumerated().map { place, limits in
                ValueReport.Bucket(start: limits.start, end: limits.end, picks: Int(tally.distribution[place]))
            })
    }
}

extension Analysis {
    /// Returns the value of a filter's picks.
    ///
    /// - Parameter byEntry: whether to compute it for each entry, too.
    func valueTally(
        _ filter: ReportFilter, against reference: ValueReport.Reference, curve: ValueReport.Curve,
        dated: DatedPositions?, byEntry: Bool
    ) -> ValueTally {
        let source = referenceSource(reference, dated: dated)
        let listed = players.players.map { filter.lists($0) }
        return rosters.count(
            filter.entries, of: players,
            with: ValueTally(
                listed: listed, source: source, curve: curve, byEntry: byEntry, seasons: statedSeasons))
    }
}

extension Analysis {
    /// The source of a reference; of closing lines, one scan of the field.
    func referenceSource(_ reference: ValueReport.Reference, dated: DatedPositions?) -> ReferenceSource {
        switch reference {
        case .atPick: .atPick
        case .closing: .closing(closingLines())
        case .atDate: .dated(dated, isLatest: false)
        case .latest: .dated(dated, isLatest: true)
        }
    }
}

extension ValueReport.Curve {
    /// The value of a pick.
    ///
    /// - Parameter reference: in picks; over 0.
    func value(of pick: Int64, against reference: Double) -> Double {
        switch self {
        case .linear: Double(pick) - reference
        // The definition with its fractions multiplied out.
        case .power: (Double(pick) / reference).squareRoot() - 1
        }
    }

    /// A value in billionths: the nearest whole number, halves away from zero, without a call to the C library or a guess
    /// of the processor for every pick.
    static func billionths(_ value: Double) -> Int64 {
        Int64(value * 1e9 + Double(signOf: value, magnitudeOf: 0.5))
    }

    /// A sum without what adding up fractions leaves behind its last place: thirds that cancel are 0.
    static func rounded(_ sum: Double) -> Double {
        // The 0 turns a negative zero into one that is printed without a sign.
        (sum * 1e9).rounded() / 1e9 + 0
    }

    /// A bucket's width in billionths: half a round of twelve, or a twentieth.
    private var width: Int64 { self == .linear ? 6_000_000_000 : 50_000_000 }

    private static let bucketsASide = 10

    static let bucketCount = 2 * (bucketsASide + 1)

    /// The place of the bucket of a value in billionths.
    ///
    /// Divides as floating point, which is quicker and here exact: next to a multiple of the width the quotient is further
    /// from a whole number than its last bit.
    func bucket(of value: Int64) -> Int {
        // Made positive first, so that cutting off is rounding down; what is still negative is in the outermost bucket.
        let place = Int(Double(value) / Double(width) + Double(Self.bucketsASide + 1))
        return max(0, min(Self.bucketCount - 1, place))
    }

    /// From the least value to the greatest; the outermost are open.
    var buckets: [(start: Double, end: Double)] {
        (0..<Self.bucketCount).map { place in
            let start = Double((Int64(place) - Int64(Self.bucketsASide) - 1) * width) / 1e9
            let end = Double((Int64(place) - Int64(Self.bucketsASide)) * width) / 1e9
            return (place == 0 ? -.infinity : start, place == Self.bucketCount - 1 ? .infinity : end)
        }
    }
}
