import Draft

/// Commands of every kind, with several contents each: the least, the most, and what lies between. Golden files hold what
/// becomes of them, so they only ever grow at their end.
enum CommandSamples {
    static let all: [Command] =
        house + pools + contests + memberships + openings + clocks + picks + interventions + queues + wallets + users
        + cases + devices + staff + measures + signing + keyChanges + pinned + outcomes + nights + aliases + notes
        + results + chargebacks + zones + accesses + erasures + notices + closings + payouts

    private static let house: [Command] = [
        .ledger(.createLedger(origin: "example.com/drafts")),
        .ledger(.createLedger(origin: "")),
        .ledger(.createLedger(origin: "läger/β")),
        .ledger(.startSoftware(SoftwareStarted(rulesVersion: 1, version: "1.0", commit: "0a1b2c"))),
        .ledger(.startSoftware(SoftwareStarted(rulesVersion: .max, version: "", commit: ""))),
        .ledger(
            .recordStatement(
                ProviderStatement(
                    provider: "bank", day: Timestamp(microseconds: 1_784_073_600_000_000), deposits: Cents(12_345),
                    depositCount: 3, withdrawals: Cents(99), withdrawalCount: 1, chargebacks: Cents(1),
                    chargebackCount: 1, file: Digest256(words: (1, 2, 3, 4))))),
        .ledger(.recordStatement(ProviderStatement(provider: "", day: Timestamp(microseconds: -1), file: .zero))),
    ]

    private static let listings = [
        PlayerListing(
            index: 0, position: .quarterback, byeWeek: 7, adp: 123, projectedPoints: 3_500, rank: 1, externalID: "p-0",
            name: "Josh \"The Arm\" Allen", team: "BUF"),
        PlayerListing(
            index: 1, position: .tightEnd, byeWeek: nil, adp: nil, projectedPoints: nil, rank: nil, externalID: "",
            name: "Zoë\tO’Neil", team: ""),
        PlayerListing(
            index: .max, position: .wideReceiver, byeWeek: 18, adp: .max - 1, projectedPoints: -1, rank: .max - 1,
            externalID: "x", name: "y", team: "z"),
    ]

    private static let pools: [Command] = [
        .pool(1, .publishPool(PublishPool(externalID: "ud-2026", title: "Underdog 2026", players: listings))),
        .pool(1, .publishPool(PublishPool(externalID: "ud-2026", title: "Underdog 2026", players: [listings[1]]))),
        .pool(PoolID(1 << 48 - 1), .publishPool(PublishPool(externalID: "", title: "", players: []))),
        .pool(1, .addPlayer(listings[0])),
        .pool(1, .addPlayer(listings[1])),
        .pool(300, .addPlayer(listings[2])),
    ]

    private static let fast = Ruleset(
        preset: .custom, teams: 12, rounds: 18, pickClock: .seconds(30), grace: .milliseconds(1_500),
        countdown: .seconds(60), tickInterval: .seconds(1),
        limits: PositionLimits(quarterbacks: 3, runningBacks: 8, wideReceivers: 9, tightEnds: 4), autopickPolicy: 1,
        missedPicksBeforeAutodraft: 2)

    static func contest(
        statedPrizes: Cents? = nil, fee: Cents? = Cents(2_500), limit: UInt32? = 150,
        prizes: [PrizeTier] = [
            PrizeTier(firstPlace: 1, lastPlace: 1, amount: Cents(100_000_000)),
            PrizeTier(firstPlace: 2, lastPlace: 10, amount: Cents(5_000)),
        ]
    ) -> Command {
        .tournament(
            3,
            .createTournament(
                TournamentCreated(
                    pool: 1, entryFee: fee, maxEntries: limit.map { $0 * 1_000 }, maxEntriesPerUser: limit,
                    rakeBasisPoints: 1_250, ruleset: fast, prizes: prizes, title: "The Big One", externalID: "bbm-7",
                    statedPrizes: statedPrizes)))
    }

