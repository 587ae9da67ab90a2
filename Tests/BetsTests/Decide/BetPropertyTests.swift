import TestSupport
import Testing
import Values

@testable import Bets  // facts about events

/// Properties of every history of a season, with lying feeds and bettors.
@Suite(.seeded) struct BetPropertyTests {
    static let seeds: [UInt64] = [11, 12, 13, 14, 15, 16]

    private func season(_ seed: UInt64, steps: Int = 1_200) -> RandomSeason {
        var season = RandomSeason(seed: seed)
        season.run(steps: steps)
        return season
    }

    /// Without this the other properties could hold of nothing.
    @Test func theSeasonsHaveEverything() {
        var types: Set<BetEventType> = []
        var rules: Set<SettlementRule> = []
        var outcomes: Set<BetOutcome> = []
        var refusals: Set<BetRefusalCode> = []
        for seed in Self.seeds {
            let season = season(seed)
            types.formUnion(season.log.records.map(\.event.type))
            for bet in season.log.state.bets.values {
                rules.formUnion(bet.outcomes.map(\.settlement.rule))
                outcomes.formUnion(bet.outcomes.map(\.settlement.outcome))
            }
            refusals.formUnion(season.refusals.keys)
        }
        let unused: Set<BetEventType> = [.boxScoreRecorded, .analysisMade, .modelPublished]
        #expect(types == Set(BetEventType.allCases).subtracting(unused))
        #expect(rules == Set(SettlementRule.allCases))
        #expect(outcomes == Set(BetOutcome.allCases))
        let others: Set<BetRefusalCode> = [.unknownTeam, .unknownGame, .unknownModel, .tooSoon, .conflictOfInterest]
        #expect(refusals == Set(BetRefusalCode.allCases).subtracting(others))
    }

    @Test(arguments: seeds)
    func theSameRecordsGiveTheSameStateInWhateverBatches(seed: UInt64) {
        let log = season(seed).log
        var random = SeededGenerator(seed: seed)
        var state = BetState()
        var copies: [(count: Int, state: BetState)] = []
        var rest = log.records[...]
        while !rest.isEmpty {
            let batch = rest.prefix(Int.random(in: 1...40, using: &random))
            rest = rest.dropFirst(batch.count)
            var next = state
            for recorded in batch { next.fold(recorded) }
            copies.append((rest.startIndex, next))
            state = next
        }
        #expect(state == log.state && copies.count > 10)
        // Later records did not reach a copy, and folding can continue from each of them.
        for (count, copy) in copies where random.oneIn(20) {
            var (start, end) = (BetState(), copy)
            for recorded in log.records[..<count] { start.fold(recorded) }
            #expect(start == copy)
            for recorded in log.records[count...] { end.fold(recorded) }
            #expect(end == log.state)
        }
    }

    /// An audit: whatever is recorded of a bet is what the rules say, after each append.
    @Test(arguments: seeds)
    func recordedOutcomesAreThoseOfTheRulesAtEveryMoment(seed: UInt64) {
        let log = season(seed, steps: 800).log
        var state = BetState()
        for (index, recorded) in log.records.enumerated() {
            state.fold(recorded)
            // Within an append, the settlements follow their cause.
            let next = index + 1 < log.records.count ? log.records[index + 1] : nil
            guard next?.origin?.commandID != recorded.origin?.commandID, let game = recorded.stream.game else {
                continue
            }
            for bet in state.bets(on: game) {
                #expect(state.games[game].flatMap { settle(bet, $0) } == bet.settlement, "bet \(bet.id) at \(index)")
            }
        }
        for bet in state.bets.values {
            #expect(state.games[bet.terms.game].flatMap { settle(bet, $0) } == bet.settlement)
        }
    }

    /// Offers, analyses and other people's bets decide nothing: a settlement follows from the game's own stream and the bet.
    @Test(arguments: seeds)
    func settlementsFollowFromTheGameAndTheBetAlone(seed: UInt64) {
        let log = season(seed).log
        for user in log.state.betsByUser.keys {
            var alone = BetState()
            for recorded in log.records where recorded.stream.kind == .game || recorded.stream == .bettor(user) {
                alone.fold(recorded)
            }
            for bet in log.state.bets(of: user) {
                #expect(alone.bets[bet.id] == bet)
                #expect(alone.games[bet.terms.game].flatMap { settle(bet, $0) } == bet.settlement)
            }
        }
    }

