import DraftLedger
import DraftTesting
import Records
import Testing

@testable import Draft  // events that the rules have not given
@testable import Replay  // the parts of an audit

/// What an audit says of services, rules, imports, unpaid money and erased texts, where no rule is broken.
@Suite struct ServiceAuditTests {
    private func remarks(_ events: [RecordedEvent]) -> [String] {
        ForgeryAudit.report(on: events).remarks.map(\.message)
    }

    // MARK: Services

    @Test func unsignedServicesAreCountedUntilTheyHaveAccounts() {
        var house = HouseScript.drafting
        let before = remarks(house.events)
        #expect(before.contains { $0.contains("command") && $0.contains("of the payment provider bank") })
        #expect(before.contains { $0.contains("of the scheduler from here on") })
        HandForgeryTests.appointServices(in: &house)
        let counted = remarks(house.events)
        let own = Sender(.provider, user: 952, onBehalfOf: 1)
        let deposit = WalletCommand.recordDeposit(amount: Cents(500), provider: "bank", reference: "signed")
        #expect(house.send(.wallet(1, deposit), as: own, signedBy: 952) == nil)
        let started = SoftwareStarted(rulesVersion: SoftwareStarted.currentRules, version: "2", commit: "c")
        #expect(
            house.send(.ledger(.startSoftware(started)), as: Sender(.scheduler, user: 950), signedBy: 950) == nil)
        let pool = PublishPool(externalID: "imported", title: "I", players: House.players(8))
        #expect(house.send(.pool(7, .publishPool(pool)), as: Sender(.importer, user: 951), signedBy: 951) == nil)
        // Signed commands are not counted, and keep the rules.
        let report = ForgeryAudit.report(on: house.events)
        #expect(report.findings.map(\.message) == [])
        #expect(
            report.remarks.map(\.message).filter { $0.contains("unsigned") }
                == counted.filter { $0.contains("unsigned") })
    }

    // MARK: Rules

    @Test func aLedgerStatesTheRulesOfItsCreation() {
        let terms = HistoryTerms(of: HouseScript.drafting.events)
        #expect(terms.createdByRules == SoftwareStarted.currentRules)
        #expect(terms.rules.map(\.position) == [0] && terms.rules.map(\.version) == [SoftwareStarted.currentRules])
        #expect(terms.rulesSentence.contains("Version \(SoftwareStarted.currentRules) of the rules applies"))
        #expect(terms.fault(byLeastRules: SoftwareStarted.currentRules) == nil)
        #expect(terms.fault(byLeastRules: SoftwareStarted.currentRules + 1) != nil)
    }

    @Test func aHistoryThatStatesOldRulesSaysSo() throws {
        var events = HouseScript.drafting.events
        guard case .ledgerCreated(var created) = events[0].event, case .softwareStarted(var started) = events[1].event
        else {
            Issue.record("the history begins otherwise")
            return
        }
        (created.rulesVersion, started.rulesVersion) = (nil, 1)
        (events[0].event, events[1].event) = (.ledgerCreated(created), .softwareStarted(started))
        let terms = ForgeryAudit.report(on: events).terms
        #expect(terms.rulesSentence.contains("Version 1 of the rules applies, which the ledger states at position 1."))
        #expect(terms.rulesSentence.contains("requirements are not checked"))
        #expect(terms.fault(byLeastRules: 2) != nil)
        events.remove(at: 1)
        #expect(HistoryTerms(of: events).rulesSentence.contains("states no version of the rules"))
    }

    @Test func rulesThatTheCreationDoesNotHaveAreFound() {
        var events = HouseScript.drafting.events
        guard case .ledgerCreated(var created) = events[0].event else { return }
        created.rulesVersion = 3
        events[0].event = .ledgerCreated(created)
        #expect(!ForgeryAudit.findings(in: events).isEmpty)
    }

    // MARK: Imports

    @Test func importedEventsAreTold() {
        let now = Timestamp(microseconds: 1_785_542_400_000_000)
        func mark(_ position: UInt64, _ findings: UInt32, first: UInt64?) -> RecordedEvent {
            RecordedEvent(
                position: position, stream: .system, version: 1, previous: nil, recordedAt: now, origin: nil,
                event: .importedAsFound(ImportedAsFound(findings: findings, first: first)))
        }
        var terms = HistoryTerms(of: [mark(40, 2, first: nil), mark(90, 0, first: 60)])
        #expect(terms.imported.map(\.positions) == [0..<40, 60..<90])
        #expect(terms.importedSpan(at: 39)?.findings == 2)
        #expect(terms.importedSpan(at: 50) == nil)
        #expect(terms.sentences[1].contains("Events 0 to 39 were imported from a file"))
        #expect(terms.sentences[1].contains("broke 2 rules"))
        #expect(terms.sentences(about: [mark(70, 0, first: nil)]).count == 2)
        terms.add(unmarked: 100..<101)
        #expect(terms.sentences[3].contains("Event 100 was imported"))
    }

    // MARK: Erasures

    @Test func aReasonOfStaffIsErasedByTwo() {
        var house = HouseScript.drafting
        let digest = Digest256(words: (5, 6, 7, 8))
        house.send(.room(1, .pauseRoom(kind: .manual, reason: Wording("", digest: digest))), by: 901, dispute: 1)
        let erased = FreeTextErased(position: house.events[house.events.count - 1].position, texts: 1, isOfStaff: true)
        #expect(house.send(.ledger(.eraseText(erased)), by: 901)?.code == .approverRequired)
        let proposal = ProposeMeasure(.ledger(.eraseText(erased)), reason: "names a member")
        #expect(house.send(.measure(60, .proposeMeasure(proposal)), by: 901) == nil)
        #expect(house.send(.measure(60, .approveMeasure), by: 902) == nil)
        #expect(house.events.last?.event == .freeTextErased(erased))
        #expect(ForgeryAudit.findings(in: house.events).map(\.message) == [])
    }

    @Test func textOfAMemberIsErasedByOneAndByTheMember() {
        var house = HouseScript.drafting
        let own = FreeTextErased(user: 1, texts: 2, isOfStaff: true, erasedBy: 1)
        #expect(house.send(.ledger(.eraseText(own)), as: .scheduler) == nil)
        let others = FreeTextErased(user: 1, texts: 2, isOfStaff: true, erasedBy: 901)
        #expect(house.send(.ledger(.eraseText(others)), as: .scheduler)?.code == .approverRequired)
        let stranger = FreeTextErased(user: 1, texts: 2, isOfStaff: false, erasedBy: 2)
        #expect(house.send(.ledger(.eraseText(stranger)), as: .scheduler)?.code == .forbidden)
        #expect(house.send(.ledger(.eraseText(FreeTextErased(user: 1, texts: 2, isOfStaff: false))), by: 901) == nil)
        #expect(ForgeryAudit.findings(in: house.events).map(\.message) == [])
    }

    // MARK: Money that nobody was paid

    @Test func prizesThatFollowFromNothingAndWithdrawalsThatAreHeldAreTold() {
        var house = HouseScript.staffed
        let all = remarks(house.events)
        #expect(
            all.contains { $0.contains("Contest 2 has no rounds or no scoring, so the audit cannot check its prizes") })
        #expect(!all.contains { $0.contains("prizes of contest 1 follow") })
        let held = house.send(
            .wallet(1, .holdWithdrawal(amount: Cents(100), provider: "bank")), as: .user(1), signedBy: 1)
        #expect(held == nil)
        #expect(remarks(house.events).contains { $0.contains("of the last 24 hours") && $0.contains("held") })
        house.now = house.now + .seconds(5 * 86_400)
        house.send(.user(2, .setAlertPreferences([])), as: .user(2))
        #expect(remarks(house.events).contains { $0.contains("is held since") && $0.contains("5 days") })
    }

    @Test(arguments: [(29, false), (31, true)]) func casesThatNobodyDecidesAreTold(days: Int64, isTold: Bool) throws {
        var house = HouseScript.corrected
        let room = try #require(house.state.room(1))
        let claimant = try #require(room.user(ofSlot: 0))
        let claim = DisputeOpened(
            room: 1, pick: 1, seat: room.seatOfSlot[0], roomVersion: room.version, claimant: claimant, claim: "my queue"
        )
        #expect(house.send(.dispute(2, .openDispute(claim)), as: .user(claimant)) == nil)
        house.now = house.now + .seconds(days * 86_400)
        house.send(.user(2, .setAlertPreferences([])), as: .user(2))
        let told = remarks(house.events).filter { $0.contains("Case 2 is open since 31 days: it has no decision.") }
        #expect(told.count == (isTold ? 1 : 0))
    }

    @Test func prizesThatNobodyAwardsAreTold() throws {
        var house = HouseScript.corrected
        house.playRounds(of: 1, rooms: HouseScript.playoffRooms)
        #expect(house.state.tournament(1)?.openRound == nil)
        house.now = house.now + .seconds(12 * 86_400)
        house.send(.user(2, .setAlertPreferences([])), as: .user(2))
        let told = remarks(house.events).filter { $0.contains("final since") }
        #expect(told.count == 1)
        #expect(try #require(told.first).contains("nothing is awarded"))
    }

    /// A user's event so many days later.
    private func wait(_ days: Int64, _ house: inout HouseScript) {
        house.now = house.now + .seconds(days * 86_400)
        house.send(.user(2, .setAlertPreferences([])), as: .user(2))
    }

    @Test(arguments: [(2, 0), (12, 1)] as [(Int64, Int)])
    func entriesThatAreNotClosedKeepTheMoney(days: Int64, count: Int) {
        // As of the end of the drafts.
        let end = HouseScript.drafted.events.firstIndex { $0.event.type == .entriesClosed } ?? 0
        var house = HouseScript()
        house.take(HouseScript.drafted.events[..<end])
        wait(days, &house)
        let told = remarks(house.events).filter { $0.contains("its entries are not closed") }
        #expect(told.count == count)
        #expect(told.allSatisfy { $0.contains("over since \(days) days") && $0.contains("Its escrow holds 40.00") })
    }

    /// The days in which corrections count are no delay.
    @Test(arguments: [(2, 0), (12, 1)] as [(Int64, Int)])
    func aRoundThatIsNotClosedKeepsTheMoney(days: Int64, count: Int) {
        var house = HouseScript.drafted
        wait(days, &house)
        let told = remarks(house.events).filter { $0.contains("but the round is not closed") }
        #expect(told.count == count)
        #expect(told.allSatisfy { $0.contains("round 1 of contest 1") && $0.contains("Its escrow holds 40.00") })
        house.playRounds(of: 1, rooms: HouseScript.playoffRooms)
        #expect(!remarks(house.events).contains { $0.contains("but the round is not closed") })
    }

    @Test(arguments: [(170, 0), (200, 1)] as [(Int64, Int)])
    func aSeasonThatNeverComesKeepsTheMoney(days: Int64, count: Int) {
        let end = HouseScript.drafted.events.firstIndex { $0.event.type == .playerScored } ?? 0
        var house = HouseScript()
        house.take(HouseScript.drafted.events[..<end])
        wait(days, &house)
        let told = remarks(house.events).filter { $0.contains("has no result since") }
        #expect(told.count == count)
        #expect(told.allSatisfy { $0.contains("\(days) days") && $0.contains("Its escrow holds 40.00") })
    }

    /// Without days for corrections, whoever closes a round chooses which of them count.
    @Test(arguments: [(0, 0), (1, 1)] as [(UInt32, Int)])
    func aRoundThatLeavesOutScoresIsTold(back: UInt32, count: Int) throws {
        var events = HouseScript.drafted.events
        let index = try #require(events.firstIndex { $0.event.type == .contestRoundsSet })
        guard case .contestRoundsSet(var set) = events[index].event else { return }
        set.correctionDays = nil
        events[index].event = .contestRoundsSet(set)
        var house = HouseScript()
        house.take(events[...])
        let version = try #require(house.state.season(2026)?.version) - back
        let close = CloseRound(round: 1, seasonVersion: version, rooms: HouseScript.playoffRooms)
        #expect(house.send(.tournament(1, .closeRound(close)), as: .scheduler) == nil)
        let told = remarks(house.events).filter { $0.contains("so the operator chooses the version") }
        #expect(told.count == count)
        #expect(told.allSatisfy { $0.contains("other points for 1 score of its weeks") })
    }

    // MARK: By the rules before

    /// A history as rules 8 wrote it.
    private func eight(_ house: HouseScript) -> HouseScript {
        var events = house.events
        for index in events.indices {
            if case .ledgerCreated(var created) = events[index].event {
                created.rulesVersion = 8
                events[index].event = .ledgerCreated(created)
            } else if case .softwareStarted(var started) = events[index].event {
                started.rulesVersion = 8
                events[index].event = .softwareStarted(started)
                let command = Command.ledger(.startSoftware(started))
                events[index].origin?.fingerprint = command.fingerprint
            }
        }
        var former = HouseScript()
        former.take(events[...], rules: 8)
        return former
    }

    @Test func aCaseThatServesAnotherIsToldWhereTheRulesAllowIt() throws {
        var house = eight(.drafting)
        let paid = BalanceAdjusted(
            amount: Cents(100), firstApprover: 1, secondApprover: 2, dispute: 2, reason: "sorry")
        house.propose(60, .wallet(3, .adjustBalance(paid)), by: 904, because: 2, approvedBy: 903)
        let room = try #require(house.state.room(1))
        let claim = DisputeOpened(
            room: 1, pick: 2, seat: room.seatOfSlot[1], roomVersion: room.version, claimant: room.user(ofSlot: 1),
            claim: "I clicked")
        house.send(.dispute(7, .openDispute(claim)), as: .user(room.user(ofSlot: 1) ?? 0))
        let verdict = DisputeResolved(verdict: .upheld, resolvedBy: 1, reason: "so it was")
        house.propose(61, .dispute(7, .resolveDispute(verdict)), by: 902, because: 7, approvedBy: 903)
        let correction = CorrectPick(
            pick: 1, mode: .substitute, player: 7, dispute: 7, requestedBy: nil, approvedBy: nil, reason: "swap")
        house.propose(62, .room(1, .correctPick(correction)), by: 901, because: 7, approvedBy: 902)
        #expect(house.events.last?.event.type == .pickCorrected)
        let report = ForgeryAudit.report(on: house.events)
        #expect(report.findings.map(\.message) == [])
        let told = report.remarks.map(\.message)
        #expect(told.contains { $0.contains("Case 2 of user") && $0.contains("paid user 3 100 cents") })
        #expect(told.contains { $0.contains("was corrected because of case 7, which is a case of") })
    }

    @Test func aRoomThatIsImportedIntoAContestOfThisHouseIsToldWhereTheRulesAllowIt() {
        var house = eight(.drafting)
        let opening = OpenRoom(
            tournament: 1, pool: 1, entryFee: nil, ruleset: .untimed(teams: 2, rounds: 2), externalID: "g")
        let entries = ["a", "b"].map { ImportRoom.Entry(externalID: $0) }
        #expect(house.send(.room(8, .importRoom(ImportRoom(room: opening, entries: entries))), as: .importer) == nil)
        let report = ForgeryAudit.report(on: house.events)
        #expect(report.findings.map(\.message) == [])
        #expect(report.remarks.contains { $0.message.contains("Room 8 was imported into contest 1") })
    }

    @Test func moreTimeWithoutACaseIsToldUntilStaffRolesAreEnabled() {
        var table = DraftTable()
        table.must(.room(1, .extendClock(pick: 1, by: .seconds(7 * 86_400), reason: "asked")), at: DraftTable.at(5))
        let told = remarks(table.recorded.map { $0 }).filter { $0.contains("extended the clock of pick 1 by 7 days") }
        #expect(told.count == 1)
        #expect(!remarks(HouseScript.drafting.events).contains { $0.contains("extended the clock") })
    }

    // MARK: Pods

    @Test func membersBytesArePartOfTheDrawOfPods() throws {
        var house = HouseScript.corrected
        house.playRounds(of: 1, rooms: HouseScript.playoffRooms)
        let contest = try #require(house.state.tournament(1))
        let set = try #require(contest.rounds)
        let commitment = try #require(set.podCommitment)
        let secret = try #require(contest.played[1].secret)
        #expect(Digest256(hashing: secret.bytes) == commitment)
        let entropy = try #require(contest.played[0].entropy)
        let entrants = contest.played[0].advancing(set.rounds[0])
        let cryptography = LedgerCryptography(drawMaster: [])
        #expect(
            PodDraw.order(
                secret: secret, tournament: 1, round: 2, entrants: entrants, entropy: entropy,
                cryptography: cryptography) == contest.played[1].drawn)
        let other = PodDraw.combined(entropy, Digest256(words: (1, 0, 0, 0)))
        #expect(
            PodDraw.order(
                secret: secret, tournament: 1, round: 2, entrants: Array(entrants), entropy: other,
                cryptography: cryptography) != contest.played[1].drawn || entrants.count < 3)
    }

    @Test func aCommitmentAfterTheFirstScoreIsFound() throws {
        // As of rules 7, the commitment is in the closing of entries; a history that claims rules 8 cannot do so.
        var house = HouseScript.drafting
        let rounds = [
            ContestRound(firstWeek: 1, lastWeek: 1, podSize: 2, advancing: 1),
            ContestRound(firstWeek: 2, lastWeek: 2, podSize: 2, advancing: 0),
        ]
        guard let details = house.state.tournament(1)?.details else { return }
        house.send(.tournament(5, .createTournament(details)), by: 901)
        let set = ContestRoundsSet(season: 2026, rounds: rounds)
        house.force(
            [StreamEvent(.tournament(5), .contestRoundsSet(set))], of: .tournament(5, .setContestRounds(set)),
            as: .admin(901), signedBy: 901)
        let lineup = Lineup(quarterbacks: 1, runningBacks: 0, wideReceivers: 0, tightEnds: 0, flex: 1)
        house.send(.tournament(5, .setScoring(ScoringSet(lineup: lineup, scoring: ScoringSet.halfPPR))), by: 901)
        let score = PlayerScore(position: .quarterback, points: 100, name: "P2", team: "PHI")
        house.send(
            .season(
                2026, .recordScores(RecordScores(week: 1, scoring: ScoringSet.halfPPR, source: "s", scores: [score]))),
            by: 901)
        house.send(.tournament(5, .closeEntries), by: 901)
        guard case .entriesClosed(let closed) = house.events.last?.event else {
            Issue.record("not closed")
            return
        }
        #expect(closed.podCommitment != nil)
        let findings = ForgeryAudit.findings(in: house.events)
        #expect(findings.contains { $0.rule == .draw && $0.message.contains("after 1 scores of its first round") })
    }
}
