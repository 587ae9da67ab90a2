import Draft
import LedgerTesting
import Records
import Testing

@testable import DraftLedger  // the desk's count of each sender's refusals

/// Nobody writes without bound by being refused, and what is not recorded one by one is counted.
@Suite struct FloodTests {
    /// What somebody without a seat, or with another one, can send for ever.
    enum Flood: CaseIterable {
        case pickOfAStranger, pickInNoRoom, queueOfAStranger, queueOfNobody, autodraft, connection, reusedID, deposit

        func command(_ number: Int) -> Command {
            switch self {
            case .pickOfAStranger: .room(1, .makePick(MakePick(pick: 1, player: PlayerIndex(number % 5))))
            case .pickInNoRoom: .room(77, .makePick(MakePick(pick: 1, player: 0)))
            case .queueOfAStranger: .queue(1, 0, .addToQueue(player: 3, index: nil, expectedVersion: nil))
            case .queueOfNobody: .queue(1, 9, .clearQueue(expectedVersion: nil))
            case .autodraft: .room(1, .setAutodraft(seat: 1, on: true))
            case .connection: .room(1, .setConnection(seat: 1, connected: false))
            case .reusedID: .user(3, .setAlertPreferences(AlertPreferences(rawValue: UInt8(number % 2 + 1))))
            case .deposit: .wallet(3, .recordDeposit(amount: Cents(1), provider: "bank", reference: "d3"))
            }
        }

        var stream: StreamKey {
            switch self {
            case .pickOfAStranger, .autodraft, .connection: .room(1)
            case .pickInNoRoom, .queueOfNobody: .system
            case .queueOfAStranger: .queue(1, 0)
            case .reusedID: .user(3)
            case .deposit: .wallet(3)
            }
        }
    }

    @Test(arguments: Flood.allCases)
    func aFloodIsCountedAndTheCountIsStatedOnClosing(flood: Flood) async throws {
        let house = try await LiveHouse(users: 3)
        let room = try await house.startDraft()
        try house.slowDown()
        let owner = try #require(room.members[0]?.user)
        try await house.accept(.queue(1, 0, .setQueue(players: [1], expectedVersion: nil)), as: .user(owner))
        let actor = flood == .deposit ? Sender.provider(onBehalfOf: 3) : .user(3)
        let used = house.newID()
        if flood == .reusedID {
            try await house.accept(.user(3, .setAlertPreferences(.all)), as: actor, id: used)
        }
        for number in 0..<60 {
            let id = flood == .reusedID ? used : house.newID()
            guard case .refused = try await house.send(flood.command(number), as: actor, id: id) else {
                Issue.record("accepted")
                return
            }
        }
        #expect(try house.rejections(in: flood.stream).map(\.count) == Array(repeating: 1, count: 20))
        try house.reopen()
        let rejections = try house.rejections(in: flood.stream)
        #expect(rejections.map(\.count) == Array(repeating: 1, count: 20) + [40])
        #expect(rejections.last?.command == flood.command(0).kind)
        #expect(rejections.last?.seat == nil)
        #expect(try house.ledger.verify().isSound)
    }

