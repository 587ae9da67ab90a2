import Foundation
import Forecast
import TestSupport
import Testing

/// The backtest over the real seasons, next to the figures that `backtest.py` prints for them.
@Suite struct BacktestTests {
    @Test(.withSharedGames)
    func theFiguresAreThoseOfThePythonProgram() throws {
        let report = Backtest(try Self.games()).report
        let lines = [
            Self.line("train", report.fit), Self.line("test", report.test),
            "model alone against the close, test: n \(report.alone.games) Brier \(Self.text(report.alone.brier, 4)) "
                + "(0.25 knows nothing)",
        ]
        #expect(
            lines == [
                "train n 2900 model MAE 14.74 sd 18.58 bias 1.66 | close MAE 14.26 sd 18.02 | model to close 3.52 "
                    + "| weight -0.041 +- 0.077",
                "test n 3216 model MAE 14.76 sd 18.60 bias -0.38 | close MAE 14.23 sd 17.97 | model to close 3.89 "
                    + "| weight -0.007 +- 0.066",
                "model alone against the close, test: n 3209 Brier 0.2592 (0.25 knows nothing)",
            ])
        #expect(
            report.bands.prefix(5).map(Self.line) == [
                "said 0.50-0.55: n 1175 said 0.525 hit 0.488 ROI at 1.91 -6.9 % +- 2.8",
                "said 0.55-0.60: n 945 said 0.573 hit 0.481 ROI at 1.91 -8.0 % +- 3.1",
                "said 0.60-0.65: n 634 said 0.623 hit 0.524 ROI at 1.91 0.0 % +- 3.8",
                "said 0.65-1.00: n 455 said 0.690 hit 0.521 ROI at 1.91 -0.5 % +- 4.5",
                "said 0.55-1.00: n 2034 said 0.615 hit 0.503 ROI at 1.91 -3.8 % +- 2.1",
            ])
        // The rule that ships says what happens, within two standard errors and the largest calibration error of the design.
        for band in report.rule {
            #expect(abs(band.said - band.hit) < 0.012, "\(Self.line(band))")
        }
        let verdicts: [Verdict] = [.hold, .leanOver, .strongUnder]
        for (band, record) in zip(report.rule, verdicts.map(MeasuredRecord.of)) {
            #expect(band.bets == record.bets)
            #expect(Self.text(band.said, 3) == "0.\(record.said)" && Self.text(band.hit, 3) == "0.\(record.hit)")
        }
        #expect(report.fit.games + report.test.games == 6116 && report.test.games == MeasuredRecord.games)
        #expect(report.around.market < report.around.model && report.around.model < report.around.baseRate)
    }

    @Test func nothingOfAGameIsUsedBeforeTheDayAfterIt() {
        // Given two histories that differ in the result of one day
        func history(_ points: Int) -> [Backtest.Game] {
            (0..<40).map { day in
                Backtest.Game(
                    season: 2023, day: day,
                    played: PlayedGame(
                        home: UInt64(1 + day % 2), away: UInt64(2 - day % 2),
                        homePoints: day == 20 ? points : 110, awayPoints: 105, possessions: 9_900, pace: 9_900),
                    closeTotal: 430)
            }
        }
        // When both are tested
        let (low, high) = (Backtest(history(80)), Backtest(history(150)))
        // Then the forecasts are equal up to that day, and differ from the next one on
        for (one, other) in zip(low.test, high.test) {
            #expect((one.expected == other.expected) == (one.game.day <= 20), "day \(one.game.day)")
        }
        #expect(low.test.count == 30)
    }

    /// Two books at -7.5 and -9.5 with even odds of 1.91: the second one's away side is the best offer. The other book expects a
    /// margin of 7.5, so that away +9.5 wins with Φ(2 / 13.3) = 0.5597: 0.5597 · 1.91 − 1 = 6.9 %.
    @Test func theBestOfferIsTheOneFarthestFromTheOthers() {
        func result(_ margin: Int) -> OfferBacktest.Result {
            OfferBacktest([
                .init(
                    margin: margin,
                    quotes: [.init(line: -15, odds: 1910, other: 1910), .init(line: -19, odds: 1910, other: 1910)])
            ]).best
        }
        // Home -7.5 by the other's 9.5 is as good an offer: both are 2 points off.
        #expect(result(8).bets == 1 && abs(result(8).said - 6.9) < 0.1)
        #expect(result(8).profit == 91)
        let alone = OfferBacktest([.init(margin: 8, quotes: [.init(line: -15, odds: 1910, other: 1910)])])
        #expect(alone.best.bets == 0)
    }

    /// The design's figure: the best offer of a game lost 4.8 ± 2.0 % in two seasons.
    @Test(.withSharedGames) func theBestRealOffersLostMoney() throws {
        var quotes: [Substring: [Consensus.Quote]] = [:]
        for row in try Self.rows("spread-offers.csv") {
            quotes[row["gameID"] ?? "", default: []].append(
                .init(
                    line: try Self.hundredths(row["spread"]) / 50, odds: try Self.hundredths(row["homeOdds"]) * 10,
                    other: try Self.hundredths(row["awayOdds"]) * 10))
        }
        let games = try Self.rows("games.csv").compactMap { row -> OfferBacktest.Game? in
            guard let offers = quotes[row["gameID"] ?? ""] else { return nil }
            return OfferBacktest.Game(
                margin: try Self.number(row["homeScore"]) - Self.number(row["awayScore"]), quotes: offers)
        }
        let backtest = OfferBacktest(games)
        #expect(backtest.best.bets == 2417)
        #expect(Self.text(backtest.best.profit, 1) == "-4.8" && Self.text(backtest.best.profitError, 1) == "2.0")
        #expect(backtest.best.said < 0 && backtest.positive.said > 0)
        #expect(backtest.positive.profit < 0)
    }

    // MARK: Reading

    private static func games() throws -> [Backtest.Game] {
        var boxes: [String: [String: Substring]] = [:]
        for row in try rows("team-box.csv") where row["home"] == "1" { boxes[String(row["gameID"] ?? "")] = row }
        return try rows("games.csv").map { row in
            let box = try #require(boxes[String(row["gameID"] ?? "")])
            return Backtest.Game(
                season: try number(row["season"]?.prefix(4)),
                day: try number(row["date"]?.filter { $0 != "-" }[...]),
                played: PlayedGame(
                    home: team(row["home"]), away: team(row["away"]), homePoints: try number(row["homeScore"]),
                    awayPoints: try number(row["awayScore"]), possessions: try hundredths(box["possessions"]),
                    pace: try hundredths(box["pace"])),
                closeTotal: try hundredths(row["closeTotal"]) / 50)
        }
    }

    private static func rows(_ name: String) throws -> [[String: Substring]] {
        let lines = try String(contentsOfFile: "\(SharedData.nba)/\(name)", encoding: .utf8).split(separator: "\n")
        let names = lines[0].split(separator: ",").map(String.init)
        return lines.dropFirst().map { line in
            Dictionary(
                uniqueKeysWithValues: zip(names, line.split(separator: ",", omittingEmptySubsequences: false)))
        }
    }

    private static func number(_ text: Substring?) throws -> Int { try #require(text.flatMap { Int($0) }) }

    private static func hundredths(_ text: Substring?) throws -> Int {
        Int((try #require(text.flatMap { Double($0) }) * 100).rounded())
    }

    private static func team(_ text: Substring?) -> UInt64 { (text ?? "").utf8.reduce(0) { $0 << 8 | UInt64($1) } }

    // MARK: Printing as the program does

    private static func text(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }

    private static func line(_ name: String, _ period: BacktestReport.Period) -> String {
        "\(name) n \(period.games) model MAE \(text(period.modelError, 2)) sd \(text(period.modelDeviation, 2)) bias "
            + "\(text(period.modelBias, 2)) | close MAE \(text(period.closeError, 2)) sd "
            + "\(text(period.closeDeviation, 2)) | model to close \(text(period.modelToClose, 2)) | weight "
            + "\(text(period.weight, 3)) +- \(text(period.weightError, 3))"
    }

    private static func line(_ band: BacktestReport.Band) -> String {
        "said \(text(Double(band.from) / 100, 2))-\(text(Double(band.to) / 100, 2)): n \(band.bets) said "
            + "\(text(band.said, 3)) hit \(text(band.hit, 3)) ROI at 1.91 \(text(band.roi, 1)) % +- "
            + "\(text(band.roiError, 1))"
    }
}
