import Draft
import Projections

/// Players of one NFL team in one roster: with their quarterback, and without.
public struct StackReport: Sendable {
    public var scope: ReportScope

    /// All teams together: each entry and each of its teams counts, so an entry with two quarterbacks counts twice.
    public var total: Counts

    /// By number of entries with a quarterback stack of the team, then by its abbreviation.
    public var rows: [Row]

    /// Entries by how many quarterbacks they have with a team mate, from none; those without any known team left out.
    public var entriesByStacks: [Int]

    /// Entries of none of whose players a source says the team: no part of any figure but N.
    public var entriesWithoutTeam: Int

    /// Whether no team is known of anybody, so that nothing can be said of stacks.
    public var isUnknown: Bool { entriesWithoutTeam > 0 && entriesWithoutTeam == scope.entries }

    /// Picks of players whose team no source says: they stand in no stack.
    public var picksWithoutTeam: Int

    public struct Row: Sendable {
        /// The NFL team's abbreviation.
        public var team: String
        public var counts: Counts
        /// Entries with a quarterback and at least one team mate, / N without the entries of which no team is known.
        public var share: Double
    }

    public struct Counts: Hashable, Sendable {
        /// Entries with a quarterback and none, one, two, three or more of his team mates.
        public var naked: Int
        public var single: Int
        public var double: Int
        public var tripleOrMore: Int

        /// Entries with two or more players of a team, but not its quarterback.
        public var withoutQuarterback: Int

        /// Entries by the number of players of a team, quarterbacks included: 2, 3, 4, 5 and more.
        public var bySize: [Int]

        /// Entries with a quarterback and at least one team mate.
        public var stacked: Int { single + double + tripleOrMore }
    }
}

extension Analysis {
    /// Stacks: for every entry and NFL team, how many of its players the entry has, and whether its quarterback is
    /// among them: naked, single, double, triple or more; and any two or more.
    ///
    /// A player's team is the one that the pool drafted from names. One scan of the picks.
    public func stacks(_ filter: ReportFilter = ReportFilter()) -> StackReport {
        let tally = rosters.count(filter.entries, of: players, with: StackTally(teams: players.teams.count))
        var total = StackTally.Team()
        for team in tally.teams { total.include(team) }
        var rows: [StackReport.Row] = []
        for (team, counted) in tally.teams.enumerated().dropFirst() {
            let counts = StackReport.Counts(counted)
            guard counts.naked + counts.stacked + counts.bySize.reduce(0, +) > 0 else { continue }
            rows.append(
                StackReport.Row(
                    team: players.teams[team], counts: counts,
                    share: Double(counts.stacked) / Double(tally.scope.entries - tally.entriesWithoutTeam)))
        }
        rows.sort { ($1.counts.stacked, $0.team) < ($0.counts.stacked, $1.team) }
        let most = tally.entriesByStacks.lastIndex { $0 > 0 } ?? -1
        return StackReport(
            scope: scope(filter, entries: tally.scope.entries, drafts: tally.scope.drafts),
            total: StackReport.Counts(total), rows: rows,
            entriesByStacks: tally.entriesByStacks.prefix(most + 1).map { Int($0) },
            entriesWithoutTeam: tally.entriesWithoutTeam, picksWithoutTeam: tally.picksWithoutTeam)
    }
}

extension StackReport.Counts {
    init(_ team: StackTally.Team) {
        naked = Int(team.quarterback.0)
        single = Int(team.quarterback.1)
        double = Int(team.quarterback.2)
        tripleOrMore = Int(team.quarterback.3)
        withoutQuarterback = Int(team.withoutQuarterback)
        bySize = [team.size.1, team.size.2, team.size.3, team.size.4].map { Int($0) }
    }
}
