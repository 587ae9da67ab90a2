import Bets
import Forecast
import TextFormats
import Values

/// An analysis as the app reads it: `TotalsAnalysis`, with what it takes to compute it again.
struct AnalysisView {
    let analysis: BetState.Analysis
    let game: BetState.Game
    /// The time of an answer that clients may keep.
    var generatedAt: Timestamp?

    private var made: AnalysisMade { analysis.made }

    private static let draws = 10_000

    private static let verdict: NamedShape = ("Verdict", .choice(Verdict.allCases.map(\.rawValue)))
    private static let confidence: NamedShape = ("Confidence", .choice(Confidence.allCases.map(\.rawValue)))
    /// The words of verdicts and of their confidence.
    static let words = [verdict, confidence]

    /// `GamePrediction`, as lists of games have it.
    static let prediction = Members<AnalysisView>(
        "GamePrediction",
        judgement + [
            .init("overProbability") { ExactNumber.probability($0.made.over) },
            .init("underProbability") { ExactNumber.probability($0.made.under) },
            .init("pushProbability") { ExactNumber.probability($0.made.push) },
            .init("currentTotal") { ExactNumber.line($0.made.line) },
            .init("position") { $0.analysis.position }, .init("madeAt") { AppTime($0.analysis.moment) },
        ])

    private static let judgement: [Member<AnalysisView>] = [
        .init("verdict", .named(verdict.name)) { .of(Verdict($0.made.verdict).rawValue) },
        .init("confidence", .named(confidence.name)) { .of(Confidence($0.made.confidence).rawValue) },
    ]

    /// `TotalsAnalysis`.
    static let members = Members<AnalysisView>(
        "Analysis",
        [
            .init("gameId") { "\($0.game.id)" }, .init("currentTotal") { ExactNumber.line($0.made.line) },
            .init("analysis", figures) { $0 }, .init("factors", factors) { $0.made.inputs },
            .init("simulationCount") { _ in draws }, .init("position") { $0.analysis.position },
            .init("madeAt") { AppTime($0.analysis.moment) }, .init("model") { $0.made.model.number },
            .init("seed") { $0.made.seed.hexadecimal }, .init("readAtPosition") { $0.made.position },
            .init("offerPosition") { $0.made.offer },
            .init("generatedAt", ifAny: { $0.generatedAt.map { AppTime($0) } }),
        ])

    private static let figures = Members<AnalysisView>(
        nil,
        [
            .init("simulatedMean") { ExactNumber.millionths($0.totals.mean) },
            .init("simulatedStdDev") { ExactNumber.millionths($0.totals.deviation) },
            .init("overProbability") { ExactNumber.probability($0.made.over) },
            .init("underProbability") { ExactNumber.probability($0.made.under) },
            .init("pushProbability") { ExactNumber.probability($0.made.push) },
            .init("expectedValue") { ExactNumber.decimal($0.price?.expectedValue ?? 0, digits: 6, shown: 4) },
            .init("kellyStake") { ExactNumber.decimal($0.price?.kellyStake ?? 0, digits: 6, shown: 4) },
        ] + judgement + [.init("side") { $0.side?.name }])

    private static let factors: Members<AnalysisInputs> = [
        .init("homePace") { ExactNumber.millionths($0.homePace) },
        .init("awayPace") { ExactNumber.millionths($0.awayPace) },
        .init("homeOffRtg") { ExactNumber.millionths($0.homeOffence) },
        .init("awayOffRtg") { ExactNumber.millionths($0.awayOffence) },
        .init("homeDefRtg") { ExactNumber.millionths($0.homeDefence) },
        .init("awayDefRtg") { ExactNumber.millionths($0.awayDefence) }, .init("recentTrend") { trend($0.trend) },
        .init("modelTotal") { ExactNumber.millionths(Int($0.modelHome) + Int($0.modelAway)) },
        .init("consensusTotal") { $0.consensusTotal.map { ExactNumber.millionths($0) } },
        .init("otherBooks") { $0.totalBooks }, .init("games") { $0.games },
    ]

    /// The side of the offer with the greater expected value; nil for an analysis without an offer.
    private var side: Side? {
        prices.map { $0.over.exactExpectedValue >= $0.under.exactExpectedValue ? .over : .under }
    }

    /// The price of that side.
    private var price: Price? { prices.map { side == .over ? $0.over : $0.under } }

    private var prices: (over: Price, under: Price)? {
        guard let offer = made.offer.flatMap(game.offer)?.terms else { return nil }
        let (over, under) = (Int(made.over), Int(made.under))
        return (
            Price(wins: over, losses: under, odds: Int(offer.firstOdds.thousandths)),
            Price(wins: under, losses: over, odds: Int(offer.secondOdds.thousandths))
        )
    }

    /// The simulated totals.
    private var totals: Tally { Tally(first: Int(made.firstTotal), counts: made.totals.map { Int($0) }) }

    /// "up 4.2", "down 4.2", or "flat" for less than three points. It predicts nothing: its correlation with totals is 0.
    private static func trend(_ tenths: Int16) -> String {
        let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
        return tenths.magnitude < 30 ? "flat" : "\(tenths > 0 ? "up" : "down") \(whole).\(rest)"
    }
}

extension Verdict {
    init(_ recorded: AnalysisMade.Verdict) {
        self =
            switch recorded {
            case .strongOver: .strongOver
            case .leanOver: .leanOver
            case .hold: .hold
            case .leanUnder: .leanUnder
            case .strongUnder: .strongUnder
            }
    }
}

extension Confidence {
    fileprivate init(_ recorded: AnalysisMade.Confidence) {
        self =
            switch recorded {
            case .low: .low
            case .medium: .medium
            case .high: .high
            case .veryHigh: .veryHigh
            }
    }
}