    /// After 72 hours an outcome changes only by two officers, or if feeds disagreed until then.
    @Test(arguments: seeds)
    func nothingAfterTheWindowChangesAnOutcome(seed: UInt64) {
        var late = 0
        var state = BetState()
        for recorded in season(seed).log.records {
            if case .betResettled(let resettled) = recorded.event, resettled.previousOutcome != .pending,
                let bet = state.bets[resettled.bet], let game = state.games[bet.terms.game],
                let until = game.correctableUntil, recorded.moment > until
            {
                late += 1
                #expect(game.corrections.last?.corrected.proposedBy != nil)
                #expect(game.corrections.last?.corrected.proposedBy != recorded.origin?.actor.user)
            }
            state.fold(recorded)
        }
        #expect(late > 0)
    }

    /// Also records that no decision leads to, of a forged or damaged log, change no settled bet after the window.
    @Test(arguments: seeds)
    func forgedRecordsAfterTheWindowChangeNoOutcome(seed: UInt64) {
        var log = season(seed).log
        let settled = log.state.bets.values.filter { $0.settlement != nil }
        log.now = log.now + BetState.Game.window + .seconds(1)
        for game in log.state.games.values where !game.finals.isEmpty && game.result != .disputed {
            let forged: [BetEvent] = [
                .gameFinal(GameFinal(completedAt: log.now, periods: .final(1, 2), feed: "league")),
                .gameFinal(GameFinal(completedAt: log.now, periods: .final(1, 2), feed: "forger")),
                .resultCorrected(
                    ResultCorrected(secondsPlayed: 2_880, ending: .completed, periods: .final(1, 2), feed: "league")),
                .resultCorrected(
                    ResultCorrected(secondsPlayed: 2_880, ending: .completed, periods: .final(1, 2), feed: "")),
                .gameMoved(GameMoved(date: nil, tipOff: nil, feed: "league")),
                .gameStarted(GameStarted(tippedOffAt: Timestamp(microseconds: 0), feed: "forger")),
                .scoreUpdated(
                    ScoreUpdated(home: 1, away: 2, period: 1, secondsLeft: 9, phase: .stopped, feed: "league")),
            ]
            log.append(forged.map { BetStreamEvent(.game(game.id), $0) }, nil)
        }
        #expect(settled.count > 30)
        for bet in settled {
            guard let game = log.state.games[bet.terms.game], game.result != .open else { continue }
            #expect(settle(bet, game) == bet.settlement, "bet \(bet.id)")
        }
    }

    @Test(arguments: seeds)
    func eventsAreAtHomeAndHaveTheirCause(seed: UInt64) {
        let records = season(seed).log.records
        let settling: Set<BetEventType> = [.betSettled, .betResettled]
        for (before, recorded) in zip([nil] + records.map(Optional.some), records) {
            let facts = recorded.event.type.facts
            #expect(recorded.stream.kind == facts.home)
            #expect(recorded.origin.map { facts.senders.contains($0.actor.role) } == true)
            if settling.contains(facts.type) {
                #expect(before?.origin?.commandID == recorded.origin?.commandID)
            }
        }
    }

    /// Nothing random, no clock, no order of a dictionary.
    @Test(arguments: seeds)
    func theSameArgumentsGiveTheSameDecision(seed: UInt64) {
        let (one, other) = (season(seed), season(seed))
        #expect(one.log.records == other.log.records && one.log.state == other.log.state)
        #expect(one.refusals == other.refusals)
    }

    /// A bettor cannot profit from knowing more than the ledger: no accepted bet that counts was made after the tip-off.
    @Test(arguments: seeds)
    func noBetThatCountsWasMadeAfterTheTipOff(seed: UInt64) {
        let state = season(seed).log.state
        for bet in state.bets.values where [.win, .loss, .push].contains(bet.outcome) {
            guard let game = state.games[bet.terms.game] else { continue }
            #expect(game.lateFrom.map { bet.occurredAt < $0 } == true)
            #expect(game.starts.allSatisfy { $0.position > bet.id.number })
            guard let position = bet.terms.offer, let offer = game.offer(at: position) else { continue }
            #expect(offer.from <= bet.occurredAt)
            #expect(offer.until.map { $0 > bet.occurredAt - .seconds(60) } ?? true)
            #expect(offer.terms.line(of: bet.terms.side) == bet.terms.line)
            #expect(offer.terms.odds(of: bet.terms.side) == bet.terms.odds)
        }
    }
}
