import DraftTesting
import Testing

@testable import Draft  // events that the game alone makes

@Suite struct TournamentTests {
    @Test(arguments: [
        (TournamentCreated.sample(fee: -1), RefusalCode.invalidValue),
        (.sample(teams: 1), .invalidValue), (.sample(teams: 21), .invalidValue), (.sample(rounds: 0), .invalidValue),
        (.sample(rounds: 31), .invalidValue), (.sample(maxEntries: 0), .invalidValue),
        (.sample(perUser: 0), .invalidValue), (.sample(prizes: [PrizeTier(2...2, 5)]), .invalidValue),
        // The pool has 40 players.
        (.sample(teams: 4, rounds: 11), .invalidValue),
    ])
    func aTournamentThatCannotBeHeldIsRefused(details: TournamentCreated, code: RefusalCode) {
        var house = House(users: 1...1)
        house.refuse(.tournament(1, .createTournament(details)), as: .admin(9), code)
        #expect(house.state.tournament(1) == nil)
    }

    @Test func aTournamentIsCreatedOnce() throws {
        var house = House(users: 1...1)
        house.refuse(.tournament(0, .createTournament(.sample())), as: .admin(9), .invalidValue)
        house.refuse(.tournament(1, .createTournament(.sample())), as: .user(1), .forbidden)
        var elsewhere = TournamentCreated.sample()
        elsewhere.pool = 2
        house.refuse(.tournament(1, .createTournament(elsewhere)), as: .admin(9), .unknownPool)
        try house.createTournament()
        house.refuse(.tournament(1, .createTournament(.sample())), as: .admin(9), .alreadyExists)
        #expect(house.state.tournament(1)?.version == 2)
    }

