import Draft
import TestSupport
import Testing

@Suite(.seeded) struct MoneyPrizeTests {
    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func aSplitIsExactAndByTheLargestRemainder(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let amount = Int64.random(in: 0...10_000, using: &random)
            let weights = (0..<Int.random(in: 1...9, using: &random)).map { _ in
                UInt64.random(in: 0...50, using: &random)
            }
            guard weights.contains(where: { $0 > 0 }) else { continue }
            let shares = Cents(amount).split(byWeights: weights).map(\.value)
            #expect(shares == Self.bruteForce(amount, weights.map { Int64($0) }), "seed \(seed)")
        }
    }

    /// Hands out the left-over cents one by one, each to whoever is furthest below the exact quota, found by comparing
    /// cross products of whole numbers.
    private static func bruteForce(_ amount: Int64, _ weights: [Int64]) -> [Int64] {
        let whole = weights.reduce(0, +)
        var shares = weights.map { amount * $0 / whole }
        var given = Set<Int>()
        while shares.reduce(0, +) < amount {
            var best: Int?
            for index in weights.indices where !given.contains(index) {
                let missing = amount * weights[index] - shares[index] * whole
                if let current = best, missing <= amount * weights[current] - shares[current] * whole { continue }
                best = index
            }
            given.insert(best!)
            shares[best!] += 1
        }
        return shares
    }

    @Test func hugeWeightsAreSplitExactly() {
        let shares = Cents(1_000_000_000_000_000).split(byWeights: [UInt64.max / 2, UInt64.max / 2, 1])
        #expect(shares == [Cents(500_000_000_000_000), Cents(500_000_000_000_000), .zero])
    }

    @Test(arguments: [(10, 3, [4, 3, 3]), (2, 5, [1, 1, 0, 0, 0]), (0, 2, [0, 0]), (9, 1, [9])])
    func equalsDifferByACentAtMost(amount: Int64, count: Int, shares: [Int64]) {
        #expect(Cents(amount).split(evenlyAmong: count).map(\.value) == shares)
        let weights = [UInt64](repeating: 3, count: count)
        #expect(Cents(amount).split(byWeights: weights) == Cents(amount).split(evenlyAmong: count))
    }

    static let table = [PrizeTier(1...1, 1_000), PrizeTier(2...2, 500), PrizeTier(3...5, 100)]

    @Test func tiedEntriesShareTheirPlaces() throws {
        let table = try #require(PrizeTable(Self.table))
        let standings = [(4, 1), (9, 2), (3, 2), (7, 2), (5, 5), (6, 6)].map {
            Standing(entry: EntryID($0.0), place: $0.1)
        }
        var random = SeededGenerator(seed: 1)
        let awards = try table.awards(for: standings.shuffled(using: &random), from: 1)
        let seen = awards.map { "\($0.entry)@\($0.place):\($0.amount.value)" }
        // Places 2, 3 and 4 win 700 together: 234 for the lowest entry, 233 for the others.
        #expect(seen == ["4@1:1000", "3@2:234", "7@2:233", "9@2:233", "5@5:100", "6@6:0"])
    }

    @Test(arguments: [
        ([], PrizeTable.StandingsFault.empty),
        ([Standing(entry: 1, place: 1)], .wrongPlace(entry: 1, found: 1, expected: 3)),
        ([Standing(entry: 1, place: 3), Standing(entry: 2, place: 5)], .wrongPlace(entry: 2, found: 5, expected: 4)),
        (
            [Standing(entry: 1, place: 3), Standing(entry: 2, place: 3), Standing(entry: 3, place: 4)],
            .wrongPlace(entry: 3, found: 4, expected: 5)
        ),
        ([Standing(entry: 1, place: 3), Standing(entry: 1, place: 4)], .listedTwice(1)),
        (
            [Standing(entry: 1, place: .max)],
            .wrongPlace(entry: 1, found: .max, expected: 3)
        ),
    ])
    func standingsMustRunOn(standings: [Standing], fault: PrizeTable.StandingsFault) throws {
        let table = try #require(PrizeTable(Self.table))
        #expect(throws: fault) { try table.awards(for: standings, from: 3) }
    }

    @Test(arguments: [
        [PrizeTier(2...2, 5)], [PrizeTier(1...1, 0)], [PrizeTier(1...1, -5)],
        [PrizeTier(1...2, 5), PrizeTier(2...3, 5)], [PrizeTier(1...2, 5), PrizeTier(4...5, 5)],
        [PrizeTier(firstPlace: 1, lastPlace: 0, amount: Cents(5))], [PrizeTier(1...1, .max)],
        [PrizeTier(1...UInt32.max, 1_000_000_000)], [PrizeTier(1...UInt32.max, 1), PrizeTier(0...0, 1)],
    ])
    func aTableThatCannotBePaidIsNone(tiers: [PrizeTier]) {
        #expect(PrizeTable(tiers) == nil)
        #expect(PrizeTable.fault(in: tiers) != nil)
    }

    /// Whatever the ties, all that a table gives to the places that were taken up is given, no cent more or less.
    @Test(arguments: 1...60 as ClosedRange<UInt64>)
    func awardsAddUpToTheTable(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var tiers: [PrizeTier] = []
        for _ in 0..<Int.random(in: 0...5, using: &random) {
            let first = (tiers.last?.lastPlace ?? 0) + 1
            tiers.append(
                PrizeTier(first...first + .random(in: 0...4, using: &random), .random(in: 1...999, using: &random)))
        }
        let table = try #require(PrizeTable(tiers), "seed \(seed)")
        var standings: [Standing] = []
        for entry in 1...UInt64.random(in: 1...30, using: &random) {
            let tied = Bool.random(using: &random)
            let place = tied ? standings.last?.place ?? 1 : UInt32(standings.count) + 1
            standings.append(Standing(entry: EntryID(entry), place: place))
        }
        let awards = try table.awards(for: standings, from: 1)
        #expect(
            awards.reduce(.zero) { $0 + $1.amount } == table.total(of: 1...UInt32(standings.count)), "seed \(seed)")
        for (one, next) in zip(awards, awards.dropFirst()) where one.place == next.place {
            #expect((0...1).contains(one.amount.value - next.amount.value), "seed \(seed)")
        }
    }
}
