import Draft
import DraftLedger
import Pages
import Projections
import TextFormats

/// The app's lobby, read at most once a second however many ask, since every reading folds all contests.
actor AppLobby {
    /// The observed state of the lobby.
    struct Sight: Sendable {
        /// `{"tournaments":[…]}`: the featured contest, then contests that take entries, then the rest; each group by
        /// number.
        var tournaments: [UInt8]
        /// The players of the contest that the app shows.
        var players: [UInt8]
        /// The pool of the players; nil if no contest exists.
        var pool: AppPool?
        /// The number of events in the ledger.
        var position: UInt64
    }

    static let members = Members<[AppContest]>(
        "AppContests", [.init("tournaments", each: AppContest.members) { $0 }])

    private static let lifetime = Duration.seconds(1)
    private var last: (sight: Sight, readAt: ContinuousClock.Instant)?
    private var reading: Task<Sight, any Error>?

    func sight(_ reader: LedgerReader, _ pools: AppPools) async throws -> Sight {
        if let last, ContinuousClock.now - last.readAt < Self.lifetime { return last.sight }
        if let reading { return try await reading.value }
        let task = Task { try await reader.read { try Self.read($0, pools) } }
        reading = task
        defer { reading = nil }
        let sight = try await task.value
        last = (sight, .now)
        return sight
    }

    /// One list of players for all drafts: those of the contest that the app shows, the first in the list that takes
    /// entries; else of the last that there is.
    private static func read(_ ledger: DraftLedger, _ pools: AppPools) throws -> Sight {
        let position = try ledger.size
        var contests: [AppContest] = []
        for summary in try ledger.tournaments() where summary.status != .cancelled {
            guard let contest = try ledger.tournament(summary.tournament), contest.isTheApps else { continue }
            contests.append(AppContest(summary: summary, details: contest.details))
        }
        let open = contests.filter(\.isOpen)
        let first = open.last { $0.details.featured } ?? open.first
        let others = contests.filter { $0.summary.tournament != first?.summary.tournament }
        let shown = [first].compactMap(\.self) + others.filter(\.isOpen) + others.filter { !$0.isOpen }
        let featured = first ?? contests.last
        let pool = try featured.map { try pools.pool($0.details.pool, in: ledger, notOlderThan: lifetime) }
        let picks = featured?.details.ruleset.snake.pickCount ?? 0
        return Sight(
            tournaments: members.json(of: shown).bytes, players: (pool?.list(picks: picks) ?? []).bytes, pool: pool,
            position: position)
    }
}
