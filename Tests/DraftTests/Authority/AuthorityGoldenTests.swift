import Draft
import TestSupport
import DraftTesting
import Testing

/// What comes of each kind of command from each kind of sender, held against `Fixtures/golden/authority`: who may send
/// what, in which order the rules say no, and in which words.
@Suite struct AuthorityGoldenTests {
    @Test(arguments: AuthorityWorld.allCases)
    func everybodyIsAnsweredAsBefore(world: AuthorityWorld) throws {
        let state = try world.state()
        var lines: [String] = []
        for command in AuthorityWorld.commands {
            var answers: [(answer: String, senders: [String])] = []
            for (name, sender) in AuthorityWorld.senders {
                let answer = answer(to: command, from: sender, in: state, at: world.now)
                if let known = answers.firstIndex(where: { $0.answer == answer }) {
                    answers[known].senders.append(name)
                } else {
                    answers.append((answer, [name]))
                }
            }
            lines.append("\(command.kind)")
            for (answer, senders) in answers {
                lines.append("  \(answer)")
                lines.append("    \(senders.joined(separator: ", "))")
            }
        }
        let text = lines.joined(separator: "\n") + "\n"
        #expect(try GoldenFile("authority/\(world).txt").difference(from: text) == nil)
    }

    @Test func everyKindOfCommandIsAmongThem() {
        #expect(Set(AuthorityWorld.commands.map(\.kind)) == Set(CommandKind.allCases))
    }

    /// The scope of a kind is the kind of stream that its commands are for; a draft is the inner part of its room.
    @Test func theScopeOfAKindIsItsStream() {
        let others = ["ledger": "system", "contest": "tournament", "draft": "room"]
        for command in AuthorityWorld.commands {
            let scope = "\(command.kind.scope)"
            #expect(others[scope] ?? scope == "\(command.anchor.kind)", "\(command.kind)")
        }
    }

    private func answer(
        to command: Command, from sender: Sender, in state: LedgerState, at now: Timestamp
    ) -> String {
        let origin = CommandOrigin(occurredAt: now, actor: sender, commandID: CommandID(high: 1, low: 1))
        switch decide(command, origin: origin, now: now, state: state, cryptography: FakeCryptography()) {
        case .accepted: return "accepted"
        case .refused(let refusal):
            let seat = refusal.seat.map { ", seat \($0)" } ?? ""
            return "\(refusal.code.name)\(seat): \(refusal.message)"
        }
    }
}

/// A house in which users 1 and 2 share a room, in one of several moments of their draft.
enum AuthorityWorld: String, CaseIterable, Sendable {
    case empty, waiting, countdown, drafting, paused, complete, closed, imported

    var now: Timestamp { Timestamp(microseconds: 2_000_000_000) }

    static let senders: [(String, Sender)] = [
        ("user/1", .user(1)), ("user/2", .user(2)), ("user/5", .user(5)), ("user", Sender(.user)),
        ("admin", .admin(nil)), ("admin/9", .admin(9)), ("admin/9 for user/1", .admin(9, onBehalfOf: 1)),
        ("admin/9 for user/2", .admin(9, onBehalfOf: 2)), ("admin for user/5", .admin(nil, onBehalfOf: 5)),
        ("scheduler", .scheduler), ("scheduler for user/1", Sender(.scheduler, onBehalfOf: 1)),
        ("provider", .provider(onBehalfOf: nil)), ("provider for user/1", .provider(onBehalfOf: 1)),
        ("provider for user/2", .provider(onBehalfOf: 2)), ("importer", .importer),
        ("importer for user/2", Sender(.importer, onBehalfOf: 2)),
    ]

