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
                cost: .read, access: .anyone, privacy: .open, answers: .app(Self.answer)
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
        return server.envelope(snapshot).answer(Self.answer, (game.id, last))
    }

    static let answer = AppAnswer<(game: GameID, analysis: BetState.Analysis)>(
        "DistributionAnswer",
        [
            .init("gameId") { "\($0.game)" }, .init("position") { $0.analysis.position },
            .init("line") { ExactNumber.line($0.analysis.made.line) },
            .init("offerPosition") { $0.analysis.made.offer },
            .init("firstTotal") { $0.analysis.made.firstTotal }, .init("totals") { $0.analysis.made.totals },
            .init("record", record) { $0.analysis.made },
        ])

    private static let record: Members<AnalysisMade> = [
        .init("games") { _ in MeasuredRecord.games }, .init("bets") { MeasuredRecord.of(Verdict($0.verdict)).bets },
        .init("said") { ExactNumber.decimal(MeasuredRecord.of(Verdict($0.verdict)).said, digits: 3) },
        .init("happened") { ExactNumber.decimal(MeasuredRecord.of(Verdict($0.verdict)).hit, digits: 3) },
        .init("sentences") {
            MeasuredRecord.sentences(Verdict($0.verdict), hasConsensus: $0.inputs.consensusTotal != nil)
        },
    ]
}
