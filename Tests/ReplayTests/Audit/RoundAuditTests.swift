import DraftLedger
import DraftTesting
import Records
import Replay
import Testing

@testable import Draft  // events that the rules have not given

/// Whatever a house makes of a contest's rounds that does not follow from its drafts, its season and its secret is found.
@Suite struct RoundAuditTests {
    /// A house that is about to send the first command of a kind.
    private static func house(before kind: CommandKind, round: UInt8? = nil) throws -> (HouseScript, Command) {
        var house = HouseScript.corrected
        house.playRounds(of: 1, rooms: HouseScript.playoffRooms) { command in
            switch command {
            case .tournament(_, .closeRound(let close)): kind == .closeRound && close.round == round ?? close.round
            case .tournament(_, .drawPods(let drawn)): kind == .drawPods && drawn == round ?? drawn
            default: false
            }
        }
        if let command = house.nextOfRounds(of: 1, rooms: HouseScript.playoffRooms) { return (house, command) }
        let ranking = try #require(house.state.tournament(1)?.ranking(first: 3))
        let standings = ranking.enumerated().map { Standing(entry: $1, place: UInt32($0 + 1)) }
        return (house, .tournament(1, .awardPrizes(standings: standings)))
    }

    /// - Returns: what an audit finds where the house has changed what its command comes to.
    private static func findings(
        _ house: HouseScript, _ command: Command, as sender: Sender = .scheduler,
        _ change: (inout [StreamEvent]) throws -> Void
    ) rethrows -> [AuditFinding] {
        var (house, events) = (house, house.honestEvents(of: command, as: sender))
        try change(&events)
        house.force(events, of: command, as: sender)
        return ForgeryAudit.findings(in: house.events)
    }

    @Test func aContestThatIsPlayedToItsPrizesKeepsEveryRule() throws {
        var (house, award) = try Self.house(before: .awardPrizes)
        #expect(house.send(award, as: House.admin) == nil)
        #expect(house.send(.tournament(1, .finalizeTournament), as: .scheduler) == nil)
        #expect(Set(house.events.map(\.event.type)).isSuperset(of: [.roundClosed, .podsDrawn, .prizesAwarded]))
        #expect(ForgeryAudit.findings(in: house.events).map(\.message) == [])
    }

    @Test(arguments: [1, 2, 3] as [UInt8])
    func whoAdvancesWronglyIsFound(round: UInt8) throws {
        let (house, command) = try Self.house(before: .closeRound, round: round)
        let found = Self.findings(house, command) { events in
            guard case .roundClosed(var closed)? = events.first?.event else { return }
            let loser = closed.standings[1].entry
            closed.standings[1].entry = closed.standings[0].entry
            closed.standings[0].entry = loser
            events[0].event = .roundClosed(closed)
        }
        #expect(found.contains { $0.rule == .decision && $0.position == UInt64(house.events.count) })
    }

    @Test func pointsThatNobodyScoredAreFound() throws {
        let (house, command) = try Self.house(before: .closeRound, round: 1)
        let found = Self.findings(house, command) { events in
            guard case .roundClosed(var closed)? = events.first?.event else { return }
            closed.standings[0].points += 1
            events[0].event = .roundClosed(closed)
        }
        #expect(found.contains { $0.rule == .decision })
    }

    @Test func aRoundThatClosesBeforeItsWeeksAreFinalIsFound() throws {
        let (house, command) = try Self.house(before: .closeRound, round: 1)
        guard case .tournament(_, .closeRound(var close)) = command else { return }
        close.seasonVersion = 20
        var forged = house
        var events = house.honestEvents(of: command, as: .scheduler)
        guard case .roundClosed(var closed)? = events.first?.event else { return }
        closed.seasonVersion = 20
        events[0].event = .roundClosed(closed)
        forged.force(events, of: .tournament(1, .closeRound(close)), as: .scheduler)
        #expect(ForgeryAudit.findings(in: forged.events).contains { $0.message.contains("not final") })
    }

