import Draft
import Records
import Simulation
import Testing

@testable import Timekeeping  // what is watched of a room is the module's own

/// What is watched of a room is what the room's own fold says.
@Suite struct RoomWatchTests {
    /// What both know at the end of a command.
    private struct Facts: Equatable {
        var stage: RoomWatch.Stage
        var clock: [String]

        init(_ watch: RoomWatch) {
            stage = watch.stage
            clock =
                watch.clock.map {
                    [
                        "\($0.pick) \($0.epoch) \($0.seat)", "\($0.deadline) \($0.graceEndsAt)",
                        "\($0.automatesFrom != nil)",
                    ]
                } ?? []
        }
    }

    @Test(arguments: [SimulationOptions.Clock.fast, .slow])
    func aWatchSaysWhatTheRoomSays(clock: SimulationOptions.Clock) throws {
        let history = try SimulatedHistory(
            SimulationOptions(rooms: 24, seed: 3, teams: 4, rounds: 8, clock: clock))
        var rooms: [RoomID: RoomState] = [:]
        var watches: [RoomID: RoomWatch] = [:]
        var compared = 0
        for (index, recorded) in history.events.enumerated() {
            let id: RoomID
            switch recorded.stream {
            case .room(let room), .clock(let room): id = room
            default: continue
            }
            if case .roomOpened(let opened) = recorded.event {
                rooms[id] = RoomState(beginning: recorded.event, at: recorded.place)
                watches[id] = RoomWatch(opened)
            } else {
                rooms[id]?.evolve(recorded.event, at: recorded.place)
                watches[id]?.evolve(recorded.event, recordedAt: recorded.recordedAt)
            }
            guard history.endsCommand(at: index) else { continue }
            let (room, watch) = (try #require(rooms[id]), try #require(watches[id]))
            #expect(
                Facts(watch) == Facts(RoomWatch(room, at: recorded.recordedAt)),
                "room \(id) after \(recorded.event.type)")
            compared += 1
        }
        #expect(compared > 5_000)
        #expect(watches.values.allSatisfy { $0.stage == .over })
    }

    // MARK: What is due

    private func watch(grace: Interval = .seconds(5), overnight: OvernightWindow? = nil) -> RoomWatch {
        var ruleset = Ruleset.fast(teams: 2, rounds: 2)
        (ruleset.grace, ruleset.overnight) = (grace, overnight)
        var opened = RoomOpened.blank
        opened.ruleset = ruleset
        var watch = RoomWatch(opened)
        let events: [Event] = [
            .draftOrderDrawn(DraftOrderDrawn(secret: nil, seats: [1, 0])), .draftStarted(DraftStarted()),
            .clockStarted(
                ClockStarted(pick: 1, slot: 0, epoch: 1, deadline: at(30), graceEndsAt: at(30) + grace)),
        ]
        for event in events { watch.evolve(event, recordedAt: at(0)) }
        return watch
    }

    private func autodraft(_ on: Bool, seat: Seat) -> Event {
        var set = AutodraftSet.blank
        (set.seat, set.on) = (seat, on)
        return .autodraftSet(set)
    }

    private func at(_ seconds: Int64) -> Timestamp { Timestamp(microseconds: seconds * 1_000_000) }

    @Test func aClockIsShownEverySecondUpToItsDeadlineAndExpiresAfterItsGrace() throws {
        var watch = watch()
        for second in 1...30 {
            let next = try #require(watch.next(at: at(0)))
            #expect(next.time == at(Int64(second)))
            #expect(next.command == .tickClock(pick: 1))
            watch.evolve(
                .clockTicked(ClockTicked(pick: 1, remaining: 0)), recordedAt: next.time + .milliseconds(3))
        }
        let last = try #require(watch.next(at: at(30)))
        #expect(last.time == at(35) + Interval(microseconds: 1))
        #expect(last.command == .automatePick(pick: 1, epoch: 1))
    }

    @Test func ticksThatWereMissedAreLeftOut() throws {
        let next = try #require(watch().next(at: at(12) + .milliseconds(500)))
        #expect(next.time == at(12))
        #expect(watch().next(at: at(32))?.command == .automatePick(pick: 1, epoch: 1))
    }

