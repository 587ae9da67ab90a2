import Forecast
import Foundation
import TestSupport
import Testing

@Suite(.seeded) struct TotalsModelTests {
    private static func game(_ home: UInt64, _ away: UInt64, _ points: (Int, Int), pace: Int = 9_800) -> PlayedGame {
        PlayedGame(
            home: home, away: away, homePoints: points.0, awayPoints: points.1, possessions: pace, pace: pace)
    }

    /// TOR 130, NOP 122 on 22 October 2019, from the box score: 117.26 possessions, a pace of 106.2 in 53 minutes.
    @Test func possessionsAndPaceComeFromTheBoxScore() {
        let game = PlayedGame(
            home: 1, away: 2, homePoints: 130, awayPoints: 122,
            boxes: (
                ShotBox(fieldGoalAttempts: 103, freeThrowAttempts: 38, offensiveRebounds: 16, turnovers: 17),
                ShotBox(fieldGoalAttempts: 102, freeThrowAttempts: 20, offensiveRebounds: 16, turnovers: 19)
            ), minutes: 265)
        #expect(game.possessions == 11_726)
        #expect(game.pace == 10_620)
    }

    @Test func aTeamWithoutGamesIsTheLeague() {
        let ratings = TotalsModel().ratings
        #expect(ratings.team(1) == TeamRating(offence: 110_000_000, defence: 110_000_000, pace: 100_000_000, games: 0))
        let expected = ratings.expected(home: 1, away: 2)
        // 100 possessions at 110 points, ± 1.1, and half of 1.1 each
        #expect(expected.home == 111_650_000 && expected.away == 109_450_000)
        #expect(expected.total == 221_100_000 && expected.margin == 2_200_000)
        #expect(ratings.leagueTotal == 221_100_000)
    }

    /// One game of two teams, by hand. 120 and 100 points in 100 possessions: the league is (110 + 50 · 110) / 51 = 110.
    /// Raw ratings are 120/100 and 100/120; the opponent's are shrunk by 1/11 and removed, the rest is shrunk by 1/11.
    @Test func ratingsAreShrunkAndOpponentsRemoved() {
        var model = TotalsModel()
        model.record(day: [Self.game(1, 2, (120, 100), pace: 10_000)])
        let rating = model.ratings.team(1)
        // The opponent's raw defence is 120, so 10 above the league, of which 1/11 counts: 110 + (10 − 10/11)/11
        let share = (10.0 - 10.0 / 11) / 11
        #expect(abs(Double(rating.offence) / 1e6 - (110 + share)) < 1e-5)
        #expect(abs(Double(rating.defence) / 1e6 - (110 - share)) < 1e-5)
        #expect(rating.pace == 100_000_000 && rating.games == 1)
        // The game brought 220 points and 221.1 − 1.1 were expected: no residual, and the bias moves by 1/201.
        #expect(model.ratings.bias == 1_094_527)
        #expect(model.means.rating == 110_000_000)
    }

    @Test func onlyTheLastTwentyGamesCount() {
        // Given a team that scored much long ago, and one that never did
        var (one, other) = (TotalsModel(), TotalsModel())
        for day in 0..<45 {
            let early = day < 20
            one.record(day: [Self.game(1, 2, (early ? 150 : 110, 100))])
            other.record(day: [Self.game(1, 2, (110, 100))])
        }
        // Then their forms are the same, and only league and bias remember
        #expect(one.form(of: 1) == other.form(of: 1))
        #expect(one.form(of: 1)?.totals == Array(repeating: 210, count: 20))
        #expect(one.ratings.team(1).games == 20)
    }

    @Test func integersFollowTheFormulasInFloatingPoint() {
        var generator = SeededGenerator(seed: 51)
        var model = TotalsModel()
        var rows: [UInt64: [(opponent: UInt64, scored: Double, allowed: Double, possessions: Double)]] = [:]
        for _ in 0..<40 {
            var day: [PlayedGame] = []
            for pair in 0..<4 {
                let (home, away) = (UInt64(2 * pair + 1), UInt64(2 * pair + 2 + (pair == 3 ? 0 : 0)))
                let other = UInt64.random(in: 1...8, using: &generator)
                let opponent = other == home ? away : other
                let game = Self.game(
                    home, opponent,
                    (Int.random(in: 85...140, using: &generator), Int.random(in: 85...140, using: &generator)),
                    pace: Int.random(in: 9_000...10_900, using: &generator))
                day.append(game)
                let possessions = Double(game.possessions) / 100
                rows[home, default: []].append(
                    (opponent, Double(game.homePoints), Double(game.awayPoints), possessions))
                rows[opponent, default: []].append(
                    (home, Double(game.awayPoints), Double(game.homePoints), possessions))
            }
            model.record(day: day)
        }
        let raw = rows.mapValues { games in
            let last = games.suffix(20)
            let possessions = last.reduce(0) { $0 + $1.possessions }
            return (
                offence: 100 * last.reduce(0) { $0 + $1.scored } / possessions,
                defence: 100 * last.reduce(0) { $0 + $1.allowed } / possessions, games: Double(last.count)
            )
        }
        let league = Double(model.ratings.league) / 1e6
        for (team, games) in rows {
            let last = games.suffix(20)
            let possessions = last.reduce(0) { $0 + $1.possessions }
            var removed = 0.0
            for game in last {
                guard let opponent = raw[game.opponent] else { continue }
                removed += opponent.games / (opponent.games + 10) * (opponent.defence - league) * game.possessions
            }
            let own = raw[team]?.offence ?? 0
            let count = Double(last.count)
            let exact = league + count / (count + 10) * (own - removed / possessions - league)
            #expect(abs(Double(model.ratings.team(team).offence) / 1e6 - exact) < 1e-5, "team \(team)")
        }
    }

