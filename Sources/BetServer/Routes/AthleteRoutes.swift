import Bets
import Forecast
import Hummingbird
import Server
import TextFormats
import Values

/// `/v1/player-props` and `/v1/players`: figures of players, from the box scores of a season.
struct AthleteRoutes: RouteGroup {
    private let server: BetServices

    init(_ server: BetServices) { self.server = server }

    static var routes: [ServedRoute<BetServices>] {
        [
            route(
                .get, "/v1/player-props/tonight", id: "listProps", tag: .athletes, "List the players of today's games.",
                details:
                    "Players with at least five games of the season. The line on a player's points is the newest report of a "
                    + "book, with the median over all books; after the tip-off, the last lines before it. A verdict leans "
                    + "from a probability of 0.6 and is never strong. No bet can be made on a line of a player.",
                cost: .read, access: .anyone, privacy: .open,
                query: [
                    .text("gameId", length: 1...15, "Only players of this game."),
                    .boolean("startersOnly", "Only players that start; by default true."),
                ], answers: .app(Self.tonight)
            ) { try $0.props($1) },
            route(
                .get, "/v1/players/{playerId}/stats", id: "getPlayerStats", tag: .athletes,
                "Get the figures of a player.", cost: .read, access: .anyone, privacy: .open,
                query: [
                    .pattern(
                        "season", "^[0-9]{4}-[0-9]{2}$", "The season, such as 2025-26; by default the current one."),
                    .boolean("startersOnly", "Only games that the player started; by default false."),
                    .integer("limit", 1...100, default: 10, "The maximum number of recent games."),
                ], answers: .app(Self.playerStats)
            ) { try $0.stats($1) },
        ]
    }

    /// A parameter that is true or false.
    private static func flag(_ name: String, default standard: Bool, in exchange: Exchange) throws -> Bool {
        switch exchange.query(name) {
        case nil: return standard
        case "true"?: return true
        case "false"?: return false
        case let text?: throw BetProblem(field: name, "'\(name)' is '\(text)': expected true or false.")
        }
    }

    @Sendable
    private func props(_ exchange: Exchange) throws -> Response {
        let snapshot = try server.source.snapshot()
        let startersOnly = try Self.flag("startersOnly", default: true, in: exchange)
        var games = server.index.games(on: .today(at: server.now), in: snapshot)
        if let text = exchange.query("gameId") {
            guard let id = GameID(text), let game = snapshot.state.games[id] else {
                throw BetProblem(.notFound, "There is no game '\(text.prefix(32))'.")
            }
            games = [game]
        }
        let season = games.first?.season ?? snapshot.season(on: .today(at: server.now))
        let figures = server.index.figures(of: season, in: snapshot)
        let athletes = (snapshot.state.seasons[season]?.athletes.values).map { Array($0) } ?? []
        let byTeam = Dictionary(grouping: athletes) { $0.team }
        let players = games.flatMap { game in
            [game.home, game.away].flatMap { byTeam[$0] ?? [] }
                .filter { athlete in
                    !startersOnly || figures.appearances[athlete.athlete].map(SeasonFigures.starts) ?? false
                }
                .sorted { $0.athlete < $1.athlete }
                .compactMap { figures.prop(of: $0, in: game, snapshot.state) }
        }
        let shown = games.map { GameView(game: $0, state: snapshot.state) }
        return server.envelope(snapshot).answer(Self.tonight, (shown, players, figures.rankings(in: snapshot.state)))
    }

    static let tonight = AppAnswer<(games: [GameView], players: [PropView], rankings: [SeasonFigures.Ranking])>(
        "PropsAnswer",
        [
            .init("games", each: GameView.members) { $0.games },
            .init("players", each: PropView.members) { $0.players },
            .init("defenseRankings", each: SeasonFigures.Ranking.members) { $0.rankings },
            .init("measuredRecord") { _ in PropModel.measuredRecord },
        ], isCached: true)

    @Sendable
    private func stats(_ exchange: Exchange) throws -> Response {
        let snapshot = try server.source.snapshot()
        let startersOnly = try Self.flag("startersOnly", default: false, in: exchange)
        let limit = try exchange.number(ofQuery: "limit")
        let season: LeagueSeason
        if let label = exchange.query("season") {
            guard let named = LeagueSeason(label: label) else {
                throw BetProblem(field: "season", "'season' is '\(label.prefix(32))': expected one such as 2025-26.")
            }
            season = named
        } else {
            season = snapshot.season(on: .today(at: server.now))
        }
        let text = exchange.parameters["playerId"] ?? ""
        let id = UInt64(text).map { AthleteID($0) }
        guard let id, let athlete = snapshot.state.seasons[season]?.athletes[id] else {
            throw BetProblem(.notFound, "There is no player '\(text.prefix(32))' in the season \(season.label).")
        }
        let figures = server.index.figures(of: season, in: snapshot)
        let all = figures.appearances[id] ?? []
        let (starts, others) = (all.filter { $0.isStarter == true }, all.filter { $0.isStarter == false })
        let shown = startersOnly ? starts : all
        return server.envelope(snapshot).answer(
            Self.playerStats,
            Player(
                athlete: athlete, team: athlete.team.map { snapshot.state.name(of: $0, in: season) },
                all: SeasonFigures.stats(of: shown),
                recent: shown.suffix(limit).reversed().map {
                    ($0, snapshot.state.name(of: $0.opponent, in: season))
                }, starts: SeasonFigures.stats(of: starts), bench: SeasonFigures.stats(of: others)))
    }

    /// A player with the figures of a season.
    struct Player {
        let athlete: AthleteListed
        /// The abbreviation of the team.
        let team: String?
        let all: SeasonFigures.Averages?
        /// The newest first, each with the opponent's abbreviation.
        let recent: [(game: SeasonFigures.Appearance, opponent: String)]
        let starts: SeasonFigures.Averages?
        let bench: SeasonFigures.Averages?

        fileprivate static let identity: Members<Player> = [
            .init("playerId") { $0.athlete.athlete.number }, .init("playerName") { $0.athlete.name },
            .init("position") { $0.athlete.position }, .init("teamId") { $0.athlete.team?.number },
            .init("teamAbbreviation") { $0.team },
        ]
    }

    static let playerStats = AppAnswer<Player>(
        "PlayerStatsAnswer",
        [
            .init("player", Player.identity) { $0 },
            .init("seasonAverages", SeasonFigures.Averages.members, orNull: { $0.all }),
            .init("recentGames", each: SeasonFigures.Appearance.members) { $0.recent },
            .init("starterStats", SeasonFigures.Averages.members, orNull: { $0.starts }),
            .init("benchStats", SeasonFigures.Averages.members, orNull: { $0.bench }),
        ])
}
