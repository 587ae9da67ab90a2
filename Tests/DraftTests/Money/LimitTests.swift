import Draft
import DraftTesting
import Testing

/// What members keep themselves from: limits, exclusions, closed accounts.
@Suite struct LimitTests {
    /// Users 1 and 2 with 100.00 each since the day before, and contest 1 at 10.00 an entry. Noon of a Tuesday.
    private func house() throws -> House {
        var house = House()
        house.now = Self.tuesday - .seconds(2 * 86_400)
        house.publishPool(1, players: 40)
        for user in [1, 2] as [UserID] {
            house.send(.user(user, .registerUser), as: .user(user))
            house.deposit(10_000, for: user)
        }
        try house.createTournament(teams: 12)
        house.now = Self.tuesday
        return house
    }

    /// 2026-09-22T12:00Z, of a week that began on the 21st.
    private static let tuesday = Timestamp(microseconds: 1_790_078_400_000_000)
    private static let hour = Interval.seconds(3_600)

    private func set(_ limits: PlayLimits, in house: inout House) throws {
        try house.accept(.user(1, .setLimits(limits)), as: .user(1))
    }

    private func deposit(_ amount: Int64, in house: inout House) -> RefusalCode? {
        house.send(
            .wallet(1, .recordDeposit(amount: Cents(amount), provider: "bank", reference: "r\(house.log.count)")),
            as: .provider(onBehalfOf: 1)
        ).code
    }

    private func join(_ entries: UInt8, in house: inout House) -> RefusalCode? {
        house.send(.wallet(1, .joinTournament(1, entries: entries)), as: .user(1)).code
    }

    // MARK: What is over a limit

    @Test func depositsEndAtTheLimitOfTheDayAndOfTheWeek() throws {
        var house = try house()
        try set(PlayLimits(depositsPerDay: Cents(3_000), depositsPerWeek: Cents(4_000)), in: &house)
        #expect(deposit(2_000, in: &house) == nil)
        #expect(deposit(1_001, in: &house) == .limitExceeded)
        #expect(deposit(1_000, in: &house) == nil)
        #expect(deposit(1, in: &house) == .limitExceeded)
        house.now = Self.tuesday + Interval(microseconds: Self.hour.microseconds * 12)
        // Wednesday: the day is new, the week is not.
        #expect(deposit(1_001, in: &house) == .limitExceeded)
        #expect(deposit(1_000, in: &house) == nil)
        house.now = Self.tuesday + .seconds(6 * 86_400 - 43_200)
        // Monday.
        #expect(deposit(3_000, in: &house) == nil)
    }

    @Test func entriesAndFeesEndAtTheirs() throws {
        var house = try house()
        try set(PlayLimits(entriesPerDay: 2, entriesPerWeek: 3), in: &house)
        #expect(join(3, in: &house) == .limitExceeded)
        #expect(join(2, in: &house) == nil)
        #expect(join(1, in: &house) == .limitExceeded)
        house.now = Self.tuesday + .seconds(86_400)
        #expect(join(2, in: &house) == .limitExceeded)
        #expect(join(1, in: &house) == nil)

        var fees = try self.house()
        try set(PlayLimits(feesPerDay: Cents(2_500), feesPerWeek: Cents(4_000)), in: &fees)
        #expect(join(3, in: &fees) == .limitExceeded)
        #expect(join(2, in: &fees) == nil)
        // What is left again has counted.
        try fees.accept(.wallet(1, .leaveRoom(1)), as: .user(1))
        #expect(join(1, in: &fees) == .limitExceeded)
        fees.now = Self.tuesday + .seconds(86_400)
        #expect(join(2, in: &fees) == nil)
        fees.now = Self.tuesday + .seconds(2 * 86_400)
        #expect(join(1, in: &fees) == .limitExceeded)
    }

    @Test func anotherMemberAndWithdrawalsHaveNothingToDoWithIt() throws {
        var house = try house()
        try set(PlayLimits(depositsPerDay: .zero, feesPerDay: .zero, entriesPerDay: 0), in: &house)
        #expect(deposit(1, in: &house) == .limitExceeded)
        #expect(join(1, in: &house) == .limitExceeded)
        try house.join(2)
        house.deposit(500, for: 2)
        try house.accept(.wallet(1, .holdWithdrawal(amount: Cents(10_000), provider: "bank")), as: .user(1))
    }

    // MARK: When limits hold

