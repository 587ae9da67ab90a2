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

    /// The shapes by name. If the text cannot be read, there are none; a test reads it.
    static let shapes: [NamedShape] = (try? ShapeReader.catalog(text)) ?? []

    /// The shapes of all bodies and answers, in the notation of `Shape`.
    static let text = #"""
        SignIn = {identityToken: string, authorizationCode: string, nonce?: string?}
        Refresh = {refreshToken: string}
        Tokens = {accessToken: string, refreshToken: string, userId: string}
        SignedIn = {success: bool, data: Tokens, meta: Meta, accessToken: string, refreshToken: string, userId: string}
        Done = {success: bool, data: {}, meta: Meta}
        Pagination = {total: int, limit: int, offset: int}
        Meta = {generatedAt: time, season: string, cacheTTL?: int, pagination?: Pagination}
        AppError = {success: bool, error: {code: "AUTH_REQUIRED"|"AUTH_EXPIRED"|"AUTH_INVALID"|"FORBIDDEN"|"NOT_FOUND"|
            "VALIDATION_ERROR"|"RATE_LIMITED"|"SERVER_ERROR", message: string, details?: {*: any}}, meta?: Meta}
        Team = {teamId: int, abbreviation: string, fullName: string, nickname: string, city: string, yearFounded: int?}
        BettingLine = {spread: number, homeSpreadOdds: number, awaySpreadOdds: number, total: number, overOdds: number,
            underOdds: number, homeMoneyline: int, awayMoneyline: int, recordedAt: time, isOpening: bool, isClosing:
            bool, book: string, homeMoneylineOdds: number, awayMoneylineOdds: number}
        Verdict = "STRONG_OVER"|"LEAN_OVER"|"HOLD"|"LEAN_UNDER"|"STRONG_UNDER"
        Confidence = "low"|"medium"|"high"|"very_high"
        GamePrediction = {verdict: Verdict, confidence: Confidence, overProbability: number, underProbability: number,
            pushProbability: number, currentTotal: number, position: int, madeAt: time}
        Game = {gameId: string, gameDate: string?, gameDateTime: time?, season: string, homeTeamId: int, awayTeamId:
            int, homeTeam: Team, awayTeam: Team, homeScore: int?, awayScore: int?, status: "Scheduled"|"Live"|"Final",
            statusDetail: "scheduled"|"live"|"stopped"|"final"|"cancelled", quarter: int?, clock: string?, bettingLine:
            BettingLine?, prediction: GamePrediction?}
        GamesAnswer = {success: bool, data: {games: [Game], generatedAt: time}, meta: Meta}
        GameAnswer = {success: bool, data: {game: Game, homeTeam: Team, awayTeam: Team, bettingLine: BettingLine?,
            prediction: GamePrediction?, generatedAt: time}, meta: Meta}
        Analysis = {gameId: string, currentTotal: number, analysis: {simulatedMean: number, simulatedStdDev: number,
            overProbability: number, underProbability: number, pushProbability: number, expectedValue: number,
            kellyStake: number, verdict: Verdict, confidence: Confidence, side: string?}, factors: {homePace: number,
            awayPace: number, homeOffRtg: number, awayOffRtg: number, homeDefRtg: number, awayDefRtg: number,
            recentTrend: string, modelTotal: number, consensusTotal: number?, otherBooks: int, games: int},
            simulationCount: int, position: int, madeAt: time, model: int, seed: string, readAtPosition: int,
            offerPosition: int?, generatedAt?: time}
        AnalysisAnswer = {success: bool, data: Analysis, meta: Meta}
        DistributionAnswer = {success: bool, data: {gameId: string, position: int, line: number, offerPosition: int?,
            firstTotal: int, totals: [int], record: {games: int, bets: int, said: number, happened: number, sentences:
            [string]}}, meta: Meta}
        AnalysesAnswer = {success: bool, data: {analyses: [Analysis], pagination: Pagination}, meta: Meta}
        Offer = {position: int, book: string, market: "total"|"spread"|"moneyline", line: number, firstOdds: number,
            secondOdds: number, from: time, until: time?}
        OddsAnswer = {success: bool, data: {gameId: string, markets: [{market: string, opening: Offer?, closing:
            Offer?, current: [Offer], offers: [Offer]}], pagination: Pagination}, meta: Meta}
        PlayerProp = {playerId: int, playerName: string, teamAbbreviation: string, position: string, isStarter: bool,
            gameId: string, pointsAvg: number, assistsAvg: number, reboundsAvg: number, gamesPlayed: int, pointsLine:
            number?, pointsOverOdds: number?, pointsUnderOdds: number?, pointsBook: string?, pointsLineAt: time?,
            pointsOpeningLine: number?, pointsMedianLine: number?, pointsBooks: int, edgeVerdict: "LEAN_OVER"|"HOLD"|
            "LEAN_UNDER"|"NO_LINE", edgePoints: number, projectedPoints: number?, defenseRank: int?}
        PropsAnswer = {success: bool, data: {games: [Game], players: [PlayerProp], defenseRankings: [{rank: int?,
            teamId: int, abbreviation: string, defRtg: number, gamesPlayed: int}], measuredRecord: string, generatedAt:
            time}, meta: Meta}
        Stats = {gamesPlayed: int, minutes: number, points: number, assists: number, rebounds: number, steals: number,
            blocks: number, turnovers: number, fieldGoalPercentage: number?, threePointPercentage: number?,
            freeThrowPercentage: number?}
        GameStats = {gameId: string, gameDate: string?, opponent: string, isHome: bool, isStarter: bool?, minutes:
            number, points: int, assists: int, rebounds: int, steals: int, blocks: int, turnovers: int, fieldGoals: int,
            fieldGoalAttempts: int, threePointers: int, threePointAttempts: int, freeThrows: int, freeThrowAttempts:
            int, fouls: int}
        PlayerStatsAnswer = {success: bool, data: {player: {playerId: int, playerName: string, position: string,
            teamId: int?, teamAbbreviation: string?}, seasonAverages: Stats?, recentGames: [GameStats], starterStats:
            Stats?, benchStats: Stats?}, meta: Meta}
        NewBet = {gameId: string, betType: "total_over"|"total_under"|"spread"|"moneyline", selection: string,
            lineValue?: number, oddsDecimal: number, stakeUnits: number, confidenceRating?: int?, notes?: string?,
            book?: string?}
        BetChange = {notes?: string, result?: any, actualTotal?: any, profitLoss?: any}
        Bet = {betId: int, betDate: time, gameId: string, homeTeamAbbr: string, awayTeamAbbr: string, gameDateTime:
            time?, betType: "total_over"|"total_under"|"spread"|"moneyline", selection: string, lineValue: number,
            oddsDecimal: number, oddsAmerican: int, stakeUnits: number, result: "win"|"loss"|"push"|"pending",
            resultDetail: "pending"|"win"|"loss"|"push"|"void", rule: string?, actualTotal: int?, profitLoss: number?,
            confidenceRating: int?, notes: string?, isClaimed: bool, book: string?, offerPosition: int?, position: int}
        BetAnswer = {success: bool, data: {bet: Bet}, meta: Meta}
        RecordedBetAnswer = {success: bool, data: {bet: Bet, receipt: string}, meta: Meta}
        BetsAnswer = {success: bool, data: {bets: [Bet], pagination: Pagination}, meta: Meta}
        BetFigures = {totalBets: int, wins: int, losses: int, pushes: int, pending: int, voids: int, winPercentage:
            number, totalProfitLoss: number, totalWinnings: number, totalLosses: number, roi: number, currentStreak:
            int, streakType: string?, bestStreak: int, claimed?: BetFigures}
        BetStatsAnswer = {success: bool, data: BetFigures, meta: Meta}
        WhyAnswer = {success: bool, data: {betId: int, lines: [{subject: string, text: string, position: int?, moment:
            time?}]}, meta: Meta}
        FeedMessage = {type: "feed.reports", data: {reports: [{*: any}]}, timestamp?: time}
        FeedAnswer = {success: bool, data: {messageId: string, reports: int, events: int, position: int?, isRepeat:
            bool}, meta: Meta}
        LedgerKeys = {origin: string, checkpoint: string?, receipt: string}
        Liveness = {status: string}
        Readiness = {status: string, size: int}
        OpenAPI = {openapi: string, info: {*: any}, servers: [any], tags: [any], paths: {*: any}, components: {*: any}}
        Name = {name: string}
        IdentityToken = {identityToken: string}
        """#
}