    /// Commands of every kind: about user 1, seat 0 of room 1, tournament 1, case 1.
    static let commands: [Command] = [
        .ledger(.createLedger(origin: "example.com/drafts")),
        .ledger(.startSoftware(SoftwareStarted(rulesVersion: 1, version: "1", commit: ""))),
        .ledger(.eraseText(FreeTextErased(position: 1, texts: 1, isOfStaff: true))),
        .ledger(.closeLedger(reason: "r")),
        .pool(2, .publishPool(PublishPool(externalID: "", title: "", players: [player(0)]))),
        .pool(1, .addPlayer(player(40))),
        .tournament(2, .createTournament(.sample())),
        .tournament(1, .closeEntries),
        .tournament(1, .cancelTournament(reason: "r")),
        .tournament(1, .awardPrizes(standings: [Standing(entry: EntryID(room: 1, join: 1), place: 1)])),
        .tournament(1, .finalizeTournament),
        .wallet(1, .joinTournament(1, entries: 1)),
        .wallet(1, .leaveRoom(1)),
        .room(7, .openRoom(OpenRoom(tournament: nil, pool: 1, entryFee: nil, ruleset: .fast(teams: 2, rounds: 2)))),
        .room(
            8,
            .importRoom(
                ImportRoom(
                    room: OpenRoom(tournament: nil, pool: 1, entryFee: nil, ruleset: .untimed(teams: 2, rounds: 2)),
                    entries: [.init(externalID: "a", user: 1), .init(externalID: "b", user: 2)]))),
        .room(1, .startDraft),
        .room(1, .tickClock(pick: 2)),
        .room(1, .makePick(MakePick(pick: 2, player: 7))),
        .room(1, .makePick(MakePick(pick: 2, player: 7, seat: 0))),
        .room(1, .makePick(MakePick(pick: 2, player: 7, seat: 1))),
        .room(1, .automatePick(pick: 2, epoch: 2)),
        .room(
            1,
            .recordAutomatedPick(
                RecordAutomatedPick(pick: 2, seat: 1, player: 7, reason: .clockExpired, source: .queue))),
        .room(1, .setAutodraft(seat: 0, on: true)),
        .room(1, .extendClock(pick: 2, by: .seconds(30), reason: "r")),
        .room(1, .pauseRoom(kind: .manual, reason: "")),
        .room(1, .resumeRoom),
        .room(1, .setConnection(seat: 0, connected: true)),
        .room(1, .setConnection(seat: 9, connected: true)),
        .room(
            1,
            .correctPick(CorrectPick(pick: 1, mode: .substitute, player: 7, requestedBy: 8, approvedBy: 9, reason: "r"))
        ),
        .room(1, .cancelRoom(reason: "r")),
        .room(1, .voidRoom(approvedBy: 8, reason: "r")),
        .room(1, .voidRoom(approvedBy: 0, reason: "r")),
        .room(1, .revealEntropy(Array(0..<16))),
        .room(1, .drawOrder),
        .queue(1, 0, .setQueue(players: [3, 4], expectedVersion: nil)),
        .queue(1, 0, .addToQueue(player: 5, index: nil, expectedVersion: nil)),
        .queue(1, 0, .removeFromQueue(player: 6, expectedVersion: nil)),
        .queue(1, 0, .moveInQueue(player: 6, index: 0, expectedVersion: nil)),
        .queue(1, 0, .moveToTopOfQueue(player: 6, expectedVersion: nil)),
        .queue(1, 0, .clearQueue(expectedVersion: nil)),
        .queue(1, 0, .setRankings(players: [3, 4])),
        .queue(1, 0, .setPositionLimits(.standard)),
        .wallet(1, .recordDeposit(amount: Cents(5), provider: "bank", reference: "new")),
        .wallet(1, .holdWithdrawal(amount: Cents(5), provider: "bank")),
        .wallet(1, .postWithdrawal(withdrawal: 1, reference: "x")),
        .wallet(1, .releaseWithdrawal(withdrawal: 1, reason: "")),
        .wallet(1, .recordChargeback(amount: Cents(5), provider: "bank", reference: "first")),
        .wallet(1, .settleChargeback(provider: "bank", dispute: "D1", outcome: .won, amount: Cents(5))),
        .wallet(
            1,
            .adjustBalance(
                BalanceAdjusted(amount: Cents(5), firstApprover: 8, secondApprover: 9, dispute: nil, reason: "r"))),
        .user(5, .registerUser),
        .user(1, .registerUser),
        .user(1, .setAlertPreferences([])),
        .user(1, .registerPushToken(PushTokenRegistered(platform: .web, tokenDigest: .zero))),
        .dispute(7, .openDispute(claim(by: 1))),
        .dispute(7, .openDispute(claim(by: nil))),
        .dispute(7, .openDispute(claim(by: 5))),
        .dispute(1, .attachEvidence(EvidenceAttached(digest: .zero, title: "t"))),
        .dispute(2, .attachEvidence(EvidenceAttached(digest: .zero, title: "t"))),
        .dispute(1, .resolveDispute(DisputeResolved(verdict: .upheld, resolvedBy: 9, reason: "r"))),
        .user(1, .addDeviceKey(House.key(of: 1))),
        .user(1, .removeDeviceKey(House.key(of: 1))),
        .user(1, .setLimits(PlayLimits(depositsPerDay: Cents(100)))),
        .user(1, .excludeUser(until: Timestamp(microseconds: 3_000_000_000))),
        .user(1, .closeAccount),
        .user(1, .recordAccess(PrivateDataRead(reader: 901, roles: .founder, kind: .queue, room: 1))),
        .user(
            1,
            .recordNotices(
                NoticesRecorded(
                    room: 1, pick: 1,
                    notices: [
                        NoticesRecorded.Notice(
                            kind: .onTheClock, channel: .push, outcome: .sent, cause: 5,
                            at: Timestamp(microseconds: 1))
                    ]))),
        .ledger(
            .recordStatement(
                ProviderStatement(
                    provider: "bank", day: Timestamp(microseconds: 0), file: Digest256(words: (0, 0, 0, 1))))),
        .ledger(
            .approvePayout(
                ApprovePayout(provider: "bank", withdrawals: [WithdrawalID(user: 1, withdrawal: 1)]))),
        .staff(
            .beginAuthority(
                AuthorityBegan(
                    founders: House.founders.map { AuthorityBegan.Founder(person: $0, key: House.key(of: $0)) },
                    recoveryKey: House.recoveryKey))),
        .staff(.appointStaff(StaffAppointed(person: 910, roles: .operator, key: House.key(of: 910)))),
        .staff(.dismissStaff(StaffDismissed(person: 901, reason: "r"))),
        .staff(.recoverStaff(RecoverStaff(person: 910, key: House.key(of: 910), reason: "r"))),
        .measure(
            1,
            .proposeMeasure(
                ProposeMeasure(
                    .staff(.appointStaff(StaffAppointed(person: 910, roles: .operator, key: House.key(of: 910)))),
                    reason: "r"))),
        .measure(1, .approveMeasure),
        .measure(1, .declineMeasure(reason: "r")),
        .measure(1, .lapseMeasure),
        .ledger(.rotateCheckpointKey(CheckpointKeyRotated(previousVerifierKey: "a", verifierKey: "b"))),
        .tournament(
            1,
            .setContestRounds(
                ContestRoundsSet(
                    season: 2022, rounds: [ContestRound(firstWeek: 1, lastWeek: 17, podSize: 2, advancing: 0)]))),
        .tournament(
            1,
            .setScoring(
                ScoringSet(
                    lineup: Lineup(
                        quarterbacks: 1, runningBacks: 0, wideReceivers: 0, tightEnds: 0, flex: 0, flexPositions: []),
                    scoring: ScoringSet.halfPPR))),
        .season(
            2022,
            .recordScores(
                RecordScores(
                    week: 1, scoring: ScoringSet.halfPPR, source: "s",
                    scores: [PlayerScore(position: .quarterback, points: 2_050, name: "Quarterback 1")]))),
        .season(2022, .closeWeek(week: 1, scoring: ScoringSet.halfPPR)),
        .season(
            2022,
            .assignScores(
                ScoresAssigned(
                    PoolPlayer(1, 0), SeasonPlayer(externalID: "", name: "Quarterback 1", position: .quarterback),
                    named: "Quarterback 1", position: .quarterback, approvedBy: 2, reason: "r"))),
        .tournament(1, .closeRound(CloseRound(round: 1, seasonVersion: 1, rooms: [1]))),
        .tournament(1, .drawPods(round: 2)),
        .aliases(.joinPlayers(PlayersJoined(PoolPlayer(1, 0), PoolPlayer(2, 0), reason: "r"))),
        .aliases(.partPlayers(PlayersParted(PoolPlayer(1, 0), PoolPlayer(1, 1), reason: "r"))),
        .aliases(.withdrawAlias(AliasWithdrawn(PoolPlayer(1, 0), PoolPlayer(2, 0), reason: "r"))),
        .notes(
            2026,
            .recordNotes(
                RecordNotes(day: nil, source: "s", notes: [NotedPlayer(position: .quarterback, byeWeek: 9, name: "A")]))
        ),
        .notes(2026, .recordGames(RecordGames(source: "s", games: [NotedGame(week: 1, home: "PHI", away: "DAL")]))),
        .room(
            1,
            .recordStatedResults(
                ResultsStated(round: 1, source: "s", entries: [StatedEntry(points: 1), StatedEntry(points: 2)]))),
    ]