    @Test func tighterOnesHoldAtOnceAndLooserOnesADayLater() throws {
        var house = try house()
        try set(PlayLimits(depositsPerDay: Cents(1_000)), in: &house)
        let looser = PlayLimits(depositsPerDay: Cents(5_000), entriesPerDay: 1)
        let events = try house.accept(.user(1, .setLimits(looser)), as: .user(1))
        let moment = house.now
        #expect(
            events.map(\.event)
                == [.limitsSet(LimitsSet(limits: looser, looserFrom: moment + PlayLimits.coolingOff))])
        #expect(deposit(1_001, in: &house) == .limitExceeded)
        #expect(join(2, in: &house) == .limitExceeded)
        house.now = moment + PlayLimits.coolingOff - .milliseconds(2)
        #expect(deposit(5_000, in: &house) == .limitExceeded)
        house.now = moment + PlayLimits.coolingOff
        #expect(deposit(5_000, in: &house) == nil)
        #expect(house.state.user(1).limits.holding(at: house.now) == looser)
    }

    @Test func whatWasWantedBeforeIsGoneWhenOthersAreSet() throws {
        var house = try house()
        try set(PlayLimits(depositsPerDay: Cents(1_000)), in: &house)
        try set(.none, in: &house)
        try set(PlayLimits(depositsPerDay: Cents(1_000)), in: &house)
        house.now = house.now + .seconds(2 * 86_400)
        #expect(deposit(1_001, in: &house) == .limitExceeded)
        // Nothing waits any more, and nothing changes.
        house.refuse(
            .user(1, .setLimits(PlayLimits(depositsPerDay: Cents(1_000)))), as: .user(1), .alreadyExists)
    }

    @Test func whatCannotBeALimitIsRefused() throws {
        var house = try house()
        let limits = [
            PlayLimits(depositsPerDay: Cents(-1)), PlayLimits(feesPerWeek: .largestAmount + Cents(1)),
            PlayLimits(entriesPerWeek: .max),
        ]
        for limit in limits { house.refuse(.user(1, .setLimits(limit)), as: .user(1), .invalidValue) }
        house.refuse(.user(9, .setLimits(PlayLimits(entriesPerDay: 1))), as: .user(9), .unknownUser)
        house.refuse(.user(1, .setLimits(PlayLimits(entriesPerDay: 1))), as: .user(2), .forbidden)
    }

    // MARK: Out for a while, and for good

    @Test func whoIsExcludedNeitherPaysInNorJoinsUntilThen() throws {
        var house = try house()
        let until = Self.tuesday + .seconds(30 * 86_400)
        house.refuse(.user(1, .excludeUser(until: house.now)), as: .user(1), .invalidValue)
        try house.accept(.user(1, .excludeUser(until: until)), as: .user(1))
        #expect(deposit(1, in: &house) == .userExcluded)
        #expect(join(1, in: &house) == .userExcluded)
        try house.accept(.wallet(1, .holdWithdrawal(amount: Cents(5), provider: "bank")), as: .user(1))
        for sooner in [until, until - Self.hour] {
            house.refuse(.user(1, .excludeUser(until: sooner)), as: .user(1), .invalidValue)
        }
        house.now = until - .milliseconds(2)
        #expect(deposit(1, in: &house) == .userExcluded)
        house.now = until
        #expect(deposit(1, in: &house) == nil)
        #expect(join(1, in: &house) == nil)
    }

    @Test func aClosedAccountPaysOutAndNothingElse() throws {
        var house = try house()
        try house.accept(.user(1, .closeAccount), as: .user(1))
        #expect(deposit(1, in: &house) == .accountClosed)
        #expect(join(1, in: &house) == .accountClosed)
        let acts: [UserCommand] = [
            .closeAccount, .setLimits(.none), .excludeUser(until: Self.tuesday + .seconds(9_999_999)),
        ]
        for act in acts { house.refuse(.user(1, act), as: .user(1), .accountClosed) }
        try house.accept(.wallet(1, .holdWithdrawal(amount: Cents(10_000), provider: "bank")), as: .user(1))
    }

    // MARK: Whose act it is

    @Test func whoHasAKeySigns() throws {
        var house = try house()
        let key = House.key(of: 1)
        house.send(.user(1, .addDeviceKey(key)), as: .user(1), at: house.now, signedBy: key)
        let acts: [UserCommand] = [
            .setLimits(PlayLimits(entriesPerDay: 1)), .excludeUser(until: Self.tuesday + .seconds(999_999)),
            .closeAccount,
        ]
        for act in acts {
            house.refuse(.user(1, act), as: .user(1), .badSignature)
            #expect(house.send(.user(1, act), as: .user(1), at: house.now, signedBy: key).code == nil)
        }
    }

    @Test func afterAuthorityBeganTheHouseDoesItByAMeasure() throws {
        var house = try house()
        try house.accept(.user(2, .setLimits(PlayLimits(entriesPerDay: 1))), as: .admin(9, onBehalfOf: 2))
        house.beginAuthority()
        #expect(house.appoint(911, .officer).code == nil)
        #expect(house.appoint(914, .officer).code == nil)
        let until = house.now + .seconds(999_999)
        let acts: [UserCommand] = [
            .setLimits(PlayLimits(depositsPerWeek: Cents(100))), .excludeUser(until: until), .closeAccount,
        ]
        for (place, act) in acts.enumerated() {
            #expect(house.send(.user(1, act), by: 911).code == .approverRequired)
            let id = MeasureID(UInt64(place) + 1)
            #expect(
                house.send(
                    .measure(id, .proposeMeasure(ProposeMeasure(.user(1, act), reason: "by order"))), by: 911
                ).code == nil)
            #expect(house.send(.measure(id, .approveMeasure), by: 914).code == nil)
        }
        #expect(house.state.user(1).isClosed && house.state.user(1).excludedUntil == until)
        #expect(house.state.user(1).limits.holding(at: house.now).depositsPerWeek == Cents(100))
    }
}