    private static let contests: [Command] = [
        contest(),
        contest(statedPrizes: Cents(1_500_000_000)),
        contest(fee: nil, limit: nil, prizes: []),
        contest(statedPrizes: .zero, fee: .zero, limit: 1, prizes: []),
        .tournament(1, .closeEntries),
        .tournament(TournamentID(1 << 48 - 1), .closeEntries),
        .tournament(1, .cancelTournament(reason: "too few entries")),
        .tournament(2, .cancelTournament(reason: "")),
        .tournament(
            1,
            .awardPrizes(standings: [
                Standing(entry: EntryID(room: 12, join: 3), place: 1),
                Standing(entry: EntryID(room: 9, join: 1), place: 2),
            ])),
        .tournament(1, .awardPrizes(standings: [])),
        .tournament(7, .awardPrizes(standings: [Standing(entry: EntryID(.max), place: .max)])),
        .tournament(1, .finalizeTournament),
        .tournament(2, .finalizeTournament),
    ]

    private static let memberships: [Command] = [
        .wallet(7, .joinTournament(1, entries: 1)),
        .wallet(.maximum, .joinTournament(1, entries: 150)),
        .wallet(7, .joinTournament(300, entries: .max)),
        .wallet(7, .joinTournament(1, entries: 1, entropy: Array(0..<16))),
        .wallet(7, .joinTournament(1, entries: 1, entropy: Array(100..<132))),
        .wallet(8, .joinTournament(1, entries: 1, entropy: [3])),
        .wallet(7, .leaveRoom(12)),
        .wallet(8, .leaveRoom(RoomID(1 << 48 - 1))),
    ]

    private static let contestRoom = OpenRoom(
        tournament: 3, pool: 1, entryFee: Cents(2_500), ruleset: fast, externalID: "room-12")
    private static let foreignRoom = OpenRoom(
        tournament: nil, pool: 2, entryFee: nil, ruleset: .untimed(teams: 2, rounds: 3))

    private static let openings: [Command] = [
        .room(12, .openRoom(contestRoom)),
        .room(13, .openRoom(foreignRoom)),
        .room(
            14, .openRoom(OpenRoom(tournament: nil, pool: 1, entryFee: .zero, ruleset: .fast(teams: 20, rounds: 30)))),
        .room(
            12,
            .importRoom(
                ImportRoom(
                    room: foreignRoom, entries: [.init(externalID: "e-1", user: 7), .init(externalID: "e-2"), nil]))),
        .room(
            12,
            .importRoom(ImportRoom(room: foreignRoom, entries: [nil, .init(externalID: "unknown team", user: nil)]))),
        .room(13, .importRoom(ImportRoom(room: contestRoom, entries: []))),
        .room(12, .startDraft),
        .room(13, .startDraft),
        .room(12, .revealEntropy(Array(0..<16))),
        .room(12, .revealEntropy([])),
        .room(12, .drawOrder),
    ]

    private static let clocks: [Command] = [
        .room(12, .tickClock(pick: 17)),
        .room(12, .tickClock(pick: .max)),
        .room(12, .extendClock(pick: 17, by: .seconds(90), reason: "power cut")),
        .room(12, .extendClock(pick: 1, by: Interval(microseconds: -1), reason: "")),
        .room(12, .pauseRoom(kind: .manual, reason: "lunch")),
        .room(12, .pauseRoom(kind: .overnight, reason: "")),
        .room(13, .pauseRoom(kind: .outage, reason: "no power")),
        .room(12, .resumeRoom),
        .room(13, .resumeRoom),
    ]

    private static let picks: [Command] = [
        .room(12, .makePick(MakePick(pick: 17, player: 42))),
        .room(12, .makePick(MakePick(pick: 17, player: 42, seat: 4))),
        .room(12, .makePick(MakePick(pick: 17, player: 42, seat: 4, adp: 1_234))),
        .room(
            12, .makePick(MakePick(pick: 17, player: 42, claimedAt: Timestamp(microseconds: 1_700_000_000_123_456)))),
        .room(1, .makePick(MakePick(pick: .max, player: .max, seat: .max))),
        .room(12, .automatePick(pick: 17, epoch: 9)),
        .room(12, .automatePick(pick: .max, epoch: .max)),
        .room(
            12,
            .recordAutomatedPick(
                RecordAutomatedPick(pick: 17, seat: 4, player: 42, reason: .clockExpired, source: .queue))),
        .room(
            12,
            .recordAutomatedPick(
                RecordAutomatedPick(pick: 17, seat: 4, player: 42, reason: .autodraft, source: .adp, adp: 77))),
        .room(
            12,
            .recordAutomatedPick(RecordAutomatedPick(pick: 1, seat: 0, player: nil, reason: .unknown, source: .skipped))
        ),
        .room(12, .setAutodraft(seat: 4, on: true)),
        .room(12, .setAutodraft(seat: .max, on: false)),
        .room(12, .setConnection(seat: 4, connected: true)),
        .room(12, .setConnection(seat: 0, connected: false)),
    ]