    private static func player(_ index: PlayerIndex) -> PlayerListing {
        PlayerListing(
            index: index, position: .quarterback, byeWeek: nil, adp: nil, projectedPoints: nil, rank: nil,
            externalID: "", name: "Quarterback \(index)", team: "")
    }

    private static func claim(by claimant: UserID?) -> DisputeOpened {
        DisputeOpened(room: 1, pick: 1, seat: 0, roomVersion: 1, claimant: claimant, claim: "I clicked")
    }

    func state() throws -> LedgerState {
        if self == .empty { return LedgerState() }
        var house = House(users: 1...2, balance: 5_000)
        house.now = now - .seconds(3_600)
        try house.accept(
            .wallet(1, .recordDeposit(amount: Cents(500), provider: "bank", reference: "first")),
            as: .provider(onBehalfOf: 1))
        try house.accept(.wallet(1, .holdWithdrawal(amount: Cents(100), provider: "bank")), as: .user(1))
        try open(in: &house)
        if self == .complete { try house.finish(1) }
        if self == .closed { try house.accept(.tournament(1, .closeEntries), as: .scheduler) }
        if self == .paused { try house.accept(.room(1, .pauseRoom(kind: .manual, reason: "")), as: .admin(9)) }
        var state = house.state
        for (id, claimant) in [(CaseID(1), UserID(1)), (CaseID(2), nil)] as [(CaseID, UserID?)] {
            state.fold(
                RecordedEvent(
                    position: 9_999, stream: .dispute(id), version: 1, previous: nil, recordedAt: house.now,
                    origin: nil,
                    event: .disputeOpened(Self.claim(by: claimant))))
        }
        return state
    }

    /// Room 1, with its first pick made where its draft has begun.
    private func open(in house: inout House) throws {
        if self == .imported {
            try house.accept(
                .room(
                    1,
                    .importRoom(
                        ImportRoom(
                            room: OpenRoom(
                                tournament: nil, pool: 1, entryFee: nil, ruleset: .untimed(teams: 2, rounds: 2)),
                            entries: [.init(externalID: "a", user: 1), .init(externalID: "b", user: 2)]))),
                as: .importer)
            try house.accept(.room(1, .makePick(MakePick(pick: 1, player: 0, seat: 0))), as: .importer)
        } else {
            try house.createTournament(teams: self == .waiting || self == .closed ? 3 : 2)
            try house.join(1)
            try house.join(2)
            if [.drafting, .paused, .complete].contains(self) {
                house.now = now - .seconds(20)
                try house.start(1)
                try house.accept(
                    .room(1, .makePick(MakePick(pick: 1, player: 0))),
                    as: .user(
                        try #require(house.state.room(1)?.members[Int(house.state.room(1)?.seatOnClock ?? 0)]?.user)))
            }
        }
        try house.accept(.queue(1, 0, .setQueue(players: [6], expectedVersion: nil)), as: .user(1))
    }
}