    @Test func otherPodsAreFound() throws {
        let (house, command) = try Self.house(before: .drawPods, round: 2)
        let found = Self.findings(house, command) { events in
            guard case .podsDrawn(var drawn)? = events.first?.event else { return }
            drawn.entries.swapAt(0, 3)
            events[0].event = .podsDrawn(drawn)
        }
        #expect(found.contains { $0.rule == .decision && $0.position == UInt64(house.events.count) })
    }

    @Test(arguments: [2, 3] as [UInt8])
    func aSecretThatNobodyCommittedToIsFound(round: UInt8) throws {
        let (house, command) = try Self.house(before: .drawPods, round: round)
        let found = Self.findings(house, command) { events in
            guard case .podsDrawn(var drawn)? = events.first?.event else { return }
            drawn.secret = Digest256(words: (1, 2, 3, 4))
            events[0].event = .podsDrawn(drawn)
        }
        #expect(found.contains { $0.message.contains("commitment") })
    }

    @Test func aContestThatCommitsToNoDrawsIsFound() throws {
        var house = HouseScript.drafted
        var events = house.events
        let index = try #require(events.firstIndex { $0.event.type == .contestRoundsSet })
        guard case .contestRoundsSet(var set) = events[index].event else { return }
        #expect(set.podCommitment != nil)
        set.podCommitment = nil
        events[index].event = .contestRoundsSet(set)
        let findings = ForgeryAudit.findings(in: events)
        #expect(findings.contains { $0.position == UInt64(index) && $0.rule == .decision })
        #expect(findings.contains { $0.message.contains("commitment to the draws of pods") })
        house.wait(until: house.now + HouseScript.correctionWindow)
        house.playRounds(of: 1, rooms: HouseScript.playoffRooms)
        #expect(house.state.tournament(1)?.openRound == nil)
    }

    /// Records that no rules make are findings, and end no audit.
    @Test func whatNoRulesRecordIsFound() throws {
        let award = Command.tournament(
            1, .awardPrizes(standings: [Standing(entry: EntryID(room: 1, join: 1), place: 1)]))
        let rounds = ContestRoundsSet(
            season: 2026,
            rounds: Array(repeating: ContestRound(firstWeek: 9, lastWeek: 1, podSize: 2, advancing: 1), count: 300))
        let score = PlayerScored(
            week: 200, position: .quarterback, points: .min, scoring: ScoringSet.halfPPR, source: "s", name: "N")
        let range = PrizesAwarded(firstPlace: 1, lastPlace: .max, entries: 1, amount: Cents(2_000))
        let forged: [(StreamEvent, Command)] = [
            (StreamEvent(.season(2026), .playerScored(score)), .season(2026, .closeWeek(week: 200, scoring: "s"))),
            (StreamEvent(.tournament(1), .contestRoundsSet(rounds)), .tournament(1, .setContestRounds(rounds))),
            (StreamEvent(.tournament(1), .prizesAwarded(range)), award),
        ]
        for forgery in forged {
            var house = HouseScript.corrected
            // Twice, since the second is judged on what the first has made.
            for _ in 0..<2 { house.force([forgery.0], of: forgery.1, as: House.admin) }
            #expect(!ForgeryAudit.findings(in: house.events).isEmpty, "\(forgery.0)")
        }
    }

    @Test func aRoundThatCountsNothingOfWhatCameLateSaysSo() throws {
        var house = HouseScript.drafted
        house.wait(until: house.now + HouseScript.correctionWindow)
        let late = PlayerScore(position: .quarterback, points: 4_000, name: "Came Late")
        house.send(
            .season(
                2026,
                .recordScores(
                    RecordScores(
                        week: 1, scoring: ScoringSet.halfPPR, source: "s", scores: [late], reason: "Was forgotten."))),
            as: House.admin)
        house.playRounds(of: 1, rooms: HouseScript.playoffRooms)
        let notes = ForgeryAudit.report(on: house.events).remarks.map(\.message)
        #expect(notes.contains { $0.contains("1 player's points of weeks 1-2 were first recorded") }, "\(notes)")
    }

