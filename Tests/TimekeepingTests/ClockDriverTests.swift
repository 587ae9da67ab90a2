import Draft
import DraftLedger
import DraftTesting
import LedgerTesting
import Projections
import Records
import Replay
import Testing
import Timekeeping

/// Clocks that are driven beside a live ledger, which an audit then finds in order.
@Suite struct ClockDriverTests {
    private static let software = SoftwareStarted(
        rulesVersion: SoftwareStarted.currentRules, version: "1", commit: "")

    /// A house of rooms for two and two rounds, and a slow clock: four picks of 300 ms, 80 ms of grace.
    private func house(users: UInt64) async throws -> (house: LiveHouse, clock: SlowClock) {
        var ruleset = Ruleset.fast(teams: 2, rounds: 2)
        ruleset.preset = .custom
        (ruleset.pickClock, ruleset.grace) = (.milliseconds(300), .milliseconds(80))
        (ruleset.countdown, ruleset.tickInterval) = (.milliseconds(100), .milliseconds(60))
        var plan = HousePlan(ruleset)
        plan.users = users
        let house = try await LiveHouse(plan)
        // Not before: it would be behind what the house has recorded.
        let clock = SlowClock()
        try house.reopen(by: clock.now)
        return (house, clock)
    }

    private func drive<Result: Sendable>(
        _ house: LiveHouse, by clock: SlowClock, while body: () async throws -> Result
    ) async throws -> Result {
        let driver = try await ClockDriver.starting(house.ledger, as: Self.software, by: clock.wallClock)
        let running = Task { try await driver.run() }
        let result = try await body()
        running.cancel()
        try await running.value
        return result
    }

    private func join(_ users: ClosedRange<UInt64>, of house: LiveHouse) async throws {
        for user in users.map({ UserID($0) }) {
            try await house.accept(.wallet(user, .joinTournament(1, entries: 1)), as: .user(user))
        }
    }

