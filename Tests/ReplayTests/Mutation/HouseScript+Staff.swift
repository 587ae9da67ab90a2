import Draft
import DraftTesting
import Records

extension HouseScript {
    /// A house that says who acts for it: founders 901-903, cashier 904; two contests, one of which takes signed commands
    /// only, in a draw of which one member reveals what the join brought; a case that is upheld, and what follows from it.
    static let staffed: HouseScript = {
        var house = HouseScript()
        house.begin()
        house.openContests()
        house.defineOutcome()
        house.draft(1, isSigned: false)
        house.settleCase()
        house.draft(2, isSigned: true)
        house.tellScores()
        house.sayWhoIsWho()
        house.noteSeason()
        house.pay()
        house.moveMoney()
        house.limitPlay()
        house.runService()
        house.recover()
        house.importDraft()
        return house
    }()

    /// The same house while room 1 drafts: pick 2 is on the clock, and a case is open about pick 1.
    static let drafting: HouseScript = {
        var house = HouseScript()
        house.begin()
        house.openContests()
        house.draft(1, isSigned: false, upTo: 1)
        return house
    }()

    private mutating func begin() {
        send(.ledger(.createLedger(origin: "test.example/drafts")), as: .admin(nil))
        let started = SoftwareStarted(rulesVersion: SoftwareStarted.currentRules, version: "1", commit: "c")
        send(.ledger(.startSoftware(started)), as: .scheduler)
        let founders = [901, 902, 903].map { (person: UserID) in
            AuthorityBegan.Founder(person: person, key: Self.key(of: person))
        }
        send(
            .staff(.beginAuthority(AuthorityBegan(founders: founders, recoveryKey: Self.key(of: 999)))), as: .admin(nil)
        )
        let cashier = StaffAppointed(person: 904, roles: .cashier, key: Self.key(of: 904))
        propose(1, .staff(.appointStaff(cashier)), by: 901, approvedBy: 902)
    }

    private mutating func openContests() {
        let pool = PublishPool(externalID: "pool", title: "Pool", players: House.players(8))
        send(.pool(1, .publishPool(pool)), by: 901)
        for user in (1...3).map({ UserID($0) }) {
            send(.user(user, .registerUser), as: .user(user))
            send(.user(user, .addDeviceKey(Self.key(of: user))), as: .user(user), signedBy: user)
            let deposit = WalletCommand.recordDeposit(amount: Cents(10_000), provider: "bank", reference: "d\(user)")
            send(.wallet(user, deposit), as: .provider(onBehalfOf: user))
        }
        send(.user(2, .setAlertPreferences([])), as: .user(2))
        for number in [1, 2] as [UInt64] {
            var contest = TournamentCreated(
                pool: 1, entryFee: Cents(500), maxEntries: 2, maxEntriesPerUser: 1, rakeBasisPoints: 1_000,
                ruleset: .slow(teams: 2, rounds: 2),
                prizes: [PrizeTier(firstPlace: 1, lastPlace: 1, amount: Cents(900))], title: "C\(number)",
                externalID: "")
            contest.signedCommands = number == 2 ? .required : nil
            send(.tournament(TournamentID(number), .createTournament(contest)), by: 901)
        }
        send(.pool(1, .addPlayer(House.player(8, "Late", .tightEnd))), by: 901)
    }

    private mutating func defineOutcome() {
        let rounds = [
            ContestRound(firstWeek: 1, lastWeek: 2, podSize: 2, advancing: 1),
            ContestRound(firstWeek: 3, lastWeek: 3, podSize: 2, advancing: 0),
        ]
        send(.tournament(1, .setContestRounds(ContestRoundsSet(season: 2026, rounds: rounds))), by: 901)
        let lineup = Lineup(quarterbacks: 1, runningBacks: 0, wideReceivers: 0, tightEnds: 0, flex: 1)
        send(.tournament(1, .setScoring(ScoringSet(lineup: lineup, scoring: ScoringSet.halfPPR))), by: 901)
    }

