import Testing
import Values

@testable import Bets  // rounding, which other modules only see in profits

/// Lines, odds, stakes and profits as integers.
@Suite struct BetNumbersTests {
    @Test(arguments: [
        (-280, "1.357"), (230, "3.300"), (100, "2.000"), (-100, "2.000"), (-110, "1.909"), (110, "2.100"),
        (-800, "1.125"), (-10_000, "1.010"), (-1_600, "1.062"), (-320, "1.312"), (-640, "1.156"), (99_900, "1000.000"),
    ])
    func americanOddsBecomeDecimalOdds(american: Int, decimal: String) {
        #expect(Odds(american: american)?.description == decimal)
    }

    @Test(arguments: [0, 99, -99, 1, 100_001, -100_001, 99_901, .min, .max])
    func americanOddsThatNoBookWritesAreRefused(american: Int) {
        #expect(Odds(american: american) == nil)
    }

    /// As far as odds that books write differ in their thousandths.
    @Test func decimalOddsBecomeTheAmericanOddsThatTheyCameFrom() throws {
        for american in Array(-310 ... -101) + Array(100...2_000) {
            let odds = try #require(Odds(american: american))
            #expect(odds.american == american)
        }
    }

    @Test(arguments: [
        (1_000, 1_910, "+0.910"), (1_000, 1_357, "+0.357"), (500, 1_001, "0.000"), (1_500, 1_001, "+0.002"),
        (2_500, 1_001, "+0.002"), (1_501, 1_001, "+0.002"), (1_000_000, 1_000_000, "+999000.000"), (1, 1_500, "0.000"),
        (3, 1_500, "+0.002"),
    ])
    func theProfitOfAWinIsRoundedHalfToEven(stake: UInt32, odds: UInt32, profit: String) {
        #expect(Profit.ofWin(Stake(thousandths: stake), at: Odds(thousandths: odds)).description == profit)
    }

    @Test(arguments: [
        (5, 2, 2), (7, 2, 4), (-5, 2, -2), (-7, 2, -4), (-1, 2, 0), (1, 2, 0), (3, 2, 2), (-3, 2, -2), (10, 4, 2),
        (11, 4, 3), (9, 4, 2), (-9, 4, -2), (-11, 4, -3), (7, 3, 2), (8, 3, 3),
    ])
    func halvesGoToTheEvenNeighbour(dividend: Int64, divisor: Int64, quotient: Int64) {
        #expect(dividend.dividedHalfEven(by: divisor) == quotient)
    }

    @Test(arguments: [
        ("224.5", 449), ("224.0", 448), ("224", 448), ("-7.5", -15), ("+7.5", 15), ("-0.5", -1), ("0", 0), ("-7", -14),
    ])
    func linesAreReadInHalfPoints(text: String, halfPoints: Int16) {
        #expect(Line(text)?.halfPoints == halfPoints)
        #expect(Line(halfPoints: halfPoints).description == text.replacing("+", with: "").replacing(".0", with: ""))
    }

    @Test(arguments: ["224.25", "", "-", ".5", "5.", "1e3", "20000", "224,5", "224.5000", "--7", "7.5 ", "１"])
    func whatIsNoLineIsNotRead(text: String) {
        #expect(Line(text) == nil)
    }

    @Test(arguments: ["-1.91", "1.9101", "1,91", "", "9999999"])
    func whatIsNoPriceIsNotRead(text: String) {
        #expect(Odds(text) == nil)
    }

    @Test func oddsAndStakesAreReadAsTheyAreWritten() {
        #expect(Odds("1.91")?.thousandths == 1_910)
        #expect(Odds(thousandths: 1_910).description == "1.910")
        #expect(Stake("0.005")?.thousandths == 5)
        #expect(Stake(thousandths: 12_034).description == "12.034")
        #expect(Profit(thousandths: -1_000).description == "-1.000")
        #expect(Profit(thousandths: -5).description == "-0.005")
    }

    @Test(arguments: ["1970-01-01", "2024-02-29", "2025-11-30", "2499-12-31"])
    func datesAreReadAsTheyAreWritten(text: String) throws {
        let date = try #require(GameDate(text))
        #expect(date.description == text)
        #expect(GameDate.allowed.contains(date))
    }

    @Test(arguments: ["2025-02-29", "2025-11-30T00:00", "2025-1-30", "2500-01-01", "30.11.2025", "1969-12-31"])
    func whatIsNoDateOfAGameIsNotRead(text: String) {
        #expect(GameDate(text).map { GameDate.allowed.contains($0) } != true)
    }
}
