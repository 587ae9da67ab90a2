public import Draft
import Projections

/// The advance rates from a contest's first round, of entries with a common feature.
public struct AdvanceReport: Sendable {
    public var scope: ReportScope

    public var dimension: Dimension

    /// Of the entries that count, how many advance.
    public var advanced: Int

    /// Entries of the filter that are left out: of their contest the rounds or the points are not known, or of their draft
    /// not all seats.
    public var leftOut: Int

    /// Whether all weeks that count are final in every contest.
    public var isFinal: Bool

    /// Notes that qualify the rows, of all contests.
    public var findings: [SeasonPoints.Finding]

    /// By the lower end of the interval, then by the entries, then by name.
    public var rows: [Row]

    /// Rows that are left out, since fewer entries than the minimum have that in common.
    public var rare = 0

    /// How many entries each row has at least.
    public var minimum = 1

    /// `advanced` / the entries; nil without any.
    public var baseRate: Double? { scope.entries == 0 ? nil : Double(advanced) / Double(scope.entries) }

    /// How many entries a row has at least by default: the rate of fewer says next to nothing.
    public static let defaultMinimum = 10

    /// The features that entries can have in common.
    public enum Dimension: String, Sendable, CaseIterable {
        case player, pair, build, stack, slot, archetype
    }

    /// The common feature of a row's entries.
    public enum Subject: Sendable {
        case player(PlayerIdentity)
        /// In the order of their names.
        case pair(PlayerIdentity, PlayerIdentity)
        case build(ConstructionReport.Build)
        /// A quarterback of an NFL team with a number of team mates.
        case stack(team: String, mates: Int)
        /// From 0.
        case slot(Slot)
        /// One of `Archetype.names`: an entry has one of each group.
        case archetype(String)
    }

    public struct Row: Sendable {
        public var subject: Subject
        public var entries: Int
        public var advanced: Int

        /// `advanced` / `entries`.
        public var rate: Double { Double(advanced) / Double(entries) }

        /// The confidence interval of the rate: Wilson's, 95 %.
        public var interval: ClosedRange<Double> { AdvanceReport.interval(advanced, of: entries) }
    }

    /// Wilson's score interval of 95 % for a share; the whole range of shares without any entry.
    public static func interval(_ successes: Int, of trials: Int) -> ClosedRange<Double> {
        guard trials > 0 else { return 0...1 }
        let (n, z) = (Double(trials), 1.959963984540054)
        let share = Double(successes) / n
        let middle = share + z * z / (2 * n)
        let spread = z * (share * (1 - share) / n + z * z / (4 * n * n)).squareRoot()
        let scale = 1 + z * z / n
        let (low, high) = (max(0, (middle - spread) / scale), min(1, (middle + spread) / scale))
        // Rounding can exceed the bounds for shares of 0 and 1.
        return successes == 0 ? 0...high : successes == trials ? low...1 : low...high
    }
}

extension Analysis {
    /// The advance rates of a filter's entries, by what they have in common.
    ///
    /// Independent of user and slot: entries are compared with all others of their drafts. One scan for the
    /// standings of each contest, and one of the picks.
    ///
    /// - Parameters:
    ///   - dimension: what entries have in common.
    ///   - filter: which entries count; a position lists only players who play it, and pairs with one.
    ///   - outcomes: of the contests, as far as they are known. Entries of others are left out.
    ///   - minimum: leaves out rows of fewer entries.
    public func advance(
        by dimension: AdvanceReport.Dimension, _ filter: ReportFilter = ReportFilter(), outcomes: [ContestOutcome],
        minimum: Int = 1
    ) throws(OutcomeError) -> AdvanceReport {
        var advances: [EntryID: Bool] = [:]
        var isFinal = true
        for outcome in outcomes {
            let standings = try standings(outcome)
            if standings.entries.contains(where: { $0.advances != nil }) { isFinal = isFinal && standings.isFinal }
            for entry in standings.entries { advances[entry.entry] = entry.advances }
        }
        let shown = showing(filter.entries)
        let players = shown.players
        let single = rosters.count(
            filter.entries, of: players, with: ExposureTally(players: players.players.count, bySlot: false))
        let drafted = single.players.indices.filter { single.players[$0].drafted > 0 }
        let tally = rosters.count(
            filter.entries, of: players,
            with: AdvanceTally(dimension, advances: advances, drafted: drafted, players: players))
        let frequent = tally.counts.filter { $0.value.entries >= max(1, minimum) }
        let rare = tally.counts.count - frequent.count
        var rows = frequent.compactMap { key, counts in
            shown.subject(key, of: dimension, filter).map {
                (
                    name: $0.name,
                    row: AdvanceReport.Row(
                        subject: $0.subject, entries: Int(counts.entries), advanced: Int(counts.advanced))
                )
            }
        }
        rows.sort { one, other in
            let (mine, theirs) = (one.row.interval.lowerBound, other.row.interval.lowerBound)
            if mine != theirs { return mine > theirs }
            return (other.row.entries, one.name) < (one.row.entries, other.name)
        }
        return AdvanceReport(
            scope: scope(filter, entries: tally.scope.entries, drafts: tally.scope.drafts), dimension: dimension,
            advanced: tally.advanced, leftOut: tally.leftOut, isFinal: isFinal,
            findings: outcomes.flatMap(\.points.findings), rows: rows.map(\.row), rare: rare, minimum: max(1, minimum))
    }

    /// - Returns: nil for one that the filter does not list.
    private func subject(
        _ key: UInt64, of dimension: AdvanceReport.Dimension, _ filter: ReportFilter
    ) -> (subject: AdvanceReport.Subject, name: String)? {
        let (high, low) = (Int(key >> 32), Int(key & 0xFFFF_FFFF))
        switch dimension {
        case .player:
            let player = players.players[low]
            return filter.lists(player) ? (.player(player), player.sortingName) : nil
        case .pair:
            // Numbers go by which pool was imported first.
            let both = [players.players[high], players.players[low]].sorted { $0.sortingName < $1.sortingName }
            let (first, second) = (both[0], both[1])
            guard filter.lists(first) || filter.lists(second) else { return nil }
            return (.pair(first, second), first.sortingName + second.sortingName)
        case .build:
            let build = ConstructionReport.Build(key: key)
            return (.build(build), build.description)
        case .stack: return (.stack(team: players.teams[high], mates: low), "\(players.teams[high]) \(low)")
        case .slot: return (.slot(Slot(truncatingIfNeeded: low)), String(low + 100))
        case .archetype: return (.archetype(Archetype.allNames[low]), Archetype.allNames[low])
        }
    }
}
