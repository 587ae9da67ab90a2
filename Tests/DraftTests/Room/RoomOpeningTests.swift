import DraftTesting
import Testing

@testable import Draft  // events that the game alone makes

@Suite struct RoomOpeningTests {
    private static let moment = House.start

    /// What opening room 2 with these rules comes to.
    private func opening(
        _ ruleset: Ruleset, room: RoomID = 2, pool: PoolID = 1, tournament: TournamentID? = nil, fee: Cents? = nil,
        as actor: Sender = House.admin
    ) -> RefusalCode? {
        let ledger = House.waiting(.fast(teams: 2, rounds: 6))
        let room = (id: room, OpenRoom(tournament: tournament, pool: pool, entryFee: fee, ruleset: ruleset))
        return ledger.decision(.room(room.id, .openRoom(room.1)), as: actor, at: Self.moment).code
    }

    /// The pool must suffice.
    @Test func teams2To20AndRounds1To30Open() {
        #expect(opening(.fast(teams: 2, rounds: 1)) == nil)
        #expect(opening(.fast(teams: 2, rounds: 6)) == nil)
        #expect(opening(.fast(teams: 2, rounds: 7)) == .invalidValue)
        #expect(opening(.fast(teams: 1, rounds: 1)) == .invalidValue)
        #expect(opening(.fast(teams: 21, rounds: 1)) == .invalidValue)
        #expect(opening(.fast(teams: 2, rounds: 0)) == .invalidValue)
        #expect(opening(.fast(teams: 2, rounds: 31)) == .invalidValue)
    }

    @Test func rulesThatNoDraftCanFollowAreRefused() {
        func changed(_ change: (inout Ruleset) -> Void) -> Ruleset {
            var ruleset = Ruleset.fast(teams: 2, rounds: 1)
            change(&ruleset)
            return ruleset
        }
        #expect(opening(changed { $0.pickClock = .zero }) == .invalidValue)
        #expect(opening(changed { $0.tickInterval = .zero }) == .invalidValue)
        #expect(opening(changed { $0.grace = .milliseconds(-1) }) == .invalidValue)
        #expect(opening(changed { $0.countdown = .milliseconds(-1) }) == .invalidValue)
        #expect(opening(changed { $0.autopickPolicy = 2 }) == .invalidValue)
        #expect(opening(.fast(teams: 2, rounds: 1), fee: Cents(-1)) == .invalidValue)
    }

    @Test func numbersPoolsAndTournamentsThatAreNotThere() {
        let ruleset = Ruleset.fast(teams: 2, rounds: 1)
        #expect(opening(ruleset, room: 1) == .alreadyExists)
        #expect(opening(ruleset, room: 0) == .invalidValue)
        #expect(opening(ruleset, room: RoomID(1 << 48)) == .invalidValue)
        #expect(opening(ruleset, pool: 9) == .unknownPool)
        #expect(opening(ruleset, tournament: 9) == .unknownTournament)
        #expect(opening(ruleset, as: .user(1)) == .forbidden)
        #expect(opening(ruleset, as: .importer) == .forbidden)
    }

    @Test func aRoomOfATournamentHasItsTermsAndOpensWhileEntriesDo() {
        var ledger = House.waiting(.fast(teams: 2, rounds: 1))
        let ruleset = Ruleset.fast(teams: 2, rounds: 2)
        let details = TournamentCreated(
            pool: 1, entryFee: Cents(500), maxEntries: nil, maxEntriesPerUser: nil, rakeBasisPoints: 0,
            ruleset: ruleset, prizes: [], title: "T", externalID: "")
        let origin = CommandOrigin(
            occurredAt: Self.moment, actor: House.admin, commandID: CommandID(high: 9, low: 9))
        ledger.append([StreamEvent(.tournament(1), .tournamentCreated(details))], origin: origin, at: Self.moment)
        func code(_ ruleset: Ruleset, _ fee: Cents?) -> RefusalCode? {
            let room = OpenRoom(tournament: 1, pool: 1, entryFee: fee, ruleset: ruleset)
            return ledger.decision(.room(2, .openRoom(room)), as: House.admin, at: Self.moment).code
        }
        #expect(code(ruleset, Cents(500)) == nil)
        #expect(code(ruleset, nil) == .invalidValue)
        #expect(code(ruleset, Cents(400)) == .invalidValue)
        #expect(code(.slow(teams: 2, rounds: 2), Cents(500)) == .invalidValue)
        let closed = EntriesClosed(entries: 0, cancelledRooms: 0)
        ledger.append([StreamEvent(.tournament(1), .entriesClosed(closed))], origin: origin, at: Self.moment)
        #expect(code(ruleset, Cents(500)) == .entriesClosed)
    }

