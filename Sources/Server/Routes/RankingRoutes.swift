import Draft
import DraftLedger
import Hummingbird
import HummingbirdCore
import Interchange
import Pages
import Projections
import TextFormats

/// The caller's own rankings of players, as CSV in both directions. No route shows those of another user.
struct RankingRoutes: RouteGroup {
    let reader: LedgerReader
    let commands: CommandService

    init(_ server: ServerServices) { (reader, commands) = (server.reader, server.commands) }

    static var routes: [Route] {
        [
            route(
                .get, "/v1/users/me/rankings", id: "listMyRankings", tag: .users,
                "List the pools that the caller can rank.", cost: .read, access: .signedIn, privacy: .open,
                answers: .json("RankedPools")
            ) { try await $0.list($1) },
            route(
                .get, "/v1/users/me/rankings/{pool}", id: "getMyRankings", tag: .users,
                "Get the caller's rankings of a pool.",
                details: "All players of the pool: the ranked ones in the caller's order, then the others by ADP.",
                cost: .read, access: .signedIn, privacy: .open, answers: .page("Rankings").uncached
            ) { try await $0.get($1) },
            route(
                .put, "/v1/users/me/rankings/{pool}", id: "setMyRankings", tag: .users,
                "Replace the caller's rankings of a pool.",
                details:
                    "The body is CSV with one row for each player, the best first. A player is named by `playerName` (or `firstName` and `lastName`, or `name`), with `playerID`, `position` and `team` where names are not unique; `tier` is optional. If a row does not name one player of the pool, nothing is saved, and the answer is 422 with the same shape, which states all such lines. Saved rankings apply to the caller's drafts from the pool that are not over, and to those that the caller joins later.",
                cost: .write, access: .signedIn, privacy: .open,
                query: [
                    .flag("dryRun", "Check the file and save nothing."),
                    .flag("skipUnmatched", "Leave out rows that do not name one player of the pool."),
                ], body: .csv, answers: .json("RankingsOutcome").orRefused(422), problems: [404, 422]
            ) { try await $0.put($1) },
            route(
                .delete, "/v1/users/me/rankings/{pool}", id: "deleteMyRankings", tag: .users,
                "Remove the caller's rankings of a pool.", cost: .write, access: .signedIn, privacy: .open,
                answers: .json("RankingsOutcome"), problems: [404]
            ) { try await $0.delete($1) },
        ]
    }

    // MARK: Reading

    /// A pool that the caller can rank.
    struct RankedPool: Sendable {
        let pool: PoolState
        let ranking: OwnRanking?
        /// The contests that take entries and draft from the pool.
        let contests: [TournamentSummary]

        static let members: Members<RankedPool> = [
            .init("pool") { $0.pool.id }, .init("title") { $0.pool.title },
            .init("players") { $0.pool.players.count }, .init("ranked") { $0.ranking?.players.count ?? 0 },
            .init("savedAt") { $0.ranking.map { Timestamp(microseconds: $0.savedAt) } },
            .init("contests", each: contest) { $0.contests },
        ]

        private static let contest: Members<TournamentSummary> = [
            .init("tournament") { $0.tournament }, .init("title") { $0.title },
        ]
    }

    /// Lists the pools of contests that take entries, and those that the caller has ranked, the newest first.
    @Sendable
    private func list(_ exchange: Exchange) async throws -> Response {
        let user = try exchange.caller.known()
        let json = try await reader.read { ledger -> JSON in
            let rankings = try OwnRankings(ledger: ledger, user: user).all()
            var open: [PoolID: [TournamentSummary]] = [:]
            for summary in try ledger.tournaments() where summary.status == .open || summary.status == .filling {
                guard let pool = try ledger.tournament(summary.tournament)?.details.pool else { continue }
                open[pool, default: []].append(summary)
            }
            let pools = Set(open.keys).union(rankings.keys).sorted { $0 > $1 }
            let rows = try pools.compactMap { id in
                try ledger.pool(id).map { RankedPool(pool: $0, ranking: rankings[id], contests: open[id] ?? []) }
            }
            return .array(rows, RankedPool.members.json)
        }
        return Response(json: json)
    }

    @Sendable
    private func get(_ exchange: Exchange) async throws -> Response {
        let (user, id) = (try exchange.caller.known(), PoolID(try exchange.number("pool")))
        let page = try await reader.read { ledger in
            RankingsPage(
                pool: try Self.pool(id, in: ledger), ranking: try OwnRankings(ledger: ledger, user: user).all()[id])
        }
        guard exchange.pageFormat == .csv else { return exchange.packed(page.json) }
        return Exchange.answer(page, nil, as: .csv, having: nil)
    }

    private static func pool(_ id: PoolID, in ledger: DraftLedger) throws -> PoolState {
        guard let pool = try ledger.pool(id), pool.published else {
            throw Problem(.notFound, "There is no pool \(id).")
        }
        return pool
    }

    // MARK: Saving

    /// The effect of new rankings.
    struct Outcome: Sendable {
        let page: RankingsPage
        var isSaved = false
        var isDryRun = false
        var file: OwnRankingsFile?
        var rooms: [Applied] = []
        let pool: PoolState

