import Pages
import Server
import TextFormats

/// The OpenAPI document of a server for bets, derived from the descriptions of its routes and the shapes of its answers.
package enum BetAPI {
    /// The document as the server sends it.
    package static let document: [UInt8] = Array(
        APIDocument(
            title: "statdiscute",
            description:
                "An event-sourced ledger of NBA games, lines, analyses and bets. Answers have one envelope. Units are not "
                + "money. No edge over the market was shown: verdicts are calibrated, and are no promise of a profit.",
            tags: RouteDescription.Tag.allOfBets, routes: routes(isDev: true).map(\.description),
            securitySchemes: [("token", ["type": "http", "scheme": "bearer", "bearerFormat": "JWT"])],
            security: [["token": []]], schemas: shapes.map { ($0.name, $0.shape.schema) },
            errorWords: "The code has one status; the message is for people, the details are for programs."
        ).text.utf8)

    private static let groups: [any RouteGroup<BetServices>.Type] = [
        AuthRoutes.self, GameRoutes.self, DistributionRoutes.self, AthleteRoutes.self, BetRoutes.self, LiveRoutes.self,
        FeedRoutes.self, StateRoutes.self,
    ]

    /// - Parameter isDev: whether the operations of a server for development are there, too.
    static func routes(isDev: Bool) -> [ServedRoute<BetServices>] {
        groups.flatMap { $0.routes } + (isDev ? TrialRoutes.routes : [])
    }

    /// The shapes by name, each from what writes or reads its values.
    static let shapes: [NamedShape] =
        signIn + envelope + games + athletes + bets + [
            FeedMessage.shape, FeedRoutes.answer.members.entry, StateRoutes.ledgerKeys.entry,
            StateRoutes.liveness.entry,
            StateRoutes.readiness.entry, APIDocument.shape, TrialRoutes.nameBody, TrialRoutes.identityToken.entry,
        ]

    private static let signIn: [NamedShape] = [
        AuthRoutes.signInBody, AuthRoutes.refreshBody, AuthRoutes.signedIn.entry, AuthRoutes.tokens.members.entry,
        AuthRoutes.done.members.entry,
    ]

    private static let envelope: [NamedShape] = [
        Envelope.Pagination.members.entry, Envelope.Meta.members.entry, BetProblem.members.entry,
    ]

    private static let games: [NamedShape] =
        [TeamView.members.entry, BettingLineView.members.entry] + AnalysisView.words + [
            AnalysisView.prediction.entry, GameView.members.entry, GameRoutes.games.members.entry,
            GameRoutes.details.members.entry, AnalysisView.members.entry, GameRoutes.newest.members.entry,
            DistributionRoutes.answer.members.entry, GameRoutes.list.members.entry, OfferView.members.entry,
            GameRoutes.offers.members.entry,
        ]

    private static let athletes: [NamedShape] = [
        PropView.members.entry, AthleteRoutes.tonight.members.entry, SeasonFigures.Averages.members.entry,
        SeasonFigures.Appearance.members.entry, AthleteRoutes.playerStats.members.entry,
    ]

    private static let bets: [NamedShape] = [
        BetRequest.shape, BetRoutes.changeBody, BetView.members.entry, BetRoutes.changed.members.entry,
        BetRoutes.recorded.members.entry, BetRoutes.bets.members.entry, BetStatsView.members.entry,
        BetRoutes.figures.members.entry, BetRoutes.reasons.members.entry,
    ]
}