    private static let interventions: [Command] = [
        .room(
            12,
            .correctPick(
                CorrectPick(
                    pick: 17, mode: .substitute, player: 42, dispute: 3, requestedBy: 7, approvedBy: 90,
                    reason: "misread the board"))),
        .room(
            12,
            .correctPick(
                CorrectPick(pick: 17, mode: .cascade, player: nil, requestedBy: nil, approvedBy: nil, reason: ""))),
        .room(
            12,
            .correctPick(
                CorrectPick(pick: 18, mode: .lastOnly, player: 1, requestedBy: nil, approvedBy: 90, reason: "slip"))),
        .room(12, .cancelRoom(reason: "nobody came")),
        .room(13, .cancelRoom(reason: "")),
        .room(12, .voidRoom(approvedBy: 90, reason: "collusion")),
        .room(13, .voidRoom(approvedBy: 0, reason: "")),
    ]

    private static let queues: [Command] = [
        .queue(12, 4, .setQueue(players: [3, 1, 2], expectedVersion: 4)),
        .queue(12, 4, .setQueue(players: [], expectedVersion: nil)),
        .queue(12, 4, .setQueue(players: [.max], expectedVersion: nil)),
        .queue(12, 4, .addToQueue(player: 42, index: nil, expectedVersion: nil)),
        .queue(12, 4, .addToQueue(player: 42, index: 0, expectedVersion: 7)),
        .queue(12, 4, .removeFromQueue(player: 42, expectedVersion: nil)),
        .queue(12, 4, .removeFromQueue(player: 42, expectedVersion: 7)),
        .queue(12, 4, .moveInQueue(player: 42, index: 3, expectedVersion: nil)),
        .queue(12, 4, .moveInQueue(player: 42, index: 0, expectedVersion: 7)),
        .queue(12, 4, .moveToTopOfQueue(player: 42, expectedVersion: nil)),
        .queue(12, 253, .moveToTopOfQueue(player: 42, expectedVersion: 7)),
        .queue(12, 4, .clearQueue(expectedVersion: nil)),
        .queue(12, 0, .clearQueue(expectedVersion: 0)),
        .queue(12, 4, .setRankings(players: [5, 6])),
        .queue(12, 4, .setRankings(players: [])),
        .queue(12, 4, .setPositionLimits(.standard)),
        .queue(
            12, 4,
            .setPositionLimits(PositionLimits(quarterbacks: 0, runningBacks: 255, wideReceivers: 1, tightEnds: 2))),
    ]

    private static let wallets: [Command] = [
        .wallet(7, .recordDeposit(amount: Cents(5_000), provider: "bank", reference: "r-1")),
        .wallet(7, .recordDeposit(amount: Cents(-1), provider: "", reference: "")),
        .wallet(7, .holdWithdrawal(amount: Cents(2_000), provider: "bank")),
        .wallet(8, .holdWithdrawal(amount: .zero, provider: "")),
        .wallet(7, .holdWithdrawal(amount: Cents(2_000), provider: "bank", destination: Array(0..<32))),
        .wallet(7, .postWithdrawal(withdrawal: 1, reference: "w-1")),
        .wallet(7, .postWithdrawal(withdrawal: .max, reference: "")),
        .wallet(7, .releaseWithdrawal(withdrawal: 1, reason: "closed account")),
        .wallet(7, .releaseWithdrawal(withdrawal: 2, reason: "")),
        .wallet(7, .recordChargeback(amount: Cents(5_000), provider: "bank", reference: "r-1")),
        .wallet(7, .recordChargeback(amount: Cents(1), provider: "", reference: "")),
        .wallet(
            7,
            .adjustBalance(
                BalanceAdjusted(
                    amount: Cents(-250), firstApprover: 90, secondApprover: 91, dispute: 3, reason: "goodwill"))),
        .wallet(
            7,
            .adjustBalance(
                BalanceAdjusted(amount: Cents(1), firstApprover: 0, secondApprover: 0, dispute: nil, reason: ""))),
    ]

