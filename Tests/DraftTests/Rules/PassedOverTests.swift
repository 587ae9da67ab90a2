import Draft
import DraftTesting
import Testing

/// What a pick of the rules tells everybody of a seat's queue, and what it tells the seat.
@Suite struct PassedOverTests {
    /// Computed with Python's `hmac` from the layout in `PassedOver`; anybody can do it again:
    ///
    /// ```
    /// salt = hmac.new(bytes(range(32)), b'autopick' + pack('>QQ', 42, 17), sha256).digest()
    /// hmac.new(salt, pack('>QQQQ', 3, 1, 300, 2), sha256).digest(); hmac.new(salt, b'', sha256).digest()
    /// ```
    @Test func thePublishedExample() throws {
        let cryptography = ReferenceCryptography(secret: try #require(Digest256(bytes: 0..<32)))
        let salt = try #require(cryptography.autopickSalt(of: 42, pick: 17))
        #expect(salt.hexadecimal == "0a3db3c500ba0cf9caf9480033e4d11dc1863d2ac3e9629db721a9ef7cba1a04")
        let skips = [PickAutomated.Skip(player: 3, cause: .taken), .init(player: 300, cause: .positionLimit)]
        let digest = PassedOver.digest(of: skips, salt: salt, cryptography: cryptography)
        #expect(digest.hexadecimal == "2bd643483be5cb11425e80b8f5fa08487382ec8b7a97bd8c4243e08e682531d4")
        let none = PassedOver.digest(of: [], salt: salt, cryptography: cryptography)
        #expect(none.hexadecimal == "89e4032a18884c146cf3695ed6a39675c831783279c5ac5ab60cd744445eaa0d")
    }

    /// The first of the queue is taken by the time the clock of the second pick runs out.
    private func expired(by cryptography: any DraftCryptography, queue: [PlayerIndex]?) throws -> [StreamEvent] {
        var house = House.drafting(.fast(teams: 2, rounds: 2), cryptography: cryptography)
        let second = house.room.seatOfSlot[1]
        let user = try #require(house.room.member(at: second)?.user)
        if let queue {
            house.send(
                .queue(1, second, .setQueue(players: queue, expectedVersion: nil)), as: .user(user), at: House.start)
        }
        house.pick(3, at: 1)
        let late = try #require(house.room.runningClock).graceEndsAt + .milliseconds(1)
        let command = Command.room(1, .automatePick(pick: 2, epoch: house.room.epoch))
        guard case .accepted(let events) = house.send(command, as: .scheduler, at: late) else { return [] }
        #expect(house.state.queue(1, second).players == queue ?? [], "an explanation is no edit")
        return events
    }

    @Test func theRoomSeesADigestAndTheSeatIsToldWhoItWas() throws {
        let events = try expired(by: FakeCryptography(), queue: [3, 5])
        let made = try #require(events.compactMap(\.pickAutomated).first)
        let told = try #require(events.last)
        guard case .autopickExplained(let explained) = told.event else {
            Issue.record("\(told)")
            return
        }
        #expect(told.stream == .queue(1, made.seat))
        #expect(made.player == 5 && made.skipped.isEmpty && made.queueVersion == 1)
        #expect(explained.pick == 2 && explained.skipped == [.init(player: 3, cause: .taken)])
        #expect(explained.salt == FakeCryptography().autopickSalt(of: 1, pick: 2))
        let digest = PassedOver.digest(of: explained.skipped, salt: explained.salt, cryptography: FakeCryptography())
        #expect(made.passedOver == digest)
    }

    @Test func aSeatIsToldAlsoThatNobodyWasPassedOver() throws {
        let events = try expired(by: FakeCryptography(), queue: [5])
        let made = try #require(events.compactMap(\.pickAutomated).first)
        #expect(made.passedOver != nil && made.player == 5)
        #expect(events.last?.event.explained?.skipped == [])
    }

    @Test func whereASeatNeverHadAQueueThereIsNothingToSay() throws {
        let events = try expired(by: FakeCryptography(), queue: nil)
        let made = try #require(events.compactMap(\.pickAutomated).first)
        #expect(made.queueVersion == 0 && made.passedOver == nil && made.skipped.isEmpty)
        #expect(events.allSatisfy { $0.event.explained == nil })
    }

    @Test func withoutASaltAPickIsDecidedAsItOnceWas() throws {
        let events = try expired(by: FormerCryptography(FakeCryptography()), queue: [3, 5])
        let made = try #require(events.compactMap(\.pickAutomated).first)
        #expect(made.passedOver == nil && made.skipped == [.init(player: 3, cause: .taken)])
        #expect(events.allSatisfy { $0.event.explained == nil })
    }

    @Test func theSamePlayersUnderAnotherSaltOrInAnotherOrderAreAnotherDigest() throws {
        let (one, two) = (PickAutomated.Skip(player: 1, cause: .taken), PickAutomated.Skip(player: 2, cause: .taken))
        let limit = PickAutomated.Skip(player: 1, cause: .positionLimit)
        func digest(_ skips: [PickAutomated.Skip], pick: PickNumber = 1, room: RoomID = 1) throws -> Digest256 {
            let salt = try #require(FakeCryptography().autopickSalt(of: room, pick: pick))
            return PassedOver.digest(of: skips, salt: salt, cryptography: FakeCryptography())
        }
        let digests = try [
            digest([one, two]), digest([two, one]), digest([one]), digest([limit]), digest([]), digest([one], pick: 2),
            digest([one], room: 2),
        ]
        #expect(Set(digests).count == digests.count)
    }
}

extension StreamEvent {
    fileprivate var pickAutomated: PickAutomated? { if case .pickAutomated(let made) = event { made } else { nil } }
}

extension Event {
    fileprivate var explained: AutopickExplained? { if case .autopickExplained(let told) = self { told } else { nil } }
}