    /// Four users, two rooms: fees 4 x 1000, prizes 2500 + 2 x 300, so 900 of rake.
    @Test func aContestFromTheFirstFeeToTheRake() throws {
        var house = House(users: 1...4, balance: 1_000)
        try house.createTournament(prizes: [PrizeTier(1...1, 2_500), PrizeTier(2...3, 300)])
        for user in 1...4 as ClosedRange<UInt64> { try house.join(UserID(user)) }
        try house.start(1)
        #expect(house.audited()[.escrow(1)] == 2_000)
        #expect(house.state.books(1).fees == Cents(2_000))
        try house.draft(2)
        try house.accept(.tournament(1, .closeEntries), as: .admin(9))
        house.refuse(.tournament(1, .awardPrizes(standings: [])), as: .admin(9), .wrongStatus)
        try house.finish(1)

        let (first, second) = (try house.entry(of: 3, in: 2), try house.entry(of: 1, in: 1))
        let (third, fourth) = (try house.entry(of: 4, in: 2), try house.entry(of: 2, in: 1))
        house.refuse(.tournament(1, .finalizeTournament), as: .scheduler, .wrongStatus)
        let events = try house.accept(
            .tournament(1, .awardPrizes(standings: [Standing(entry: first, place: 1)])), as: .admin(9))
        #expect(
            events == [
                StreamEvent(
                    .tournament(1),
                    .prizesAwarded(PrizesAwarded(firstPlace: 1, lastPlace: 1, entries: 1, amount: Cents(2_500)))),
                StreamEvent(
                    .wallet(3),
                    .prizeCredited(PrizeCredited(tournament: 1, entry: first, place: 1, amount: Cents(2_500)))),
            ])
        house.refuse(
            .tournament(1, .awardPrizes(standings: [Standing(entry: first, place: 2)])), as: .admin(9), .wrongStatus)
        house.refuse(
            .tournament(1, .awardPrizes(standings: [Standing(entry: second, place: 1)])), as: .admin(9), .invalidValue)
        try house.accept(
            .tournament(
                1,
                .awardPrizes(standings: [
                    Standing(entry: second, place: 2), Standing(entry: third, place: 2),
                    Standing(entry: fourth, place: 4),
                ])),
            as: .admin(9))
        try house.accept(.tournament(1, .finalizeTournament), as: .scheduler)
        let audit = house.audited()
        #expect(audit[.escrow(1)] == 0)
        #expect(audit[.rake] == 900)
        #expect([1, 2, 3, 4].map { audit[.available(UserID($0))] } == [300, 0, 2_500, 300])
        house.refuse(.tournament(1, .finalizeTournament), as: .scheduler, .wrongStatus)
        house.refuse(.room(1, .voidRoom(approvedBy: 8, reason: "late")), as: .admin(9), .wrongStatus)
    }

    @Test func theHouseAddsWhatGuaranteedPrizesLack() throws {
        var house = House(users: 1...2, balance: 1_000)
        try house.createTournament(prizes: [PrizeTier(1...1, 1_500), PrizeTier(2...2, 700)])
        try house.joinAndDraft()
        let standings = [
            Standing(entry: try house.entry(of: 1, in: 1), place: 1),
            Standing(entry: try house.entry(of: 2, in: 1), place: 2),
        ]
        let events = try house.accept(.tournament(1, .awardPrizes(standings: standings)), as: .admin(9))
        #expect(events.first == StreamEvent(.tournament(1), .overlayAdded(OverlayAdded(amount: Cents(200)))))
        let closing = try house.accept(.tournament(1, .finalizeTournament), as: .scheduler)
        let totals = TournamentFinalized(
            entries: 2, fees: Cents(2_000), overlay: Cents(200), prizes: Cents(2_200), rake: .zero, refunds: .zero)
        #expect(closing == [StreamEvent(.tournament(1), .tournamentFinalized(totals))])
        #expect(house.audited()[.overlay] == -200)
    }

    /// To the cent: fees of 2000 cover prizes of 2000, and lack one for prizes of 2001.
    @Test(arguments: [(2_000, nil), (2_001, Cents(1))] as [(Int64, Cents?)])
    func theHouseAddsNoCentTooMany(prize: Int64, overlay: Cents?) throws {
        var house = House(users: 1...2, balance: 1_000)
        try house.createTournament(prizes: [PrizeTier(1...1, prize)])
        try house.joinAndDraft()
        let standing = Standing(entry: try house.entry(of: 1, in: 1), place: 1)
        let events = try house.accept(.tournament(1, .awardPrizes(standings: [standing])), as: .admin(9))
        let added = events.compactMap { if case .overlayAdded(let added) = $0.event { added.amount } else { nil } }
        #expect(added.first == overlay)
        let closing = try house.accept(.tournament(1, .finalizeTournament), as: .admin(9))
        #expect(closing.count == 1)
        _ = house.audited()
    }

    @Test func aVoidedRoomIsRefundedAndItsEntriesWinNothing() throws {
        var house = House(users: 1...4, balance: 1_000)
        try house.createTournament(prizes: [PrizeTier(1...4, 100)])
        for user in 1...4 as ClosedRange<UInt64> { try house.join(UserID(user)) }
        try house.draft(1)
        try house.draft(2)
        try house.accept(.tournament(1, .closeEntries), as: .admin(9))
        let void = Command.room(2, .voidRoom(approvedBy: 8, reason: "collusion"))
        let events = try house.accept(void, as: .admin(9))
        #expect(events.count == 3)
        #expect(house.audited()[.escrow(1)] == 2_000)
        house.refuse(void, as: .admin(9), .wrongStatus)
        let lost = Standing(entry: try house.entry(of: 3, in: 2), place: 1)
        house.refuse(.tournament(1, .awardPrizes(standings: [lost])), as: .admin(9), .invalidValue)
        let standings = [Standing(entry: try house.entry(of: 1, in: 1), place: 1)]
        try house.accept(.tournament(1, .awardPrizes(standings: standings)), as: .admin(9))
        // Two entries stand, so only places 1 and 2 can be paid, and both must be.
        house.refuse(.tournament(1, .finalizeTournament), as: .admin(9), .wrongStatus)
        house.refuse(.room(1, .voidRoom(approvedBy: 8, reason: "late")), as: .admin(9), .wrongStatus)
        let second = [Standing(entry: try house.entry(of: 2, in: 1), place: 2)]
        try house.accept(.tournament(1, .awardPrizes(standings: second)), as: .admin(9))
        let closing = try house.accept(.tournament(1, .finalizeTournament), as: .admin(9))
        let totals = TournamentFinalized(
            entries: 4, fees: Cents(4_000), overlay: .zero, prizes: Cents(200), rake: Cents(1_800),
            refunds: Cents(2_000))
        #expect(closing.last == StreamEvent(.tournament(1), .tournamentFinalized(totals)))
        _ = house.audited()
    }

    @Test func voidingTakesAnApproverWithoutAStake() throws {
        var house = House(users: 1...2, balance: 1_000)
        try house.createTournament()
        try house.join(1)
        house.refuse(.room(1, .voidRoom(approvedBy: 8, reason: "r")), as: .admin(9), .wrongStatus)
        try house.join(2)
        try house.start(1)
        house.refuse(.room(1, .voidRoom(approvedBy: 8, reason: "r")), as: .scheduler, .forbidden)
        house.refuse(.room(7, .voidRoom(approvedBy: 8, reason: "r")), as: .admin(9), .unknownRoom)
        house.refuse(.room(1, .voidRoom(approvedBy: 0, reason: "r")), as: .admin(9), .approverRequired)
        house.refuse(.room(1, .voidRoom(approvedBy: 9, reason: "r")), as: .admin(9), .conflictOfInterest)
        house.refuse(.room(1, .voidRoom(approvedBy: 2, reason: "r")), as: .admin(9), .conflictOfInterest)
        house.refuse(.room(1, .voidRoom(approvedBy: 8, reason: "")), as: .admin(9), .invalidValue)
        house.refuse(.room(1, .cancelRoom(reason: "")), as: .admin(9), .wrongStatus)
        try house.accept(.room(1, .voidRoom(approvedBy: 8, reason: "r")), as: .admin(9))
        #expect(house.audited()[.available(1)] == 1_000)
    }

    @Test func aCancelledRoomReleasesItsFees() throws {
        var house = House(users: 1...3, balance: 1_000)
        try house.createTournament()
        for user in 1...3 as ClosedRange<UInt64> { try house.join(UserID(user)) }
        house.refuse(.room(1, .cancelRoom(reason: "r")), as: .user(1), .forbidden)
        for room in [1, 2] as [RoomID] { try house.accept(.room(room, .cancelRoom(reason: "r")), as: .scheduler) }
        let audit = house.audited()
        #expect([1, 2, 3].map { audit[.available(UserID($0))] } == [1_000, 1_000, 1_000])
        #expect(house.state.books(1).entries == 0)
        #expect(house.state.books(1).rooms[.cancelled] == 2)
    }

    @Test func aTournamentIsCancelledOnlyBeforeItsDrafts() throws {
        var house = House(users: 1...3, balance: 2_000)
        try house.createTournament()
        for user in 1...3 as ClosedRange<UInt64> { try house.join(UserID(user)) }
        try house.start(1)
        let cancel = Command.tournament(1, .cancelTournament(reason: "storm"))
        house.refuse(cancel, as: .admin(9), .wrongStatus)
        try house.accept(.room(1, .voidRoom(approvedBy: 8, reason: "storm")), as: .admin(9))
        house.refuse(cancel, as: .scheduler, .forbidden)
        try house.join(1)
        #expect(house.state.countdownRooms(of: 1) == [2])
        try house.join(1)
        #expect(house.state.waitingRooms(of: 1) == [3])
        let events = try house.accept(cancel, as: .admin(9))
        #expect(events.count == 6)
        #expect(house.state.tournament(1)?.stage == .cancelled)
        house.refuse(cancel, as: .admin(9), .wrongStatus)
        house.refuse(.tournament(1, .closeEntries), as: .admin(9), .wrongStatus)
        house.refuse(.wallet(1, .joinTournament(1, entries: 1)), as: .user(1), .entriesClosed)
        let audit = house.audited()
        #expect([1, 2, 3].map { audit[.available(UserID($0))] } == [2_000, 2_000, 2_000])
    }

    @Test func anImporterVoidsWhatWasImportedAndNothingElse() throws {
        var house = House(users: 1...2, balance: 1_000)
        try house.createTournament()
        try house.join(1)
        try house.join(2)
        try house.start(1)
        let open = OpenRoom(tournament: nil, pool: 1, entryFee: nil, ruleset: .untimed(teams: 2, rounds: 1))
        let teams = [ImportRoom.Entry(externalID: "a", user: 1), nil]
        try house.accept(.room(9, .importRoom(ImportRoom(room: open, entries: teams))), as: .importer)
        house.refuse(.room(1, .voidRoom(approvedBy: 0, reason: "r")), as: .importer, .forbidden)
        house.refuse(.room(9, .voidRoom(approvedBy: 0, reason: "")), as: .importer, .invalidValue)
        let events = try house.accept(.room(9, .voidRoom(approvedBy: 0, reason: "r")), as: .importer)
        #expect(events == [StreamEvent(.room(9), .roomVoided(RoomVoided(approvedBy: nil, reason: "r")))])
        house.refuse(.room(9, .voidRoom(approvedBy: 0, reason: "r")), as: .importer, .wrongStatus)
        _ = house.audited()
    }

    /// Its teams would be chosen when the points are known, and compete with members who paid.
    @Test func aRoomIsImportedOnlyIntoAnOpenContestThatIsNotDraftedHere() throws {
        var house = House(users: 1...2, balance: 1_000)
        try house.createTournament()
        var details = TournamentCreated.sample(fee: nil, prizes: [])
        details.ruleset = .untimed(teams: 2, rounds: 1)
        try house.accept(.tournament(2, .createTournament(details)), as: .importer)
        func room(_ id: RoomID, of contest: TournamentID) -> Command {
            let open = OpenRoom(tournament: contest, pool: 1, entryFee: nil, ruleset: details.ruleset)
            return .room(id, .importRoom(ImportRoom(room: open, entries: [ImportRoom.Entry(externalID: "a"), nil])))
        }
        house.refuse(room(8, of: 1), as: .importer, .invalidValue)
        try house.accept(room(9, of: 2), as: .importer)
        let closed = EntriesClosed(entries: 0, cancelledRooms: 0)
        let closing = house.nextOrigin(.admin(9), at: house.now)
        house.append([StreamEvent(.tournament(2), .entriesClosed(closed))], origin: closing, at: house.now)
        house.refuse(room(10, of: 2), as: .importer, .entriesClosed)
        // By the rules before.
        for (id, contest) in [(8, 1), (10, 2)] as [(RoomID, TournamentID)] {
            var state = house.state
            state.rulesInForce = SoftwareStarted.rulesOfClaimants - 1
            let origin = CommandOrigin(
                occurredAt: house.now, actor: .importer, commandID: CommandID(high: 9, low: 9))
            let decision = decide(
                room(id, of: contest), origin: origin, now: house.now, state: state, cryptography: FakeCryptography())
            #expect(decision.code == nil)
        }
    }

    @Test func anEntryWithoutAUserCannotBePaid() throws {
        var house = House(users: 1...1)
        var details = TournamentCreated.sample(fee: nil, prizes: [PrizeTier(1...1, 100)])
        details.ruleset = .untimed(teams: 2, rounds: 1)
        try house.accept(.tournament(1, .createTournament(details)), as: .importer)
        let open = OpenRoom(tournament: 1, pool: 1, entryFee: nil, ruleset: details.ruleset)
        let teams = [ImportRoom.Entry(externalID: "a"), ImportRoom.Entry(externalID: "b", user: 1)]
        try house.accept(.room(1, .importRoom(ImportRoom(room: open, entries: teams))), as: .importer)
        for (pick, player) in [(1, 0), (2, 1)] as [(PickNumber, PlayerIndex)] {
            try house.accept(
                .room(1, .makePick(MakePick(pick: pick, player: player, seat: Seat(pick - 1)))), as: .importer)
        }
        try house.accept(.tournament(1, .closeEntries), as: .admin(9))
        func standing(_ join: UInt16) -> [Standing] { [Standing(entry: EntryID(room: 1, join: join), place: 1)] }
        house.refuse(.tournament(1, .awardPrizes(standings: standing(1))), as: .admin(9), .unknownUser)
        house.refuse(.tournament(1, .awardPrizes(standings: standing(2))), as: .admin(9), .wrongStatus)
        house.refuse(.tournament(1, .awardPrizes(standings: standing(3))), as: .admin(9), .invalidValue)
    }
}

extension House {
    /// Users 1 and 2 fill room 1, draft it, and entries close.
    mutating func joinAndDraft() throws {
        try join(1)
        try join(2)
        try draft(1)
        try accept(.tournament(1, .closeEntries), as: .admin(9))
    }
}
