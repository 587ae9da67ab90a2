public import Draft
public import DraftLedger
public import Projections

/// The desk of an analyst: all rosters as of a moment, the players they hold, and every report over them.
///
/// ```swift
/// let analysis = try Analysis(of: ledger)
/// let report = analysis.exposure(ReportFilter(RosterFilter(user: 7)))
/// for row in report.rows.prefix(10) { print(row.player.name, row.exposure) }
/// ```
///
/// Loading reads the ledger; a report only scans memory. What an analysis says never changes: later events need a later
/// one.
public struct Analysis: Sendable {
    public let rosters: RosterTable
    public internal(set) var players: PlayerCatalogue

    /// When each contest took its last entries; contests that are still open, and those of sources that do not say, have
    /// none.
    package let closings: [TournamentID: Timestamp]

    /// The seasons of contests that state theirs.
    public internal(set) var statedSeasons: [TournamentID: SeasonID] = [:]

    /// The reference data by season. Teams and bye weeks are already in `players`.
    public internal(set) var notes: [NotesState] = []

    /// Reference data without a match or in conflict with a pool.
    public internal(set) var sideFindings: [SideFinding] = []

    /// Loads a ledger as of a moment.
    ///
    /// Costs tens of milliseconds for half a million entries; for a single user's entries, some microseconds each.
    ///
    /// - Parameters:
    ///   - ledger: the ledger to read.
    ///   - moment: as of when.
    ///   - user: loads only the entries of that user: enough for reports about them, but not for `ownership`, `adp`,
    ///     `clv` against closing, nor `duplicates`, which ask about the field.
    ///   - sitesPositions: whether sites' ADPs by day are wanted, which are on record; some microseconds each.
    ///   - progress: told how far it has come.
    /// - Throws: `badMoment`, `damaged`, `inputOutput`.
    public init(
        of ledger: DraftLedger, at moment: Moment = .latest, onlyOf user: UserID? = nil, sitesPositions: Bool = true,
        progress: ProgressHandler? = nil
    ) throws(DraftLedgerError) {
        let rosters = try RosterTable(of: ledger, at: moment, user: user, progress: progress)
        var pools: [PoolState] = []
        for pool in rosters.pools {
            // As of the same moment: a namesake who joins a pool tomorrow must not change who was meant yesterday.
            let events = try ledger.stream(.pool(pool), upTo: rosters.position)
            if let pool = PoolState.folding(events) { pools.append(pool) }
        }
        var closings: [TournamentID: Timestamp] = [:]
        var seasons: [TournamentID: SeasonID] = [:]
        for tournament in rosters.tournaments {
            let events = try ledger.stream(.tournament(tournament), upTo: rosters.position)
            for recorded in events {
                if case .closed = recorded.event.contest {
                    closings[tournament] = recorded.origin?.occurredAt ?? recorded.recordedAt
                }
                if case .rounds(let set) = recorded.event.contest { seasons[tournament] = set.season }
            }
        }
        let aliases = AliasState.folding(try ledger.stream(.aliases, upTo: rosters.position))
        var players = PlayerCatalogue(
            pools: pools, spans: rosters.poolSpans(stated: seasons), aliases: aliases,
            joined: rosters.joinedListings(aliases))
        var notes: [NotesState] = []
        var findings: [SideFinding] = []
        for season in try ledger.notedSeasons() {
            let told =
                sitesPositions
                ? NotesState.folding(try ledger.stream(.notes(season), upTo: rosters.position))
                : try ledger.facts(of: season, upTo: rosters.position)
            guard let told else { continue }
            let (supplemented, doubts) = players.supplemented(by: told, in: rosters.pools(of: season, stated: seasons))
            players = supplemented
            findings += doubts
            notes.append(told)
        }
        self.init(rosters, players: players, closings: closings)
        self.notes = notes
        sideFindings = findings
        statedSeasons = seasons
    }

    /// Puts an analysis together from its parts.
    public init(_ rosters: RosterTable, players: PlayerCatalogue, closings: [TournamentID: Timestamp] = [:]) {
        self.rosters = rosters
        self.players = players
        self.closings = closings
    }

    /// The teams of the largest draft of a filter, regardless of its members and slots; nil without any. O(drafts).
    package func mostTeams(_ filter: RosterFilter) -> UInt8? {
        rosters.parts.lazy.flatMap(\.drafts).filter { filter.matches($0) }.map(\.teams).max()
    }

