import DraftTesting
import Testing

@testable import Draft  // events that the game alone makes

/// Contests that are decided by their rounds: eight entries in four rooms, of which four, two and then nobody go on.
@Suite struct RoundTests {
    static let rounds = [
        ContestRound(firstWeek: 1, lastWeek: 2, podSize: 2, advancing: 1),
        ContestRound(firstWeek: 3, lastWeek: 3, podSize: 2, advancing: 1),
        ContestRound(firstWeek: 4, lastWeek: 4, podSize: 2, advancing: 0),
    ]

    /// Of the best of two wide receivers.
    static let lineup = Lineup(
        quarterbacks: 0, runningBacks: 0, wideReceivers: 1, tightEnds: 0, flex: 0, flexPositions: [])

    private static let cryptography = FakeCryptography()

    /// What a player has in a week: different numbers, some of them below zero.
    static func points(_ player: Int, _ week: UInt8) -> Int32 {
        Int32((player * 7_919 + Int(week) * 104_729) % 997) * 10 - 900
    }

    /// The contest with its drafts over. Each room drafts players of its own.
    ///
    /// - Parameter isFormer: whether the rounds are set as by rules before 8, without a commitment to the draws.
    static func drafted(
        rounds: [ContestRound]? = RoundTests.rounds, correctionDays: UInt8? = nil, isFormer: Bool = false
    ) throws -> House {
        var house = House(users: 1...8, balance: 5_000)
        try house.createTournament(
            prizes: [PrizeTier(1...1, 3_333), PrizeTier(2...2, 1_500), PrizeTier(3...5, 501)])
        if let rounds {
            let set = ContestRoundsSet(season: 2022, rounds: rounds, correctionDays: correctionDays)
            if isFormer {
                house.append([StreamEvent(.tournament(1), .contestRoundsSet(set))], origin: nil, at: house.now)
            } else {
                try house.accept(.tournament(1, .setContestRounds(set)), as: .admin(90))
            }
            try house.accept(
                .tournament(1, .setScoring(ScoringSet(lineup: lineup, scoring: "s"))), as: .admin(90))
        }
        for user in 1...8 { try house.join(UserID(UInt64(user))) }
        for number in 1...4 as ClosedRange<UInt64> {
            try house.start(RoomID(number))
            while let room = house.state.room(RoomID(number)), room.status == .active, let seat = room.seatOnClock {
                let player = PlayerIndex(number * 8) + PlayerIndex(room.currentPickNumber)
                let pick = MakePick(pick: room.currentPickNumber, player: player)
                try house.accept(
                    .room(room.id, .makePick(pick)), as: .user(try #require(room.members[Int(seat)]?.user)))
            }
        }
        return house
    }

    static func tell(_ house: inout House, week: UInt8, isFinal: Bool = true) throws {
        let scores = (0..<40).map { player in
            PlayerScore(
                position: .wideReceiver, points: points(player, week), externalID: "p\(player)",
                name: "Player \(player)")
        }
        try house.accept(
            .season(2022, .recordScores(RecordScores(week: week, scoring: "s", source: "t", scores: scores))),
            as: .importer)
        if isFinal { try house.accept(.season(2022, .closeWeek(week: week, scoring: "s")), as: .importer) }
    }

    /// What a round comes to, counted by hand: each entry's better player of each week, added up.
    private static func standings(_ pod: [EntryID], _ weeks: ClosedRange<UInt8>, _ house: House) -> [RoundStanding] {
        let scored = pod.map { entry -> RoundStanding in
            let room = house.state.room(entry.room)
            let seat = room?.members.firstIndex { $0?.entry == entry }
            let roster = room?.picks.filter { Int($0.seat) == seat }.compactMap { $0.player.map(Int.init) } ?? []
            let each = weeks.map { week in roster.map { points($0, week) }.max() ?? 0 }
            return RoundStanding(entry: entry, points: each.reduce(0, +), bestWeek: each.max() ?? 0, place: 0)
        }
        let ranked = scored.sorted { ($1.points, $1.bestWeek, $0.entry) < ($0.points, $0.bestWeek, $1.entry) }
        return ranked.enumerated().map { place, one in
            var one = one
            one.place = UInt32(place + 1)
            return one
        }
    }

    /// The members' bytes of some rooms, as a third party combines them.
    private static func entropy(of rooms: [RoomID], _ house: House) throws -> Digest256 {
        func word(_ number: UInt64) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
        var sum = [UInt8](repeating: 0, count: 32)
        for number in rooms {
            let room = try #require(house.state.room(number))
            var message = Array("draft-ledger/pods@v1\n".utf8) + word(number.number)
            for member in room.members.compactMap(\.self).sorted(by: { $0.entry < $1.entry }) {
                message += word(member.entry.number) + word(UInt64(member.entropy.count)) + member.entropy
            }
            sum = zip(sum, cryptography.sha256(message).bytes).map { $0 ^ $1 }
        }
        return try #require(Digest256(bytes: sum))
    }

    private static func entries(of room: RoomID, _ house: House) -> [EntryID] {
        house.state.room(room)?.members.compactMap { $0?.entry } ?? []
    }

    static let roomNumbers: [RoomID] = [1, 2, 3, 4]

    static func close(_ round: UInt8, _ version: UInt32, _ rooms: [RoomID] = []) -> Command {
        .tournament(1, .closeRound(CloseRound(round: round, seasonVersion: version, rooms: rooms)))
    }

    static func version(_ house: House) -> UInt32 { house.state.season(2022)?.version ?? 0 }

    @Test func aRoundClosesByRoomsWithEveryEntrysPointsAndPlace() throws {
        var house = try Self.drafted()
        try house.accept(.tournament(1, .closeEntries), as: .admin(90))
        for week in [1, 2] as [UInt8] { try Self.tell(&house, week: week) }
        let version = Self.version(house)
        let first = try house.accept(Self.close(1, version, [1, 3]), as: .scheduler)
        #expect(
            first == [
                StreamEvent(
                    .tournament(1),
                    .roundClosed(
                        RoundClosed(
                            round: 1, seasonVersion: version, pods: 4, firstPod: 1,
                            entropy: try Self.entropy(of: [1, 3], house),
                            standings: Self.standings(Self.entries(of: 1, house), 1...2, house)
                                + Self.standings(Self.entries(of: 3, house), 1...2, house))))
            ])
        #expect(house.state.tournament(1)?.openRound == 1)
        let second = try house.accept(Self.close(1, version, [2, 4]), as: .admin(90))
        guard case .roundClosed(let closed)? = second.first?.event else {
            Issue.record("no round was closed")
            return
        }
        #expect(closed.firstPod == 3 && closed.podCommitment == nil)
        let contest = try #require(house.state.tournament(1))
        #expect(contest.openRound == 2)
        #expect(contest.played[0].advancing(Self.rounds[0]).count == 4)
    }

    @Test func noRoundClosesBeforeItsTimeNorWithOtherRooms() throws {
        var house = try Self.drafted()
        try Self.tell(&house, week: 1)
        house.refuse(Self.close(1, 1, Self.roomNumbers), as: .admin(90), .wrongStatus)
        try house.accept(.tournament(1, .closeEntries), as: .admin(90))
        house.refuse(Self.close(1, 1, Self.roomNumbers), as: .user(1), .forbidden)
        house.refuse(Self.close(1, Self.version(house), Self.roomNumbers), as: .admin(90), .wrongStatus)
        try Self.tell(&house, week: 2, isFinal: false)
        house.refuse(Self.close(1, Self.version(house), Self.roomNumbers), as: .admin(90), .wrongStatus)
        try house.accept(.season(2022, .closeWeek(week: 2, scoring: "s")), as: .importer)
        let version = Self.version(house)
        for (command, code) in [
            (Self.close(2, version), .wrongStatus), (Self.close(1, version), .invalidValue),
            (Self.close(1, version, [1, 1]), .invalidValue), (Self.close(1, version, [2, 1]), .invalidValue),
            (Self.close(1, version, [1, 5]), .invalidValue), (Self.close(1, 0, [1]), .invalidValue),
            (Self.close(1, version + 1, [1]), .invalidValue), (Self.close(1, version - 1, [1]), .wrongStatus),
            (Self.close(1, version, Array(repeating: 1, count: 201)), .invalidValue),
            (.tournament(1, .drawPods(round: 2)), .wrongStatus), (.tournament(1, .drawPods(round: 1)), .invalidValue),
            (.tournament(1, .drawPods(round: 4)), .invalidValue),
        ] as [(Command, RefusalCode)] {
            house.refuse(command, as: .admin(90), code)
        }
        try house.accept(Self.close(1, version, [2]), as: .admin(90))
        house.refuse(Self.close(1, version, [1, 2]), as: .admin(90), .alreadyExists)
        house.refuse(.room(2, .voidRoom(approvedBy: 91, reason: "too late")), as: .admin(90), .wrongStatus)
    }

    /// What was known when the round began to close counts for all of it.
    @Test func aCorrectionBetweenTwoPortionsChangesNothing() throws {
        var house = try Self.drafted()
        try house.accept(.tournament(1, .closeEntries), as: .admin(90))
        for week in [1, 2] as [UInt8] { try Self.tell(&house, week: week) }
        let version = Self.version(house)
        try house.accept(Self.close(1, version, [1, 2]), as: .admin(90))
        let before = house
        let better = (0..<40).map {
            PlayerScore(position: .wideReceiver, points: 90_000 - Int32($0), externalID: "p\($0)", name: "Player \($0)")
        }
        try house.accept(
            .season(
                2022,
                .recordScores(RecordScores(week: 2, scoring: "s", source: "t", scores: better, reason: "all wrong"))),
            as: .importer)
        house.refuse(Self.close(1, Self.version(house), [3, 4]), as: .admin(90), .invalidValue)
        let events = try house.accept(Self.close(1, version, [3, 4]), as: .admin(90))
        var uncorrected = before
        let expected = try uncorrected.accept(Self.close(1, version, [3, 4]), as: .admin(90))
        #expect(events == expected)
        let season = try #require(house.state.season(2022))
        #expect(season.asOf(version: version).scores == before.state.season(2022)?.scores)
        #expect(season.asOf(version: 1).scores.count == 1)
        #expect(!season.asOf(version: version - 1).isFinal(week: 2, scoring: "s"))
        #expect(season.asOf(version: version).isFinal(week: 2, scoring: "s"))
        #expect(season.asOf(version: .max).scores == season.scores)
    }

    // MARK: Pods

    /// By the events alone, as a stranger does: shuffle and secret as the article of the draw has them.
    @Test func aStrangerDrawsThePodsAnew() throws {
        let house = try Self.settled()
        let events = house.log.filter { $0.stream == .tournament(1) }.map(\.event)
        var commitment: Digest256?
        var advancing: [EntryID] = []
        var draws = 0
        for event in events {
            switch event {
            case .contestRoundsSet(let set): commitment = set.podCommitment
            case .roundClosed(let closed):
                advancing = closed.standings.filter { $0.place == 1 }.map(\.entry).sorted()
            case .podsDrawn(let drawn):
                #expect(Self.cryptography.sha256(drawn.secret.bytes) == commitment)
                commitment = drawn.secret
                let entropy = try Self.entropy(of: Self.roomNumbers, house)
                #expect(drawn.entries == Self.order(drawn, advancing, entropy))
                #expect(drawn.entries.count == Int(drawn.pods) * 2)
                draws += 1
            default: continue
            }
        }
        #expect(draws == 2)
    }

    private static func order(_ drawn: PodsDrawn, _ entrants: [EntryID], _ entropy: Digest256) -> [EntryID] {
        func word(_ number: UInt64) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
        let message = ([1, UInt64(drawn.round)] + entrants.map(\.number)).flatMap(word) + entropy.bytes
        let key = cryptography.hmacSHA256(key: drawn.secret.bytes, message: message).bytes
        var (order, counter) = (entrants, UInt64(0))
        for place in stride(from: entrants.count - 1, to: 0, by: -1) {
            let bound = UInt64(place + 1)
            var drawn: UInt64
            repeat {
                drawn = cryptography.hmacSHA256(key: key, message: word(counter)).words.0
                counter += 1
            } while drawn > .max - (.max % bound + 1) % bound
            order.swapAt(place, Int(drawn % bound))
        }
        return order
    }

    @Test func podsAreAsEvenAsTheyCanBe() {
        #expect(PodDraw.sizes(of: 0, podSize: 4) == [])
        #expect(PodDraw.sizes(of: 3, podSize: 4) == [3])
        #expect(PodDraw.sizes(of: 9, podSize: 4) == [3, 3, 3])
        #expect(PodDraw.sizes(of: 10, podSize: 4) == [4, 3, 3])
        for count in 1...60 {
            for size in 1...13 as ClosedRange<UInt32> {
                let sizes = PodDraw.sizes(of: count, podSize: size)
                #expect(sizes.reduce(0, +) == count)
                #expect(sizes.count == (count + Int(size) - 1) / Int(size))
                #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1 && sizes.allSatisfy { $0 <= size })
            }
        }
    }

    @Test func aSecretThatTheContestHasNotCommittedToDrawsNothing() throws {
        var house = try Self.drafted(isFormer: true)
        for week in [1, 2] as [UInt8] { try Self.tell(&house, week: week) }
        house.append(
            [
                StreamEvent(
                    .tournament(1), .entriesClosed(EntriesClosed(entries: 8, cancelledRooms: 0, podCommitment: .zero)))
            ], origin: nil, at: house.now)
        try house.accept(Self.close(1, Self.version(house), Self.roomNumbers), as: .admin(90))
        house.refuse(.tournament(1, .drawPods(round: 2)), as: .admin(90), .invalidValue)
    }

    /// As entries were closed before there were rounds to close.
    @Test func aContestWithoutACommitmentMakesItWithItsFirstStandings() throws {
        var house = try Self.drafted(isFormer: true)
        for week in [1, 2] as [UInt8] { try Self.tell(&house, week: week) }
        house.append(
            [StreamEvent(.tournament(1), .entriesClosed(EntriesClosed(entries: 8, cancelledRooms: 0)))], origin: nil,
            at: house.now)
        let version = Self.version(house)
        for (rooms, isFirst) in [([1, 2], true), ([3, 4], false)] as [([RoomID], Bool)] {
            let events = try house.accept(Self.close(1, version, rooms), as: .admin(90))
            guard case .roundClosed(let closed)? = events.first?.event else { continue }
            let secret = Self.cryptography.podSecret(of: 1, round: 2, of: 3)
            #expect(closed.podCommitment == (isFirst ? Self.cryptography.sha256(secret.bytes) : nil))
        }
        try house.accept(.tournament(1, .drawPods(round: 2)), as: .admin(90))
        house.refuse(.tournament(1, .drawPods(round: 2)), as: .admin(90), .alreadyExists)
    }

    // MARK: Prizes

    /// From the drafts to closed books, each step as the settlement says.
    ///
    /// - Parameter between: what else happens, before each week's points and before the end.
    static func settled(_ between: (inout House) throws -> Void = { _ in }) throws -> House {
        var house = try drafted()
        for week in 1...4 as ClosedRange<UInt8> {
            try between(&house)
            try settle(&house, until: .waitForWeek(week, round: week <= 2 ? 1 : week - 1))
            try tell(&house, week: week)
        }
        try between(&house)
        try settle(&house, until: .over)
        return house
    }

    private static func settle(_ house: inout House, until end: Settlement.Step) throws {
        let settlement = Settlement(byRoundsOf: 1, rooms: roomNumbers, portion: 2)
        for _ in 0..<40 {
            let contest = try #require(house.state.tournament(1))
            let step = settlement.next(for: contest, house.state.books(1), house.state.season(2022))
            guard case .send(let command) = step else {
                #expect(step == end)
                return
            }
            try house.accept(command, as: .admin(90))
        }
        Issue.record("the contest does not come to \(end)")
    }

    @Test func aContestEndsWithPrizesToTheCent() throws {
        let house = try Self.settled()
        let contest = try #require(house.state.tournament(1))
        #expect(contest.stage == .finalized)
        // By hand: the final, then who lost in the second round, then in the first.
        let pods = contest.played.map { round in
            stride(from: 0, to: round.standings.count, by: 2).map { round.standings[$0..<$0 + 2].map(\.entry) }
        }
        var expected: [EntryID] = []
        for (round, weeks) in zip(pods, [1...2, 3...3, 4...4] as [ClosedRange<UInt8>]).reversed() {
            let standings = round.map { Self.standings($0, weeks, house) }
            for (pod, stated) in zip(standings, round) { #expect(pod.map(\.entry) == stated) }
            if weeks == 4...4 { expected += standings[0].map(\.entry) }
            if weeks != 4...4 {
                expected += standings.map { $0[1] }
                    .sorted { ($1.points, $1.bestWeek, $0.entry) < ($0.points, $0.bestWeek, $1.entry) }.map(\.entry)
            }
        }
        #expect(expected.count == 8 && Set(expected).count == 8)
        let users = expected.map { entry in
            house.state.room(entry.room)?.members.compactMap { $0 }.first { $0.entry == entry }?.user ?? 0
        }
        // 50.00 each, 10.00 for the entry.
        let available = users.map { house.state.wallet($0).available.value }
        #expect(available == [3_333, 1_500, 501, 501, 501, 0, 0, 0].map { 4_000 + $0 })
        let books = house.state.books(1)
        #expect(books.escrow == .zero && books.prizes == Cents(6_336) && books.rake == Cents(8_000 - 6_336))
    }

    @Test func prizesThatDoNotFollowFromTheRoundsAreRefused() throws {
        var house = try Self.drafted()
        func award(_ entries: [EntryID], from first: UInt32 = 1) -> Command {
            let standings = entries.enumerated().map { Standing(entry: $1, place: first + UInt32($0)) }
            return .tournament(1, .awardPrizes(standings: standings))
        }
        for week in 1...4 as ClosedRange<UInt8> { try Self.tell(&house, week: week) }
        try house.accept(.tournament(1, .closeEntries), as: .admin(90))
        house.refuse(award([EntryID(room: 1, join: 1)]), as: .admin(90), .wrongStatus)
        let settlement = Settlement(byRoundsOf: 1, rooms: Self.roomNumbers)
        while let contest = house.state.tournament(1), contest.openRound != nil,
            case .send(let command) = settlement.next(for: contest, house.state.books(1), house.state.season(2022))
        {
            try house.accept(command, as: .admin(90))
        }
        let ranking = try #require(house.state.tournament(1)?.ranking(first: 8))
        #expect(ranking.count == 8)
        house.refuse(award([ranking[1], ranking[0]]), as: .admin(90), .invalidValue)
        house.refuse(award([ranking[0], ranking[2]]), as: .admin(90), .invalidValue)
        let tied = [Standing(entry: ranking[0], place: 1), Standing(entry: ranking[1], place: 1)]
        house.refuse(.tournament(1, .awardPrizes(standings: tied)), as: .admin(90), .invalidValue)
        try house.accept(award([ranking[0], ranking[1]]), as: .admin(90))
        house.refuse(award([ranking[3]], from: 3), as: .admin(90), .invalidValue)
        house.refuse(Self.close(1, 1, [1]), as: .admin(90), .wrongStatus)
        try house.accept(award(Array(ranking[2...4]), from: 3), as: .admin(90))
    }

    /// And by the rules of before, as long as nothing else of its rounds is on record.
    @Test func aContestWithoutRoundsTakesStandingsAsBefore() throws {
        var house = try Self.drafted(rounds: nil)
        try house.accept(.tournament(1, .closeEntries), as: .admin(90))
        let contest = try #require(house.state.tournament(1))
        #expect(contest.podCommitment == nil && !contest.isDecidedByRounds())
        house.refuse(Self.close(1, 1, [1]), as: .admin(90), .wrongStatus)
        let standing = Standing(entry: try house.entry(of: 8, in: 4), place: 1)
        try house.accept(.tournament(1, .awardPrizes(standings: [standing])), as: .admin(90))
        var former = try #require(try Self.drafted(isFormer: true).state.tournament(1))
        #expect(former.isDecidedByRounds() && !former.isDecidedByRounds(rules: 5))
        former.podCommitment = .zero
        #expect(former.isDecidedByRounds(rules: 5))
    }
}
