import Draft

/// Commands of every kind, with several contents each: the least, the most, and what lies between. Golden files hold what
/// becomes of them, so they only ever grow at their end.
enum CommandSamples {
    static let all: [Command] =
        house + pools + contests + memberships + openings + clocks + picks + interventions + queues + wallets + users
        + cases

    private static let house: [Command] = [
        .createLedger(origin: "example.com/drafts"),
        .createLedger(origin: ""),
        .createLedger(origin: "läger/β"),
        .startSoftware(SoftwareStarted(rulesVersion: 1, version: "1.0", commit: "0a1b2c")),
        .startSoftware(SoftwareStarted(rulesVersion: .max, version: "", commit: "")),
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
        .publishPool(PublishPool(pool: 1, externalID: "ud-2026", title: "Underdog 2026", players: listings)),
        .publishPool(PublishPool(pool: 1, externalID: "ud-2026", title: "Underdog 2026", players: [listings[1]])),
        .publishPool(PublishPool(pool: PoolID(1 << 48 - 1), externalID: "", title: "", players: [])),
        .addPlayer(pool: 1, player: listings[0]),
        .addPlayer(pool: 1, player: listings[1]),
        .addPlayer(pool: 300, player: listings[2]),
    ]

    private static let fast = Ruleset(
        preset: .custom, teams: 12, rounds: 18, pickClock: .seconds(30), grace: .milliseconds(1_500),
        countdown: .seconds(60), tickInterval: .seconds(1),
        limits: PositionLimits(quarterbacks: 3, runningBacks: 8, wideReceivers: 9, tightEnds: 4), autopickPolicy: 1,
        missedPicksBeforeAutodraft: 2)

    private static func contest(
        statedPrizes: Cents? = nil, fee: Cents? = Cents(2_500), limit: UInt32? = 150,
        prizes: [PrizeTier] = [
            PrizeTier(firstPlace: 1, lastPlace: 1, amount: Cents(100_000_000)),
            PrizeTier(firstPlace: 2, lastPlace: 10, amount: Cents(5_000)),
        ]
    ) -> Command {
        .createTournament(
            3,
            TournamentCreated(
                pool: 1, entryFee: fee, maxEntries: limit.map { $0 * 1_000 }, maxEntriesPerUser: limit,
                rakeBasisPoints: 1_250, ruleset: fast, prizes: prizes, title: "The Big One", externalID: "bbm-7",
                statedPrizes: statedPrizes))
    }

    private static let contests: [Command] = [
        contest(),
        contest(statedPrizes: Cents(1_500_000_000)),
        contest(fee: nil, limit: nil, prizes: []),
        contest(statedPrizes: .zero, fee: .zero, limit: 1, prizes: []),
        .closeEntries(1),
        .closeEntries(TournamentID(1 << 48 - 1)),
        .cancelTournament(1, reason: "too few entries"),
        .cancelTournament(2, reason: ""),
        .awardPrizes(
            1,
            standings: [
                Standing(entry: EntryID(room: 12, join: 3), place: 1),
                Standing(entry: EntryID(room: 9, join: 1), place: 2),
            ]),
        .awardPrizes(1, standings: []),
        .awardPrizes(7, standings: [Standing(entry: EntryID(.max), place: .max)]),
        .finalizeTournament(1),
        .finalizeTournament(2),
    ]

    private static let memberships: [Command] = [
        .joinTournament(1, user: 7, entries: 1),
        .joinTournament(1, user: .maximum, entries: 150),
        .joinTournament(300, user: 7, entries: .max),
        .leaveRoom(12, user: 7),
        .leaveRoom(RoomID(1 << 48 - 1), user: 8),
    ]

    private static let contestRoom = OpenRoom(
        tournament: 3, pool: 1, entryFee: Cents(2_500), ruleset: fast, externalID: "room-12")
    private static let foreignRoom = OpenRoom(
        tournament: nil, pool: 2, entryFee: nil, ruleset: .untimed(teams: 2, rounds: 3))

    private static let openings: [Command] = [
        .openRoom(12, contestRoom),
        .openRoom(13, foreignRoom),
        .openRoom(14, OpenRoom(tournament: nil, pool: 1, entryFee: .zero, ruleset: .fast(teams: 20, rounds: 30))),
        .importRoom(
            12,
            ImportRoom(room: foreignRoom, entries: [.init(externalID: "e-1", user: 7), .init(externalID: "e-2"), nil])),
        .importRoom(12, ImportRoom(room: foreignRoom, entries: [nil, .init(externalID: "unknown team", user: nil)])),
        .importRoom(13, ImportRoom(room: contestRoom, entries: [])),
        .startDraft(12),
        .startDraft(13),
    ]

    private static let clocks: [Command] = [
        .tickClock(12, pick: 17),
        .tickClock(12, pick: .max),
        .extendClock(12, pick: 17, by: .seconds(90), reason: "power cut"),
        .extendClock(12, pick: 1, by: Interval(microseconds: -1), reason: ""),
        .pauseRoom(12, kind: .manual, reason: "lunch"),
        .pauseRoom(12, kind: .overnight, reason: ""),
        .pauseRoom(13, kind: .outage, reason: "no power"),
        .resumeRoom(12),
        .resumeRoom(13),
    ]

