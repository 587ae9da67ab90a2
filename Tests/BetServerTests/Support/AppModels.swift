import Foundation

/// The app's types as far as its specification lists their fields, decoded as its client does: times by ISO 8601, whole seconds.
enum AppModels {
    struct Envelope<Content: Decodable>: Decodable {
        var success: Bool
        var data: Content?
        var error: Failure?
        var meta: Meta?
    }

    struct Failure: Decodable {
        var code: String
        var message: String
    }

    struct Meta: Decodable {
        var generatedAt: String
        var season: String
        var cacheTTL: Int?
        var pagination: Pagination?
    }

    struct Pagination: Decodable, Equatable {
        var total: Int
        var limit: Int
        var offset: Int
    }

    struct Team: Decodable {
        var teamId: Int64
        var fullName: String
        var abbreviation: String
        var nickname: String
        var city: String
        var yearFounded: Int?
    }

    struct BettingLine: Decodable {
        var spread: Decimal
        var homeSpreadOdds: Decimal
        var awaySpreadOdds: Decimal
        var total: Decimal
        var overOdds: Decimal
        var underOdds: Decimal
        var homeMoneyline: Int
        var awayMoneyline: Int
        var recordedAt: Date
        var isOpening: Bool
        var isClosing: Bool
    }

    struct Prediction: Decodable {
        var verdict: Verdict
        var confidence: Confidence
        var overProbability: Decimal
        var underProbability: Decimal
    }

    struct Game: Decodable {
        var gameId: String
        /// A bare date, which clients decode as text.
        var gameDate: String
        var gameDateTime: Date?
        var season: String
        var homeTeamId: Int64
        var awayTeamId: Int64
        var homeScore: Int?
        var awayScore: Int?
        var status: String
        var quarter: Int?
        var clock: String?
        var homeTeam: Team?
        var awayTeam: Team?
        var bettingLine: BettingLine?
        var prediction: Prediction?
    }

    struct GamesToday: Decodable {
        var games: [Game]
        var generatedAt: Date
    }

    struct GameDetails: Decodable {
        var game: Game
        var homeTeam: Team
        var awayTeam: Team
        var bettingLine: BettingLine?
        var prediction: Prediction?
    }

    enum Verdict: String, Decodable {
        case strongOver = "STRONG_OVER"
        case leanOver = "LEAN_OVER"
        case hold = "HOLD"
        case leanUnder = "LEAN_UNDER"
        case strongUnder = "STRONG_UNDER"
    }

    enum Confidence: String, Decodable {
        case low, medium, high
        case veryHigh = "very_high"
    }

    struct TotalsAnalysis: Decodable {
        struct Result: Decodable {
            var simulatedMean: Decimal
            var simulatedStdDev: Decimal
            var overProbability: Decimal
            var underProbability: Decimal
            var expectedValue: Decimal
            var kellyStake: Decimal
            var verdict: Verdict
            var confidence: Confidence
        }

        struct Factors: Decodable {
            var homePace: Decimal
            var awayPace: Decimal
            var homeOffRtg: Decimal
            var awayOffRtg: Decimal
            var homeDefRtg: Decimal
            var awayDefRtg: Decimal
            var recentTrend: String
        }

        var gameId: String
        var currentTotal: Decimal
        var analysis: Result
        var factors: Factors
        var simulationCount: Int
    }

    struct PlayerProp: Decodable {
        var playerId: Int64
        var playerName: String
        var teamAbbreviation: String
        var position: String
        var isStarter: Bool
        var gameId: String
        var pointsAvg: Decimal
        var assistsAvg: Decimal
        var reboundsAvg: Decimal
        var gamesPlayed: Int
        var pointsLine: Decimal?
        var pointsOverOdds: Decimal?
        var pointsUnderOdds: Decimal?
        var edgeVerdict: String
        var edgePoints: Decimal
        var defenseRank: Int?
    }

    struct Props: Decodable {
        var games: [Game]
        var players: [PlayerProp]
        var generatedAt: Date
    }

    struct UserBet: Decodable {
        var betId: Int
        var betDate: Date
        var gameId: String
        var homeTeamAbbr: String
        var awayTeamAbbr: String
        var gameDateTime: Date
        var betType: String
        var selection: String
        var lineValue: Decimal
        var oddsDecimal: Decimal
        var oddsAmerican: Int?
        var stakeUnits: Decimal
        var result: String?
        var actualTotal: Decimal?
        var profitLoss: Decimal?
        var confidenceRating: Int?
        var notes: String?

        var isPending: Bool { result == nil || result == "pending" }
    }

    struct Bets: Decodable {
        var bets: [UserBet]
        var pagination: Pagination
    }

    struct Bet: Decodable { var bet: UserBet }

    struct BetStats: Decodable {
        var totalBets: Int
        var wins: Int
        var losses: Int
        var pushes: Int
        var pending: Int
        var winPercentage: Decimal
        var totalProfitLoss: Decimal
        var totalWinnings: Decimal
        var totalLosses: Decimal
        var roi: Decimal
        var currentStreak: Int
        var bestStreak: Int
        var streakType: String?
    }

    struct Tokens: Decodable {
        var accessToken: String
        var refreshToken: String
        var userId: String
    }

    /// Decodes an answer.
    static func decode<Content: Decodable>(_ type: Content.Type, _ answer: BetTable.Answer) throws -> Envelope<Content>
    {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(Envelope<Content>.self, from: Data(answer.text.utf8))
    }
}
