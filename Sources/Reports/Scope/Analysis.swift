public import Draft
public import DraftLedger
import Projections

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
    public let players: PlayerCatalogue

    /// When each contest took its last entries; contests that are still open, and those of sources that do not say, have
    /// none.
    let closings: [TournamentID: Timestamp]

    /// Loads a ledger as of a moment.
    ///
    /// Costs tens of milliseconds for half a million entries; for a single user's entries, some microseconds each.
    ///
    /// - Parameters:
    ///   - user: loads only the entries of that user: enough for reports about them, but not for `ownership`, `adp`,
    ///     `clv` against closing, nor `duplicates`, which ask about the field.
    /// - Throws: `badMoment`, `damaged`, `inputOutput`.
    public init(
        of ledger: DraftLedger, at moment: Moment = .latest, onlyOf user: UserID? = nil,
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
        for tournament in rosters.tournaments {
            let events = try ledger.stream(.tournament(tournament), upTo: rosters.position)
            for recorded in events {
                if case .entriesClosed = recorded.event {
                    closings[tournament] = recorded.origin?.occurredAt ?? recorded.recordedAt
                }
            }
        }
        self.init(rosters, players: PlayerCatalogue(pools: pools), closings: closings)
    }

    /// Puts an analysis together from its parts.
    public init(_ rosters: RosterTable, players: PlayerCatalogue, closings: [TournamentID: Timestamp] = [:]) {
        self.rosters = rosters
        self.players = players
        self.closings = closings
    }

    /// What stands over a report of a filter.
    func scope(_ filter: ReportFilter, entries: Int, drafts: Int) -> ReportScope {
        ReportScope(filter: filter, entries: entries, drafts: drafts, ledgerPosition: rosters.position)
    }
}
