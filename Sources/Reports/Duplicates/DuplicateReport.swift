public import Draft
import Projections

/// How many others begin, or end, with the same players.
public struct DuplicateReport: Sendable {
    /// Of the entries that are compared with the field.
    public var scope: ReportScope

    /// How many of each entry's first players are compared, their order left aside.
    public var first: Int

    /// Entries of the field that have that many players. Those of all users, also if the filter names one.
    public var fieldEntries: Int

    /// Entries of the filter that have that many players: those that are held against the field.
    public var comparedEntries: Int

    /// The mean, over the entries of the filter, of the share of other users' entries with the same first players; nil
    /// without entries, and when the field has none of another user's.
    public var averageShare: Double?

    /// Entries of the filter whose first players at least one other user's entry has too.
    public var entriesWithMatch: Int

    /// The starts that most entries of the field have, then by the players' names.
    public var starts: [Start]

    /// The filter's entries, by number; empty unless it names a user.
    public var rows: [Row]

    /// Entries of the field with exactly the same players, by their first entry.
    public var identical: [[EntryID]]

    /// The first players of some entries.
    public struct Start: Sendable {
        /// By name.
        public var players: [PlayerIdentity]
        public var entries: Int
        /// `entries` / `fieldEntries`.
        public var share: Double
        /// The entries with the lowest numbers, at most ``namedEntries``, sorted.
        public var entryNumbers: [EntryID]

        /// The most entries that a start names. Thousands of entries can begin alike.
        public static let namedEntries = 10
    }

    public struct Row: Sendable {
        public var entry: EntryID
        /// Its first players, in the order in which it drafted them.
        public var players: [PlayerIdentity]
        /// Other users' entries with the same first players.
        public var matches: Int
        /// `matches` / other users' entries; nil when there are none.
        public var share: Double?
        /// Other entries of any user with exactly the same players.
        public var identical: Int
    }
}

extension Analysis {
    /// Duplicates: the share of other users' entries with the same first players, and identical rosters.
    ///
    /// The field is everybody's entries of the same contest, dates, slot and clock. An entry whose user is not known
    /// counts as the only one of its user. O(entries of the field · rounds); 20 bytes an entry.
    ///
    /// - Parameters:
    ///   - filter: which entries count.
    ///   - first: how many players are compared; at least 1.
    ///   - limit: how many starts are listed.
    public func duplicates(
        _ filter: ReportFilter = ReportFilter(), first: Int = 3, limit: Int = 25
    ) -> DuplicateReport {
        var everybody = filter.entries
        everybody.user = nil
        let players = showing(everybody).players
        let first = max(1, first)
        let field = LineupGroups(
            rosters.count(everybody, of: players, with: LineupKeys(first: first, of: players)), rosters, players,
            first: first)
        let whole = LineupGroups(
            rosters.count(everybody, of: players, with: LineupKeys(first: nil, of: players)), rosters, players,
            first: nil)
        let twins = whole.twins()
        let scope = rosters.count(filter.entries, of: players, with: ScopeTally())
        let compared = filter.entries.user.map { field.compared(of: $0) } ?? []
        let comparison = filter.entries.user == nil ? field.comparison() : LineupGroups.comparison(of: compared)
        var report = DuplicateReport(
            scope: self.scope(filter, entries: scope.entries, drafts: scope.drafts), first: first,
            fieldEntries: field.count,
            comparedEntries: filter.entries.user == nil ? field.count : compared.count,
            averageShare: comparison.averageShare,
            entriesWithMatch: comparison.entriesWithMatch,
            starts: starts(of: field, of: players, limit: limit),
            rows: [], identical: twins.map { $0.map(rosters.entry(at:)).sorted() }.sorted { $0[0] < $1[0] })
        guard filter.entries.user != nil else { return report }
        var twinsOfEntry: [EntryID: Int] = [:]
        for group in report.identical { for entry in group { twinsOfEntry[entry] = group.count - 1 } }
        report.rows = compared.map { entry in
            let number = rosters.entry(at: entry.place)
            return DuplicateReport.Row(
                entry: number, players: field.picked(at: entry.place).map { players.players[Int($0)] },
                matches: entry.matches, share: entry.others == 0 ? nil : Double(entry.matches) / Double(entry.others),
                identical: twinsOfEntry[number] ?? 0)
        }.sorted { $0.entry < $1.entry }
        return report
    }
}

extension Analysis {
    /// The most frequent starts of a field, with the entries that begin so.
    private func starts(
        of field: LineupGroups, of players: PlayerCatalogue, limit: Int
    ) -> [DuplicateReport.Start] {
        let commonest = field.commonest(limit)
        let places = field.places(with: Set(commonest.map(\.key)))
        return commonest.map { start in
            let numbers = (places[start.key] ?? []).map(rosters.entry(at:)).sorted()
            return DuplicateReport.Start(
                players: start.numbers.map { players.players[Int($0)] }, entries: start.entries,
                share: Double(start.entries) / Double(field.count),
                entryNumbers: Array(numbers.prefix(DuplicateReport.Start.namedEntries)))
        }
    }
}

/// Entries of one user that begin with the same players, in any order.
public struct OwnStartReport: Sendable {
    public var scope: ReportScope

    /// The number of first players that are compared.
    public var first: Int

    /// The user's entries that have as many players.
    public var comparedEntries: Int

    /// The starts of more than one entry: the most frequent first, then by the players' names.
    public var starts: [Start]

    public struct Start: Sendable {
        /// By name.
        public var players: [PlayerIdentity]
        /// By number.
        public var entries: [EntryID]
    }
}

extension Analysis {
    /// Groups the entries of a filter by their first players. O(entries · players).
    ///
    /// - Parameters:
    ///   - filter: the entries.
    ///   - first: the number of players that are compared; at least 1.
    ///   - limit: the most starts.
    public func ownStarts(_ filter: ReportFilter, first: Int = 3, limit: Int = 25) -> OwnStartReport {
        let players = showing(filter.entries).players
        let first = max(1, first)
        let groups = LineupGroups(
            rosters.count(filter.entries, of: players, with: LineupKeys(first: first, of: players)), rosters, players,
            first: first)
        let scope = rosters.count(filter.entries, of: players, with: ScopeTally())
        let starts = groups.twins().map { places in
            OwnStartReport.Start(
                players: groups.lineup(at: places[0]).map { players.players[Int($0)] }
                    .sorted { ($0.sortingName, $0.number) < ($1.sortingName, $1.number) },
                entries: places.map(rosters.entry(at:)).sorted())
        }
        let sorted = starts.sorted {
            $0.entries.count != $1.entries.count
                ? $0.entries.count > $1.entries.count
                : $0.players.lazy.map(\.sortingName).lexicographicallyPrecedes($1.players.lazy.map(\.sortingName))
        }
        return OwnStartReport(
            scope: self.scope(filter, entries: scope.entries, drafts: scope.drafts), first: first,
            comparedEntries: groups.count, starts: Array(sorted.prefix(limit)))
    }
}

extension RosterTable {
    /// The number of the entry that stands at a place. O(log drafts).
    func entry(at place: UserIndex.Place) -> EntryID {
        let part = parts[place.part]
        return part.entry(at: place.place, of: part.draft(at: place.place))
    }
}