    /// Two players' points of weeks that are final then, and a correction; one that lacks its reason is refused.
    private mutating func tellScores() {
        func record(_ points: [Int32], week: UInt8 = 1, reason: Wording = "") -> Command {
            let scores = points.enumerated().map { index, points in
                PlayerScore(position: .quarterback, points: points, name: "P\(4 * index + 2)", team: "PHI")
            }
            return .season(
                2026,
                .recordScores(
                    RecordScores(
                        week: week, scoring: ScoringSet.halfPPR, source: "s", scores: scores, reason: reason)))
        }
        send(record([2_050, -40]), by: 901)
        send(.season(2026, .closeWeek(week: 1, scoring: ScoringSet.halfPPR)), by: 901)
        send(record([2_060]), by: 901)
        send(record([2_060], reason: "one yard more"), by: 901)
        for week in [2, 3] as [UInt8] {
            send(record([1_000, 1_200], week: week), by: 901)
            send(.season(2026, .closeWeek(week: week, scoring: ScoringSet.halfPPR)), by: 901)
        }
        let other = ScoresAssigned(
            PoolPlayer(1, 0), SeasonPlayer(externalID: "", name: "P2", position: .quarterback), named: "P2",
            position: .quarterback, belongs: false, approvedBy: 902, reason: "another player")
        propose(20, .season(2026, .assignScores(other)), by: 901, approvedBy: 902)
    }

    /// Players of two pools who are one, and two who are not; and what is taken back. What contradicts is refused.
    private mutating func sayWhoIsWho() {
        send(.pool(2, .publishPool(PublishPool(externalID: "", title: "", players: House.players(4)))), by: 901)
        func join(_ first: PlayerIndex, _ second: PlayerIndex) -> Command {
            .aliases(.joinPlayers(PlayersJoined(PoolPlayer(1, first), PoolPlayer(2, second), reason: "the same")))
        }
        let parted = PlayersParted(PoolPlayer(1, 1), PoolPlayer(2, 1), reason: "another one")
        send(join(0, 0), by: 901)
        send(.aliases(.partPlayers(parted)), by: 901)
        send(join(1, 1), by: 901)
        let withdrawn = AliasWithdrawn(PoolPlayer(2, 0), PoolPlayer(1, 0), reason: "was wrong")
        send(.aliases(.withdrawAlias(withdrawn)), by: 901)
        send(join(4, 0), by: 901)
    }

    /// ADPs of a day, a bye week, games; a correction that lacks its reason is refused, and one that has it is not.
    private mutating func noteSeason() {
        let day = Timestamp(microseconds: 1_779_580_800_000_000)
        func adp(_ positions: [UInt32], reason: Wording = "") -> Command {
            let notes = positions.enumerated().map { index, adp in
                NotedPlayer(position: .quarterback, adp: adp, name: "P\(4 * index + 2)", team: "PHI")
            }
            return .notes(2026, .recordNotes(RecordNotes(day: day, source: "site", notes: notes, reason: reason)))
        }
        send(adp([1_230, 4_560]), by: 901)
        send(adp([1_240]), by: 901)
        send(adp([1_240], reason: "misread"), by: 901)
        let fact = NotedPlayer(position: .quarterback, byeWeek: 9, name: "P2", team: "PHI")
        send(.notes(2026, .recordNotes(RecordNotes(day: nil, source: "f", notes: [fact]))), by: 901)
        let games = [NotedGame(week: 1, home: "PHI", away: "DAL"), NotedGame(week: 2, home: "KC", away: "BUF")]
        send(.notes(2026, .recordGames(RecordGames(source: "g", games: games))), by: 901)
        let off = RecordGames(source: "g", games: [NotedGame(week: nil, home: "KC", away: "BUF")], reason: "called off")
        send(.notes(2026, .recordGames(off)), by: 901)
    }