        static let members = Members<Outcome>(
            "RankingsOutcome",
            [
                .init("saved") { $0.isSaved }, .init("isDryRun") { $0.isDryRun },
                .init("rankings", RankingsPage.members) { $0.page },
                .init("issueCount") { $0.file?.issueCount ?? 0 },
                .init("issues", each: issue) { outcome in outcome.file?.issues.map { ($0, outcome.pool) } ?? [] },
                .init("rooms", each: Applied.members) { $0.rooms },
            ])

        private static let issue: Members<(issue: OwnRankingsFile.Issue, pool: PoolState)> = [
            .init("line") { $0.issue.line }, .init("column") { $0.issue.column },
            .init("playerName") { Name($0.issue.name) }, .init("found") { $0.issue.found },
            .init("expected") { $0.issue.expected },
            .init("candidates", each: candidate) { row in row.issue.candidates.compactMap { row.pool.player($0) } },
        ]

        private static let candidate: Members<PlayerListing> = [
            .init("playerIndex") { $0.index }, .init("playerName") { $0.name },
            .init("position") { $0.position.abbreviation }, .init("team") { Name($0.team) },
        ]
    }

    /// The effect of new rankings on a draft of the caller that is not over.
    struct Applied: Sendable {
        enum Outcome: String, CaseIterable, Sendable {
            case applied, unchanged, refused
            /// A device of the member has to send the command, with its signature.
            case toBeSigned
        }

        let place: OwnRankings.Place
        let outcome: Outcome
        /// The reason of a refusal.
        var problem: Problem?

        static let members: Members<Applied> = [
            .init("room") { $0.place.room }, .init("seat") { $0.place.seat },
            .init("tournament") { $0.place.tournament },
            .init("outcome", .choice(Outcome.allCases.map(\.rawValue))) { .of($0.outcome.rawValue) },
            .init("code") { $0.problem?.code }, .init("detail") { $0.problem?.detail },
        ]
    }

    @Sendable
    private func put(_ exchange: Exchange) async throws -> Response {
        let (user, id) = (try exchange.caller.known(), PoolID(try exchange.number("pool")))
        let isDryRun = try exchange.flag("dryRun", named: "true")
        let skips = try exchange.flag("skipUnmatched", named: "true")
        let (bytes, arrival) = try await exchange.body(upTo: exchange.limits.arrayBytes)
        let outcome = try await reader.read { ledger in
            let pool = try Self.pool(id, in: ledger)
            let file = OwnRankingsFile(bytes, of: pool)
            let ranking = OwnRanking(
                players: file.players, tiers: file.tiers, savedAt: arrival.microseconds)
            let isSaved = !isDryRun && !file.players.isEmpty && (file.issueCount == 0 || skips)
            if isSaved { try OwnRankings(ledger: ledger, user: user).store(ranking, of: id) }
            return Outcome(
                page: RankingsPage(pool: pool, ranking: ranking), isSaved: isSaved, isDryRun: isDryRun, file: file,
                pool: pool)
        }
        return try await answer(outcome, at: arrival, for: exchange)
    }

    @Sendable
    private func delete(_ exchange: Exchange) async throws -> Response {
        let (user, id) = (try exchange.caller.known(), PoolID(try exchange.number("pool")))
        let outcome = try await reader.read { ledger in
            let pool = try Self.pool(id, in: ledger)
            try OwnRankings(ledger: ledger, user: user).store(nil, of: id)
            return Outcome(page: RankingsPage(pool: pool, ranking: nil), isSaved: true, pool: pool)
        }
        return try await answer(outcome, at: reader.now, for: exchange)
    }

    /// Applies rankings that are saved to the caller's drafts, and answers.
    private func answer(_ outcome: Outcome, at arrival: Timestamp, for exchange: Exchange) async throws -> Response {
        var outcome = outcome
        if outcome.isSaved { outcome.rooms = try await apply(outcome, at: arrival, for: exchange) }
        let isRefused = !outcome.isSaved && (outcome.file?.issueCount ?? 0) > 0
        return Response(
            json: Outcome.members.json(of: outcome), status: isRefused ? .unprocessableContent : .ok)
    }

    /// Gives the caller's seats the rankings. A seat that the quota or the rules refuse keeps those that it has.
    ///
    /// Of two uploads at a time the one that is stored last has to reach the seats last, whichever sends first.
    private func apply(
        _ outcome: Outcome, at arrival: Timestamp, for exchange: Exchange
    ) async throws -> [Applied] {
        let (user, pool) = (try exchange.caller.known(), outcome.pool.id)
        let places = try await reader.read { try OwnRankings(ledger: $0, user: user).places(in: pool) }
        let players = outcome.page.ranked
        var applied: [Applied] = []
        for place in places {
            guard place.current != players else {
                applied.append(Applied(place: place, outcome: .unchanged))
                continue
            }
            // A refused command would be on record, although the member did nothing wrong.
            guard !place.isSigned else {
                applied.append(Applied(place: place, outcome: .toBeSigned))
                continue
            }
            do {
                var (sent, stored) = (players, players)
                repeat {
                    sent = stored
                    let command = Command.queue(place.room, place.seat, .setRankings(players: sent))
                    _ = try await commands.events(command, as: user, id: nil, at: arrival, in: exchange)
                    stored = try await reader.read {
                        try OwnRankings(ledger: $0, user: user).all()[pool]?.players ?? []
                    }
                } while stored != sent
                applied.append(Applied(place: place, outcome: .applied))
            } catch let problem as Problem {
                applied.append(Applied(place: place, outcome: .refused, problem: problem))
            }
        }
        return applied
    }
}