    @Test func aFloodOfPicksOfASeatIsStatedOnClosingToo() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        try house.slowDown()
        let onClock = try house.userOnClock()
        for _ in 0..<30 {
            _ = try await house.send(.room(1, .makePick(MakePick(pick: 1, player: 0))), as: .user(onClock == 1 ? 2 : 1))
        }
        try house.reopen()
        #expect(try house.rejections(in: .room(1)).map(\.count) == Array(repeating: 1, count: 20) + [10])
    }

    @Test func theEndOfADraftCountsTheFloodBeforeIt() async throws {
        let house = try await LiveHouse(rounds: 1)
        _ = try await house.startDraft()
        try house.slowDown()
        try await house.accept(.room(1, .makePick(MakePick(pick: 1, player: 1))), as: .user(try house.userOnClock()))
        let onClock = try house.userOnClock()
        for _ in 0..<30 {
            let early = Command.room(1, .makePick(MakePick(pick: 2, player: 2)))
            _ = try await house.send(early, as: .user(onClock == 1 ? 2 : 1))
        }
        try await house.accept(.room(1, .makePick(MakePick(pick: 2, player: 2))), as: .user(onClock))
        let events = try house.ledger.stream(.room(1))
        guard case .draftCompleted(let completed)? = events.last?.event else {
            Issue.record("the draft has not ended")
            return
        }
        #expect(completed.events == UInt32(events.count))
        #expect(try house.rejections(in: .room(1)).last?.count == 10)
    }

    /// Nothing ends in a room that is over: the counts of its seats are stated like everybody's.
    @Test func aFloodInARoomThatIsOverDoesNotWaitForItsNextPick() async throws {
        let house = try await LiveHouse(rounds: 1)
        _ = try await house.startDraft()
        try house.slowDown()
        for pick in [1, 2] as [PickNumber] {
            let user = try house.userOnClock()
            try await house.accept(.room(1, .makePick(MakePick(pick: pick, player: pick))), as: .user(user))
        }
        for _ in 0..<30 { _ = try await house.send(.room(1, .makePick(MakePick(pick: 2, player: 5))), as: .user(1)) }
        let desk = try #require(house.ledger.desk)
        let due = desk.desk.store.refusals.takeDueCounts(at: desk.now + SenderRefusals.period)
        #expect(due.map(\.rejected.count) == [10])
        #expect(due.map(\.rejected.code) == [.draftComplete])
        desk.desk.store.refusals.putBack(due)
        try house.reopen()
        #expect(try house.rejections(in: .room(1)).map(\.count) == Array(repeating: 1, count: 20) + [10])
    }

    @Test func whatIsCountedSurvivesARequestThatFails() async throws {
        let house = try await LiveHouse(users: 3)
        _ = try await house.startDraft()
        try house.slowDown()
        let onClock = try house.userOnClock()
        for actor in [Sender.user(onClock == 1 ? 2 : 1), .user(3)] {
            for _ in 0..<25 {
                _ = try await house.send(.room(1, .makePick(MakePick(pick: 1, player: 0))), as: actor)
            }
        }
        // The next position is taken before the desk has heard of it, twice.
        let event = Event.alertPreferencesSet(AlertPreferencesSet(preferences: .all))
        for _ in 0..<2 {
            try house.ledger.append([PendingEvent(stream: .user(1), event: event, origin: nil)])
            guard try house.ledger.room(1)?.picks.isEmpty ?? false else { continue }
            try await house.accept(.room(1, .makePick(MakePick(pick: 1, player: 0))), as: .user(onClock))
        }
        #expect(try house.rejections(in: .room(1)).map(\.count) == Array(repeating: 1, count: 40) + [5])
        // And what is left to be stated on closing.
        try house.reopen()
        #expect(try house.rejections(in: .room(1)).map(\.count) == Array(repeating: 1, count: 40) + [5, 5])
        #expect(try house.ledger.room(1)?.picks.count == 1)
    }

    @Test func countsAreStatedWhenTheirTimeIsOverAndCountingBeginsAnew() {
        var refusals = SenderRefusals()
        let start = Timestamp(microseconds: 1_000)
        let late = start + SenderRefusals.period
        let flood = SenderRefusals.Flood(stream: .system, actor: .user(1), command: .makePick, code: .unknownRoom)
        let other = SenderRefusals.Flood(stream: .system, actor: .user(2), command: .makePick, code: .unknownRoom)
        var rejected = CommandRejected.blank
        rejected.count = 1
        var admitted = 0
        for _ in 0..<27 where refusals.admits(rejected, of: flood, at: start) { admitted += 1 }
        #expect(admitted == 20)
        let isOtherAdmitted = refusals.admits(rejected, of: other, at: start)
        #expect(isOtherAdmitted)
        let early = refusals.takeDueCounts(at: late - .milliseconds(1))
        #expect(early.isEmpty)
        // Whoever goes on is recorded again, and takes nothing from what was counted.
        let isAdmittedAgain = refusals.admits(rejected, of: flood, at: late)
        #expect(isAdmittedAgain)
        let due = refusals.takeDueCounts(at: late)
        #expect(due.map(\.source) == [.sender(flood)])
        #expect(due.map(\.rejected.count) == [7])
        let left = refusals.takeCounts()
        #expect(left.isEmpty)
        refusals.putBack(due[0].rejected, of: flood)
        let again = refusals.takeDueCounts(at: late)
        #expect(again.map(\.rejected.count) == [7])
    }

    @Test func aClockThatIsSetBackDoesNotHoldTheCountsUp() {
        var refusals = SenderRefusals()
        let start = Timestamp(microseconds: 3_600_000_000)
        let flood = SenderRefusals.Flood(stream: .system, actor: .user(1), command: .makePick, code: .unknownRoom)
        for _ in 0..<21 { _ = refusals.admits(.blank, of: flood, at: start) }
        let soon = refusals.takeDueCounts(at: start - .milliseconds(1))
        #expect(soon.count == 1)
    }
}