    private static let picks: [Command] = [
        .makePick(12, MakePick(pick: 17, player: 42)),
        .makePick(12, MakePick(pick: 17, player: 42, seat: 4)),
        .makePick(12, MakePick(pick: 17, player: 42, seat: 4, adp: 1_234)),
        .makePick(
            12, MakePick(pick: 17, player: 42, claimedAt: Timestamp(microseconds: 1_700_000_000_123_456))),
        .makePick(1, MakePick(pick: .max, player: .max, seat: .max)),
        .automatePick(12, pick: 17, epoch: 9),
        .automatePick(12, pick: .max, epoch: .max),
        .recordAutomatedPick(
            12, RecordAutomatedPick(pick: 17, seat: 4, player: 42, reason: .clockExpired, source: .queue)),
        .recordAutomatedPick(
            12, RecordAutomatedPick(pick: 17, seat: 4, player: 42, reason: .autodraft, source: .adp, adp: 77)),
        .recordAutomatedPick(
            12, RecordAutomatedPick(pick: 1, seat: 0, player: nil, reason: .unknown, source: .skipped)),
        .setAutodraft(12, seat: 4, on: true),
        .setAutodraft(12, seat: .max, on: false),
        .setConnection(12, seat: 4, connected: true),
        .setConnection(12, seat: 0, connected: false),
    ]

    private static let interventions: [Command] = [
        .correctPick(
            12,
            CorrectPick(
                pick: 17, mode: .substitute, player: 42, dispute: 3, requestedBy: 7, approvedBy: 90,
                reason: "misread the board")),
        .correctPick(
            12, CorrectPick(pick: 17, mode: .cascade, player: nil, requestedBy: nil, approvedBy: nil, reason: "")),
        .correctPick(
            12, CorrectPick(pick: 18, mode: .lastOnly, player: 1, requestedBy: nil, approvedBy: 90, reason: "slip")),
        .cancelRoom(12, reason: "nobody came"),
        .cancelRoom(13, reason: ""),
        .voidRoom(12, approvedBy: 90, reason: "collusion"),
        .voidRoom(13, approvedBy: 0, reason: ""),
    ]

    private static let queues: [Command] = [
        .setQueue(12, 4, players: [3, 1, 2], expectedVersion: 4),
        .setQueue(12, 4, players: [], expectedVersion: nil),
        .setQueue(12, 4, players: [.max], expectedVersion: nil),
        .addToQueue(12, 4, player: 42, index: nil, expectedVersion: nil),
        .addToQueue(12, 4, player: 42, index: 0, expectedVersion: 7),
        .removeFromQueue(12, 4, player: 42, expectedVersion: nil),
        .removeFromQueue(12, 4, player: 42, expectedVersion: 7),
        .moveInQueue(12, 4, player: 42, index: 3, expectedVersion: nil),
        .moveInQueue(12, 4, player: 42, index: 0, expectedVersion: 7),
        .moveToTopOfQueue(12, 4, player: 42, expectedVersion: nil),
        .moveToTopOfQueue(12, 253, player: 42, expectedVersion: 7),
        .clearQueue(12, 4, expectedVersion: nil),
        .clearQueue(12, 0, expectedVersion: 0),
        .setRankings(12, 4, players: [5, 6]),
        .setRankings(12, 4, players: []),
        .setPositionLimits(12, 4, .standard),
        .setPositionLimits(
            12, 4, PositionLimits(quarterbacks: 0, runningBacks: 255, wideReceivers: 1, tightEnds: 2)),
    ]

    private static let wallets: [Command] = [
        .recordDeposit(7, amount: Cents(5_000), provider: "bank", reference: "r-1"),
        .recordDeposit(7, amount: Cents(-1), provider: "", reference: ""),
        .holdWithdrawal(7, amount: Cents(2_000), provider: "bank"),
        .holdWithdrawal(8, amount: .zero, provider: ""),
        .postWithdrawal(7, withdrawal: 1, reference: "w-1"),
        .postWithdrawal(7, withdrawal: .max, reference: ""),
        .releaseWithdrawal(7, withdrawal: 1, reason: "closed account"),
        .releaseWithdrawal(7, withdrawal: 2, reason: ""),
        .recordChargeback(7, amount: Cents(5_000), provider: "bank", reference: "r-1"),
        .recordChargeback(7, amount: Cents(1), provider: "", reference: ""),
        .adjustBalance(
            7,
            BalanceAdjusted(
                amount: Cents(-250), firstApprover: 90, secondApprover: 91, dispute: 3, reason: "goodwill")),
        .adjustBalance(
            7, BalanceAdjusted(amount: Cents(1), firstApprover: 0, secondApprover: 0, dispute: nil, reason: "")),
    ]

    private static let users: [Command] = [
        .registerUser(7),
        .registerUser(.maximum),
        .setAlertPreferences(7, []),
        .setAlertPreferences(7, .all),
        .registerPushToken(
            7, PushTokenRegistered(platform: .apple, tokenDigest: Digest256(words: (1, 2, 3, 0xfeed_beef)))),
        .registerPushToken(7, PushTokenRegistered(platform: .web, tokenDigest: .zero)),
    ]

    private static let cases: [Command] = [
        .openDispute(
            3,
            DisputeOpened(
                room: 12, pick: 17, seat: 4, roomVersion: 99, claimant: 7, claim: "I clicked, it\nautopicked")),
        .openDispute(
            3, DisputeOpened(room: 12, pick: 1, seat: 0, roomVersion: .max, claimant: nil, claim: "")),
        .attachEvidence(3, EvidenceAttached(digest: Digest256(words: (.max, 0, 1, .max)), title: "screenshot.png")),
        .attachEvidence(3, EvidenceAttached(digest: .zero, title: "")),
        .resolveDispute(3, DisputeResolved(verdict: .upheld, resolvedBy: 90, reason: "it was in time")),
        .resolveDispute(3, DisputeResolved(verdict: .undecidable, resolvedBy: 0, reason: "")),
    ]
}
