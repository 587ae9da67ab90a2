import Draft
import DraftTesting

/// Houses whose contests go on behind their drafts.
extension HouseScript {
    /// A contest of four rooms for two that is drafted, of whose season all is told: entries are closed, and no round is.
    static let drafted: HouseScript = {
        var house = HouseScript()
        house.send(.ledger(.createLedger(origin: "test.example/drafts")), as: .admin(nil))
        let started = SoftwareStarted(rulesVersion: SoftwareStarted.currentRules, version: "1", commit: "c")
        house.send(.ledger(.startSoftware(started)), as: .scheduler)
        let pool = PublishPool(externalID: "pool", title: "Pool", players: House.players(24))
        house.send(.pool(1, .publishPool(pool)), as: House.admin)
        house.openPlayoffs()
        for room in 1...4 as ClosedRange<UInt64> { house.draft(RoomID(room)) }
        house.send(.tournament(1, .closeEntries), as: .scheduler)
        for week in 1...4 as ClosedRange<UInt8> { house.tell(week) }
        house.correct(week: 1, player: 5, to: 2_900)
        return house
    }()

    /// The same behind the days in which corrections count, of which another one came too late.
    static let corrected: HouseScript = {
        var house = drafted
        house.wait(until: house.now + correctionWindow)
        house.correct(week: 2, player: 6, to: 9_000)
        return house
    }()

    static let correctionDays: UInt8 = 2
    static let correctionWindow = Interval.seconds(2 * 86_400)

    static let playoffRooms: [RoomID] = [1, 2, 3, 4]

    private mutating func openPlayoffs() {
        let contest = TournamentCreated(
            pool: 1, entryFee: Cents(500), maxEntries: nil, maxEntriesPerUser: 1, rakeBasisPoints: 1_000,
            ruleset: .slow(teams: 2, rounds: 2),
            prizes: [
                PrizeTier(firstPlace: 1, lastPlace: 1, amount: Cents(2_000)),
                PrizeTier(firstPlace: 2, lastPlace: 3, amount: Cents(600)),
            ], title: "Playoffs", externalID: "")
        send(.tournament(1, .createTournament(contest)), as: House.admin)
        let rounds = [
            ContestRound(firstWeek: 1, lastWeek: 2, podSize: 2, advancing: 1),
            ContestRound(firstWeek: 3, lastWeek: 3, podSize: 2, advancing: 1),
            ContestRound(firstWeek: 4, lastWeek: 4, podSize: 2, advancing: 0),
        ]
        let set = ContestRoundsSet(season: 2026, rounds: rounds, correctionDays: Self.correctionDays)
        send(.tournament(1, .setContestRounds(set)), as: House.admin)
        let lineup = Lineup(
            quarterbacks: 0, runningBacks: 0, wideReceivers: 0, tightEnds: 0, flex: 1, flexPositions: .all)
        send(.tournament(1, .setScoring(ScoringSet(lineup: lineup, scoring: ScoringSet.halfPPR))), as: House.admin)
        for user in (1...8).map({ UserID($0) }) {
            send(.user(user, .registerUser), as: .user(user))
            let deposit = WalletCommand.recordDeposit(amount: Cents(1_000), provider: "bank", reference: "d\(user)")
            send(.wallet(user, deposit), as: .provider(onBehalfOf: user))
            send(.wallet(user, .joinTournament(1, entries: 1)), as: .user(user))
        }
    }

    /// Each room drafts players of its own.
    private mutating func draft(_ id: RoomID) {
        wait(until: state.room(id)?.countdownEndsAt)
        send(.room(id, .startDraft), as: .scheduler)
        while let room = state.room(id), room.status == .active, let slot = room.slotOnClock,
            let user = room.user(ofSlot: slot)
        {
            let player = PlayerIndex(id.number * 4) + PlayerIndex(room.currentPickNumber)
            send(.room(id, .makePick(MakePick(pick: room.currentPickNumber, player: player))), as: .user(user))
        }
    }

    private mutating func tell(_ week: UInt8) {
        let scores = House.players(24).map { player in
            PlayerScore(
                position: player.position, points: Int32((Int(player.index) * 37 + Int(week) * 101) % 29) * 100,
                externalID: player.externalID, name: player.name)
        }
        send(
            .season(
                2026,
                .recordScores(
                    RecordScores(week: week, scoring: ScoringSet.halfPPR, source: "s", scores: scores))),
            as: House.admin)
        send(.season(2026, .closeWeek(week: week, scoring: ScoringSet.halfPPR)), as: House.admin)
    }

    /// A word on a week that is final.
    mutating func correct(week: UInt8, player: Int, to points: Int32) {
        let player = House.players(24)[player]
        let score = PlayerScore(
            position: player.position, points: points, externalID: player.externalID, name: player.name)
        let record = RecordScores(
            week: week, scoring: ScoringSet.halfPPR, source: "s", scores: [score], reason: "The league corrected it.")
        send(.season(2026, .recordScores(record)), as: House.admin)
    }

    /// Closes a contest's rounds and draws their pods, as far as its season has got.
    ///
    /// - Parameter stop: before which command it ends.
    mutating func playRounds(
        of id: TournamentID, rooms: [RoomID], until stop: (Command) -> Bool = { _ in false }
    ) {
        while let command = nextOfRounds(of: id, rooms: rooms), !stop(command) { send(command, as: .scheduler) }
    }

    /// What a contest's rounds need next; nil where none is open.
    func nextOfRounds(of id: TournamentID, rooms: [RoomID]) -> Command? {
        guard let contest = state.tournament(id), contest.rounds != nil, contest.openRound != nil,
            case .send(let command) = Settlement(byRoundsOf: id, rooms: rooms).next(
                for: contest, state.books(id), contest.rounds.flatMap { state.season($0.season) })
        else { return nil }
        return command
    }

    /// What the rules make of a command.
    func honestEvents(of command: Command, as sender: Sender) -> [StreamEvent] {
        var honest = self
        honest.send(command, as: sender)
        return honest.events[events.count...].map { StreamEvent($0.stream, $0.event) }
    }
}