    @Test func aSeatOnAutodraftIsPickedForAtOnceAndUntilItChangesItsMind() {
        var watch = watch()
        watch.evolve(autodraft(true, seat: 0), recordedAt: at(3))
        #expect(watch.next(at: at(3))?.command == .tickClock(pick: 1))
        watch.evolve(autodraft(true, seat: 1), recordedAt: at(4))
        #expect(watch.next(at: at(4))?.command == .automatePick(pick: 1, epoch: 1))
        #expect(watch.next(at: at(4))?.time == at(4))
        watch.evolve(autodraft(false, seat: 1), recordedAt: at(5))
        #expect(watch.next(at: at(5))?.command == .tickClock(pick: 1))
    }

    @Test func nothingIsDueWhileARoomStandsStill() {
        var watch = watch()
        watch.evolve(.roomPaused(RoomPaused.blank), recordedAt: at(3))
        #expect(watch.next(at: at(100)) == nil)
    }

    private func paused(_ kind: RoomPaused.Kind) -> Event {
        var paused = RoomPaused.blank
        paused.kind = kind
        return .roomPaused(paused)
    }

    /// The night begins a minute after the clock, in its grace, and lasts for nine.
    @Test func aClockRestsForTheNightAndNoLonger() throws {
        var watch = watch(grace: .seconds(60), overnight: OvernightWindow(offset: 0, from: 1, until: 10))
        for second in 1...30 {
            let next = try #require(watch.next(at: at(0)))
            #expect(next.time == at(Int64(second)) && next.command == .tickClock(pick: 1))
            watch.evolve(.clockTicked(ClockTicked(pick: 1, remaining: 0)), recordedAt: next.time)
        }
        let nightfall = try #require(watch.next(at: at(59)))
        #expect(nightfall.time == at(60) && nightfall.command == .pauseRoom(kind: .overnight, reason: "It is night."))
        #expect(watch.next(at: at(95))?.time == at(60))
        // Nobody paused it all night, and by day it is too late.
        #expect(watch.next(at: at(600))?.command == .automatePick(pick: 1, epoch: 1))
        watch.evolve(paused(.overnight), recordedAt: at(61))
        #expect(watch.next(at: at(61))?.command == .resumeRoom && watch.next(at: at(61))?.time == at(600))
        watch.evolve(.pickMade(PickMade.blank), recordedAt: at(70))
        #expect(watch.next(at: at(70))?.time == at(600))
        watch.evolve(.roomResumed(RoomResumed.blank), recordedAt: at(600))
        #expect(watch.next(at: at(600)) == nil)
    }

    @Test func aClockThatStartsAtNightRestsAtOnceAndOneThatEndsBeforeDoesNot() {
        let night = watch(overnight: OvernightWindow(offset: 0, from: 0, until: 10))
        #expect(night.next(at: at(0))?.command == .pauseRoom(kind: .overnight, reason: "It is night."))
        #expect(night.next(at: at(0))?.time == at(0))
        let day = watch(overnight: OvernightWindow(offset: 0, from: 1, until: 10))
        #expect(day.next(at: at(36))?.command == .automatePick(pick: 1, epoch: 1))
    }

    @Test func otherPausesEndWhenSomebodySaysSo() {
        for kind in [RoomPaused.Kind.manual, .outage] {
            var watch = watch(overnight: OvernightWindow(offset: 0, from: 1, until: 10))
            watch.evolve(paused(kind), recordedAt: at(70))
            #expect(watch.next(at: at(700)) == nil)
        }
    }

    @Test func anExtendedClockRunsOutLater() {
        var watch = watch()
        var extended = ClockExtended.blank
        (extended.pick, extended.epoch) = (1, 2)
        (extended.deadline, extended.graceEndsAt) = (at(50), at(55))
        watch.evolve(.clockExtended(extended), recordedAt: at(3))
        #expect(watch.next(at: at(54))?.command == .automatePick(pick: 1, epoch: 2))
        #expect(watch.next(at: at(54))?.time == at(55) + Interval(microseconds: 1))
    }

    @Test func anOrderThatWaitsForMembersIsDrawnWhenTheirTimeIsOver() {
        var watch = RoomWatch(RoomOpened.blank)
        watch.evolve(.roomFilled(.blank), recordedAt: at(1))
        #expect(watch.next(at: at(1))?.command == .drawOrder)
        #expect(watch.next(at: at(1))?.time == at(11) + Interval(microseconds: 1))
    }
}