    private static let users: [Command] = [
        .user(7, .registerUser),
        .user(.maximum, .registerUser),
        .user(7, .setAlertPreferences([])),
        .user(7, .setAlertPreferences(.all)),
        .user(7, .setLimits(.none)),
        .user(
            7,
            .setLimits(
                PlayLimits(
                    depositsPerDay: Cents(5_000), depositsPerWeek: Cents(20_000), feesPerDay: .zero,
                    feesPerWeek: Cents(10_000), entriesPerDay: 3, entriesPerWeek: 0))),
        .user(7, .excludeUser(until: Timestamp(microseconds: 1_800_000_000_000_000))),
        .user(7, .closeAccount),
        .user(
            7,
            .registerPushToken(
                PushTokenRegistered(platform: .apple, tokenDigest: Digest256(words: (1, 2, 3, 0xfeed_beef))))),
        .user(7, .registerPushToken(PushTokenRegistered(platform: .web, tokenDigest: .zero))),
    ]

    private static let cases: [Command] = [
        .dispute(
            3,
            .openDispute(
                DisputeOpened(
                    room: 12, pick: 17, seat: 4, roomVersion: 99, claimant: 7, claim: "I clicked, it\nautopicked"))),
        .dispute(
            3, .openDispute(DisputeOpened(room: 12, pick: 1, seat: 0, roomVersion: .max, claimant: nil, claim: ""))),
        .dispute(
            3, .attachEvidence(EvidenceAttached(digest: Digest256(words: (.max, 0, 1, .max)), title: "screenshot.png"))),
        .dispute(3, .attachEvidence(EvidenceAttached(digest: .zero, title: ""))),
        .dispute(3, .resolveDispute(DisputeResolved(verdict: .upheld, resolvedBy: 90, reason: "it was in time"))),
        .dispute(3, .resolveDispute(DisputeResolved(verdict: .undecidable, resolvedBy: 0, reason: ""))),
    ]

    private static let keys = [
        PublicKey(.ed25519, Digest256(words: (1, 2, 3, 4))), PublicKey(.p256Even, Digest256(words: (.max, 0, 0, 1))),
        PublicKey(.p256Odd, Digest256(words: (0, 0, 0, .max))), PublicKey(.ed25519, .zero),
    ]

    private static let signing: [Command] = [nil, Cents(5)].map { prizes in
        guard case .tournament(let id, .createTournament(var details)) = contest(statedPrizes: prizes) else {
            preconditionFailure("a contest is created")
        }
        details.signedCommands = .required
        return .tournament(id, .createTournament(details))
    }

    /// Terms that contests may have of late: each alone, and all.
    private static let nights: [Command] = {
        guard case .tournament(let id, .createTournament(let details)) = contest() else {
            preconditionFailure("a contest is created")
        }
        var (slow, watched, featured) = (details, details, details)
        slow.ruleset.overnight = OvernightWindow(offset: 120, from: 0, until: 480)
        watched.spectators = .live
        featured.featured = true
        var all = slow
        (all.spectators, all.featured, all.signedCommands) = (.live, true, .required)
        let room = OpenRoom(tournament: nil, pool: 1, entryFee: nil, ruleset: slow.ruleset)
        return [slow, watched, featured, all].map { .tournament(id, .createTournament($0)) } + [
            .room(12, .openRoom(room))
        ]
    }()

    private static let keyChanges: [Command] = [
        .ledger(.rotateCheckpointKey(CheckpointKeyRotated(previousVerifierKey: "a+1+x", verifierKey: "a+2+y"))),
        .ledger(.rotateCheckpointKey(CheckpointKeyRotated(previousVerifierKey: "", verifierKey: ""))),
    ]

