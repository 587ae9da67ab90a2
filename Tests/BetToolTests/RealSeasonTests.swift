import BetLedger
import Bets
import Foundation
import Platform
import TestSupport
import Testing
import Values

@testable import BetTool  // feeds are read by the program alone

/// The season 2023-24 with its offers, and bettors who bet on each morning.
@Suite(.seeded) struct RealSeasonTests {
    /// A bet as the test remembers it, with what the files say.
    private struct Wager {
        var terms: BetRecorded
        var position: UInt64
    }

    @Test(.withSharedGames, .withinTheRun)
    func betsOfSeededBettorsAreSettledAsTheFilesSay() async throws {
        let files = try FeedFiles.read(
            ["teams", "games", "team-box", "spread-offers"].map { "\(SharedData.nba)/\($0).csv" })
        let feed = try FeedImport(
            files, feed: "league", seasons: [2023], now: try #require(Timestamp(iso8601: "2024-07-01T00:00:00Z")))
        let folder = TemporaryDirectory()
        let clock = Guarded<Int64>(feed.commands[0].moment.microseconds)
        let ledger = try BetLedger.create(
            at: folder("bets.ledger"), origin: "test/season", clock: { clock.withLock { $0 } })
        defer { ledger.close() }
        var generator = SeededGenerator(seed: 2023)
        var wagers: [UserID: [Wager]] = [:]
        var batch: [SentBetCommand] = []

        // When the season runs by the clock: the commands of each moment, and bets right after each morning's offers
        func flush() async throws {
            guard let last = batch.last?.occurredAt else { return }
            clock.withLock { $0 = last.microseconds }
            for outcome in try await ledger.send(batch) {
                guard case .refused(let refusal) = outcome else { continue }
                Issue.record("\(refusal)")
            }
            batch = []
        }
        for (index, sourced) in feed.commands.enumerated() {
            batch.append(
                SentBetCommand(
                    sourced.command, as: Sender(.importer), id: sourced.id, occurredAt: sourced.moment))
            guard case .recordOffer(let id, let terms) = sourced.command, terms.book != GameFeed.closingBook else {
                continue
            }
            // The last offer of a morning
            let next = index + 1 < feed.commands.count ? feed.commands[index + 1].command : nil
            if case .recordOffer(id, _)? = next { continue }
            guard generator.oneIn(3) else { continue }
            try await flush()
            let offers = try ledger.game(id).current(.spread)
            let user = UserID(UInt64.random(in: 1...3, using: &generator))
            let offer = offers[Int.random(in: 0..<offers.count, using: &generator)]
            let side: Side = Bool.random(using: &generator) ? .home : .away
            let stake = Stake(thousandths: UInt32.random(in: 1...40, using: &generator) * 125)
            let bet = BetRecorded(
                game: id, offer: offer.position, market: .spread, side: side,
                line: try #require(offer.terms.line(of: side)), odds: try #require(offer.terms.odds(of: side)),
                stake: stake)
            let key = CommandID.random(using: &generator)
            let positions = try await ledger.perform(.recordBet(user, bet), as: Sender(.user, user: user), id: key)
            // A second device sends the same command.
            #expect(
                try await ledger.perform(.recordBet(user, bet), as: Sender(.user, user: user), id: key) == positions)
            wagers[user, default: []].append(Wager(terms: bet, position: positions.lowerBound))
        }
        try await flush()

        // Then each outcome is what the files say, and the figures are their sums
        let results = try Self.results()
        let state = ledger.state
        let count = wagers.values.reduce(0) { $0 + $1.count }
        #expect(count > 300)
        for (user, wagers) in wagers {
            var (profit, stakes, wins, losses, pushes) = (0, 0, 0, 0, 0)
            var decided: [(final: UInt64, position: UInt64, isWin: Bool)] = []
            for wager in wagers {
                let score = try #require(results[wager.terms.game])
                let bet = try #require(state.bets[BetID(wager.position)])
                let (own, other) = wager.terms.side == .home ? score : (score.away, score.home)
                let margin = 2 * (own - other) + Int(wager.terms.line.halfPoints)
                stakes += Int(wager.terms.stake.thousandths)
                let final = try #require(state.games[wager.terms.game]?.finals.first?.position)
                if margin == 0 {
                    pushes += 1
                    #expect(bet.outcome == .push && bet.settlement?.profit == .zero)
                } else if margin > 0 {
                    wins += 1
                    let exact =
                        Double(wager.terms.stake.thousandths) * (Double(wager.terms.odds.thousandths) - 1000) / 1000
                    let won = Int(exact.rounded(.toNearestOrEven))
                    profit += won
                    #expect(bet.outcome == .win && bet.settlement?.profit.thousandths == Int64(won))
                    decided.append((final, wager.position, true))
                } else {
                    losses += 1
                    profit -= Int(wager.terms.stake.thousandths)
                    #expect(bet.outcome == .loss)
                    decided.append((final, wager.position, false))
                }
            }
            let order = decided.sorted { ($0.final, $0.position) < ($1.final, $1.position) }.map(\.isWin)
            let statistics = state.statistics(of: user)
            #expect(statistics.wins == wins && statistics.losses == losses && statistics.pushes == pushes)
            #expect(statistics.pending == 0 && statistics.voids == 0)
            #expect(statistics.profit.thousandths == Int64(profit))
            #expect(statistics.settledStakes.thousandths == Int64(stakes))
            let roi = try #require(statistics.returnOnInvestment)
            let exact = 100 * Double(profit) / Double(stakes)
            #expect(abs(Double(roi) / 1000 - exact) < 0.0006)
            let streak = order.reversed().prefix { $0 == order.last }.count
            #expect(statistics.currentStreak == streak)
            let best = order.split(separator: false).map(\.count).max() ?? 0
            #expect(statistics.bestStreak == best)
        }
        let audit = try ledger.audit()
        #expect(audit.isClean, "\(audit.findings.prefix(3))")
        #expect(audit.settlements == UInt64(count))
    }

