public import Values

/// A version of the analysis model: its parameters, the digest of its table, and the digest of its backtest.
///
/// Points and standard deviations are in millionths, shares in ten-thousandths.
public struct ModelPublished: Hashable, Sendable {
    /// The SHA-256 of the table of normal quantiles.
    public var table: Digest256
    /// The SHA-256 of the backtest's printed figures.
    public var backtest: Digest256
    public var parameters: ModelParameters
    /// The name that people read: "totals 1".
    public var title: String

    public init(table: Digest256, backtest: Digest256, parameters: ModelParameters, title: String) {
        self.table = table
        self.backtest = backtest
        self.parameters = parameters
        self.title = title
    }

    package static var blank: Self {
        Self(table: .zero, backtest: .zero, parameters: .blank, title: "")
    }
}

extension ModelPublished: BetEventBody {
    package static let facts = BetEventFacts(.modelPublished, home: .model, causes: [.publishModel])
}

/// The constants of an analysis model.
public struct ModelParameters: Hashable, Sendable, BitwiseCopyable {
    /// The number of a team's latest games that count.
    public var window: UInt16
    /// The number of games of the league's mean that a rating is mixed with.
    public var shrinkage: UInt16
    /// Half the home team's advantage, in millionths of a point per 100 possessions.
    public var homeAdvantage: Int32
    public var leagueWeight: UInt16
    public var biasWeight: UInt16
    /// The part of the model in the centre of the simulation, in ten-thousandths: 0 for the market alone.
    public var weight: UInt16
    /// The league's means of the season before: points per 100 possessions, possessions per 48 minutes, points of a game
    /// beyond the ratings'; in millionths.
    public var leagueRating: Int32
    public var leaguePace: Int32
    public var leagueBias: Int32
    /// Standard deviations in millionths of a point.
    public var totalDeviationOfMarket: Int32
    public var totalDeviationOfModel: Int32
    public var marginDeviation: Int32
    /// The number of draws of a simulation.
    public var draws: UInt16
    /// The draws from which a verdict leans and from which it is strong.
    public var lean: UInt16
    public var strong: UInt16
    /// The share of Kelly's stake that is shown, and the greatest stake; in ten-thousandths.
    public var kellyShare: UInt16
    public var greatestStake: UInt16

    public init(
        window: UInt16, shrinkage: UInt16, homeAdvantage: Int32, leagueWeight: UInt16, biasWeight: UInt16,
        weight: UInt16, leagueRating: Int32, leaguePace: Int32, leagueBias: Int32, totalDeviationOfMarket: Int32,
        totalDeviationOfModel: Int32, marginDeviation: Int32, draws: UInt16, lean: UInt16, strong: UInt16,
        kellyShare: UInt16, greatestStake: UInt16
    ) {
        self.window = window
        self.shrinkage = shrinkage
        self.homeAdvantage = homeAdvantage
        self.leagueWeight = leagueWeight
        self.biasWeight = biasWeight
        self.weight = weight
        self.leagueRating = leagueRating
        self.leaguePace = leaguePace
        self.leagueBias = leagueBias
        self.totalDeviationOfMarket = totalDeviationOfMarket
        self.totalDeviationOfModel = totalDeviationOfModel
        self.marginDeviation = marginDeviation
        self.draws = draws
        self.lean = lean
        self.strong = strong
        self.kellyShare = kellyShare
        self.greatestStake = greatestStake
    }

    package static let blank = ModelParameters(
        window: 0, shrinkage: 0, homeAdvantage: 0, leagueWeight: 0, biasWeight: 0, weight: 0, leagueRating: 0,
        leaguePace: 0, leagueBias: 0, totalDeviationOfMarket: 0, totalDeviationOfModel: 0, marginDeviation: 0,
        draws: 0, lean: 0, strong: 0, kellyShare: 0, greatestStake: 0)
}

/// An analysis of a game's total by simulation, with all that is needed to compute it again.
///
/// Points and ratings are in millionths, as the simulation computes.
public struct AnalysisMade: Hashable, Sendable {
    /// The number of records in the ledger when the inputs were read.
    public var position: UInt64
    public var model: ModelVersion
    /// The SHA-256 of the origin, the game, the model and the position.
    public var seed: Digest256
    /// The position of the offer that was looked at; nil where there was none.
    public var offer: UInt64?
    /// The line of the total that was looked at.
    public var line: Line
    public var inputs: AnalysisInputs
    /// The draws above the line, below it, and equal to it, of 10,000.
    public var over: UInt16
    public var under: UInt16
    public var push: UInt16
    public var verdict: Verdict
    public var confidence: Confidence
    /// The total of the first bar, and the margin (home minus away) of the first bar.
    public var firstTotal: UInt16
    public var firstMargin: Int16
    /// The number of draws for each total from `firstTotal` on, and for each margin from `firstMargin` on.
    public var totals: [UInt16]
    public var margins: [UInt16]

