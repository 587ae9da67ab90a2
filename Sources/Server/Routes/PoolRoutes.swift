import Draft
import DraftLedger
import Hummingbird
import HummingbirdCore
import Pages
import TextFormats

/// The routes of a contest's players, as the app shows them.
struct PoolRoutes: RouteGroup {
    let reader: LedgerReader

    init(_ server: ServerServices) { reader = server.reader }

    static var routes: [Route] {
        [
            route(
                .get, "/v1/pools/{pool}", id: "getPool", tag: .pools, "Get the players of a pool, by index.",
                cost: .read,
                access: .anyone, privacy: .open, answers: .page("Pool")
            ) { try await $0.pool($1) }
        ]
    }

    /// Whole, by index: pools only ever grow.
    @Sendable
    private func pool(_ exchange: Exchange) async throws -> Response {
        let id = PoolID(try exchange.number("pool"))
        return try await reader.read { ledger in
            guard let state = try ledger.pool(id) else { throw Problem(.notFound, "There is no pool \(id).") }
            let pool = AppPool(state)
            // A player without a draft position comes after all others.
            let last = PickNumber(clamping: pool.players.count)
            let players = pool.players.map { pool.listing(of: $0.index, picks: last) }
            return Response(json: Self.pool.json(of: (id, state.title, players)))
        }
    }

    static let pool = Members<(pool: PoolID, title: String, players: [AppPlayer])>(
        "Pool",
        [
            .init("pool") { $0.pool }, .init("title") { $0.title },
            .init("players", each: AppPlayer.listing) { $0.players },
        ])
}