    @Test(arguments: [(42, "up 4.2"), (-31, "down 3.1"), (30, "up 3.0"), (29, "flat"), (-29, "flat"), (0, "flat")])
    func trendsHaveAWord(tenths: Int, text: String) {
        #expect(RecentTrend(tenths: tenths).description == text)
    }

    @Test func theTrendIsTheMeanOfBothTeams() {
        // 15 games of 200 and five of 212: the last five are 9 above all twenty; the other team is level.
        let rising = TeamForm(totals: Array(repeating: 200, count: 15) + Array(repeating: 212, count: 5))
        let level = TeamForm(totals: Array(repeating: 210, count: 20))
        #expect(RecentTrend(home: rising, away: level).description == "up 4.5")
        #expect(RecentTrend(home: nil, away: nil).description == "flat")
    }
}

@Suite struct TotalsForecastTests {
    private static let model = ExpectedGame(home: 120_000_000, away: 110_000_000, games: 20)

    @Test func theMarketIsTheCentreWithoutAWeight() {
        let inputs = TotalsInputs(
            model: Self.model, total: Consensus(mean: 224_000_000, books: 3), margin: nil)
        #expect(inputs.simulatedMean == 224_000_000)
        #expect(inputs.simulation.totalDeviation == 18_000_000)
        #expect(inputs.simulation.marginMean == 10_000_000)
    }

    @Test func aWeightMovesTheCentreToTheModel() {
        let inputs = TotalsInputs(
            model: Self.model, total: Consensus(mean: 224_000_000, books: 3), margin: nil, weight: 2500)
        #expect(inputs.simulatedMean == 225_500_000)
    }

    @Test func withoutAConsensusTheModelIsAloneAndWider() {
        let inputs = TotalsInputs(model: Self.model, total: nil, margin: nil)
        #expect(inputs.simulatedMean == 230_000_000)
        #expect(inputs.simulation.totalDeviation == 18_600_000)
    }

    @Test func aWholeLinePushesInTheCountsOfBothSides() {
        var game = SimulatedGame()
        for total in [223, 224, 224, 225, 226] { game.totals.add(total) }
        let forecast = TotalsForecast(game, line: 448, odds: (1910, 1910), hasConsensus: true)
        #expect(forecast.over.wins == 2 && forecast.over.losses == 1)
        #expect(forecast.under.wins == 1 && forecast.under.losses == 2)
    }
}

@Suite struct PropModelTests {
    @Test func theMeanIsThreeQuartersLongAndAQuarterShort() throws {
        // 20 points in fifteen games and 28 in the last five: 22 and 28, so 23.5; the opponent allows 4 % more: 2 % more.
        let points = Array(repeating: 20, count: 15) + Array(repeating: 28, count: 5)
        let model = try #require(PropModel(points: points, defence: 114_400_000, league: 110_000_000))
        #expect(model.mean == 23_970_000)
        #expect(model.games == 20)
        #expect(PropModel(points: [], defence: 110_000_000, league: 110_000_000) == nil)
    }

    @Test func theDeviationFollowsItsFormula() {
        for tenths in 10...600 {
            let mean = Double(tenths) / 10
            let found = Double(PropModel(mean: tenths * 100_000, games: 20).deviation) / 1e6
            #expect(abs(found - 2.5 * pow(mean, 0.377)) < 0.04, "\(mean): \(found)")
        }
    }

    @Test(arguments: [45, 44, 31, 61])
    func countsAreThoseOfTheExactNormal(line: Int) {
        let model = PropModel(mean: 22_000_000, games: 20)
        let deviation = 2.5 * pow(22.0, 0.377)
        func above(_ points: Double) -> Double { 0.5 * erfc((points - 21.6) / deviation / 2.0.squareRoot()) }
        let counts = model.counts(line: line)
        let (upper, lower) = line % 2 == 0 ? (line + 1, line - 1) : (line, line)
        #expect(abs(Double(counts.over) / 1e4 - above(Double(upper) / 2)) < 0.0003)
        #expect(abs(Double(counts.under) / 1e4 - (1 - above(Double(lower) / 2))) < 0.0003)
        #expect(counts.over + counts.under + counts.push == 10_000)
        #expect((counts.push == 0) == (line % 2 != 0))
    }

    @Test func propsLeanAndAreNeverStrong() {
        let model = PropModel(mean: 22_000_000, games: 20)
        #expect(model.verdict(line: 20) == .leanOver)
        #expect(model.verdict(line: 43) == .hold)
        #expect(model.verdict(line: 80) == .leanUnder)
        #expect(model.edge(line: 43) == 500_000)
    }

    /// The over of 17.5 wins 0.69 of the time, and returns less than the stake below odds of 1.44.
    @Test(arguments: [
        (35, 1_910, 1_910, Verdict.leanOver), (35, 1_300, 3_400, .hold), (35, 1_430, 1_000_000, .hold),
        (80, 1_910, 1_910, .leanUnder), (80, 1_910, 1_001, .hold), (43, 100_000, 100_000, .hold),
    ])
    func aPropLeansOnlyWhereTheOddsReturnMoreThanTheStake(line: Int, over: Int, under: Int, verdict: Verdict) {
        let model = PropModel(mean: 22_000_000, games: 20)
        #expect(model.verdict(line: line, overOdds: over, underOdds: under) == verdict)
    }
}