    /// Room 9: a draft of another site, and twice what that states of it. Nobody but an importer may.
    mutating func importDraft() {
        let opening = OpenRoom(
            tournament: nil, pool: 1, entryFee: nil, ruleset: .untimed(teams: 2, rounds: 2), externalID: "d-9")
        let entries = ["e-1", "e-2"].map { ImportRoom.Entry(externalID: $0) }
        send(.room(9, .importRoom(ImportRoom(room: opening, entries: entries))), as: .importer)
        for (index, seat) in ([0, 1, 1, 0] as [Seat]).enumerated() {
            let pick = PickNumber(index + 1)
            send(.room(9, .makePick(MakePick(pick: pick, player: PlayerIndex(pick), seat: seat))), as: .importer)
        }
        var results = ResultsStated(
            round: 1, source: "site", entries: [StatedEntry(points: 1_230, advances: true), StatedEntry(points: 990)],
            picks: [700, 800, 190, 530].map { StatedPick(points: $0) })
        send(.room(9, .recordStatedResults(results)), as: .importer)
        results.entries[1].points = 1_000
        send(.room(9, .recordStatedResults(results)), by: 901)
        send(.room(9, .recordStatedResults(results)), as: .importer)
    }

    private mutating func draft(_ number: UInt64, isSigned: Bool, upTo last: PickNumber = 4) {
        let room = RoomID(number)
        for user in [1, 2] as [UserID] {
            let brought = isSigned ? Digest256(hashing: Self.entropy(of: user)).bytes : Self.entropy(of: user)
            send(
                .wallet(user, .joinTournament(TournamentID(number), entries: 1, entropy: brought)), as: .user(user),
                signedBy: isSigned ? user : nil)
        }
        if isSigned { drawOrder(of: room) }
        send(.queue(room, 0, .setQueue(players: [5, 6], expectedVersion: nil)), as: .user(1), signedBy: 1)
        if isSigned { arrangeQueue(in: room) }
        wait(until: state.room(room)?.countdownEndsAt)
        send(.room(room, .startDraft), as: .scheduler)
        for pick in 1...last {
            guard let current = state.room(room), let seat = current.seatOnClock,
                let user = current.member(at: seat)?.user
            else { return }
            if pick == 2 {
                wait(until: current.clock?.graceEndsAt)
                send(.room(room, .automatePick(pick: pick, epoch: current.epoch)), as: .scheduler)
            } else {
                let drafted = current.picks.map(\.player)
                let player = (1...8 as ClosedRange<PlayerIndex>).first { !drafted.contains($0) }
                let made = MakePick(pick: pick, player: player ?? 0, seat: pick == 3 ? seat : nil)
                send(.room(room, .makePick(made)), as: .user(user), signedBy: isSigned ? user : nil)
            }
            if pick == 1, !isSigned { interfere(with: room) }
        }
    }

    /// Lets user 2 edit a queue and a ranking in every way.
    private mutating func arrangeQueue(in room: RoomID) {
        let edits: [QueueCommand] = [
            .setRankings(players: [3, 4, 2]), .setQueue(players: [2, 6, 7], expectedVersion: nil),
            .moveInQueue(player: 2, index: 2, expectedVersion: 2), .moveToTopOfQueue(player: 7, expectedVersion: nil),
            .removeFromQueue(player: 6, expectedVersion: nil), .clearQueue(expectedVersion: nil),
            .clearQueue(expectedVersion: 1), .addToQueue(player: 8, index: nil, expectedVersion: nil),
        ]
        for edit in edits { send(.queue(room, 1, edit), as: .user(2), signedBy: 2) }
    }

    /// What a member puts into draws.
    static func entropy(of user: UserID) -> [UInt8] {
        [UInt8](repeating: UInt8(user.number), count: DrawTerms.entropyLength)
    }

    /// User 1 reveals, and user 2 too late.
    private mutating func drawOrder(of room: RoomID) {
        send(.room(room, .revealEntropy(Self.entropy(of: 2))), as: .user(1), signedBy: 1)
        send(.room(room, .revealEntropy(Self.entropy(of: 1))), as: .user(1), signedBy: 1)
        send(.room(room, .drawOrder), as: .scheduler)
        wait(until: state.room(room)?.revealsUntil)
        send(.room(room, .drawOrder), as: .scheduler)
        send(.room(room, .revealEntropy(Self.entropy(of: 2))), as: .user(2), signedBy: 2)
    }

