import Draft
import DraftTesting
import TestSupport
import Testing

@Suite(.seeded) struct AutopickTests {
    private func pool(_ positions: [PlayerPosition]) -> PoolState {
        var ledger = House()
        let players = positions.enumerated().map { House.player($0, "P\($0)", $1) }
        ledger.send(
            .pool(1, .publishPool(PublishPool(externalID: "", title: "", players: players))), as: .importer,
            at: House.start)
        return ledger.state.pool(1) ?? PoolState(id: 1)
    }

    private func queue(_ players: [PlayerIndex], rankings: [PlayerIndex] = []) -> QueueState {
        var queue = QueueState()
        queue.players = players
        queue.rankings = rankings
        return queue
    }

    /// Whom the pool got after the room had opened is for hands alone: not by ADP, and not out of a queue or a ranking.
    @Test func whoCameAfterTheRoomOpenedIsNotPickedByTheRules() {
        let pool = pool([.wideReceiver, .wideReceiver, .wideReceiver])
        func choice(_ terms: DrawTerms?, taken: [PlayerIndex] = [], queue: QueueState = QueueState()) -> Autopick
            .Choice?
        {
            Autopick.choose(
                roster: [], taken: PlayerSet(taken), pool: pool, queue: queue, limits: .standard, terms: terms)
        }
        let terms = DrawTerms(version: 2, poolPlayers: 2)
        #expect(choice(nil, taken: [0, 1])?.player == 2)
        #expect(choice(terms, taken: [0])?.player == 1)
        #expect(choice(terms, taken: [0, 1]) == nil)
        let wished = choice(terms, queue: queue([2, 1], rankings: [2]))
        #expect(wished?.player == 1 && wished?.source == .queue)
        #expect(wished?.skipped == [PickAutomated.Skip(player: 2, cause: .notInPool)])
        #expect(choice(nil, queue: queue([2, 1]))?.player == 2)
    }

    /// QB 3, RB 7, WR 9, TE 3; other positions have none.
    @Test func theStandingLimitsEndAtTheirCounts() {
        let limits: [(PlayerPosition, Int)] = [
            (.quarterback, 3), (.runningBack, 7), (.wideReceiver, 9), (.tightEnd, 3),
        ]
        for (position, limit) in limits {
            let pool = pool(Array(repeating: position, count: limit + 1) + [.kicker])
            for taken in [limit - 1, limit] {
                let roster = Array(0..<PlayerIndex(taken))
                let choice = Autopick.choose(
                    roster: roster, taken: PlayerSet(roster), pool: pool, queue: QueueState(), limits: .standard)
                #expect(choice?.player == (taken < limit ? PlayerIndex(taken) : PlayerIndex(limit + 1)))
                #expect(choice?.source == .adp)
            }
        }
        let kickers = pool(Array(repeating: .kicker, count: 40))
        let roster = Array(0..<PlayerIndex(39))
        let last = Autopick.choose(
            roster: roster, taken: PlayerSet(roster), pool: kickers, queue: QueueState(), limits: .standard)
        #expect(last?.player == 39 && last?.source == .adp)
    }

    @Test func aFullbackCountsAsARunningBack() {
        let limits = PositionLimits(quarterbacks: 9, runningBacks: 1, wideReceivers: 9, tightEnds: 9)
        let choice = Autopick.choose(
            roster: [0], taken: PlayerSet([0]), pool: pool([.fullback, .runningBack, .tightEnd]), queue: QueueState(),
            limits: limits)
        #expect(choice?.player == 2)
    }

