import Draft
import DraftLedger
import DraftTesting
import LedgerTesting
import Records
import Replay
import Testing
import Timekeeping

/// Slow drafts whose clocks rest from midnight to eight, by a clock that nobody waits for.
@Suite struct NightTests {
    private static let nights = OvernightWindow(offset: 0, from: 0, until: 480)

    /// A room for two and two rounds, 12 hours a pick.
    private struct Contest {
        var house = House(firstPosition: 1, cryptography: LedgerCryptography(drawMaster: TemporaryLedger.drawMaster))
        var keeper = Timekeeper()
        var now: Timestamp
        var folded = 0
        var lateness: [Interval] = []
        var refusals: [Refusal] = []

        /// - Parameter moment: when the room fills.
        init(at moment: Timestamp = House.start) {
            now = moment
            var plan = HousePlan(.slow(teams: 2, rounds: 2))
            plan.ruleset.overnight = NightTests.nights
            start()
            for (command, sender) in plan.commands + plan.joins { send(command, as: sender) }
        }

        mutating func send(_ command: Command, as sender: Sender) {
            let decision = house.send(command, as: sender, at: now, fingerprint: command.fingerprint)
            if case .refused(let refusal) = decision { refusals.append(refusal) }
            for recorded in house.log[folded...] { keeper.fold(recorded) }
            folded = house.log.count
        }

        private mutating func start() {
            let software = SoftwareStarted(rulesVersion: SoftwareStarted.currentRules, version: "1", commit: "")
            send(.ledger(.startSoftware(software)), as: .scheduler)
        }

        /// Lets time run, and somebody see to the clocks.
        mutating func play(until end: Timestamp) {
            while let next = keeper.nextDue, next <= end {
                now = max(now, next)
                for duty in keeper.takeDue(at: now) {
                    lateness.append(now - duty.dueAt)
                    send(duty.command, as: .scheduler)
                    keeper.settle(duty.command, at: UInt64(folded))
                }
            }
            now = max(now, end)
        }

        /// Nobody sees to the clocks until a moment, when a service starts that does.
        mutating func restart(at moment: Timestamp) {
            now = moment
            start()
            keeper = Timekeeper()
            keeper.watch(house.room, at: now)
        }

        var pauses: [(kind: RoomPaused.Kind, at: Timestamp, remaining: Interval)] {
            house.history(of: 1).compactMap { recorded in
                guard case .roomPaused(let paused) = recorded.event else { return nil }
                return (paused.kind, recorded.recordedAt, paused.remaining)
            }
        }

        func moments(of type: EventType) -> [Timestamp] {
            house.history(of: 1).filter { $0.event.type == type }.map(\.recordedAt)
        }

        func audit() throws -> [AuditFinding] {
            let events = house.log.map { PendingEvent($0) }
            let ledger = try TemporaryLedger(createdAt: House.start - .seconds(1_000), events)
            return try withExtendedLifetime(ledger) { try Audit(ledger.ledger).run().findings }
        }
    }

    /// Of the days behind the one on which the draft starts.
    private func day(_ day: Int64, _ hour: Int64) -> Timestamp {
        let midnight = Timestamp(microseconds: House.start.microseconds / 86_400_000_000 * 86_400_000_000)
        return midnight + .seconds(day * 86_400 + hour * 3_600)
    }

    @Test func nobodyMissesAPickInHisSleep() throws {
        var contest = Contest()
        contest.play(until: day(9, 0))
        #expect(contest.refusals == [])
        #expect(contest.lateness.allSatisfy { $0 == .zero })
        #expect(contest.house.room.status == .complete)
        let nights = contest.pauses.map(\.at)
        #expect(nights == (1...nights.count).map { day(Int64($0), 0) } && nights.count >= 3)
        #expect(contest.moments(of: .roomResumed) == nights.map { $0 + .seconds(8 * 3_600) })
        for picked in contest.moments(of: .pickAutomated) { #expect(Self.nights.night(at: picked) == nil) }
        // The draft starts in the afternoon: of 12 hours the night leaves what the day before had not used up.
        let begun = try #require(contest.moments(of: .clockStarted).first)
        let first = try #require(contest.moments(of: .pickAutomated).first)
        #expect((first - begun).microseconds == 20 * 3_600_000_000 + 1)
        #expect(try contest.audit() == [])
    }

    @Test func whoPicksAtNightLeavesTheNextOneTheWholeClock() throws {
        var contest = Contest()
        contest.play(until: day(1, 3))
        let user = try #require(contest.house.room.seatOnClock.flatMap { contest.house.room.member(at: $0)?.user })
        contest.send(.room(1, .makePick(MakePick(pick: 1, player: 5))), as: .user(user))
        contest.play(until: day(1, 9))
        #expect(contest.house.room.currentPickNumber == 2 && contest.house.room.status == .active)
        #expect(contest.house.room.runningClock?.deadline == day(1, 20))
        #expect(contest.refusals == [])
        #expect(try contest.audit() == [])
    }

    @Test func aServiceThatStartsAtNightLetsTheRoomRestOn() throws {
        var contest = Contest()
        contest.play(until: day(1, 2))
        contest.restart(at: day(1, 5))
        contest.play(until: day(1, 9))
        #expect(contest.moments(of: .roomResumed) == [day(1, 8)])
        #expect(contest.pauses.map(\.at) == [day(1, 0)] && contest.refusals == [])
        #expect(try contest.audit() == [])
    }

    @Test func aServiceThatStartsBehindTheNightLetsTheRoomGoOnWithWhatWasLeft() throws {
        var contest = Contest()
        contest.play(until: day(1, 2))
        let left = try #require(contest.pauses.first?.remaining)
        contest.restart(at: day(1, 11))
        contest.play(until: day(1, 12))
        #expect(contest.moments(of: .roomResumed) == [day(1, 11)])
        #expect(contest.house.room.runningClock?.deadline == day(1, 11) + left)
        #expect(contest.pauses.count == 1 && contest.refusals == [])
        #expect(try contest.audit() == [])
    }

    /// A room whose draft starts in the night begins with its first pick's whole clock in the morning.
    @Test func aDraftThatStartsAtNightRestsAtOnce() throws {
        var contest = Contest(at: day(1, 1))
        contest.play(until: day(1, 9))
        #expect(contest.pauses.map(\.remaining) == [.seconds(12 * 3_600)])
        #expect(contest.house.room.runningClock?.deadline == day(1, 20))
        #expect(try contest.audit() == [])
    }
}