    @Test func prizesForTheWrongEntriesAreFound() throws {
        let (house, award) = try Self.house(before: .awardPrizes)
        let found = Self.findings(house, award, as: House.admin) { events in
            let places = events.indices.filter { events[$0].event.type == .prizeCredited }
            guard case .prizeCredited(var first) = events[places[0]].event,
                case .prizeCredited(var second) = events[places[1]].event
            else { return }
            (first.entry, second.entry) = (second.entry, first.entry)
            let winner = events[places[0]].stream
            events[places[0]] = StreamEvent(events[places[1]].stream, .prizeCredited(first))
            events[places[1]] = StreamEvent(winner, .prizeCredited(second))
        }
        #expect(found.contains { $0.rule == .decision && $0.message.contains("by the rounds") })
    }

    /// The rounds have to be closed first: whoever says so is nobody.
    @Test func prizesBeforeTheRoundsAreClosedAreFound() throws {
        var house = HouseScript.drafted
        let entry = EntryID(room: 1, join: 1)
        let prize = PrizeCredited(tournament: 1, entry: entry, place: 1, amount: Cents(2_000))
        let range = PrizesAwarded(firstPlace: 1, lastPlace: 1, entries: 1, amount: Cents(2_000))
        house.force(
            [
                StreamEvent(.tournament(1), .prizesAwarded(range)), StreamEvent(.wallet(1), .prizeCredited(prize)),
            ], of: .tournament(1, .awardPrizes(standings: [Standing(entry: entry, place: 1)])), as: House.admin)
        #expect(ForgeryAudit.findings(in: house.events).contains { $0.message.contains("is not closed") })
    }

    /// Ledgers of before: nobody committed to a draw or closed a round, and prizes were paid by anybody's word. Whoever says
    /// so of a contest that gives corrections a window hides newer rules.
    @Test(arguments: [nil, 2] as [UInt8?]) func prizesOfFormerRulesStayInOrder(correctionDays: UInt8?) throws {
        var house = HouseScript.drafted
        var closed = 0
        var events = house.events.map { recorded in
            var recorded = recorded
            if case .softwareStarted(var started) = recorded.event {
                started.rulesVersion = 5
                recorded.event = .softwareStarted(started)
                recorded.origin?.fingerprint = Command.ledger(.startSoftware(started)).fingerprint
            }
            if case .ledgerCreated(var created) = recorded.event {
                created.rulesVersion = nil
                recorded.event = .ledgerCreated(created)
            }
            if case .contestRoundsSet(var set) = recorded.event {
                (set.correctionDays, set.podCommitment) = (correctionDays, nil)
                recorded.event = .contestRoundsSet(set)
                recorded.origin?.fingerprint = Command.tournament(1, .setContestRounds(set)).fingerprint
            }
            if case .entriesClosed(var event) = recorded.event {
                event.podCommitment = nil
                recorded.event = .entriesClosed(event)
                closed += 1
            }
            return recorded
        }
        #expect(closed == 1)
        let entry = EntryID(room: 1, join: 1)
        let prize = PrizeCredited(tournament: 1, entry: entry, place: 1, amount: Cents(2_000))
        let range = PrizesAwarded(firstPlace: 1, lastPlace: 1, entries: 1, amount: Cents(2_000))
        house.force(
            [
                StreamEvent(.tournament(1), .prizesAwarded(range)), StreamEvent(.wallet(1), .prizeCredited(prize)),
            ], of: .tournament(1, .awardPrizes(standings: [Standing(entry: entry, place: 1)])), as: House.admin)
        events += house.events[events.count...]
        let findings = ForgeryAudit.findings(in: events).map(\.message)
        let isFound = findings.contains { $0.contains("is not closed") }
        #expect(correctionDays == nil ? findings == [] : isFound, "\(findings)")
    }
}