    /// Each skip has its cause.
    @Test func theQueueGoesBeforeTheRankingsAndTheseBeforeADP() {
        let pool = pool([.runningBack, .wideReceiver, .quarterback, .quarterback, .tightEnd])
        let limits = PositionLimits(quarterbacks: 0, runningBacks: 5, wideReceivers: 5, tightEnds: 5)
        let choice = Autopick.choose(
            roster: [], taken: PlayerSet([0]), pool: pool, queue: queue([0, 77, 2], rankings: [3, 4, 1]),
            limits: limits)
        #expect(choice?.player == 4 && choice?.source == .rankings)
        #expect(
            choice?.skipped.map { "\($0.player) \($0.cause)" } == [
                "0 taken", "77 notInPool", "2 positionLimit", "3 positionLimit",
            ])
    }

    @Test func noMoreThan64SkipsAreReported() {
        let pool = pool(Array(repeating: .tightEnd, count: 100))
        let taken = PlayerSet((0..<90).map { $0 })
        let choice = Autopick.choose(
            roster: [], taken: taken, pool: pool, queue: queue((0..<95).map { $0 }), limits: .standard)
        #expect(choice?.player == 90 && choice?.source == .queue)
        #expect(choice?.skipped.map(\.player) == (0..<64).map { $0 })
    }

    @Test func anEmptyPoolAndOneInWhichEverybodyIsTakenLeaveNobody() {
        let pool = pool([.tightEnd, .tightEnd])
        #expect(
            Autopick.choose(
                roster: [], taken: PlayerSet([0, 1]), pool: pool, queue: queue([0]), limits: .standard) == nil)
        #expect(
            Autopick.choose(
                roster: [], taken: PlayerSet(), pool: PoolState(id: 2), queue: QueueState(), limits: .standard) == nil)
    }

    /// Over random rosters, queues and limits.
    @Test(arguments: 0..<300 as Range<UInt64>)
    func itAgreesWithTheRuleReadLiterally(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let positions: [PlayerPosition] = [.quarterback, .runningBack, .wideReceiver, .tightEnd, .fullback, .kicker]
        let pool = pool((0..<30).map { _ in positions.randomElement(using: &random) ?? .other })
        let all = (0..<32).map { PlayerIndex($0) }.shuffled(using: &random)
        let taken = Set(all.prefix(Int.random(in: 0...31, using: &random)).filter { $0 < 30 })
        let roster = taken.sorted().filter { _ in random.oneIn(3) }
        var queue = queue(
            Array(all.shuffled(using: &random).prefix(6)), rankings: Array(all.shuffled(using: &random).prefix(6)))
        let limits = { (random: inout SeededGenerator) in
            PositionLimits(
                quarterbacks: .random(in: 0...3, using: &random), runningBacks: .random(in: 0...3, using: &random),
                wideReceivers: .random(in: 0...3, using: &random), tightEnds: .random(in: 0...3, using: &random))
        }
        let ruleLimits = limits(&random)
        if random.oneIn(2) { queue.limits = limits(&random) }
        let choice = Autopick.choose(
            roster: roster, taken: PlayerSet(taken), pool: pool, queue: queue, limits: ruleLimits)

        func fits(_ player: PlayerIndex) -> Bool {
            guard let limit = (queue.limits ?? ruleLimits).limit(for: pool.players[Int(player)].position) else {
                return true
            }
            func group(_ position: PlayerPosition) -> PlayerPosition {
                position == .fullback ? .runningBack : position
            }
            let wanted = group(pool.players[Int(player)].position)
            return roster.count { group(pool.players[Int($0)].position) == wanted } < Int(limit)
        }
        let free = { (player: PlayerIndex) in player < 30 && !taken.contains(player) }
        let byADP = (0..<30).map { PlayerIndex($0) }
        let expected: (PlayerIndex, PickAutomated.Source)? =
            queue.players.first { free($0) && fits($0) }.map { ($0, .queue) }
            ?? queue.rankings.first { free($0) && fits($0) }.map { ($0, .rankings) }
            ?? byADP.first { free($0) && fits($0) }.map { ($0, .adp) }
            ?? byADP.first { free($0) }.map { ($0, .fallback) }
        #expect(choice?.player == expected?.0 && choice?.source == expected?.1, "seed \(seed)")
    }
}
