import Draft
import DraftLedger
import DraftTesting
import LedgerTesting
import Records
import TestSupport
import Testing

/// Who keeps the time hears of every clock, at first and whenever one changes.
@Suite(.withinTheRun) struct RoomClockTests {
    @Test func clocksAreToldFromTheCountdownToTheEnd() async throws {
        let house = try await LiveHouse()
        var clocks = try house.ledger.roomClocks().makeAsyncIterator()
        #expect(try await clocks.next() == RoomClocks(areAll: true, clocks: []))
        for user in 1...2 as ClosedRange<UInt64> {
            try await house.accept(.wallet(UserID(user), .joinTournament(1, entries: 1)), as: .user(UserID(user)))
        }
        try await follow(&clocks, until: .countdown, in: house)
        let countdown = try house.room.countdownEndsAt
        try await house.accept(.room(1, .startDraft), as: .scheduler, at: countdown)
        try await follow(&clocks, until: .active, in: house)
        try await house.accept(.room(1, .pauseRoom(kind: .manual, reason: "lunch")))
        try await follow(&clocks, until: .paused, in: house)
        try await house.accept(.room(1, .resumeRoom))
        try await follow(&clocks, until: .active, in: house)
        while try house.room.status == .active {
            let pick = try house.room.currentPickNumber
            let made = Command.room(1, .makePick(MakePick(pick: pick, player: pick)))
            try await house.accept(made, as: .user(house.userOnClock()))
        }
        try await follow(&clocks, until: .complete, in: house)
        house.ledger.close()
        #expect(try await clocks.next() == nil)
    }

    /// Takes what there is until the room's clock is as the log has it.
    private func follow(
        _ clocks: inout RoomClockFeed.Iterator, until status: RoomStatus, in house: LiveHouse
    ) async throws {
        let expected = RoomClock(try house.room)
        #expect(expected.status == status)
        var last: RoomClock?
        while last != expected {
            let told = try #require(try await clocks.next())
            #expect(!told.areAll && told.clocks.map(\.room) == [1])
            last = told.clocks.last
        }
    }

    @Test func whoComesLaterIsToldOfAllThatRun() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        for reopens in [false, true] {
            if reopens { try house.reopen() }
            var clocks = try house.ledger.roomClocks().makeAsyncIterator()
            let told = try #require(try await clocks.next())
            #expect(told == RoomClocks(areAll: true, clocks: [RoomClock(try house.room)]))
        }
    }

    @Test func ticksAndRefusalsAreNoChange() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        var clocks = try house.ledger.roomClocks().makeAsyncIterator()
        _ = try await clocks.next()
        try await house.accept(.room(1, .tickClock(pick: 1)), as: .scheduler)
        guard case .refused = try await house.send(.room(1, .makePick(MakePick(pick: 9, player: 1))), as: .user(1))
        else {
            Issue.record("a pick out of turn was made")
            return
        }
        try await house.accept(.room(1, .setAutodraft(seat: 0, on: true)), as: .user(1))
        let told = try #require(try await clocks.next())
        #expect(told.clocks == [RoomClock(try house.room)])
        #expect(
            try house.ledger.timeline(of: 1).suffix(3).map(\.event.type) == [
                .clockTicked, .commandRejected, .autodraftSet,
            ])
    }

    @Test func allAreToldAgainWhenOthersHaveAppended() async throws {
        let house = try await LiveHouse()
        _ = try await house.startDraft()
        var clocks = try house.ledger.roomClocks().makeAsyncIterator()
        _ = try await clocks.next()
        var wish = AutodraftSet.blank
        (wish.seat, wish.on) = (1, true)
        try house.ledger.append([
            PendingEvent(stream: .room(1), event: .autodraftSet(wish), origin: nil)
        ])
        let told = try #require(try await clocks.next())
        #expect(told == RoomClocks(areAll: true, clocks: [RoomClock(try house.room)]))
    }

    @Test func aTaskThatIsCancelledEndsIt() async throws {
        let house = try await LiveHouse()
        let feed = try house.ledger.roomClocks()
        let task = Task {
            var count = 0
            for try await _ in feed { count += 1 }
            return count
        }
        var clocks = feed.makeAsyncIterator()
        _ = try await clocks.next()
        task.cancel()
        #expect(try await task.value <= 1)
    }
}