    private func wait(_ house: LiveHouse, until holds: ([RoomState]) throws -> Bool) async throws {
        while true {
            let rooms = try house.ledger.rooms().compactMap { try house.ledger.room($0.room) }
            if try holds(rooms) { return }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    @Test func roomsDraftToTheirEndAndAnAuditIsClean() async throws {
        let (house, clock) = try await house(users: 6)
        try await drive(house, by: clock) {
            // Nobody comes to room 1, room 2 autodrafts, the members of room 3 pick.
            try await join(1...6, of: house)
            for (seat, user) in [(0, 3), (1, 4)] as [(Seat, UserID)] {
                try await house.accept(.room(2, .setAutodraft(seat: seat, on: true)), as: .user(user))
            }
            try await wait(house) { rooms in rooms.count == 3 && rooms[2].runningClock != nil }
            while let room = try house.ledger.room(3), let seat = room.seatOnClock, room.status == .active {
                let user = try #require(room.member(at: seat)?.user)
                let pick = MakePick(pick: room.currentPickNumber, player: PlayerIndex(room.currentPickNumber) + 10)
                _ = try await house.accept(.room(3, .makePick(pick)), as: .user(user))
            }
            try await wait(house) { rooms in rooms.allSatisfy { $0.status == .complete } }
        }
        let reasons = try house.events.compactMap { recorded -> PickAutomated.Reason? in
            if case .pickAutomated(let made) = recorded.event { made.reason } else { nil }
        }
        #expect(reasons.count { $0 == .clockExpired } == 4)
        #expect(reasons.count { $0 == .autodraft } == 4)
        #expect(try house.ledger.stream(.clock(1)).count > 4)
        let audit = try Audit(house.ledger).run()
        #expect(audit.findings == [])
        #expect(audit.counts.picks == 12)
    }

    /// The service goes down with a pick on the clock, for an hour.
    @Test func afterARestartEverybodyHasTheTimeThatWasLeft() async throws {
        let (house, clock) = try await house(users: 4)
        try await drive(house, by: clock) {
            try await join(1...4, of: house)
            try await wait(house) { rooms in
                try rooms.count == 2 && rooms.allSatisfy { try !house.ledger.stream(.clock($0.id)).isEmpty }
            }
        }
        let size = try house.ledger.size
        let before = try #require(house.events.last?.recordedAt)
        let deadlines = try house.ledger.rooms().compactMap { try house.ledger.room($0.room)?.clock?.deadline }
        house.ledger.close()
        clock.skip(.seconds(3_600))
        try house.reopen(by: clock.now)
        try await drive(house, by: clock) {
            try await wait(house) { rooms in rooms.allSatisfy { $0.status == .complete } }
        }
        let events = try house.events.suffix(from: Int(size))
        for (room, deadline) in zip([1, 2] as [RoomID], deadlines) {
            let history = events.filter { $0.stream == .room(room) }.map(\.event)
            guard case .roomPaused(let pause) = history[0] else {
                Issue.record("room \(room) goes on with \(history[0])")
                continue
            }
            #expect(pause.kind == .outage && pause.remaining == deadline - before)
            guard case .roomResumed(let resumed) = history[1] else {
                Issue.record("room \(room) goes on with \(history[1])")
                continue
            }
            #expect(resumed.kind == .outage && resumed.pick == pause.pick)
        }
        let findings = try Audit(house.ledger).run().findings
        #expect(findings == [])
    }

    /// The machine is suspended for an hour with a pick on the clock of every room, and the service with it.
    @Test func aLeapOfTheClockCostsNobodyTime() async throws {
        let (house, clock) = try await house(users: 4)
        try house.reopen(by: clock.now, awake: clock.awake)
        var leapt: [UInt64] = []
        try await drive(house, by: clock) {
            try await join(1...4, of: house)
            try await wait(house) { rooms in
                try rooms.count == 2 && rooms.allSatisfy { try !house.ledger.stream(.clock($0.id)).isEmpty }
            }
            clock.skip(.seconds(3_600))
            try await wait(house) { rooms in rooms.allSatisfy { $0.status == .complete } }
            leapt = try house.ledger.stream(.system).compactMap { recorded in
                guard case .clockStepped(let step) = recorded.event else { return nil }
                // Two clocks are never read at once: of each of two looks 10 ms are let pass.
                #expect(step.to - step.from >= .milliseconds(3_600_000 - 20) && step.to == recorded.recordedAt)
                return recorded.position
            }
        }
        let step = try #require(leapt.first)
        #expect(leapt.count == 1)
        // Nor does the driver send what was due by the clocks that the leap ended.
        #expect(try house.events.allSatisfy { $0.event.type != .commandRejected })
        for room in [1, 2] as [RoomID] {
            let events = try house.ledger.stream(.room(room))
            let index = try #require(events.firstIndex { $0.position > step })
            guard case .roomPaused(let pause) = events[index].event,
                case .clockStarted(let before)? = events[..<index].last(where: { $0.event.type == .clockStarted })?
                    .event, case .clockStarted(let after) = events[index + 2].event
            else {
                Issue.record("room \(room) goes on with \(events[index].event)")
                continue
            }
            #expect(pause.kind == .outage && events[index + 1].event.type == .roomResumed)
            #expect(pause.remaining == before.deadline - (try #require(events[index].origin?.occurredAt)))
            #expect(pause.remaining > .zero && after.deadline == events[index + 2].recordedAt + pause.remaining)
        }
        let findings = try Audit(house.ledger).run().findings
        #expect(findings == [])
    }

    /// The clock is set back, and nobody comes to any room, so that nothing is sent until it has caught up.
    @Test func aStandstillBeginsAndEndsThoughNobodySendsAnything() async throws {
        let (house, clock) = try await house(users: 2)
        try house.reopen(by: clock.now, awake: clock.awake)
        try await drive(house, by: clock) {
            try await join(1...2, of: house)
            try await wait(house) { rooms in try !rooms.isEmpty && !house.ledger.stream(.clock(1)).isEmpty }
            clock.skip(.milliseconds(-1_300))
            try await wait(house) { rooms in rooms[0].pause?.kind == .outage }
            try await wait(house) { rooms in rooms[0].status == .complete }
        }
        let types = try house.ledger.stream(.room(1)).map(\.event.type)
        #expect(types.count { $0 == .roomPaused } == 1 && types.count { $0 == .roomResumed } == 1)
        #expect(try house.ledger.stream(.system).count { $0.event.type == .clockStepped } == 1)
        let findings = try Audit(house.ledger).run().findings
        #expect(findings == [])
    }

    /// A service fell, and so did the next one before it had paused the second room.
    @Test func aStartThatWasBrokenOffCostsNobodyTime() async throws {
        let (house, clock) = try await house(users: 4)
        try await drive(house, by: clock) {
            try await join(1...4, of: house)
            try await wait(house) { rooms in
                try rooms.count == 2 && rooms.allSatisfy { try !house.ledger.stream(.clock($0.id)).isEmpty }
            }
        }
        let before = try #require(house.events.last?.recordedAt)
        let left = try [1, 2].map { try #require(try house.ledger.room($0)?.clock?.deadline) - before }
        clock.skip(.seconds(3_600))
        try house.reopen(by: clock.now)
        try await house.accept(.ledger(.startSoftware(Self.software)), as: .scheduler)
        _ = try await house.ledger.send(
            .room(1, .pauseRoom(kind: .outage, reason: "The service was down.")), as: .scheduler, id: .random(),
            occurredAt: before
        ).get()
        clock.skip(.seconds(3_600))
        try house.reopen(by: clock.now)
        _ = try await ClockDriver.starting(house.ledger, as: Self.software, by: clock.wallClock)
        let pauses = try house.events.compactMap { recorded -> Interval? in
            if case .roomPaused(let paused) = recorded.event { paused.remaining } else { nil }
        }
        #expect(pauses == left)
        let findings = try Audit(house.ledger).run().findings
        #expect(findings == [])
    }

    /// A service goes down in the night and comes back, and another is down when the morning comes.
    @Test func aRoomRestsForTheNightThroughRestarts() async throws {
        let minute = SlowClock().now() / 60_000_000
        var plan = HousePlan(.slow(teams: 2, rounds: 1))
        plan.ruleset.countdown = .milliseconds(100)
        plan.ruleset.overnight = OvernightWindow(
            offset: 0, from: UInt16((minute + 10) % 1_440), until: UInt16((minute + 130) % 1_440))
        let house = try await LiveHouse(plan)
        let clock = SlowClock()
        try house.reopen(by: clock.now)
        try await drive(house, by: clock) {
            try await join(1...2, of: house)
            try await wait(house) { rooms in rooms.first?.runningClock != nil }
            clock.skip(Interval(microseconds: (minute + 10) * 60_000_000 - clock.now()))
            try await wait(house) { rooms in rooms[0].pause?.kind == .overnight }
        }
        let left = try #require(try house.ledger.room(1)?.pause).remaining
        try house.reopen()
        let rests = try await drive(house, by: clock) { () throws in try house.ledger.room(1)?.pause?.kind == .overnight
        }
        #expect(rests)
        clock.skip(.seconds(3 * 3_600))
        try house.reopen()
        try await drive(house, by: clock) {
            try await wait(house) { rooms in rooms[0].status == .active }
        }
        let events = try house.ledger.stream(.room(1))
        #expect(events.count { $0.event.type == .roomPaused } == 1)
        let resumed = try #require(events.last { $0.event.type == .roomResumed })
        #expect(try house.ledger.room(1)?.clock?.deadline == resumed.recordedAt + left)
        #expect(try house.events.allSatisfy { $0.event.type != .commandRejected })
        let findings = try Audit(house.ledger).run().findings
        #expect(findings == [])
    }

    /// One service fell while it put things right; the next one does it again.
    @Test func aPauseThatAServiceLeftIsEndedAndAPersonsIsNot() async throws {
        let (house, clock) = try await house(users: 4)
        try await drive(house, by: clock) {
            try await join(1...4, of: house)
            try await wait(house) { rooms in rooms.count == 2 && rooms.allSatisfy { $0.runningClock != nil } }
        }
        try await house.accept(.room(1, .pauseRoom(kind: .outage, reason: "power")), as: .scheduler)
        try await house.accept(.room(2, .pauseRoom(kind: .manual, reason: "a flood")), as: House.admin)
        try house.reopen()
        _ = try await ClockDriver.starting(house.ledger, as: Self.software, by: clock.wallClock)
        #expect(try house.ledger.room(1)?.status == .active)
        #expect(try house.ledger.room(2)?.status == .paused)
    }
}

extension SlowClock {
    fileprivate var wallClock: WallClock {
        WallClock(now: { Timestamp(microseconds: self.now()) }, sleep: sleep)
    }
}
