import Draft
import DraftLedger
import TestSupport
import Testing

@testable import Projections  // rows of rosters made by hand
@testable import Reports  // how work is shared

/// Cores: against a count that goes through every set of every roster.
@Suite(.seeded) struct CoreTests {
    /// Rosters of one size and another, of players of whom some are popular.
    private struct Field {
        var names: [String]
        var rosters: [[Int]] = []
        var analysis: Analysis

        init(seed: UInt64) {
            var random = SeededGenerator(seed: seed)
            let players = Int.random(in: 9...14, using: &random)
            let names = (0..<players).map { "P\(10 + $0)" }.shuffled(using: &random)
            var columns = RosterColumns()
            for room in 1...UInt64.random(in: 30...60, using: &random) {
                var roster: [Int] = []
                for _ in 0..<Int.random(in: 2...9, using: &random) {
                    let player = min(
                        Int.random(in: 0..<players, using: &random), Int.random(in: 0..<players, using: &random))
                    if !roster.contains(player) { roster.append(player) }
                }
                let row = RosterRow.one(
                    room: room, seat: Seat(room % 2), of: roster.map { PlayerIndex($0) })
                columns.append(row)
                rosters.append(roster)
            }
            self.names = names
            let pool = PoolState.named(names) { player in
                if player.index < 2 { player.position = .quarterback }
            }
            analysis = Analysis(
                RosterTable(RosterSnapshot(position: 9, parts: [columns])), players: PlayerCatalogue(pools: [pool]))
        }

        /// A core as it is expected: its players from the most often drafted on.
        struct Core: Equatable {
            var names: [String]
            var drafted: [Int]
            var count: Int
            var lift: Double
        }

        /// Returns all cores, the first ones first.
        func cores(
            ofSeat seat: Int?, size: Int, with player: Int?, quarterbacksOnly: Bool, by order: PairReport.Order,
            minimum: Int
        ) -> [Core] {
            let sets = rosters.enumerated().filter { seat == nil || ($0.offset + 1) % 2 == seat }.map {
                Set($0.element)
            }
            var counts: [[Int]: Int] = [:]
            for set in sets {
                for core in Self.choices(of: size, from: set.sorted()[...]) { counts[core, default: 0] += 1 }
            }
            let drafted = names.indices.map { player in sets.count { $0.contains(player) } }
            var cores: [Core] = []
            for (core, count) in counts where count >= minimum {
                if let player, !core.contains(player) { continue }
                if quarterbacksOnly, core.allSatisfy({ $0 >= 2 }) { continue }
                let ranked = core.sorted { (drafted[$1], names[$0]) < (drafted[$0], names[$1]) }
                let entries = Double(sets.count)
                cores.append(
                    Core(
                        names: ranked.map { names[$0] }, drafted: ranked.map { drafted[$0] }, count: count,
                        lift: ranked.reduce(Double(count) / entries) { $0 * entries / Double(drafted[$1]) }))
            }
            return cores.sorted { one, other in
                if order == .lift, one.lift != other.lift { return one.lift > other.lift }
                if one.count != other.count { return one.count > other.count }
                return one.names.lexicographicallyPrecedes(other.names)
            }
        }

        private static func choices(of size: Int, from players: ArraySlice<Int>) -> [[Int]] {
            guard size > 0 else { return [[]] }
            return players.indices.flatMap { index in
                choices(of: size - 1, from: players[(index + 1)...]).map { [players[index]] + $0 }
            }
        }
    }

    /// On one thread and on three, with triangles of counters and without.
    @Test(arguments: 1...8 as ClosedRange<UInt64>) func coresAreThoseOfACountOfEverySet(seed: UInt64) throws {
        var field = Field(seed: seed)
        var random = SeededGenerator(seed: seed &+ 100)
        for turn in 0..<24 {
            var rosters = field.analysis.rosters
            rosters.sharing.fromEntries = turn % 2 == 0 ? 0 : .max
            rosters.sharing.threads = 3
            rosters.sharing.widest = [4_096, 4, 0][turn % 3]
            field.analysis = Analysis(rosters, players: field.analysis.players)
            let seat = [nil, 0, 1].randomElement(using: &random) ?? nil
            let (size, minimum) = (3 + turn % 4, Int.random(in: 0...4, using: &random))
            let order = PairReport.Order.allCases[turn / 2 % 2]
            let player = turn % 5 == 0 ? Int.random(in: field.names.indices, using: &random) : nil
            let quarterbacksOnly = turn % 7 == 0
            let expected = field.cores(
                ofSeat: seat, size: size, with: player, quarterbacksOnly: quarterbacksOnly, by: order,
                minimum: max(1, minimum))
            let filter = ReportFilter(
                RosterFilter(user: seat.map { UserID(UInt64($0) + 1) }),
                position: quarterbacksOnly ? .quarterback : nil)
            for limit in [nil, 0, 5] {
                let report = try field.analysis.cores(
                    filter, size: size, with: player, by: order, minimumCount: minimum, limit: limit)
                let rows = report.rows.map { row in
                    Field.Core(
                        names: row.players.map(\.name), drafted: row.drafted, count: row.count, lift: row.lift)
                }
                #expect(report.cores == expected.count, "turn \(turn)")
                #expect(rows == Array(expected.prefix(limit ?? .max)), "turn \(turn), first \(limit ?? -1)")
            }
        }
    }
}
