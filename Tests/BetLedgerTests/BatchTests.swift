import BetLedger
import Bets
import Testing
import Values

/// Commands that are recorded together or not at all.
@Suite struct BatchTests {
    private func sent(
        _ commands: [BetCommand], by season: BetSeason, as sender: Sender = BetSeason.feed
    ) -> [SentBetCommand] {
        commands.map { SentBetCommand($0, as: sender, id: season.nextID()) }
    }

    private func offer(_ halfPoints: Int16, at book: String, _ season: BetSeason) -> BetCommand {
        .recordOffer(
            BetSeason.game,
            OfferRecorded(
                market: .total, line: Line(halfPoints: halfPoints), firstOdds: Odds(thousandths: 1_910),
                secondOdds: Odds(thousandths: 1_910), offeredAt: season.clock.now, book: book, feed: "odds"))
    }

    @Test func aBatchIsRecordedInItsOrder() async throws {
        // given
        let season = BetSeason()
        let ledger = try season.create()
        try await season.schedule(on: ledger)
        let size = try ledger.size
        // when: the second replaces the first, and the third says nothing new
        let batch = sent(
            [offer(450, at: "omega", season), offer(452, at: "omega", season), offer(452, at: "omega", season)],
            by: season)
        let outcome = try await ledger.sendTogether(batch)
        // then
        #expect(outcome == .accepted([size..<size + 1, size + 1..<size + 2, size + 2..<size + 2]))
        #expect(try ledger.audit().isClean && ledger.size == size + 2)
        // and when: it is sent again
        #expect(
            try await ledger.sendTogether(Array(batch.prefix(2))) == .accepted([size..<size + 1, size + 1..<size + 2]))
        #expect(try ledger.size == size + 2)
        ledger.close()
    }

    /// What said nothing new left no event: after a lost answer it must not override what came since.
    @Test func aBatchThatIsSentAgainSaysNothingNew() async throws {
        // given
        let season = BetSeason()
        let ledger = try season.create()
        try await season.schedule(on: ledger)
        let batch = sent([offer(450, at: "omega", season), offer(450, at: "omega", season)], by: season)
        _ = try await ledger.sendTogether(batch)
        try await season.accept(offer(460, at: "omega", season), as: BetSeason.feed, on: ledger)
        let (size, state) = (try ledger.size, ledger.state)
        // when
        let outcome = try await ledger.sendTogether(batch)
        // then
        guard case .accepted(let positions) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(positions.map(\.count) == [1, 0])
        #expect(try ledger.size == size && ledger.state == state)
        ledger.close()
    }

    @Test func oneRefusalLeavesNothing() async throws {
        // given
        let season = BetSeason()
        let ledger = try season.create()
        try await season.schedule(on: ledger)
        let (size, root, state) = (try ledger.size, try ledger.root, ledger.state)
        let moved = BetCommand.moveGame(BetSeason.game, GameMoved(date: nil, tipOff: nil, feed: "league"))
        // when: after the cancellation nothing can be offered
        let batch = sent([offer(450, at: "omega", season), moved, offer(452, at: "omega", season)], by: season)
        let outcome = try await ledger.sendTogether(batch)
        // then
        guard case .refused(let index, let refusal) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(index == 2 && refusal.code == .wrongStatus)
        #expect(try ledger.size == size && ledger.root == root && ledger.state == state)
        // and then: the IDs are free
        #expect(try await ledger.sendTogether([batch[0]]) == .accepted([size..<size + 1]))
        #expect(try ledger.audit().isClean)
        ledger.close()
    }

    /// The final settles the bets on the game: their events are part of the same batch.
    @Test func whatFollowsFromABatchIsPartOfIt() async throws {
        // given
        let season = BetSeason()
        let ledger = try season.create()
        let offers = try await season.schedule(on: ledger)
        try await season.accept(.recordBet(7, season.over(offers[0])), as: .user(7), on: ledger)
        season.clock.advance(.seconds(11 * 3_600))
        let periods = [(28, 30), (31, 22), (28, 30), (26, 30)].map { PeriodScore(home: $0.0, away: $0.1) }
        // when
        let outcome = try await ledger.sendTogether(
            sent(
                [
                    .startGame(BetSeason.game, GameStarted(tippedOffAt: BetSeason.tipOff, feed: "league")),
                    .finishGame(
                        BetSeason.game, GameFinal(completedAt: season.clock.now, periods: periods, feed: "league")),
                ], by: season))
        // then
        guard case .accepted(let positions) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(positions.map(\.count) == [1, 2] && ledger.state.bets.values.first?.outcome == .win)
        #expect(try ledger.audit().isClean)
        ledger.close()
    }

    @Test func anIDOfAnotherCommandEndsTheBatch() async throws {
        // given
        let season = BetSeason()
        let ledger = try season.create()
        try await season.schedule(on: ledger)
        let first = sent([offer(450, at: "omega", season)], by: season)
        _ = try await ledger.sendTogether(first)
        let size = try ledger.size
        // when
        let other =
            sent([offer(454, at: "psi", season)], by: season)
            + [SentBetCommand(offer(456, at: "omega", season), as: BetSeason.feed, id: first[0].id)]
        // then
        await #expect(throws: BetLedgerError.self) { try await ledger.sendTogether(other) }
        #expect(try ledger.size == size)
        await #expect(throws: BetLedgerError.self) { try await ledger.sendTogether([]) }
        ledger.close()
    }

    @Test func batchesAndCommandsOfManySendersDoNotMix() async throws {
        // given
        let season = BetSeason()
        let ledger = try season.create()
        try await season.schedule(on: ledger)
        // when
        try await withThrowingTaskGroup(of: BetOutcomeOfBatch.self) { group in
            for sender in 0..<20 {
                let batch = sent((0..<10).map { offer(440 + Int16($0), at: "book \(sender)", season) }, by: season)
                group.addTask { try await ledger.sendTogether(batch) }
            }
            for try await outcome in group {
                // then: the events of a batch are next to each other
                guard case .accepted(let positions) = outcome, let first = positions.first else {
                    Issue.record("\(outcome)")
                    continue
                }
                #expect(positions == (0..<10).map { first.lowerBound + $0..<first.lowerBound + $0 + 1 })
            }
        }
        #expect(try ledger.audit().isClean)
        ledger.close()
    }
}