    @Test func anImportedRoomIsDraftingAtOnceWithoutACommitmentOrAClock() throws {
        var ledger = House.waiting(.fast(teams: 2, rounds: 1))
        let open = OpenRoom(
            tournament: nil, pool: 1, entryFee: nil, ruleset: .untimed(teams: 3, rounds: 2), externalID: "draft-7")
        let entries = ["a", "b", "c"].map { ImportRoom.Entry(externalID: $0) }
        let decision = ledger.send(
            .room(2, .importRoom(ImportRoom(room: open, entries: entries))), as: .importer, at: Self.moment)
        #expect(decision.events.count == 7)
        let room = try #require(ledger.state.room(2))
        #expect(room.status == .active && room.startedAt == Self.moment && room.clock == nil)
        #expect(room.commitment == nil && room.secret == nil && room.seatOfSlot == [0, 1, 2])
        #expect(room.members.map { $0?.entry } == (1...3).map { EntryID(room: 2, join: $0) })
        #expect(room.members.map { $0?.externalID } == ["a", "b", "c"])

        func code(_ command: Command, as actor: Sender = .importer) -> RefusalCode? {
            ledger.decision(command, as: actor, at: Self.moment).code
        }
        let skipped = RecordAutomatedPick(pick: 1, seat: 0, player: nil, reason: .clockExpired, source: .skipped)
        #expect(code(.room(2, .recordAutomatedPick(skipped))) == nil)
        #expect(code(.room(2, .recordAutomatedPick(skipped)), as: House.admin) == .forbidden)
        func automated(_ pick: PickNumber, _ seat: Seat, _ player: PlayerIndex?) -> Command {
            .room(
                2,
                .recordAutomatedPick(
                    RecordAutomatedPick(pick: pick, seat: seat, player: player, reason: .autodraft, source: .queue)))
        }
        #expect(code(automated(1, 0, nil)) == .invalidValue)
        #expect(code(automated(2, 1, 3)) == .stalePickNumber)
        #expect(code(automated(1, 1, 3)) == .notYourTurn)
        #expect(code(automated(1, 0, 99)) == .playerNotInPool)
        #expect(code(.room(2, .makePick(MakePick(pick: 1, player: 3)))) == .forbidden)
        #expect(code(.room(2, .makePick(MakePick(pick: 1, player: 3, seat: 0, adp: 250)))) == nil)
        ledger.send(
            .room(2, .makePick(MakePick(pick: 1, player: 3, seat: 0, adp: 250))), as: .importer, at: Self.moment)
        #expect(ledger.state.room(2)?.picks.first?.adp == 250)
        #expect(code(automated(2, 1, 3)) == .playerAlreadyDrafted)
    }