    /// What the house does in a room, because of a case.
    private mutating func interfere(with room: RoomID) {
        guard let current = state.room(room), let seat = current.seatOnClock, let user = current.member(at: seat)?.user
        else { return }
        let claim = DisputeOpened(
            room: room, pick: 1, seat: current.seatOfSlot[0], roomVersion: current.version,
            claimant: current.user(ofSlot: 0), claim: "I clicked")
        send(.dispute(1, .openDispute(claim)), as: .user(current.user(ofSlot: 0) ?? 0))
        send(.dispute(1, .attachEvidence(EvidenceAttached(digest: .zero, title: "a picture"))), by: 902)
        send(.room(room, .extendClock(pick: 2, by: .seconds(60), reason: "asked")), by: 901, dispute: 1)
        send(.room(room, .extendClock(pick: 2, by: .seconds(60), reason: "asked")), by: 901)
        send(.room(room, .pauseRoom(kind: .manual, reason: "a look")), by: 901, dispute: 1)
        send(.room(room, .resumeRoom), by: 901)
        send(.queue(room, seat, .setQueue(players: [7], expectedVersion: nil)), as: .user(user))
        send(.queue(room, seat, .addToQueue(player: 3, index: 0, expectedVersion: 1)), by: 901, dispute: 1)
        serveClaimant(of: current)
        declareOutage(of: room, acting: seat)
        send(.room(room, .makePick(MakePick(pick: 9, player: 3))), as: .user(user))
    }

    /// A case that is upheld at once, and what staff do because of it: for its seat they may, for the others not.
    private mutating func serveClaimant(of room: RoomState) {
        let (seat, claimant) = (room.seatOfSlot[0], room.user(ofSlot: 0))
        let claim = DisputeOpened(
            room: room.id, pick: 1, seat: seat, roomVersion: room.version, claimant: claimant, claim: "my queue")
        send(.dispute(2, .openDispute(claim)), as: .user(claimant ?? 0))
        let verdict = DisputeResolved(verdict: .upheld, resolvedBy: 1, reason: "it was lost")
        propose(11, .dispute(2, .resolveDispute(verdict)), by: 902, because: 2, approvedBy: 903)
        send(.queue(room.id, seat, .addToQueue(player: 4, index: 0, expectedVersion: nil)), by: 901, dispute: 2)
        send(.queue(room.id, room.seatOfSlot[1], .clearQueue(expectedVersion: nil)), by: 901, dispute: 2)
    }

    /// An outage that two people declare, in which a third one acts for a member.
    private mutating func declareOutage(of room: RoomID, acting seat: Seat) {
        let pause = Command.room(room, .pauseRoom(kind: .outage, reason: "no power"))
        send(pause, by: 901)
        propose(12, pause, by: 901, approvedBy: 902)
        let edit = Command.queue(room, seat, .addToQueue(player: 5, index: 0, expectedVersion: nil))
        for person in [901, 902, 903] as [UserID] { send(edit, by: person) }
        send(.room(room, .resumeRoom), by: 901)
    }

    private mutating func settleCase() {
        let verdict = DisputeResolved(verdict: .upheld, resolvedBy: 1, reason: "so it was")
        propose(2, .dispute(1, .resolveDispute(verdict)), by: 902, because: 1, approvedBy: 903)
        let correction = CorrectPick(
            pick: 1, mode: .substitute, player: 8, dispute: 1, requestedBy: nil, approvedBy: nil, reason: "case 1")
        propose(3, .room(1, .correctPick(correction)), by: 901, because: 1, approvedBy: 902)
        let payment = BalanceAdjusted(
            amount: Cents(250), firstApprover: 1, secondApprover: 2, dispute: 1, reason: "sorry")
        guard let claimant = state.dispute(1)?.opened.claimant else { return }
        propose(4, .wallet(claimant, .adjustBalance(payment)), by: 904, because: 1, approvedBy: 903)
        // Nobody else has a part in it.
        propose(30, .wallet(3, .adjustBalance(payment)), by: 904, because: 1, approvedBy: nil)
        propose(5, .wallet(claimant, .adjustBalance(payment)), by: 904, because: 1, approvedBy: nil)
        send(.measure(5, .declineMeasure(reason: "once is enough")), by: 902)
        send(.measure(5, .approveMeasure), by: 902)
        propose(6, .wallet(claimant, .adjustBalance(payment)), by: 904, because: 1, approvedBy: 904)
    }