    /// When the last draft of a filter started; nil where no draft says. O(drafts).
    package func lastStart(_ filter: RosterFilter) -> Timestamp? {
        rosters.parts.lazy.flatMap(\.drafts).filter { filter.matches($0) }.compactMap(\.startedAt).max()
    }

    /// Returns when the first draft of a filter started; nil where no draft says. O(drafts).
    package func firstStart(_ filter: RosterFilter) -> Timestamp? {
        rosters.parts.lazy.flatMap(\.drafts).filter { filter.matches($0) }.compactMap(\.startedAt).min()
    }

    /// Returns how many rounds the longest draft of a filter has; nil without any. O(drafts).
    package func mostRounds(_ filter: RosterFilter) -> UInt8? {
        rosters.parts.lazy.flatMap(\.drafts).filter { filter.matches($0) }.map(\.rounds).max()
    }

    /// Returns the seasons of the drafts that have entries of a filter: those that their contests state, else the years in
    /// which they started. O(drafts).
    package func seasons(of filter: RosterFilter) -> Set<SeasonID> {
        rosters.count(filter, of: players, with: SeasonsTally(stated: statedSeasons)).seasons
    }

    /// Returns the season of a contest's draft; nil where neither is known.
    package func season(of tournament: TournamentID?, startedAt: Timestamp?) -> SeasonID? {
        tournament.flatMap { statedSeasons[$0] } ?? startedAt.flatMap { SeasonID(yearOf: $0) }
    }

    /// The analysis, where players go by the names, teams and ids that the pools give them from which the filter's entries
    /// drafted: a contest of 2022 knows nothing of the team that somebody plays for in 2024. O(drafts), where there are
    /// several pools.
    func showing(_ filter: RosterFilter) -> Analysis {
        var analysis = self
        analysis.players = players.shown(in: { rosters.pools(of: filter) })
        return analysis
    }

    /// The heading of a report of a filter.
    func scope(_ filter: ReportFilter, entries: Int, drafts: Int) -> ReportScope {
        ReportScope(filter: filter, entries: entries, drafts: drafts, ledgerPosition: rosters.position)
    }
}

/// The filter of a report and its listed players.
public struct ReportFilter: Hashable, Sendable {
    /// Which entries count: they are the N of the report.
    public var entries: RosterFilter

    /// The listed position; nil for players of all positions. Not part of N.
    public var position: PlayerPosition?

    public init(_ entries: RosterFilter = RosterFilter(), position: PlayerPosition? = nil) {
        self.entries = entries
        self.position = position
    }

    package func lists(_ player: PlayerIdentity) -> Bool { position == nil || position == player.position }
}

/// The scope of a report's figures, stated with each report.
public struct ReportScope: Hashable, Sendable {
    public var filter: ReportFilter

    /// N: the entries that count.
    public var entries: Int

    /// The drafts that those entries are in.
    public var drafts: Int

    /// State after that many events of the ledger.
    public var ledgerPosition: UInt64
}

/// Gathers the seasons of drafts.
struct SeasonsTally: RosterTally {
    let stated: [TournamentID: SeasonID]
    private(set) var seasons: Set<SeasonID> = []

    init(stated: [TournamentID: SeasonID]) { self.stated = stated }

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) {
        let known = draft.tournament.flatMap { stated[$0] }
        if let season = known ?? draft.startedAt.flatMap({ SeasonID(yearOf: $0) }) { seasons.insert(season) }
    }

    mutating func add(_ place: Int, of part: RosterColumns) {}

    mutating func merge(_ other: Self) { seasons.formUnion(other.seasons) }
}

extension SeasonID {
    /// The season that begins in the year of a moment, UTC.
    init?(yearOf moment: Timestamp) {
        guard let year = UInt64(moment.iso8601.prefix(4)) else { return nil }
        self.init(year)
    }
}

/// Counts what a scope states.
struct ScopeTally: RosterTally {
    private(set) var entries = 0
    private(set) var drafts = 0

    mutating func begin(_ draft: RosterColumns.Draft, _ pool: PoolFacts, in part: Int) { drafts += 1 }

    mutating func add(_ place: Int, of part: RosterColumns) { entries += 1 }

    mutating func merge(_ other: Self) {
        entries += other.entries
        drafts += other.drafts
    }
}
