import Draft
import Testing

@testable import Simulation  // the parts of the world, each alone

struct WorldTests {
    /// From the algorithms' published definitions, run by an independent program: SplitMix64 of the seed, mixed with
    /// purpose and number, fills xoshiro256**.
    @Test func theGeneratorsSequenceIsFixedForEver() {
        var generator = SeededGenerator(seed: 7, purpose: .company, number: 1)
        #expect(
            (0..<4).map { _ in generator.next() } == [
                0xBD1D_C93D_DD6B_F57E, 0x713F_6867_547A_0BC1, 0x1585_023A_4D1D_98F7, 0x6F6A_5453_4F59_7643,
            ])
    }

    @Test func drawsStayInTheirRangeAndReachAllOfIt() {
        var generator = SeededGenerator(seed: 1, purpose: .pool)
        for bound in [1, 2, 3, 7, 64] as [UInt64] {
            let drawn = Set((0..<1_000).map { _ in generator.below(bound) })
            #expect(drawn == Set(0..<bound))
        }
        let drawn = Set((0..<200).map { _ in generator.int64(in: -2...2) })
        #expect(drawn == Set(-2...2))
    }

    @Test(arguments: [480, 675] as [Int])
    func aPoolHasBelievableProportionsAndEverybodyANameOfHisOwn(count: Int) {
        let players = PlayerPool.players(count, seed: 3)
        #expect(players.count == count)
        #expect(Set(players.map(\.name)).count == count)
        #expect(players.map(\.index) == (0..<count).map { PlayerIndex($0) })
        #expect(Set(players.map(\.team)).count == 32)
        #expect(players.allSatisfy { (5...14).contains($0.byeWeek ?? 0) })
        let adps = players.compactMap(\.adp)
        #expect(adps == adps.sorted())
        #expect(players.prefix(12).count { $0.position == .quarterback } <= 1)
        #expect(players.prefix(24).count { $0.position == .runningBack } > 4)
        let shares = Dictionary(grouping: players, by: \.position).mapValues { $0.count * 100 / count }
        #expect(shares[.quarterback] ?? 0 >= 14 && shares[.wideReceiver] ?? 0 >= 39)
        #expect(PlayerPool.players(count, seed: 4) != players)
    }

    /// Reports take two players with one id for one person.
    @Test func onlyTheSamePoolHasTheSameIds() {
        func ids(_ count: Int, seed: UInt64) -> Set<String> {
            let late = PlayerPool.latePlayer(index: count, seed: seed)
            return Set((PlayerPool.players(count, seed: seed) + [late]).map(\.externalID))
        }
        let pool = ids(480, seed: 3)
        #expect(pool.count == 481 && pool == ids(480, seed: 3))
        for other in [ids(480, seed: 4), ids(675, seed: 3), ids(480, seed: 34)] {
            #expect(pool.isDisjoint(with: other))
        }
    }

    @Test(arguments: [0, 1, 5, 99, 425_000, 1_214_395_000] as [Int64])
    func aPrizeTableComesToTheTotalToTheCentAndFallsFromPlaceToPlace(total: Int64) {
        for entries in [2, 6, 12, 144, 1_000, 571_480] {
            let tiers = PrizePlan.tiers(total: Cents(total), entries: entries)
            #expect(PrizeTable.fault(in: tiers) == nil)
            let sum = tiers.reduce(0 as Int64) { $0 + Int64($1.lastPlace - $1.firstPlace + 1) * $1.amount.value }
            #expect(sum == total)
            for (higher, lower) in zip(tiers, tiers.dropFirst()) { #expect(higher.amount >= lower.amount) }
        }
    }
}
