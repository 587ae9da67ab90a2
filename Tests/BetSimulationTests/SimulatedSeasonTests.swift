import BetSimulation
import Bets
import Testing
import Values

@Suite struct SimulatedSeasonTests {
    private static let start = Timestamp(iso8601: "2026-01-16T00:00:00Z") ?? Timestamp(microseconds: 0)

    private static func season(_ seed: UInt64 = 7, games: Int = 10, speed: Int = 1) -> SimulatedSeason {
        SimulatedSeason(SimulatedSeason.Options(seed: seed, games: games, start: start, speed: speed))
    }

    /// What the rules make of a season, by the same function that a ledger calls.
    private struct Played {
        var state = BetState()
        var refusals: [(step: SimulatedStep, refusal: BetRefusal?)] = []
        var events: [RecordedBetEvent] = []
        var skipped = 0
        private var versions: [BetStream: (version: UInt32, position: UInt64)] = [:]

        init(_ season: SimulatedSeason) {
            for step in season.steps { play(step) }
        }

        private mutating func play(_ step: SimulatedStep) {
            guard let command = step.command(in: state) else {
                if case .bet = step.action { skipped += 1 }
                return
            }
            let origin = CommandOrigin(occurredAt: step.moment, actor: step.sender, commandID: step.id)
            switch decide(command, origin: origin, now: step.moment, state: state) {
            case .accepted(let new):
                if step.refusal != nil { refusals.append((step, nil)) }
                for event in new { append(event, origin) }
            case .refused(let refusal): refusals.append((step, refusal))
            }
        }

        private mutating func append(_ event: BetStreamEvent, _ origin: CommandOrigin) {
            let position = UInt64(events.count + 1)
            let last = versions[event.stream]
            let recorded = RecordedBetEvent(
                position: position, stream: event.stream, version: (last?.version ?? 0) + 1, previous: last?.position,
                recordedAt: origin.occurredAt ?? Timestamp(microseconds: 0), origin: origin, event: event.event)
            versions[event.stream] = (recorded.version, position)
            state.fold(recorded)
            events.append(recorded)
        }
    }

    @Test func theSameSeedGivesTheSameEvents() {
        let (first, second) = (Self.season(), Self.season())
        #expect(first.steps.map(\.action) == second.steps.map(\.action))
        #expect(first.steps.map(\.moment) == second.steps.map(\.moment))
        #expect(Played(first).events == Played(second).events)
    }

    @Test func anotherSeedGivesAnotherSeason() {
        #expect(Self.season(7).steps.map(\.action) != Self.season(8).steps.map(\.action))
        #expect(Self.season(7).steps.first?.id != Self.season(8).steps.first?.id)
    }