    /// Whom the pick took is known of a team that the source tells of, and nothing at all of any other team.
    @Test func anUnknownPickHasAPlayerExactlyWhereItsTeamIsKnown() throws {
        var ledger = House.waiting(.fast(teams: 2, rounds: 1))
        let open = OpenRoom(
            tournament: nil, pool: 1, entryFee: nil,
            ruleset: .untimed(teams: 2, rounds: 1, statedClock: .seconds(3_600)), externalID: "draft-8")
        ledger.send(
            .room(2, .importRoom(ImportRoom(room: open, entries: [ImportRoom.Entry(externalID: "a"), nil]))),
            as: .importer, at: Self.moment)
        func unknown(_ pick: PickNumber, player: PlayerIndex?, _ reason: PickAutomated.Reason = .unknown) -> Command {
            .room(
                2,
                .recordAutomatedPick(
                    RecordAutomatedPick(
                        pick: pick, seat: Seat(pick - 1), player: player, reason: reason, source: .unknown, adp: 150)))
        }
        func code(_ command: Command) -> RefusalCode? {
            ledger.decision(command, as: .importer, at: Self.moment).code
        }
        #expect(code(unknown(1, player: nil)) == .invalidValue)
        #expect(code(unknown(1, player: 3, .autodraft)) == .invalidValue)
        ledger.send(unknown(1, player: 3), as: .importer, at: Self.moment)
        #expect(code(unknown(2, player: 4)) == .invalidValue)
        ledger.send(unknown(2, player: nil), as: .importer, at: Self.moment)
        let room = try #require(ledger.state.room(2))
        #expect(room.status == .complete && room.picks.map(\.player) == [3, nil] && room.picks[0].adp == 150)
        #expect(room.picks.map(\.source) == [.unknown, .unknown] && room.clock == nil)
        #expect(room.ruleset.statedClock == .seconds(3_600) && room.ruleset.tempo == .slow)
        #expect(Ruleset.fast().statedClock == nil && Ruleset.fast().tempo == .fast)
    }

    @Test func whatCannotBeImported() {
        let ledger = House.waiting(.fast(teams: 2, rounds: 1))
        func code(
            _ entries: [ImportRoom.Entry], _ ruleset: Ruleset = .untimed(teams: 2, rounds: 30),
            as actor: Sender = .importer
        ) -> RefusalCode? {
            let open = OpenRoom(tournament: nil, pool: 1, entryFee: nil, ruleset: ruleset)
            return ledger.decision(
                .room(2, .importRoom(ImportRoom(room: open, entries: entries))), as: actor, at: Self.moment
            ).code
        }
        let two = [ImportRoom.Entry(externalID: "a", user: 1), ImportRoom.Entry(externalID: "b", user: 2)]
        #expect(code(two) == nil, "skipped picks take nobody, so a small pool can do")
        #expect(code(two, as: House.admin) == .forbidden)
        #expect(code(two, .fast(teams: 2, rounds: 1)) == .invalidValue)
        #expect(code(Array(two.prefix(1))) == .invalidValue)
        #expect(code([two[0], ImportRoom.Entry(externalID: "c", user: 1)]) == .alreadySeated)
        #expect(code([two[0], ImportRoom.Entry(externalID: "a", user: 2)]) == .invalidValue)
        #expect(code([ImportRoom.Entry(externalID: ""), ImportRoom.Entry(externalID: "")]) == nil)
    }

    @Test func aDraftStartsOnceWhenItsCountdownIsOver() {
        let ruleset = Ruleset.fast(teams: 2, rounds: 1)
        let early = House.start - Interval(microseconds: 1)
        #expect(
            House.waiting(ruleset).decision(.room(1, .startDraft), as: .scheduler, at: Self.moment).code
                == .wrongStatus)
        var ledger = House.full(ruleset)
        #expect(ledger.decision(.room(1, .startDraft), as: .scheduler, at: early).code == .clockRunning)
        #expect(ledger.decision(.room(1, .startDraft), as: .user(1), at: Self.moment).code == .forbidden)
        #expect(ledger.decision(.room(5, .startDraft), as: .scheduler, at: Self.moment).code == .unknownRoom)
        ledger.send(.room(1, .startDraft), as: .scheduler, at: Self.moment)
        #expect(ledger.room.status == .active && ledger.room.startedAt == Self.moment)
        #expect(ledger.decision(.room(1, .startDraft), as: .scheduler, at: Self.moment).code == .wrongStatus)
    }
}
