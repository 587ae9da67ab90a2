public import Draft
import Projections

/// A portfolio entry by entry: what each roster is, what it was worth, what it scored, and how like the others it is.
public struct PortfolioReport: Sendable {
    public var scope: ReportScope

    /// The reference of picks, and the curve.
    public var reference: ValueReport.Reference
    public var curve: ValueReport.Curve

    /// The mean, over all pairs of entries, of the players that both have; nil for less than two entries.
    public var averageShared: Double?

    /// By number of the entry.
    public var rows: [Row]

    public struct Row: Sendable {
        public var entry: EntryID
        /// Nil where no user is known.
        public var user: UserID?
        /// Nil for an entry of no contest.
        public var tournament: TournamentID?
        /// From 0; nil before the order is drawn.
        public var slot: Slot?
        /// Nil where the source does not say.
        public var startedAt: Timestamp?
        public var build: ConstructionReport.Build
        public var archetype: Archetype
        /// By team; nil where no source names the team of any of its players.
        public var stacks: [Stack]?

        /// Picks that have a reference.
        public var pricedPicks = 0
        /// The mean value of those; nil without any.
        public var averageValue: Double?

        /// Of the first round so far, in hundredths; nil where rounds, lineup or points are not known.
        public var points: Int64?
        /// Within its draft, from 1; nil where not all are known with whom it is compared.
        public var place: Int?
        /// Whether the place advances; nil if the place is nil.
        public var advances: Bool?

        /// The other entry here with which it shares the most players, the first by number of several; nil without another.
        public var nearest: EntryID?
        /// The players that both have.
        public var shared = 0
        /// The mean number of players that it shares with each other entry; nil without another.
        public var averageShared: Double?

        public var room: RoomID { entry.room }
    }

    /// A quarterback with team mates.
    public struct Stack: Hashable, Sendable {
        /// The NFL team's abbreviation.
        public var team: String
        /// Players of his team who are no quarterbacks; 0 for a naked one.
        public var mates: Int
    }
}

/// Why a report is not made: it would take more than a report may.
public enum ReportLimit: Error, Hashable, CustomStringConvertible {
    case entries(Int, most: Int)
    case sets(of: Int, most: Int)
    case seasons(Int, entries: Int, most: Int)

    public var description: String {
        switch self {
        case .entries(let entries, let most):
            "\(entries) entries are too many for a portfolio; the maximum is \(most). Name a user, or select "
                + "fewer drafts."
        case .sets(let size, let most):
            "There are more than \(most) sets of \(size) players. Select fewer entries, or a higher "
                + "minimum."
        case .seasons(let seasons, let entries, let most):
            "\(entries) entries times \(seasons) seasons exceed the maximum of \(most). Use fewer seasons or "
                + "entries."
        }
    }
}

extension Analysis {
    /// The entries that a portfolio may have: each is compared with each.
    public static let mostOfPortfolio = 20_000

    /// A portfolio: every entry of a filter by itself.
    ///
    /// Two entries are as alike as they have players in common. One scan for the values, one for the standings of each
    /// contest, and O(entries² · share of the entries that have a player).
    ///
    /// - Parameters:
    ///   - filter: which entries count: those of a user, mostly. Its position changes nothing.
    ///   - reference: what picks are held against.
    ///   - curve: how the distance counts.
    ///   - dated: for references that are made of it.
    ///   - outcomes: of the contests, as far as they are known: entries of others have no points.
    /// - Throws: `ReportLimit` for more than `mostOfPortfolio` entries; `OutcomeError`.
    public func portfolio(
        _ filter: ReportFilter = ReportFilter(), against reference: ValueReport.Reference = .closing,
        curve: ValueReport.Curve = .linear, dated: DatedPositions? = nil, outcomes: [ContestOutcome] = []
    ) throws -> PortfolioReport {
        var whole = filter
        whole.position = nil
        let scope = rosters.count(filter.entries, of: players, with: ScopeTally())
        guard scope.entries <= Self.mostOfPortfolio else {
            throw ReportLimit.entries(scope.entries, most: Self.mostOfPortfolio)
        }
        let tally = rosters.count(filter.entries, of: players, with: PortfolioTally(teams: players.teams))
        let ranks = players.ranksByName
        var entries = tally.entries.inOrderHeld { $0.roster.map { ranks[Int($0)] } }
        let values = valueTally(whole, against: reference, curve: curve, dated: dated, byEntry: true).entries
        let valueOf = Dictionary(values.map { ($0.entry, $0) }) { first, _ in first }
        var standingOf: [EntryID: Standings.Entry] = [:]
        for outcome in outcomes where !outcome.points.weeks.isEmpty {
            for standing in try standings(outcome).entries { standingOf[standing.entry] = standing }
        }
        let likeness = RosterLikeness(entries.map { Array(Set($0.roster)) }, players: players.players.count)
        for index in entries.indices {
            let entry = entries[index].row.entry
            if let value = valueOf[entry] {
                (entries[index].row.pricedPicks, entries[index].row.averageValue) = (value.picks, value.averageValue)
            }
            if let standing = standingOf[entry] {
                entries[index].row.points = standing.points
                (entries[index].row.place, entries[index].row.advances) = (standing.place, standing.advances)
            }
            guard entries.count > 1 else { continue }
            let like = likeness.others(of: index)
            entries[index].row.nearest = entries[like.nearest].row.entry
            entries[index].row.shared = like.shared
            entries[index].row.averageShared = Double(like.sum) / Double(entries.count - 1)
        }
        let rows = entries.map(\.row)
        let shared = rows.compactMap(\.averageShared)
        return PortfolioReport(
            scope: self.scope(filter, entries: scope.entries, drafts: scope.drafts), reference: reference,
            curve: curve, averageShared: shared.isEmpty ? nil : shared.reduce(0, +) / Double(shared.count),
            rows: rows)
    }
}
