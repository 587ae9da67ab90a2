import DraftLedger
import TestSupport
import Testing

@testable import Draft  // events that the game alone makes

/// What picks may be credited with: of players who score the same in a week, either may be the one who starts.
@Suite(.seeded) struct PickCreditTests {
    private static let lineup = Lineup(
        quarterbacks: 0, runningBacks: 1, wideReceivers: 1, tightEnds: 0, flex: 1,
        flexPositions: [.runningBack, .wideReceiver])
    private static let positions: [PlayerPosition] = (0..<6).map { $0 < 3 ? .runningBack : .wideReceiver }
    private static let pool = PoolState.named(positions.indices.map { "P\($0)" }) { player in
        player.position = positions[Int(player.index)]
    }

    /// - Parameter scores: by week from the first, then by player, in hundredths.
    private static func scorer(_ scores: [[Int32]]) -> RosterScorer {
        var season: SeasonState?
        var position: UInt64 = 0
        for (week, players) in scores.enumerated() {
            for (player, points) in players.enumerated() {
                let scored = PlayerScored(
                    week: UInt8(week + 1), position: positions[player], points: points, scoring: "s", source: "",
                    name: "P\(player)")
                let place = EventPlace(
                    stream: .season(2022), position: position, recordedAt: Timestamp(microseconds: 0), origin: nil)
                season.fold(.playerScored(scored), at: place)
                position += 1
            }
        }
        let points = SeasonPoints(season, of: 2022, scoring: "s", for: pool)
        var scorer = RosterScorer(lineup, points, weeks: scores.indices.map { UInt8($0 + 1) })
        scorer.take(positions.indices.map { PlayerIndex($0) })
        return scorer
    }

    /// Every lineup of three with one of each position at least, and of each week those that score most.
    private static func sums(_ scores: [[Int32]]) -> [Set<Int64>] {
        let lineups = (0..<64).filter { (set: Int) -> Bool in
            let (low, high) = (set & 7, set & 56)
            return set.nonzeroBitCount == 3 && low != 0 && high != 0
        }
        var sums = [Set<Int64>](repeating: [0], count: 6)
        for week in scores {
            let totals = lineups.map { lineup in
                (0..<6).reduce(0 as Int32) { $0 + (lineup >> $1 & 1 == 1 ? week[$1] : 0) }
            }
            let best = zip(lineups, totals).filter { $0.1 == totals.max() }.map(\.0)
            for player in 0..<6 {
                let starts = best.contains { $0 >> player & 1 == 1 }
                let sits = best.contains { $0 >> player & 1 == 0 }
                sums[player] = (starts ? Set(sums[player].map { $0 + Int64(week[player]) }) : [])
                    .union(sits ? sums[player] : [])
            }
        }
        return sums
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func creditsAreThoseOfSomeBestLineups(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let scores = (0..<3).map { _ in (0..<6).map { _ in Int32.random(in: -1...2, using: &random) * 100 } }
        var scorer = Self.scorer(scores)
        let (sums, credits) = (Self.sums(scores), scorer.credits())
        for player in 0..<6 {
            #expect(sums[player].contains(credits[player]), "\(scores)")
            for points in stride(from: -300 as Int64, through: 600, by: 50) {
                let mayCredit = scorer.mayCredit(points, at: player)
                #expect(mayCredit == sums[player].contains(points), "\(scores) \(player) \(points)")
            }
        }
    }
}
