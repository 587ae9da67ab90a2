import Draft
import TestSupport
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
        .createLedger(origin: "example.com/drafts"),
        .startSoftware(SoftwareStarted(rulesVersion: 1, version: "1", commit: "")),
        .publishPool(PublishPool(pool: 2, externalID: "", title: "", players: [player(0)])),
        .addPlayer(pool: 1, player: player(40)),
        .createTournament(2, .sample()),
        .closeEntries(1),
        .cancelTournament(1, reason: "r"),
        .awardPrizes(1, standings: [Standing(entry: EntryID(room: 1, join: 1), place: 1)]),
        .finalizeTournament(1),
        .joinTournament(1, user: 1, entries: 1),
        .leaveRoom(1, user: 1),
        .openRoom(7, OpenRoom(tournament: nil, pool: 1, entryFee: nil, ruleset: .fast(teams: 2, rounds: 2))),
        .importRoom(
            8,
            ImportRoom(
                room: OpenRoom(tournament: nil, pool: 1, entryFee: nil, ruleset: .untimed(teams: 2, rounds: 2)),
                entries: [.init(externalID: "a", user: 1), .init(externalID: "b", user: 2)])),
        .startDraft(1),
        .tickClock(1, pick: 2),
        .makePick(1, MakePick(pick: 2, player: 7)),
        .makePick(1, MakePick(pick: 2, player: 7, seat: 0)),
        .makePick(1, MakePick(pick: 2, player: 7, seat: 1)),
        .automatePick(1, pick: 2, epoch: 2),
        .recordAutomatedPick(
            1, RecordAutomatedPick(pick: 2, seat: 1, player: 7, reason: .clockExpired, source: .queue)),
        .setAutodraft(1, seat: 0, on: true),
        .extendClock(1, pick: 2, by: .seconds(30), reason: "r"),
        .pauseRoom(1, kind: .manual, reason: ""),
        .resumeRoom(1),
        .setConnection(1, seat: 0, connected: true),
        .setConnection(1, seat: 9, connected: true),
        .correctPick(
            1, CorrectPick(pick: 1, mode: .substitute, player: 7, requestedBy: 8, approvedBy: 9, reason: "r")),
        .cancelRoom(1, reason: "r"),
        .voidRoom(1, approvedBy: 8, reason: "r"),
        .voidRoom(1, approvedBy: 0, reason: "r"),
        .setQueue(1, 0, players: [3, 4], expectedVersion: nil),
        .addToQueue(1, 0, player: 5, index: nil, expectedVersion: nil),
        .removeFromQueue(1, 0, player: 6, expectedVersion: nil),
        .moveInQueue(1, 0, player: 6, index: 0, expectedVersion: nil),
        .moveToTopOfQueue(1, 0, player: 6, expectedVersion: nil),
        .clearQueue(1, 0, expectedVersion: nil),
        .setRankings(1, 0, players: [3, 4]),
        .setPositionLimits(1, 0, .standard),
        .recordDeposit(1, amount: Cents(5), provider: "bank", reference: "new"),
        .holdWithdrawal(1, amount: Cents(5), provider: "bank"),
        .postWithdrawal(1, withdrawal: 1, reference: "x"),
        .releaseWithdrawal(1, withdrawal: 1, reason: ""),
        .recordChargeback(1, amount: Cents(5), provider: "bank", reference: "first"),
        .adjustBalance(
            1, BalanceAdjusted(amount: Cents(5), firstApprover: 8, secondApprover: 9, dispute: nil, reason: "r")),
        .registerUser(5),
        .registerUser(1),
        .setAlertPreferences(1, []),
        .registerPushToken(1, PushTokenRegistered(platform: .web, tokenDigest: .zero)),
        .openDispute(7, claim(by: 1)),
        .openDispute(7, claim(by: nil)),
        .openDispute(7, claim(by: 5)),
        .attachEvidence(1, EvidenceAttached(digest: .zero, title: "t")),
        .attachEvidence(2, EvidenceAttached(digest: .zero, title: "t")),
        .resolveDispute(1, DisputeResolved(verdict: .upheld, resolvedBy: 9, reason: "r")),
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
            .recordDeposit(1, amount: Cents(500), provider: "bank", reference: "first"),
            as: .provider(onBehalfOf: 1))
        try house.accept(.holdWithdrawal(1, amount: Cents(100), provider: "bank"), as: .user(1))
        try open(in: &house)
        if self == .complete { try house.finish(1) }
        if self == .closed { try house.accept(.closeEntries(1), as: .scheduler) }
        if self == .paused { try house.accept(.pauseRoom(1, kind: .manual, reason: ""), as: .admin(9)) }
        var state = house.state
        for (id, claimant) in [(CaseID(1), UserID(1)), (CaseID(2), nil)] as [(CaseID, UserID?)] {
            state.apply(
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
                .importRoom(
                    1,
                    ImportRoom(
                        room: OpenRoom(tournament: nil, pool: 1, entryFee: nil, ruleset: .untimed(teams: 2, rounds: 2)),
                        entries: [.init(externalID: "a", user: 1), .init(externalID: "b", user: 2)])),
                as: .importer)
            try house.accept(.makePick(1, MakePick(pick: 1, player: 0, seat: 0)), as: .importer)
        } else {
            try house.createTournament(teams: self == .waiting || self == .closed ? 3 : 2)
            try house.join(1)
            try house.join(2)
            if [.drafting, .paused, .complete].contains(self) {
                house.now = now - .seconds(20)
                try house.start(1)
                try house.accept(
                    .makePick(1, MakePick(pick: 1, player: 0)),
                    as: .user(
                        try #require(house.state.room(1)?.members[Int(house.state.room(1)?.seatOnClock ?? 0)]?.user)))
            }
        }
        try house.accept(.setQueue(1, 0, players: [6], expectedVersion: nil), as: .user(1))
    }
}
