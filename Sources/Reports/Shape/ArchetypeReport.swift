import Draft
import Projections

/// How often rosters are begun in each way that drafters have a word for.
public struct ArchetypeReport: Sendable {
    public var scope: ReportScope

    /// All archetypes, in the order of `Archetype.names`: running backs, quarterbacks, tight ends.
    public var rows: [Row]

    public struct Row: Hashable, Sendable {
        /// "hero-RB"
        public var name: String
        public var entries: Int
        /// `entries` / the entries whose archetype of that position is known; nil without any.
        public var share: Double?
    }
}

extension Analysis {
    /// Archetypes: the entries of each, and their share of those that can be told by. A position in the filter changes
    /// nothing. One scan of the picks.
    public func archetypes(_ filter: ReportFilter = ReportFilter()) -> ArchetypeReport {
        let tally = rosters.count(filter.entries, of: players, with: ArchetypeTally())
        var known: [Substring: Int] = [:]
        for (place, entries) in tally.counts.enumerated() {
            known[Self.position(of: Archetype.allNames[place]), default: 0] += entries
        }
        return ArchetypeReport(
            scope: scope(filter, entries: tally.scope.entries, drafts: tally.scope.drafts),
            rows: zip(Archetype.allNames, tally.counts).map { name, entries in
                let all = known[Self.position(of: name)] ?? 0
                return ArchetypeReport.Row(
                    name: name, entries: entries, share: all == 0 ? nil : Double(entries) / Double(all))
            })
    }

    /// "RB" of "hero-RB".
    private static func position(of archetype: String) -> Substring { archetype.suffix(2) }
}

private struct ArchetypeTally: RosterTally {
    private(set) var scope = ScopeTally()

    /// By place among all names.
    private(set) var counts = [Int](repeating: 0, count: Archetype.allNames.count)
    private var pool = PoolFacts.none
    private var isComplete = false

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) {
        scope.begin(draft, pool, in: part)
        self.pool = pool
        isComplete = draft.status == .complete
    }

    mutating func add(_ place: Int, of part: RosterColumns) {
        scope.add(place, of: part)
        let groups = part.picks(of: place).map { pool.position(of: part.players[$0]) }
        for place in Archetype(groups, isComplete: isComplete).places { counts[place] += 1 }
    }

    mutating func merge(_ other: Self) {
        scope.merge(other.scope)
        for place in counts.indices { counts[place] += other.counts[place] }
    }
}
