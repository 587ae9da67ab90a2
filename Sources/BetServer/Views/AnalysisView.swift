import Bets
import Forecast
import TextFormats
import Values

/// An analysis as the app reads it: `TotalsAnalysis`, with what it takes to compute it again.
struct AnalysisView {
    let analysis: BetState.Analysis
    let game: BetState.Game

    private var made: AnalysisMade { analysis.made }

    private static let draws = 10_000

    private var verdict: String {
        switch made.verdict {
        case .strongOver: "STRONG_OVER"
        case .leanOver: "LEAN_OVER"
        case .hold: "HOLD"
        case .leanUnder: "LEAN_UNDER"
        case .strongUnder: "STRONG_UNDER"
        }
    }

    private var confidence: String {
        switch made.confidence {
        case .low: "low"
        case .medium: "medium"
        case .high: "high"
        case .veryHigh: "very_high"
        }
    }

    /// `GamePrediction`, as lists of games have it.
    var prediction: JSON {
        [
            "verdict": .of(verdict), "confidence": .of(confidence), "overProbability": .probability(made.over),
            "underProbability": .probability(made.under), "pushProbability": .probability(made.push),
            "currentTotal": .line(made.line), "position": .of(analysis.position), "madeAt": .seconds(analysis.moment),
        ]
    }

    /// `TotalsAnalysis`.
    var json: JSON {
        let inputs = made.inputs
        let totals = totals
        return [
            "gameId": .of("\(game.id)"), "currentTotal": .line(made.line),
            "analysis": [
                "simulatedMean": .millionths(totals.mean), "simulatedStdDev": .millionths(totals.deviation),
                "overProbability": .probability(made.over), "underProbability": .probability(made.under),
                "pushProbability": .probability(made.push),
                "expectedValue": .decimal(price.map(\.expectedValue) ?? 0, digits: 6, shown: 4),
                "kellyStake": .decimal(price.map(\.kellyStake) ?? 0, digits: 6, shown: 4), "verdict": .of(verdict),
                "confidence": .of(confidence), "side": .of(side?.name),
            ],
            "factors": [
                "homePace": .millionths(inputs.homePace), "awayPace": .millionths(inputs.awayPace),
                "homeOffRtg": .millionths(inputs.homeOffence), "awayOffRtg": .millionths(inputs.awayOffence),
                "homeDefRtg": .millionths(inputs.homeDefence), "awayDefRtg": .millionths(inputs.awayDefence),
                "recentTrend": .of(trend), "modelTotal": .millionths(Int(inputs.modelHome) + Int(inputs.modelAway)),
                "consensusTotal": inputs.consensusTotal.map { .millionths($0) } ?? nil,
                "otherBooks": .of(inputs.totalBooks), "games": .of(inputs.games),
            ],
            "simulationCount": .of(Self.draws), "position": .of(analysis.position),
            "madeAt": .seconds(analysis.moment), "model": .of(made.model.number), "seed": .of(made.seed.hexadecimal),
            "readAtPosition": .of(made.position), "offerPosition": .of(made.offer),
        ]
    }

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
    private var trend: String {
        let tenths = Int(made.inputs.trend)
        guard abs(tenths) >= 30 else { return "flat" }
        return "\(tenths > 0 ? "up" : "down") \(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}