    @Test func stepsAreInTheOrderOfTheirMomentsWithIDsOfTheirOwn() {
        let steps = Self.season().steps
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.moment <= $1.moment })
        #expect(Set(steps.map(\.id)).count == steps.count)
    }

    @Test(arguments: [(7, 10, 1), (1, 10, 1), (2, 15, 1), (3, 1, 1), (4, 2, 60), (5, 10, 20), (6, 8, 1000)])
    func theRulesRefuseOnlyWhatShowsARefusal(seed: UInt64, games: Int, speed: Int) {
        let played = Played(Self.season(seed, games: games, speed: speed))
        for (step, refusal) in played.refusals {
            let message = refusal?.message ?? "accepted"
            #expect(refusal?.code == step.refusal, "\(step.moment.iso8601) \(step.action): \(message)")
        }
        #expect(played.skipped * 10 < max(10, played.state.bets.count))
    }

    @Test func someStepsShowRefusals() {
        let codes = Played(Self.season()).refusals.compactMap(\.refusal?.code)
        #expect(Set(codes) == [.gameStarted, .offerGone])
    }

    @Test func someBetsAreResettled() {
        let state = Played(Self.season()).state
        #expect(state.bets.values.contains { $0.outcomes.count > 1 })
        #expect(state.games.values.contains { !$0.corrections.isEmpty })
    }

    @Test(arguments: [7, 1, 2, 5] as [UInt64])
    func allBetsSettle(seed: UInt64) {
        let state = Played(Self.season(seed)).state
        #expect(state.bets.count > 150)
        #expect(state.bets.values.allSatisfy { $0.outcome != .pending })
        for outcome in [BetOutcome.win, .loss, .void] {
            #expect(state.bets.values.contains { $0.outcome == outcome }, "no \(outcome.name)")
        }
        // A bet at a fair price loses the margin: less luck than skill would show.
        let total = state.bets.values.reduce(0) { $0 + ($1.settlement?.profit.thousandths ?? 0) }
        let stakes = state.bets.values.reduce(0) { $0 + Int64($1.terms.stake.thousandths) }
        #expect(abs(total) * 2 < stakes)
    }

    @Test func bookLinesStayNearTheTruth() {
        let season = Self.season()
        let state = Played(season).state
        var errors: [Int] = []
        for (id, truth) in season.trueTotals {
            for offer in state.games[id]?.offers ?? [] where offer.terms.market == .total {
                errors.append(Int(offer.terms.line.halfPoints) * 500 - truth)
            }
        }
        #expect(errors.count > 500)
        #expect(errors.allSatisfy { abs($0) < 14_000 })
        #expect(abs(errors.reduce(0, +) / errors.count) < 1_000)
        #expect(errors.reduce(0) { $0 + abs($1) } / errors.count < 3_000)
    }

    @Test func booksMoveTheirLinesOnTheStartersOfTonight() {
        let season = Self.season()
        let state = Played(season).state
        var moved = 0
        for game in state.games.values {
            guard season.tonight.contains(game.id) else {
                #expect(game.propLines.isEmpty)
                continue
            }
            let athletes = Set(game.propLines.map(\.terms.athlete))
            #expect(athletes.count == 10)
            for athlete in athletes {
                #expect(
                    state.seasons[game.season]?.athletes[athlete]?.team.map { [game.home, game.away].contains($0) }
                        == true)
                let offers = game.movement(ofLineOn: athlete).offers
                moved += Set(offers.map(\.terms.line)).count > 1 ? 1 : 0
                #expect(game.propLines(on: athlete) != nil, "the last lines before the tip-off stay")
                for terms in offers.map(\.terms) {
                    let implied = 1_000_000 / terms.overOdds.thousandths + 1_000_000 / terms.underOdds.thousandths
                    #expect((1_020...1_090).contains(implied) && terms.line.halfPoints % 2 == 1, "\(terms)")
                }
            }
        }
        #expect(moved > 80, "of 100 starters")
    }

    @Test func oddsOfBothSidesHaveAMargin() {
        for game in Played(Self.season()).state.games.values {
            for offer in game.offers {
                let terms = offer.terms
                let implied = 1_000_000 / terms.firstOdds.thousandths + 1_000_000 / terms.secondOdds.thousandths
                #expect((1_020...1_090).contains(implied), "\(terms)")
            }
        }
    }

    @Test func eachTeamHasTwentyGamesWithBoxScoresBeforeTonight() {
        let season = Self.season()
        let state = Played(season).state
        var games: [TeamID: Int] = [:]
        for game in state.games.values where !season.tonight.contains(game.id) && game.boxScores.count == 2 {
            games[game.home, default: 0] += 1
            games[game.away, default: 0] += 1
        }
        #expect(games.count == 20)
        #expect(games.values.allSatisfy { $0 >= 18 })
    }

    @Test func boxScoresHaveThePossessionsOfARealGame() {
        let boxes = Played(Self.season()).state.games.values.flatMap(\.boxScores.values)
        let possessions = boxes.map { box in
            let line = box.line
            return Int(line.fieldGoalAttempts) + 44 * Int(line.freeThrowAttempts) / 100 - Int(line.offensiveRebounds)
                + Int(line.turnovers)
        }
        #expect((92...108).contains(possessions.reduce(0, +) / possessions.count))
        #expect(boxes.allSatisfy { $0.athletes.count == 10 && Int($0.line.seconds) >= 14_400 })
    }

    @Test func scoresNeverFall() {
        var last: [BetStream: (UInt16, UInt16)] = [:]
        for recorded in Played(Self.season()).events {
            guard case .scoreUpdated(let update) = recorded.event else { continue }
            let before = last[recorded.stream] ?? (0, 0)
            #expect(update.home >= before.0 && update.away >= before.1)
            last[recorded.stream] = (update.home, update.away)
        }
        #expect(last.count > 60)
    }

    @Test func anEveningPassesFaster() {
        let start = Self.start
        func end(_ speed: Int) -> Interval {
            (Self.season(speed: speed).steps.last?.moment ?? start) - start
        }
        #expect(abs(end(1).microseconds - 20 * end(20).microseconds) < 1_000_000)
        #expect(Self.season(speed: 20).begins == Self.season().begins)
    }
}