    mutating func propose(
        _ id: MeasureID, _ command: Command, by person: UserID, because dispute: CaseID? = nil, approvedBy: UserID?
    ) {
        send(.measure(id, .proposeMeasure(ProposeMeasure(command, dispute: dispute, reason: "see there"))), by: person)
        if let approvedBy { send(.measure(id, .approveMeasure), by: approvedBy) }
    }

    private mutating func pay() {
        for contest in [1, 2] as [TournamentID] {
            send(.tournament(contest, .closeEntries), by: 901)
            send(.tournament(contest, .drawPods(round: 2)), as: .scheduler)
            playRounds(of: contest, rooms: [RoomID(contest.number)])
            let member = state.room(RoomID(contest.number))?.members.first.flatMap { $0 }
            guard let winner = state.tournament(contest)?.ranking(first: 1).first ?? member?.entry else { return }
            let prizes = TournamentCommand.awardPrizes(standings: [Standing(entry: winner, place: 1)])
            propose(MeasureID(6 + contest.number), .tournament(contest, prizes), by: 904, approvedBy: 902)
            send(.tournament(contest, .finalizeTournament), by: 901)
        }
    }

    private mutating func moveMoney() {
        send(.wallet(3, .holdWithdrawal(amount: Cents(2_000), provider: "bank")), as: .user(3))
        send(.wallet(3, .postWithdrawal(withdrawal: 1, reference: "w1")), as: .provider(onBehalfOf: 3))
        send(.wallet(3, .holdWithdrawal(amount: Cents(3_000), provider: "bank")), as: .user(3))
        let payout = ApprovePayout(provider: "bank", withdrawals: [WithdrawalID(user: 3, withdrawal: 2)])
        send(.ledger(.approvePayout(payout)), by: 904)
        propose(40, .ledger(.approvePayout(payout)), by: 904, approvedBy: 902)
        propose(41, .ledger(.approvePayout(payout)), by: 904, approvedBy: nil)
        send(.wallet(3, .releaseWithdrawal(withdrawal: 2, reason: "")), by: 904)
        send(.wallet(3, .releaseWithdrawal(withdrawal: 2, reason: "no such account")), by: 904)
        send(
            .wallet(3, .recordChargeback(amount: Cents(8_000), provider: "bank", reference: "d3", dispute: "D3")),
            as: .provider(onBehalfOf: 3))
        send(
            .wallet(3, .settleChargeback(provider: "bank", dispute: "D3", outcome: .won, amount: Cents(1_000))),
            as: .provider(onBehalfOf: 3))
        send(
            .wallet(3, .recordChargeback(amount: Cents(2_000), provider: "bank", reference: "d3", dispute: "D4")),
            as: .provider(onBehalfOf: 3))
        send(
            .wallet(3, .settleChargeback(provider: "bank", dispute: "D4", outcome: .lost, amount: .zero)),
            as: .provider(onBehalfOf: 3))
        send(.wallet(3, .holdWithdrawal(amount: Cents(1), provider: "bank")), as: .user(3))
        send(.wallet(3, .joinTournament(1, entries: 1)), as: .admin(904, onBehalfOf: 3))
        send(.user(3, .removeDeviceKey(Self.key(of: 3))), as: .user(3), signedBy: 3)
    }

    /// A user who plays less and less, and what the bank says of the first day.
    private mutating func limitPlay() {
        let deposit = WalletCommand.recordDeposit(amount: Cents(5_000), provider: "bank", reference: "d4")
        send(.user(1, .setLimits(PlayLimits(depositsPerWeek: Cents(12_000)))), as: .user(1), signedBy: 1)
        send(.wallet(1, deposit), as: .provider(onBehalfOf: 1))
        send(.user(1, .setLimits(PlayLimits(depositsPerWeek: Cents(20_000)))), as: .user(1), signedBy: 1)
        send(.wallet(1, deposit), as: .provider(onBehalfOf: 1))
        send(.user(1, .excludeUser(until: now + .seconds(24 * 3_600))), as: .user(1), signedBy: 1)
        send(.wallet(1, deposit), as: .provider(onBehalfOf: 1))
        send(.user(2, .closeAccount), as: .user(2), signedBy: 2)
        readPrivateData(of: 1)
        send(.wallet(2, deposit), as: .provider(onBehalfOf: 2))
        let day = Timestamp(microseconds: now.microseconds / 86_400_000_000 * 86_400_000_000)
        now = now + .seconds(24 * 3_600)
        let statement = ProviderStatement(
            provider: "bank", day: day, deposits: Cents(30_000), depositCount: 3, withdrawals: Cents(2_000),
            withdrawalCount: 1, chargebacks: Cents(9_000), chargebackCount: 1, file: Digest256(words: (1, 2, 3, 4)))
        send(.ledger(.recordStatement(statement)), by: 904)
        send(.wallet(1, deposit), as: .provider(onBehalfOf: 1))
    }

