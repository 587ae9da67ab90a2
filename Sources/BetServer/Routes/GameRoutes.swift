import Bets
import Hummingbird
import Server
import TextFormats
import Values

/// `/v1/games`: games with their lines, odds and analyses.
struct GameRoutes: RouteGroup {
    private let server: BetServices

    init(_ server: BetServices) { self.server = server }

    static var routes: [ServedRoute<BetServices>] {
        [
            route(
                .get, "/v1/games/today", id: "listGamesOfToday", tag: .games, "List the games of today.",
                details: "The US date, which begins at 10:00 UTC. Cancelled games are left out.", cost: .read,
                access: .anyone, privacy: .open, answers: .app(Self.games)
            ) { try $0.today($1) },
            route(
                .get, "/v1/games/{gameId}", id: "getGame", tag: .games, "Get a game.", cost: .read, access: .anyone,
                privacy: .open, answers: .app(Self.details)
            ) { try $0.game($1) },
            route(
                .get, "/v1/games/{gameId}/totals-analysis", id: "getTotalsAnalysis", tag: .games,
                "Get the analysis of a game's total.",
                details: "Makes a new one if the last is older than 300 seconds and the game has not started.",
                cost: .report, access: .anyone, privacy: .open, answers: .app(Self.newest)
            ) { try await $0.analysis($1) },
            route(
                .get, "/v1/games/{gameId}/odds", id: "listOdds", tag: .games, "List the offers on a game.",
                details:
                    "The newest offers come first in parts, and those of a part are in the order of their times. The opening, "
                    + "the closing and the current offers are in each part.", cost: .read, access: .anyone,
                privacy: .open,
                query: ListPart.parameters(of: "offers", .ofOffers) + [
                    .choice("market", Market.allCases.map(\.name), "Only offers of this market.")
                ], answers: .app(Self.offers)
            ) { try $0.odds($1) },
            route(
                .get, "/v1/games/{gameId}/analyses", id: "listAnalyses", tag: .games, "List the analyses of a game.",
                details: "The newest first.", cost: .read, access: .anyone, privacy: .open,
                query: ListPart.parameters(of: "analyses", .ofAnalyses), answers: .app(Self.list)
            ) { try $0.analyses($1) },
        ]
    }

    /// The game in the path.
    ///
    /// - Throws: `NOT_FOUND`.
    static func game(_ exchange: Exchange, in snapshot: BetSnapshot) throws -> BetState.Game {
        let text = exchange.parameters["gameId"] ?? ""
        guard let id = GameID(text), let game = snapshot.state.games[id] else {
            throw BetProblem(.notFound, "There is no game '\(text.prefix(32))'.")
        }
        return game
    }

    @Sendable
    private func today(_ exchange: Exchange) throws -> Response {
        let snapshot = try server.source.snapshot()
        let games = server.index.games(on: .today(at: server.now), in: snapshot)
        return server.envelope(snapshot).answer(
            Self.games, games.map { GameView(game: $0, state: snapshot.state) })
    }

    static let games = AppAnswer<[GameView]>(
        "GamesAnswer", [.init("games", each: GameView.members) { $0 }], isCached: true)

    @Sendable
    private func game(_ exchange: Exchange) throws -> Response {
        let snapshot = try server.source.snapshot()
        let view = GameView(game: try Self.game(exchange, in: snapshot), state: snapshot.state)
        return server.envelope(snapshot).answer(Self.details, view)
    }

    static let details = AppAnswer<GameView>(
        "GameAnswer",
        [
            .init("game", GameView.members) { $0 }, .init("homeTeam", TeamView.members) { $0.home },
            .init("awayTeam", TeamView.members) { $0.away },
            .init("bettingLine", BettingLineView.members, orNull: { $0.bettingLine }),
            .init("prediction", AnalysisView.prediction, orNull: { $0.prediction }),
        ], isCached: true)

    @Sendable
    private func analysis(_ exchange: Exchange) async throws -> Response {
        let before = try server.source.snapshot()
        let id = try Self.game(exchange, in: before).id
        // The ledger simulates before it can refuse, and takes no other command meanwhile.
        if LiveFeed.isDue(id, in: before, at: server.now) { try await server.source.analyse(id) }
        let snapshot = try server.source.snapshot()
        guard let game = snapshot.state.games[id], let last = game.analyses.last else {
            throw BetProblem(
                .notFound, "There is no analysis of game \(id): no total was offered on it so far.",
                details: ["code": "noAnalysis"])
        }
        return server.envelope(snapshot).answer(
            Self.newest, AnalysisView(analysis: last, game: game, generatedAt: server.now))
    }

    static let newest = AppAnswer("AnalysisAnswer", AnalysisView.members, isCached: true)

    @Sendable
    private func odds(_ exchange: Exchange) throws -> Response {
        let snapshot = try server.source.snapshot()
        let game = try Self.game(exchange, in: snapshot)
        let part = try ListPart(exchange)
        var markets = Market.allCases
        if let name = exchange.query("market") {
            markets.removeAll { $0.name != name }
            guard !markets.isEmpty else {
                let known = Market.allCases.map(\.name).joined(separator: ", ")
                throw BetProblem(field: "market", "'market' is '\(name.prefix(32))': expected one of \(known).")
            }
        }
        let offers = game.offers.filter { markets.contains($0.terms.market) }
        let shown = Set(part.items(of: offers.reversed()).map(\.position))
        let page = part.pagination(of: offers.count)
        return server.envelope(snapshot).answer(
            Self.offers, (OddsView(game: game, markets: markets, shown: shown), page), pagination: page)
    }

    static let offers = AppAnswer<(view: OddsView, page: Envelope.Pagination)>(
        "OddsAnswer",
        Members(nil, OddsView.members.of { $0.view } + [.init("pagination", Envelope.Pagination.members) { $0.page }]))

    @Sendable
    private func analyses(_ exchange: Exchange) throws -> Response {
        let snapshot = try server.source.snapshot()
        let game = try Self.game(exchange, in: snapshot)
        let part = try ListPart(exchange)
        let page = part.pagination(of: game.analyses.count)
        let shown = part.items(of: game.analyses.reversed()).map { AnalysisView(analysis: $0, game: game) }
        return server.envelope(snapshot).answer(Self.list, (shown, page), pagination: page)
    }

    static let list = AppAnswer<(analyses: [AnalysisView], page: Envelope.Pagination)>(
        "AnalysesAnswer",
        [
            .init("analyses", each: AnalysisView.members) { $0.analyses },
            .init("pagination", Envelope.Pagination.members) { $0.page },
        ])
}