    @Test(.withSharedGames, .withinTheRun)
    func theWholeSeasonIsImportedOnce() async throws {
        let tool = ToolRun(at: "2024-07-01T00:00:00Z")
        let files = ["teams", "games", "team-box", "player-box-2023-24", "spread-offers"].map {
            "\(SharedData.nba)/\($0).csv"
        }
        let first = await tool.run(["import"] + files + ["--season", "2023-24"])
        #expect(first.status == 0, "\(first.messages)")
        #expect(
            first.output.hasPrefix(
                "Read 30 teams, 1,230 games, 2,460 team box scores, 25,143 athlete box scores, 24,386 spread offers."
            ),
            "\(first.output)")
        let again = await tool.run(["import"] + files + ["--season", "2023-24"])
        #expect(again.output.contains("Recorded 0 events"), "\(again.output)")
        let analysis = await tool("analyse", "0022300555", "--json")
        #expect(analysis.output.contains(#""verdict":"HOLD","confidence":"low""#), "\(analysis.output)")
        let backtest = await tool.run(["backtest"] + files[1...])
        #expect(
            backtest.output.contains(
                "real spread offers, the best of each game by the other books: n 2417 said -0.9 % profit -4.8 % +- 2.0")
        )
        #expect(
            backtest.output.contains(
                "points of athletes from 15 January 2024: n 7121 mean error 5.29, of the season's average 5.36; calibration "
                    + "error 0.011"))
        #expect(backtest.output.hasPrefix("train n 2900 model MAE 14.74 sd 18.58 bias 1.66 | close MAE 14.26"))
    }

    /// The final scores, read without the program.
    private static func results() throws -> [GameID: (home: Int, away: Int)] {
        let lines = try String(contentsOfFile: "\(SharedData.nba)/games.csv", encoding: .utf8).split(separator: "\n")
        var results: [GameID: (Int, Int)] = [:]
        for line in lines.dropFirst() {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            let game = try #require(GameID(fields[0]))
            results[game] = (try #require(Int(fields[6])), try #require(Int(fields[7])))
        }
        return results
    }
}
