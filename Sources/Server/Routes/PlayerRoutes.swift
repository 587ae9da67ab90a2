import Draft
import DraftLedger
import Hummingbird
import HummingbirdCore
import Pages
import Reports

/// The identities of players across pools: the results of the commands `players` and `players aliases`.
///
/// Like pools, players are public. Only callers that may see the staff learn which of them declared two players to be
/// one, and the reason.
struct PlayerRoutes: RouteGroup {
    let reader: LedgerReader
    let operations: Operations

    init(_ server: ServerServices) {
        (reader, operations) = (server.reader, server.operations)
    }

    static var routes: [Route] {
        [
            route(
                .get, "/v1/players", id: "listPlayers", tag: .players, "List the players across pools.", cost: .report,
                access: .anyone, privacy: .open,
                query: [.flag("unmatched", "Only players whose match somebody should check."), .at],
                answers: .page("PlayerList")
            ) { try await $0.players($1) },
            route(
                .get, "/v1/players/aliases", id: "listPlayerAliases", tag: .players,
                "List the links and separations of players.",
                cost: .report, access: .anyone, privacy: .open, query: [.at], answers: .page("PlayerAliases")
            ) { try await $0.aliases($1) },
        ]
    }

    /// `?unmatched=true`: the players of the pools that entries drafted from, or what their matching left to look at.
    @Sendable
    private func players(_ exchange: Exchange) async throws -> Response {
        let onlyFindings = try exchange.flag("unmatched", named: "true")
        let (moment, ledger, rows) = (try exchange.momentOfLedger(), reader.ledger, operations.rows)
        return try await exchange.longPage(from: reader) { interest in
            if moment == .latest { try rows.check(ledger) }
            let analysis = try Analysis(of: ledger, at: moment, sitesPositions: false)
            try interest.check()
            var titles: [String: String] = [:]
            for pool in Set(analysis.players.players.flatMap { $0.listings.map(\.pool) }) {
                titles["\(pool)"] = try ledger.pool(pool)?.title ?? ""
            }
            let page = PlayersPage(catalogue: analysis.players, onlyFindings: onlyFindings, poolTitles: titles)
            return (page, "p\(analysis.rosters.position).\(onlyFindings)")
        }
    }

    @Sendable
    private func aliases(_ exchange: Exchange) async throws -> Response {
        let (moment, ledger) = (try exchange.momentOfLedger(), reader.ledger)
        let showsSenders = exchange.caller.maySeeStaff
        return try await exchange.longPage(from: reader) { interest in
            let position = try ledger.position(of: moment)
            var events = try ledger.stream(.aliases, upTo: position)
            if showsSenders { events = try events.map { try ledger.told($0) } }
            let statements = AliasState.folding(events).statements
            try interest.check()
            var listings: [PoolPlayer: PlayerListing] = [:]
            for player in statements.flatMap({ [$0.pair.first, $0.pair.second] }) where listings[player] == nil {
                listings[player] = try ledger.pool(player.pool)?.player(player.player)
            }
            let page = AliasesPage(statements: statements, listings: listings, showsSenders: showsSenders)
            return (page, "p\(position).\(showsSenders)")
        }
    }
}