    private static let pinned: [Command] = [
        .room(1, .pauseRoom(kind: .manual, reason: Wording("", digest: Digest256(words: (1, 2, 3, 4))))),
        .room(1, .cancelRoom(reason: Wording("both", digest: .zero))),
        .wallet(
            7,
            .adjustBalance(
                BalanceAdjusted(
                    amount: Cents(1), firstApprover: 8, secondApprover: 9, dispute: 3,
                    reason: Wording("", digest: Digest256(words: (5, 6, 7, 8)))))),
        .measure(
            9,
            .proposeMeasure(
                ProposeMeasure(
                    .room(1, .cancelRoom(reason: Wording("", digest: Digest256(words: (1, 1, 1, 1))))),
                    reason: Wording("", digest: Digest256(words: (2, 2, 2, 2)))))),
    ]

    private static let outcomes: [Command] = [
        .tournament(
            3,
            .setContestRounds(
                ContestRoundsSet(
                    season: 2022,
                    rounds: [
                        ContestRound(firstWeek: 1, lastWeek: 14, podSize: 12, advancing: 2),
                        ContestRound(firstWeek: 15, lastWeek: 17, podSize: .max, advancing: 0),
                    ]))),
        .tournament(3, .setContestRounds(ContestRoundsSet(season: 0, rounds: [], ties: []))),
        .tournament(3, .setScoring(ScoringSet(lineup: .underdog, scoring: ScoringSet.halfPPR))),
        .tournament(3, .closeRound(CloseRound(round: 1, seasonVersion: 12_345, rooms: [7, 8, 11]))),
        .tournament(3, .closeRound(CloseRound(round: .max, seasonVersion: .max))),
        .tournament(3, .drawPods(round: 2)),
        .season(
            2022,
            .recordScores(
                RecordScores(
                    week: 3, scoring: ScoringSet.halfPPR, source: "scores.csv",
                    scores: [
                        PlayerScore(position: .wideReceiver, points: 1_230, name: "DJ Moore", team: "CAR"),
                        PlayerScore(position: .tightEnd, points: -40, externalID: "p-1", name: "Zoë\tO’Neil"),
                    ], reason: "one yard more"))),
        .season(
            SeasonID(1 << 48 - 1),
            .recordScores(
                RecordScores(
                    week: .max, scoring: "", source: "", scores: [],
                    reason: Wording("", digest: Digest256(words: (1, 2, 3, 4)))))),
        .season(2022, .closeWeek(week: 3, scoring: ScoringSet.halfPPR)),
    ]

    private static let devices: [Command] = [
        .user(7, .addDeviceKey(keys[0])),
        .user(7, .addDeviceKey(keys[1])),
        .user(7, .removeDeviceKey(keys[0])),
        .user(7, .removeDeviceKey(keys[3])),
    ]

    private static let staff: [Command] = [
        .staff(
            .beginAuthority(
                AuthorityBegan(
                    founders: [
                        .init(person: 901, key: keys[0]), .init(person: 902, key: keys[1]),
                        .init(person: 903, key: keys[2]),
                    ], recoveryKey: keys[3]))),
        .staff(.beginAuthority(AuthorityBegan(founders: [], recoveryKey: keys[0]))),
        .staff(.appointStaff(StaffAppointed(person: 904, roles: [.operator, .cashier], key: keys[1]))),
        .staff(.appointStaff(StaffAppointed(person: 904, roles: [], key: keys[0]))),
        .staff(.dismissStaff(StaffDismissed(person: 904, reason: "has left"))),
        .staff(.recoverStaff(RecoverStaff(person: 905, key: keys[2], reason: "two have left"))),
    ]

    private static let measures: [Command] = [
        .measure(
            5,
            .proposeMeasure(
                ProposeMeasure(
                    .room(
                        12,
                        .correctPick(
                            CorrectPick(
                                pick: 17, mode: .substitute, player: 9, dispute: 3, requestedBy: nil, approvedBy: nil,
                                reason: "it was in the queue"))), dispute: 3, reason: "the case was upheld"))),
        .measure(5, .proposeMeasure(ProposeMeasure(.room(12, .cancelRoom(reason: "")), reason: ""))),
        .measure(
            5,
            .proposeMeasure(
                ProposeMeasure(
                    .staff(.appointStaff(StaffAppointed(person: 904, roles: .officer, key: keys[0]))),
                    reason: "one more to judge"))),
        .measure(5, .approveMeasure),
        .measure(5, .declineMeasure(reason: "not so")),
        .measure(5, .lapseMeasure),
    ]
}
