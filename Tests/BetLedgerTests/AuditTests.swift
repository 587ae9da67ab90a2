import BetLedger
import Bets
import Draft
import DraftLedger
import Records
import Testing
import Values

/// Somebody with the file changes a stored record. The audit finds it by the rules, verification by the hashes.
@Suite struct AuditTests {
    private func played() async throws -> (season: BetSeason, bet: UInt64, offers: [UInt64], analysis: UInt64) {
        let season = BetSeason()
        let ledger = try season.create()
        let offers = try await season.schedule(on: ledger)
        let outcome = try await ledger.analyse(BetSeason.game, offer: offers[0], id: season.nextID())
        guard case .accepted(let analysed) = outcome else {
            Issue.record("\(outcome)")
            return (season, 0, [], 0)
        }
        let bet = try await season.accept(
            .recordBet(7, season.over(offers[0], notes: "a hunch")), as: .user(7), on: ledger)
        try await season.play(on: ledger)
        let audit = try ledger.audit()
        #expect(audit.findings == [] && audit.settlements == 1 && audit.analyses == 1)
        ledger.close()
        return (season, bet.lowerBound, offers, analysed.lowerBound)
    }

    private func checks(_ season: BetSeason) throws -> (audit: Set<BetAudit.Finding.Check>, verify: [String]) {
        // A writer refuses a history that its checkpoint does not state.
        let ledger = try season.open(for: .reading)
        defer { ledger.close() }
        return (
            Set(try ledger.audit().findings.map(\.check)), try ledger.statements.verify().findings.map(\.check)
        )
    }

    @Test func anEditedBetIsFound() async throws {
        let (season, bet, _, _) = try await played()
        try season.edit(bet) { event in
            guard case .betRecorded(var recorded) = event else { return }
            recorded.stake = Stake(thousandths: 5_000)
            event = .betRecorded(recorded)
        }
        let (audit, verify) = try checks(season)
        #expect(audit == [.settlement])
        #expect(verify.contains("checkpoint"))
        #expect(throws: BetLedgerError.self) { try season.open() }
    }

    @Test func anEditedOldLineIsFound() async throws {
        let (season, _, offers, _) = try await played()
        try season.edit(offers[0]) { event in
            guard case .offerRecorded(var offer) = event else { return }
            offer.line = Line(halfPoints: 439)
            event = .offerRecorded(offer)
        }
        let (audit, verify) = try checks(season)
        #expect(audit.isSuperset(of: [.decision, .analysis]))
        #expect(verify.contains("checkpoint"))
    }

    @Test func anEditedPropLineIsFound() async throws {
        // given: a book's line on an athlete that moves, and is withdrawn
        let season = BetSeason()
        let ledger = try season.create()
        try await season.schedule(on: ledger)
        let athlete = AthleteListed(athlete: 77, team: BetSeason.boston, name: "Jo Doe", feed: "league")
        try await season.accept(.listAthlete(BetSeason.season, athlete), on: ledger)
        var last: UInt64 = 0
        for halfPoints in [45, 47] as [Int16] {
            let line = PropLineRecorded(
                athlete: 77, line: Line(halfPoints: halfPoints), overOdds: Odds(thousandths: 1_910),
                underOdds: Odds(thousandths: 1_910), offeredAt: season.clock.now, book: "alpha", feed: "odds")
            last = try await season.accept(.recordPropLine(BetSeason.game, line), on: ledger).lowerBound
        }
        let withdrawal = WithdrawPropLine(athlete: 77, book: "alpha", feed: "odds")
        try await season.accept(.withdrawPropLine(BetSeason.game, withdrawal), on: ledger)
        #expect(try ledger.audit().isClean)
        ledger.close()
        func edit(_ halfPoints: Int16) throws {
            try season.edit(last) { event in
                guard case .propLineRecorded(var line) = event else { return }
                line.line = Line(halfPoints: halfPoints)
                event = .propLineRecorded(line)
            }
        }
        // when: it is a line that the rules would have taken, the bytes show it
        try edit(49)
        var (audit, verify) = try checks(season)
        #expect(audit.isEmpty && verify.contains("checkpoint"))
        // and when: it is the line of before, a report that says nothing new
        try edit(45)
        (audit, verify) = try checks(season)
        #expect(audit == [.decision] && verify.contains("checkpoint"))
    }

    @Test func anEditedAnalysisIsFound() async throws {
        let (season, _, _, analysis) = try await played()
        try season.edit(analysis) { event in
            guard case .analysisMade(var made) = event else { return }
            made.verdict = .strongOver
            event = .analysisMade(made)
        }
        let (audit, verify) = try checks(season)
        #expect(audit == [.analysis])
        #expect(verify.contains("checkpoint"))
    }

    @Test func anEditedSettlementIsFound() async throws {
        let (season, _, _, _) = try await played()
        let ledger = try season.open(for: .reading)
        let position = try #require(ledger.state.bets.values.first?.outcomes.first?.position)
        ledger.close()
        try season.edit(position) { event in
            guard case .betSettled(var settled) = event else { return }
            settled.profit = Profit(thousandths: 9_100)
            event = .betSettled(settled)
        }
        #expect(try checks(season).audit == [.settlement])
    }

    @Test func aChangedSeedOfAnAnalysisIsFound() async throws {
        let (season, _, _, analysis) = try await played()
        try season.edit(analysis) { event in
            guard case .analysisMade(var made) = event else { return }
            made.seed = Digest256(words: (1, 2, 3, 4))
            event = .analysisMade(made)
        }
        #expect(try checks(season).audit == [.analysis])
    }

    @Test func anAnalysisFollowsTheMarketAndIsNotRepeatedAtOnce() async throws {
        let season = BetSeason()
        let ledger = try season.create()
        let offers = try await season.schedule(on: ledger)
        _ = try await ledger.analyse(BetSeason.game, offer: offers[0], id: season.nextID())
        let made = try #require(ledger.state.games[BetSeason.game]?.analyses.first?.made)
        #expect(made.inputs.totalBooks == 3 && made.inputs.consensusTotal == 225_500_000)
        #expect(Int(made.over) + Int(made.under) + Int(made.push) == 10_000)
        #expect(made.confidence == .low && made.line == Line(halfPoints: 449))
        let again = try await ledger.analyse(BetSeason.game, offer: offers[0], id: season.nextID())
        guard case .refused(let refusal) = again else {
            Issue.record("\(again)")
            return
        }
        #expect(refusal.code == .tooSoon)
        ledger.close()
    }

    @Test func theVerifierOfDraftsChecksALedgerOfBets() async throws {
        let (season, _, _, _) = try await played()
        let draft = try DraftLedger.open(at: season.path)
        let report = try draft.verify(full: true)
        #expect(report.findings.isEmpty && report.notes.isEmpty)
        draft.close()
    }

    @Test func aLedgerOfDraftsIsNotOpened() throws {
        let season = BetSeason()
        let draft = try DraftLedger.create(at: season.path, origin: "example.com/drafts", upkeep: .none)
        try draft.append([
            .init(stream: .clock(3), event: .clockTicked(ClockTicked(pick: 1, remaining: 900)), origin: nil)
        ])
        draft.close()
        let error = #expect(throws: BetLedgerError.self) { try season.open() }
        #expect(error?.code == .notOfBets)
    }
}
