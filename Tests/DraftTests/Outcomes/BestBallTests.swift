import Draft
import TestSupport
import Testing

@Suite(.seeded) struct BestBallTests {
    @Test func theBestOfEachPositionStartAndTheFlexTakesTheBestOfTheRest() {
        let positions: [PlayerPosition] = [
            .quarterback, .quarterback, .runningBack, .runningBack, .runningBack, .wideReceiver, .wideReceiver,
            .wideReceiver, .wideReceiver, .tightEnd, .kicker,
        ]
        let points: [Int32] = [1_850, 2_204, 900, 1_410, 1_260, 700, 2_010, 930, 880, 350, 9_999]
        let best = BestBall.lineup(.underdog, positions: positions, points: points)
        #expect(
            best.slots.map(\.abbreviation) == [
                "BN", "QB", "FLEX", "RB", "RB", "BN", "WR", "WR", "WR", "TE", "BN",
            ])
        #expect(best.points == 2_204 + 1_410 + 1_260 + 2_010 + 930 + 880 + 350 + 900)
    }

    @Test func whoHasNoScoreStartsBeforeANegativeOne() {
        let best = BestBall.lineup(
            .underdog, positions: [.quarterback, .quarterback, .tightEnd], points: [-40, 0, -200])
        #expect(best.slots == [.bench, .quarterback, .tightEnd])
        #expect(best.points == -200)
    }

    @Test func ofEqualScoresTheEarlierPickStarts() {
        let best = BestBall.lineup(
            Lineup(quarterbacks: 1, runningBacks: 0, wideReceivers: 0, tightEnds: 0, flex: 0, flexPositions: []),
            positions: [.quarterback, .quarterback], points: [700, 700])
        #expect(best.slots == [.quarterback, .bench])
    }

    /// Against all ways to fill the slots, of small rosters and lineups of every kind.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func noOtherLineupScoresMore(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let lineup = Self.lineup(&generator)
            let count = Int.random(in: 0...8, using: &generator)
            let positions = (0..<count).map { _ in
                [PlayerPosition.quarterback, .runningBack, .wideReceiver, .tightEnd, .fullback, .kicker]
                    .randomElement(using: &generator)!  // the list is not empty
            }
            // Few different scores, so that many are equal.
            let points = (0..<count).map { _ in Int32.random(in: -3...5, using: &generator) * 50 }
            let best = BestBall.lineup(lineup, positions: positions, points: points)
            let (starters, most) = Self.mostStarters(lineup, positions, points)
            #expect(best.points == most, "\(lineup) \(positions) \(points)")
            #expect(best.slots.count { $0 != .bench } == starters)
            for (slot, position) in zip(best.slots, positions) { #expect(lineup.admits(position, in: slot)) }
            for slot in LineupSlot.starting {
                #expect(best.slots.count { $0 == slot } <= Int(lineup.count(of: slot)))
            }
            #expect(
                best.points
                    == zip(best.slots, points).reduce(0) { $1.0 == .bench ? $0 : $0 + Int64($1.1) })
        }
    }

    private static func lineup(_ generator: inout SeededGenerator) -> Lineup {
        let flex = UInt8.random(in: 0...2, using: &generator)
        let positions = FlexPositions(rawValue: UInt8.random(in: 1...15, using: &generator))
        func count() -> UInt8 { UInt8.random(in: 0...2, using: &generator) }
        return Lineup(
            quarterbacks: count(), runningBacks: count(), wideReceivers: count(), tightEnds: count(), flex: flex,
            flexPositions: flex == 0 ? [] : positions)
    }

    /// The most that any assignment scores of those that fill the most slots: each player in every slot in turn.
    private static func mostStarters(
        _ lineup: Lineup, _ positions: [PlayerPosition], _ points: [Int32]
    ) -> (starters: Int, points: Int64) {
        var best = (starters: 0, points: Int64(0))
        var left = Dictionary(uniqueKeysWithValues: LineupSlot.starting.map { ($0, Int(lineup.count(of: $0))) })
        func assign(_ player: Int, _ starters: Int, _ total: Int64) {
            guard player < positions.count else {
                if (starters, total) > (best.starters, best.points) { best = (starters, total) }
                return
            }
            assign(player + 1, starters, total)
            for slot in LineupSlot.starting
            where left[slot, default: 0] > 0 && lineup.admits(positions[player], in: slot) {
                left[slot, default: 0] -= 1
                assign(player + 1, starters + 1, total + Int64(points[player]))
                left[slot, default: 0] += 1
            }
        }
        assign(0, 0, 0)
        return best
    }
}
