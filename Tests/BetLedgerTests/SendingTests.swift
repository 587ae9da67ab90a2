import BetLedger
import Bets
import DraftLedger
import Testing
import Values

@Suite struct SendingTests {
    @Test func aBetIsSettledInTheCommitOfTheFinal() async throws {
        // given
        let season = BetSeason()
        let ledger = try season.create()
        let offers = try await season.schedule(on: ledger)
        let bet = BetID(
            try await season.accept(.recordBet(7, season.over(offers[0])), as: .user(7), on: ledger).lowerBound)
        #expect(ledger.state.bets[bet]?.outcome == .pending)
        // when
        try await season.play(on: ledger)
        // then
        let settled = try #require(ledger.state.bets[bet]?.outcomes.first)
        #expect(settled.settlement.outcome == .win && settled.settlement.profit.thousandths == 910)
        let final = try #require(ledger.state.games[BetSeason.game]?.finals.first)
        #expect(settled.position == final.position + 1)
        #expect(try ledger.event(at: settled.position)?.recordedAt == ledger.event(at: final.position)?.recordedAt)
        #expect(try ledger.audit().findings == [])
        ledger.close()
    }

    @Test func theSameCommandsGiveTheSameRootOnASecondLedger() async throws {
        var roots: Set<String> = []
        for _ in 0..<2 {
            let season = BetSeason()
            let ledger = try season.create()
            let offers = try await season.schedule(on: ledger)
            try await season.accept(.recordBet(7, season.over(offers[0])), as: .user(7), on: ledger)
            guard case .accepted = try await ledger.analyse(BetSeason.game, id: season.nextID()) else {
                Issue.record("the analysis was refused")
                return
            }
            try await season.play(on: ledger)
            roots.insert("\(try ledger.root)")
            ledger.close()
        }
        #expect(roots.count == 1)
    }

    @Test func aRetryReturnsTheFirstOutcomeAlsoAfterARestart() async throws {
        // given
        let season = BetSeason()
        var ledger = try season.create()
        let offers = try await season.schedule(on: ledger)
        let bet = BetCommand.recordBet(7, season.over(offers[0]))
        let gone = BetCommand.recordBet(7, season.over(offers[0], halfPoints: 445))
        let (first, second) = (season.nextID(), season.nextID())
        let accepted = try await ledger.send(bet, as: .user(7), id: first)
        let refused = try await ledger.send(gone, as: .user(7), id: second)
        guard case .refused(let refusal) = refused else {
            Issue.record("\(refused)")
            return
        }
        #expect(refusal.code == .offerGone)
        let size = try ledger.size
        for _ in 0..<2 {
            // when
            #expect(try await ledger.send(bet, as: .user(7), id: first) == accepted)
            let again = try await ledger.send(gone, as: .user(7), id: second)
            // then
            guard case .refused(let kept) = again else {
                Issue.record("\(again)")
                return
            }
            #expect(kept.code == refusal.code && kept.message == refusal.message)
            #expect(try ledger.size == size)
            ledger.close()
            ledger = try season.open()
        }
        ledger.close()
    }

    @Test func anIDIsForOneCommandOfOneSender() async throws {
        let season = BetSeason()
        let ledger = try season.create()
        let offers = try await season.schedule(on: ledger)
        let id = season.nextID()
        _ = try await ledger.send(.recordBet(7, season.over(offers[0])), as: .user(7), id: id)
        let error = await #expect(throws: BetLedgerError.self) {
            try await ledger.send(.recordBet(7, season.over(offers[1], halfPoints: 450)), as: .user(7), id: id)
        }
        #expect(error?.code == .commandReused)
        let other = try await ledger.send(.recordBet(8, season.over(offers[0])), as: .user(8), id: id)
        guard case .accepted = other else {
            Issue.record("another sender's ID is another command: \(other)")
            return
        }
        ledger.close()
    }

    @Test func twoDevicesAtOnceRecordOneBetUnderOneID() async throws {
        let season = BetSeason()
        let ledger = try season.create()
        let offers = try await season.schedule(on: ledger)
        let (id, bet) = (season.nextID(), BetCommand.recordBet(7, season.over(offers[0])))
        let outcomes = try await withThrowingTaskGroup(of: BetOutcomeOfCommand.self) { group in
            for _ in 0..<20 { group.addTask { try await ledger.send(bet, as: .user(7), id: id) } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(outcomes.count == 1)
        #expect(ledger.state.bets(of: 7).count == 1)
        // Two IDs are two bets.
        async let one = ledger.send(bet, as: .user(7), id: season.nextID())
        async let two = ledger.send(bet, as: .user(7), id: season.nextID())
        #expect(try await one != two)
        #expect(ledger.state.bets(of: 7).count == 3)
        ledger.close()
    }

    @Test func whatWasDurableBeforeAnEndIsFoldedAgain() async throws {
        // given: a second process sees only the log, as after a kill between the append and the fold.
        let season = BetSeason()
        let ledger = try season.create()
        let offers = try await season.schedule(on: ledger)
        let (id, bet) = (season.nextID(), BetCommand.recordBet(7, season.over(offers[0])))
        let outcome = try await ledger.send(bet, as: .user(7), id: id)
        let state = ledger.state
        ledger.close()
        // when
        let again = try season.open()
        // then
        #expect(again.state == state)
        #expect(try await again.send(bet, as: .user(7), id: id) == outcome)
        #expect(again.state.bets(of: 7).count == 1)
        again.close()
    }

    @Test func manyCommandsOfAnImportAreRecordedTogether() async throws {
        let season = BetSeason()
        let ledger = try season.create()
        try await season.schedule(on: ledger)
        let commands = (0..<3_000).map { index in
            let offer = OfferRecorded(
                market: .total, line: Line(halfPoints: 440 + Int16(index % 20)), firstOdds: Odds(thousandths: 1_910),
                secondOdds: Odds(thousandths: 1_910), offeredAt: season.clock.now, book: "book \(index % 30)",
                feed: "odds")
            return SentBetCommand(.recordOffer(BetSeason.game, offer), as: BetSeason.feed, id: season.nextID())
        }
        let before = try ledger.size
        let outcomes = try await ledger.send(commands)
        #expect(outcomes.count == 3_000 && !outcomes.contains { if case .refused = $0 { true } else { false } })
        #expect(try ledger.size > before + 2_000)
        #expect(try ledger.audit().findings == [])
        #expect(try ledger.statements.verify(full: true).findings.isEmpty)
        ledger.close()
    }

    @Test func aSubscriberSeesEachEventOnceAndInOrder() async throws {
        let season = BetSeason()
        let ledger = try season.create()
        try await season.schedule(on: ledger)
        let size = try ledger.size
        let reader = Task {
            var positions: [UInt64] = []
            for try await events in ledger.events() {
                positions += events.map(\.position)
                if positions.last == size { break }
            }
            return positions
        }
        try await season.offer(halfPoints: 460, at: "alpha", on: ledger)
        #expect(try await reader.value == Array(1...size))
        ledger.close()
    }

    @Test func aReaderFollowsTheWritersLog() async throws {
        let season = BetSeason()
        let ledger = try season.create()
        let offers = try await season.schedule(on: ledger)
        ledger.close()
        let reader = try season.open(for: .reading)
        #expect(reader.state.games[BetSeason.game]?.offers.count == 2 * offers.count)
        let error = await #expect(throws: BetLedgerError.self) {
            try await reader.analyse(BetSeason.game, id: season.nextID())
        }
        #expect(error?.code == .notWritable)
        reader.close()
    }
}
