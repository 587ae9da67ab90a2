import Forecast
import TestSupport
import Testing

@Suite(.seeded) struct PriceTests {
    /// By hand: p = 0.58, q = 0.42, b = 0.91: EV = 0.5278 − 0.42 = 0.1078; Kelly = 0.1078 / 0.91 = 0.118462; a quarter is
    /// 0.0296, and more than 0.02 is never shown.
    @Test func anOfferIsPricedByHand() {
        let price = Price(wins: 5800, losses: 4200, odds: 1910)
        #expect(price.expectedValue == 107_800)
        #expect(price.kelly == 118_462)
        #expect(price.kellyStake == 20_000)
    }

    /// p = 0.54, q = 0.43, push 0.03, b = 1: EV = 0.11; Kelly = 0.11 / 0.97 = 0.113402.
    @Test func pushesAreLeftOutOfKelly() {
        let price = Price(wins: 5400, losses: 4300, odds: 2000)
        #expect(price.expectedValue == 110_000)
        #expect(price.kelly == 113_402)
    }

    /// p = 0.53 at 1.91: EV = 0.4823 − 0.47 = 0.0123; Kelly = 0.013516; a quarter is 0.003379.
    @Test func aSmallEdgeIsAQuarterOfKelly() {
        let price = Price(wins: 5300, losses: 4700, odds: 1910)
        #expect(price.expectedValue == 12_300)
        #expect(price.kelly == 13_516)
        #expect(price.kellyStake == 3379)
    }

    @Test func breakEvenAtOneNinetyOneIsBetween5235And5236Draws() {
        #expect(Price(wins: 5235, losses: 4765, odds: 1910).exactExpectedValue < 0)
        #expect(Price(wins: 5236, losses: 4764, odds: 1910).exactExpectedValue > 0)
        #expect(Price(wins: 5235, losses: 4765, odds: 1910).kelly == 0)
    }

    @Test func theMarginIsRemovedInProportion() {
        #expect(Price.fairProbability(odds: 1910, other: 1910) == 500_000)
        // 1/1.80 = 0.5556, 1/2.05 = 0.4878: 0.5556 / 1.0434 = 0.532468
        #expect(Price.fairProbability(odds: 1800, other: 2050) == 532_468)
        #expect(Price.overround(odds: 1800, other: 2050) == 43_360)
        #expect(Price.overround(odds: 1910, other: 1910) == 47_120)
    }

    @Test func nobodyStakesWithoutAnEdgeAndFairOddsHaveNone() {
        var generator = SeededGenerator(seed: 41)
        for _ in 0..<5000 {
            let wins = Int.random(in: 0...10_000, using: &generator)
            let losses = Int.random(in: 0...(10_000 - wins), using: &generator)
            let odds = Int.random(in: 1001...20_000, using: &generator)
            let price = Price(wins: wins, losses: losses, odds: odds)
            #expect((price.kelly > 0) == (price.exactExpectedValue > 0) || price.exactExpectedValue < 10_000)
            #expect((0...Price.greatestStake).contains(price.kellyStake))
            #expect(price.kelly <= 1_000_000)
            let other = Int.random(in: 1001...20_000, using: &generator)
            let sum =
                Price.fairProbability(odds: odds, other: other) + Price.fairProbability(odds: other, other: odds)
            #expect(abs(sum - 1_000_000) <= 1)
        }
    }
}

@Suite struct ConsensusTests {
    @Test func evenOddsExpectTheLine() {
        let quote = Consensus.Quote(line: 449, odds: 1910, other: 1910)
        #expect(Consensus.total([quote]) == Consensus(mean: 224_500_000, books: 1))
        #expect(
            Consensus.margin([.init(line: -15, odds: 1910, other: 1910)]) == Consensus(mean: 7_500_000, books: 1))
    }

    /// Over at 1.80 and under at 2.05: fair 0.532468, so 0.032468 / 0.0222 = 1.46252 points more than the line.
    @Test func unequalOddsExpectMoreOnTheCheaperSide() {
        let total = Consensus.total([.init(line: 449, odds: 1800, other: 2050)])
        #expect(total?.mean == 224_500_000 + 1_462_523)
        // A home team that is favoured by more than its line: 0.032468 / 0.03
        let margin = Consensus.margin([.init(line: -15, odds: 1800, other: 2050)])
        #expect(margin?.mean == 7_500_000 + 1_082_267)
    }

    @Test func theMedianIgnoresOneOutlyingBook() {
        let lines = [448, 449, 449, 450, 480]
        let consensus = Consensus.total(lines.map { .init(line: $0, odds: 1900, other: 1900) })
        #expect(consensus == Consensus(mean: 224_500_000, books: 5))
        #expect(Consensus.total([]) == nil && Consensus.margin([]) == nil)
    }
}

@Suite struct VerdictTests {
    private static func verdict(over: Int, push: Int = 0, odds: (Int, Int) = (1910, 1910), alone: Bool = false)
        -> Verdict
    {
        let under = 10_000 - over - push
        return Verdict(
            over: Price(wins: over, losses: under, odds: odds.0), under: Price(wins: under, losses: over, odds: odds.1),
            hasConsensus: !alone)
    }

    @Test(arguments: [
        (6000, Verdict.strongOver), (5999, .leanOver), (5500, .leanOver), (5499, .hold), (5000, .hold),
        (4501, .hold), (4500, .leanUnder), (4001, .leanUnder), (4000, .strongUnder),
    ])
    func thresholdsAreThoseOfTheDesign(over: Int, verdict: Verdict) {
        #expect(Self.verdict(over: over) == verdict)
    }

    /// The one example of the seeds: P(over) 0.42 and P(under) 0.58.
    @Test func theExampleOfTheSeedsLeansUnder() {
        #expect(Self.verdict(over: 4200).rawValue == "LEAN_UNDER")
    }

    @Test func aPriceWithoutProfitIsHeldHoweverProbable() {
        #expect(Self.verdict(over: 6200, odds: (1600, 2400)) == .hold)
        #expect(Self.verdict(over: 7000, alone: true) == .hold)
    }

    /// A verdict needs a line 2.3 points off the consensus: P(over) = 0.55 at a distance of 0.1257 · 18 = 2.26 points.
    @Test func aVerdictNeedsALineMoreThanTwoPointsOff() {
        let (near, far) = (2_200_000, 2_300_000)
        #expect(Normal.probability(above: -near / 18) < 550_000_000)
        #expect(Normal.probability(above: -far / 18) > 550_000_000)
    }

    @Test(arguments: [
        (9, 5, 60, Confidence.low), (10, 0, 60, .low), (10, 1, 60, .medium), (10, 2, 60, .medium),
        (10, 3, 3601, .high), (10, 3, 3600, .veryHigh), (10, 3, 0, .veryHigh), (10, 3, -1, .high),
    ])
    func confidenceIsThatOfTheDesign(games: Int, books: Int, seconds: Int, confidence: Confidence) {
        #expect(Confidence(games: games, books: books, secondsToTipOff: seconds) == confidence)
    }
}
