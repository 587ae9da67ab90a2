import Bets
import Forecast
import Hummingbird
import Server
import TextFormats

/// The simulated totals of an analysis, with the measured record of such verdicts.
struct DistributionRoutes: RouteGroup {
    private let server: BetServices

    init(_ server: BetServices) { self.server = server }

    static var routes: [ServedRoute<BetServices>] {
        [
            route(
                .get, "/v1/games/{gameId}/distribution", id: "getDistribution", tag: .games,
                "Get the simulated totals of the newest analysis.",
                details:
                    "`totals` counts the draws of each total from `firstTotal` on. `record` has the measured frequency of such "
                    + "verdicts on past games.",
                cost: .read, access: .anyone, privacy: .open, answers: .app("DistributionAnswer")
            ) { try $0.distribution($1) }
        ]
    }

    @Sendable
    private func distribution(_ exchange: Exchange) throws -> Response {
        let snapshot = try server.source.snapshot()
        let game = try GameRoutes.game(exchange, in: snapshot)
        guard let last = game.analyses.last else {
            throw BetProblem(
                .notFound, "There is no analysis of game \(game.id).", details: ["code": "noAnalysis"])
        }
        let made = last.made
        let record = MeasuredRecord.of(Self.verdict(made.verdict))
        return server.envelope(snapshot).answer(
            [
                "gameId": .of("\(game.id)"), "position": .of(last.position), "line": .line(made.line),
                "offerPosition": .of(made.offer), "firstTotal": .of(made.firstTotal),
                "totals": .array(made.totals) { .of($0) },
                "record": [
                    "games": .of(MeasuredRecord.games), "bets": .of(record.bets),
                    "said": .decimal(record.said, digits: 3), "happened": .decimal(record.hit, digits: 3),
                    "sentences": .of(
                        MeasuredRecord.sentences(
                            Self.verdict(made.verdict), hasConsensus: made.inputs.consensusTotal != nil)),
                ],
            ])
    }

    private static func verdict(_ verdict: AnalysisMade.Verdict) -> Verdict {
        switch verdict {
        case .strongOver: .strongOver
        case .leanOver: .leanOver
        case .hold: .hold
        case .leanUnder: .leanUnder
        case .strongUnder: .strongUnder
        }
    }
}