    /// Reads of a member's data by staff: one that is recorded, and four that are refused.
    private mutating func readPrivateData(of user: UserID) {
        let roles = state.staff.roles(of: 901, at: now)
        let read = PrivateDataRead(reader: 901, roles: roles, kind: .queue, room: 1)
        send(.user(user, .recordAccess(read)), as: .scheduler)
        send(.user(user, .recordAccess(read)), as: .scheduler)
        send(.user(user, .recordAccess(PrivateDataRead(reader: 901, roles: .auditor, kind: .money))), as: .scheduler)
        send(.user(user, .recordAccess(PrivateDataRead(reader: user, roles: roles, kind: .money))), as: .scheduler)
        send(.user(user, .recordAccess(read)), as: .user(user), signedBy: user)
        recordNotices(to: user)
    }

    /// What a member was told: one event that is recorded, and two that are refused.
    private mutating func recordNotices(to user: UserID) {
        let told = NoticesRecorded.Notice(kind: .onTheClock, channel: .push, outcome: .sent, cause: 1, at: now)
        var untold = told
        untold.outcome = .failed
        send(.user(user, .recordNotices(NoticesRecorded(room: 1, pick: 1, notices: [told]))), as: .scheduler)
        send(.user(user, .recordNotices(NoticesRecorded(room: 1, pick: 1, notices: [untold]))), as: .scheduler)
        send(
            .user(user, .recordNotices(NoticesRecorded(room: 1, pick: 1, notices: [told]))), as: .user(user),
            signedBy: user)
    }

    /// A step of the clock forward and one back, a new checkpoint key, an erased text, and a mark of imported events.
    private mutating func runService() {
        let last = now
        record(.clockStepped(ClockStepped(from: last + .seconds(1), to: last + .seconds(30))), after: .seconds(30))
        record(.clockStepped(ClockStepped(from: now, to: now - .seconds(5))))
        record(.leaderChanged(LeaderChanged(epoch: 1, node: "a", since: now)), after: .milliseconds(300))
        let (old, new) = ("test.example/drafts+1+A", "test.example/drafts+2+B")
        let key = CheckpointKeyRotated(previousVerifierKey: old, verifierKey: new)
        propose(21, .ledger(.rotateCheckpointKey(key)), by: 901, approvedBy: 902)
        if let claim = events.first(where: { $0.event.type == .disputeOpened }) {
            send(.ledger(.eraseText(FreeTextErased(position: claim.position, texts: 1, isOfStaff: false))), by: 901)
        }
        record(.importedAsFound(ImportedAsFound(findings: 0, first: UInt64(events.count) - 3)), after: .seconds(1))
    }

    /// A measure nobody answers, people who are dismissed, and one who comes back by the key that is kept offline.
    private mutating func recover() {
        now = now + .seconds(7 * 24 * 3_600)
        send(.measure(6, .lapseMeasure), as: .scheduler)
        send(.staff(.dismissStaff(StaffDismissed(person: 904, reason: "left"))), by: 901)
        send(.staff(.dismissStaff(StaffDismissed(person: 903, reason: "left"))), by: 901)
        send(.staff(.dismissStaff(StaffDismissed(person: 902, reason: "left"))), by: 901)
        send(
            .staff(.recoverStaff(RecoverStaff(person: 905, key: Self.key(of: 905), reason: "one is left"))),
            as: .admin(905), signedBy: 999)
    }
}
