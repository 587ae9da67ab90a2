import Draft
import DraftLedger
import Testing

@testable import Projections  // rows of rosters made by hand
@testable import Reports  // archetypes of rounds made by hand

/// Entries by themselves: what they are called, what they share, and what a limit says.
@Suite struct PortfolioTests {
    /// A roster by round: "R W - Q T", one letter a pick, - for a skipped one.
    private static func archetype(_ picks: String, isComplete: Bool = true) -> [String] {
        let groups = picks.split(separator: " ").map { letter -> PositionGroup? in
            switch letter {
            case "Q": .quarterback
            case "R": .runningBack
            case "W": .wideReceiver
            case "T": .tightEnd
            default: nil
            }
        }
        return Archetype(groups, isComplete: isComplete).names
    }

    @Test(
        arguments: [
            ("W W W W W R R Q T", "zero-RB mid-QB late-TE"), ("W W W W R W Q W W T", "balanced-RB mid-QB late-TE"),
            ("R W W W W R Q T", "hero-RB mid-QB mid-TE"), ("W R Q T W R", "hero-RB elite-QB elite-TE"),
            ("W W R W W R", "balanced-RB no-QB no-TE"), ("R R W W W", "balanced-RB no-QB no-TE"),
            ("R R R W W", "robust-RB no-QB no-TE"), ("R R W R R", "robust-RB no-QB no-TE"),
            ("R R W W R", "balanced-RB no-QB no-TE"), ("- - - - -", "zero-RB no-QB no-TE"),
            ("R R R Q", "elite-QB no-TE"),
        ])
    func archetypesGoByRound(picks: String, names: String) {
        #expect(Self.archetype(picks).joined(separator: " ") == names)
    }

    @Test func aRosterThatStillDraftsIsNothingYet() {
        #expect(Self.archetype("W W W W", isComplete: false) == [])
        #expect(Self.archetype("W W W W W", isComplete: false) == ["zero-RB"])
        #expect(Self.archetype("W W T W W", isComplete: false) == ["zero-RB", "elite-TE"])
        #expect(Archetype.allNames.count == 12 && Set(Archetype.allNames).count == 12)
    }

    private static func analysis(_ rosters: [PlayerIndex]...) -> Analysis {
        var columns = RosterColumns()
        for (room, roster) in rosters.enumerated() { columns.append(.one(room: UInt64(room + 1), of: roster)) }
        return Analysis(
            RosterTable(RosterSnapshot(position: 9, parts: [columns])),
            players: PlayerCatalogue(pools: [PoolState.named(["A", "B", "C", "D", "E", "F"])]))
    }

    /// More cores than are kept while they are gone through.
    @Test(arguments: [PairReport.Order.count, .lift]) func theFirstCoresAreThoseOfAll(order: PairReport.Order) throws {
        var columns = RosterColumns()
        for room in 1...4 as ClosedRange<UInt64> {
            let players = (0..<20).map { PlayerIndex($0) }.filter { UInt64($0) % 5 + 1 != room }
            columns.append(.one(room: room, of: players))
        }
        let analysis = Analysis(
            RosterTable(RosterSnapshot(position: 9, parts: [columns])),
            players: PlayerCatalogue(pools: [PoolState.named((0..<20).map { "P\($0 * 7 % 20)" })]))
        let all = try analysis.cores(size: 3, by: order, minimumCount: 1)
        #expect(all.cores > 1_000 && all.rows.count == all.cores)
        for limit in [1, 7, 600, 5_000] {
            let some = try analysis.cores(size: 3, by: order, minimumCount: 1, limit: limit)
            #expect(some.cores == all.cores)
            #expect(some.rows.map { $0.players.map(\.name) } == all.rows.prefix(limit).map { $0.players.map(\.name) })
        }
    }

    @Test func likenessIsWhatIsShared() throws {
        let report = try Self.analysis([0, 1, 2], [1, 2, 3], [2, 3, 4], [5, 4, 0]).portfolio(against: .atPick)
        #expect(report.rows.map(\.shared) == [2, 2, 2, 1])
        #expect(report.rows.map { $0.nearest?.room } == [2, 1, 2, 1])
        let third = 1.0 / 3
        let means = [4 * third, 4 * third, 4 * third, 2 * third]
        #expect(zip(report.rows, means).allSatisfy { abs(($0.averageShared ?? 0) - $1) < 1e-12 })
        let mean = report.averageShared ?? 0
        #expect(abs(mean - 3.5 * third) < 1e-12)
        #expect(report.rows.allSatisfy { $0.points == nil && $0.stacks == nil && $0.averageValue == nil })
        let alone = try Self.analysis([0, 1]).portfolio(against: .atPick)
        #expect(alone.averageShared == nil && alone.rows.first?.nearest == nil)
        #expect(try Self.analysis().portfolio().rows.isEmpty)
    }

    @Test func coresOfAnySizeAreSetsOfPlayers() throws {
        let analysis = Self.analysis([0, 1, 2, 3], [3, 2, 1, 0], [0, 1, 2, 4], [5, 0, 1, 3])
        func cores(_ size: Int, minimum: Int = 2) throws -> [String] {
            try analysis.cores(size: size, minimumCount: minimum).rows.map { row in
                row.players.map(\.name).joined() + " \(row.count)"
            }
        }
        #expect(try cores(3) == ["ABC 3", "ABD 3", "ACD 2", "BCD 2"])
        #expect(try cores(4) == ["ABCD 2"] && cores(5).isEmpty)
        #expect(try cores(4, minimum: 1) == ["ABCD 2", "ABCE 1", "ABDF 1"])
        let lift = try #require(analysis.cores(size: 4).rows.first).lift
        // Half of the entries have all, and all have A, all B, three of four C, three of four D.
        let expected = 0.5 / 0.5625
        #expect(abs(lift - expected) < 1e-12)
        #expect(try analysis.cores(size: 3, with: 4, minimumCount: 1).rows.count == 3)
        #expect(try analysis.cores(size: 3, limit: 1).rows.count == 1)
    }
}
