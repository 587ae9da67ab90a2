import Bets
import Foundation
import TestSupport
import Testing
import Values

/// A season of real games with their closing lines: both sides of each market, settled by the rules and by a spreadsheet.
@Suite struct RealGamesTests {
    private struct Row {
        var id: GameID
        var date: GameDate
        var overtimes: Int
        var home: [Int]
        var away: [Int]
        var spread: Line
        var total: Line
        var moneylines: [Odds]

        /// A row of `games.csv`; nil without closing lines.
        init?(_ line: Substring) {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            guard cells.count == 23, let id = GameID(cells[0]), let date = GameDate(cells[2]),
                let overtimes = Int(cells[8]), let spread = Line(cells[19]), let total = Line(cells[20]),
                let home = Int(cells[21]).flatMap({ Odds(american: $0) }),
                let away = Int(cells[22]).flatMap({ Odds(american: $0) })
            else { return nil }
            (self.id, self.date, self.overtimes) = (id, date, overtimes)
            (self.spread, self.total, moneylines) = (spread, total, [home, away])
            self.home = cells[9...13].compactMap { Int($0) }
            self.away = cells[14...18].compactMap { Int($0) }
        }

        /// The quarters, and overtimes of which all but the last are ties.
        var periods: [PeriodScore] {
            var periods = (0..<4).map { PeriodScore(home: UInt8(home[$0]), away: UInt8(away[$0])) }
            guard overtimes > 0 else { return periods }
            let ties = overtimes - 1
            let each = ties > 0 ? min(home[4], away[4]) / overtimes : 0
            periods += Array(repeating: PeriodScore(home: UInt8(each), away: UInt8(each)), count: ties)
            return periods + [
                PeriodScore(home: UInt8(home[4] - ties * each), away: UInt8(away[4] - ties * each))
            ]
        }

        /// The sides of the three markets with their lines, odds, and the points by which each is won.
        var wagers: [(wager: BetLog.Wager, margin: Double)] {
            let (home, away) = (Double(home.reduce(0, +)), Double(away.reduce(0, +)))
            let (spread, total) = (Double(spread.halfPoints) / 2, Double(total.halfPoints) / 2)
            return [
                (.over(self.total.halfPoints), home + away - total),
                (.under(self.total.halfPoints), total - home - away),
                (.spread(.home, self.spread.halfPoints), home + spread - away),
                (.spread(.away, -self.spread.halfPoints), away - spread - home),
                (.winner(.home, odds: moneylines[0].thousandths), home - away),
                (.winner(.away, odds: moneylines[1].thousandths), away - home),
            ]
        }
    }

    @Test(.withSharedGames) func aSeasonIsSettledAsASpreadsheetSettlesIt() throws {
        let text = try String(contentsOfFile: "\(SharedData.nba)/games.csv", encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.contains(",2021-22,") }.compactMap(Row.init)
        #expect(rows.count > 1_200)
        var log = try BetLog.scheduled()
        var expected = (wins: 0, losses: 0, pushes: 0, profit: 0.0)
        for row in rows.sorted(by: { ($0.date, $0.id) < ($1.date, $1.id) }) {
            log.now = max(log.now, BetLog.tipOff) + .seconds(1)
            let tipOff = log.now + .seconds(60)
            let date = try #require(GameDate(String(tipOff.iso8601.prefix(10))))
            try log.accept(
                .scheduleGame(
                    row.id,
                    GameScheduled(
                        season: BetLog.season, home: BetLog.boston, away: BetLog.lakers, date: date, tipOff: tipOff,
                        feed: "league")))
            var bets: [(BetID, Double, UInt32)] = []
            for (wager, margin) in row.wagers {
                // One book for each side, so that its odds are those of the bet.
                let offer = wager.offer(at: log.now, book: wager.side.name + wager.market.name)
                let position = try #require(log.accept(.recordOffer(row.id, offer)).first)
                let bet = try #require(log.accept(.recordBet(7, wager.bet(on: row.id, offer: position))).first)
                bets.append((BetID(bet), margin, wager.odds))
            }
            log.now = tipOff
            try log.accept(.startGame(row.id, GameStarted(tippedOffAt: tipOff, feed: "league")))
            log.now = tipOff + .seconds(9_000)
            try log.accept(
                .finishGame(row.id, GameFinal(completedAt: log.now, periods: row.periods, feed: "league")))
            for (bet, margin, odds) in bets {
                let outcome = try #require(log.settlement(bet)).outcome
                #expect(outcome == (margin > 0 ? .win : margin < 0 ? .loss : .push), "game \(row.id)")
                if margin > 0 {
                    expected.wins += 1
                    expected.profit += Double(odds) / 1_000 - 1
                } else if margin < 0 {
                    expected.losses += 1
                    expected.profit -= 1
                } else {
                    expected.pushes += 1
                }
            }
        }
        let figures = log.state.statistics(of: 7)
        #expect(figures.totalBets == 6 * rows.count && figures.pushes == expected.pushes && figures.pushes > 20)
        #expect(figures.wins == expected.wins && figures.losses == expected.losses)
        #expect(abs(Double(figures.profit.thousandths) / 1_000 - expected.profit) < 0.001)
        // Both sides of a closing line together lose the margin of the book.
        #expect(figures.profit < .zero)
    }
}