    public init(
        position: UInt64, model: ModelVersion, seed: Digest256, offer: UInt64?, line: Line, inputs: AnalysisInputs,
        over: UInt16, under: UInt16, push: UInt16, verdict: Verdict, confidence: Confidence, firstTotal: UInt16 = 0,
        firstMargin: Int16 = 0, totals: [UInt16] = [], margins: [UInt16] = []
    ) {
        self.position = position
        self.model = model
        self.seed = seed
        self.offer = offer
        self.line = line
        self.inputs = inputs
        self.over = over
        self.under = under
        self.push = push
        self.verdict = verdict
        self.confidence = confidence
        self.firstTotal = firstTotal
        self.firstMargin = firstMargin
        self.totals = totals
        self.margins = margins
    }

    /// The verdict of an analysis about an offer. Records store the raw values, so they are permanent.
    public enum Verdict: UInt8, CaseIterable, Sendable, Codable {
        case strongOver = 1
        case leanOver = 2
        case hold = 3
        case leanUnder = 4
        case strongUnder = 5
    }

    /// How much an analysis rests on. Records store the raw values, so they are permanent.
    public enum Confidence: UInt8, CaseIterable, Sendable, Codable {
        case low = 1
        case medium = 2
        case high = 3
        case veryHigh = 4
    }

    package static var blank: Self {
        Self(
            position: 0, model: 0, seed: .zero, offer: nil, line: .none, inputs: .blank, over: 0, under: 0, push: 0,
            verdict: .hold, confidence: .low)
    }
}

extension AnalysisMade: BetEventBody {
    package static let facts = BetEventFacts(.analysisMade, home: .analysis, causes: [.makeAnalysis])
}

/// The inputs of a simulation: the model's own expectation, the other books' consensus, and the ratings behind them.
public struct AnalysisInputs: Hashable, Sendable, BitwiseCopyable {
    /// The points that the model alone expects, in millionths.
    public var modelHome: Int32
    public var modelAway: Int32
    /// The fewer games of the two teams.
    public var games: UInt16
    /// The other books' expectation of the total and of the margin, in millionths; nil without other books.
    public var consensusTotal: Int32?
    public var consensusMargin: Int32?
    /// The numbers of these books.
    public var totalBooks: UInt8
    public var marginBooks: UInt8
    /// Possessions per 48 minutes, and points per 100 possessions, in millionths.
    public var homePace: Int32
    public var awayPace: Int32
    public var homeOffence: Int32
    public var awayOffence: Int32
    public var homeDefence: Int32
    public var awayDefence: Int32
    /// The last five games less the last twenty of both teams, in tenths of a point.
    public var trend: Int16

    public init(
        modelHome: Int32, modelAway: Int32, games: UInt16, consensusTotal: Int32?, consensusMargin: Int32?,
        totalBooks: UInt8, marginBooks: UInt8, homePace: Int32, awayPace: Int32, homeOffence: Int32,
        awayOffence: Int32, homeDefence: Int32, awayDefence: Int32, trend: Int16
    ) {
        self.modelHome = modelHome
        self.modelAway = modelAway
        self.games = games
        self.consensusTotal = consensusTotal
        self.consensusMargin = consensusMargin
        self.totalBooks = totalBooks
        self.marginBooks = marginBooks
        self.homePace = homePace
        self.awayPace = awayPace
        self.homeOffence = homeOffence
        self.awayOffence = awayOffence
        self.homeDefence = homeDefence
        self.awayDefence = awayDefence
        self.trend = trend
    }

    package static let blank = AnalysisInputs(
        modelHome: 0, modelAway: 0, games: 0, consensusTotal: nil, consensusMargin: nil, totalBooks: 0, marginBooks: 0,
        homePace: 0, awayPace: 0, homeOffence: 0, awayOffence: 0, homeDefence: 0, awayDefence: 0, trend: 0)
}
