import Draft
import DraftLedger
import LedgerTesting
import Records
import Replay
import Testing

/// Nights that a house made, left out, cut short or stretched: pick 1 came on the clock 40 s before the night, which lasts
/// for 960 s.
@Suite struct NightAuditTests {
    typealias At = DraftTable

    private func table(rules: UInt16 = SoftwareStarted.currentRules, hasNights: Bool = true) -> DraftTable {
        var table = DraftTable(rounds: 3) { ruleset in
            ruleset.overnight = hasNights ? OvernightWindow(offset: 0, from: 14 * 60 + 14, until: 14 * 60 + 30) : nil
        }
        table.startSoftware(rules: rules, at: 0.5)
        return table
    }

    private func findings(_ table: DraftTable) throws -> [AuditFinding] {
        let house = try table.ledger()
        return try withExtendedLifetime(house) {
            let found = try Audit(house.ledger).run().findings
            // One room alone is judged alike.
            let alone = try Audit(house.ledger).run(room: 1).findings
            #expect(alone == found)
            return found
        }
    }

    private static let pause = Command.room(1, .pauseRoom(kind: .overnight, reason: ""))

    /// What no decision would give: a pause with so many seconds left.
    private func forgePause(_ table: inout DraftTable, left: Double, at seconds: Double, as sender: Sender = .scheduler)
    {
        var paused = RoomPaused.blank
        (paused.kind, paused.pick) = (.overnight, table.room.currentPickNumber)
        paused.remaining = Interval(microseconds: Int64(left * 1_000_000))
        table.record([StreamEvent(.room(1), .roomPaused(paused))], of: Self.pause, as: sender, at: At.at(seconds))
    }

    @Test func aNightThatBeganAndEndedInTimeIsInOrder() throws {
        var table = table()
        table.pick(0, at: 20)
        table.must(Self.pause, as: .scheduler, at: At.at(40.5))
        table.pick(1, at: 500)
        table.must(.room(1, .resumeRoom), as: .scheduler, at: At.at(1_000.9))
        table.pick(2, at: 1_010)
        #expect(try findings(table) == [])
    }

    @Test func aNightThatTheHouseLeftOutIsFound() throws {
        var table = table()
        table.pick(0, at: 20)
        table.pick(1, at: 45)
        let found = try findings(table)
        #expect(found.map(\.rule) == [.clock])
        #expect(found.first?.expected.contains("the overnight pause") == true)
    }

    /// By a night of their own, staff can stop a friend's clock for as long as they like: the audit and the dispute say so.
    @Test func aNightByStaffWhereTheRulesHaveNoneIsTold() throws {
        var table = table(hasNights: false)
        table.pick(0, at: 20)
        table.must(Self.pause, as: .admin(900), at: At.at(21))
        table.pick(1, at: 400)
        table.must(.room(1, .resumeRoom), as: .admin(900), at: At.at(421))
        #expect(try findings(table) == [])
        let house = try table.ledger()
        let remarks = try Audit(house.ledger).run().remarks.map(\.message)
        #expect(
            remarks.contains {
                $0.contains("paused (overnight) by staff member 900 for 400")
                    && $0.hasSuffix("Picks made meanwhile without a clock: 1.")
            }, "\(remarks)")
        let reasons = try Dispute(house.ledger).judge(room: 1, pick: 2).reasons
        #expect(
            reasons.contains {
                $0.rule == .pause && $0.text.contains("was made while the room was paused (overnight)")
                    && $0.text.contains("The room's rules have no overnight pause.")
            }, "\(reasons)")
    }

    /// A busy machine begins it a little later, which is told and changes no pick.
    @Test(arguments: [(40.9, 0, false), (41.1, 0, true), (49.9, 0, true), (50.1, 1, false)] as [(Double, Int, Bool)])
    func aNightBeginsWithinASecondOrIsTold(paused: Double, count: Int, isTold: Bool) throws {
        var table = table()
        table.pick(0, at: 30)
        table.must(Self.pause, as: .scheduler, at: At.at(paused))
        #expect(try findings(table).map(\.rule) == Array(repeating: .clock, count: count))
        let house = try table.ledger()
        let told = try Audit(house.ledger).run().remarks.contains { $0.message.contains("more than a second overdue") }
        #expect(told == isTold)
    }

    /// The friend on the clock got two seconds more than everybody gets.
    @Test func aNightThatBeganAfterAPickInItIsFound() throws {
        var table = table()
        table.pick(0, at: 20)
        table.pick(1, at: 42)
        table.must(Self.pause, as: .scheduler, at: At.at(42.1))
        let found = try findings(table)
        #expect(found.map(\.rule) == [.clock])
        #expect(found.first?.expected.contains("the overnight pause") == true)
    }

    /// Somebody who waits for the last moment of the clock had two seconds more to think.
    @Test func aPickBeforeALateEndOfTheNightIsFound() throws {
        var table = table()
        table.pick(0, at: 20)
        table.must(Self.pause, as: .scheduler, at: At.at(40.5))
        table.pick(1, at: 1_002)
        table.must(.room(1, .resumeRoom), as: .scheduler, at: At.at(1_002.5))
        #expect(try findings(table).map(\.rule) == [.clock])
    }

    /// Nothing came in between: the scheduler was late, and the clock went on with what was left.
    @Test(arguments: [(1_009.9, 0), (1_010.1, 1)] as [(Double, Int)])
    func aNightThatEndsLateIsFoundWhereItIsMoreThanBusy(resumed: Double, count: Int) throws {
        var table = table()
        table.pick(0, at: 20)
        table.must(Self.pause, as: .scheduler, at: At.at(40.5))
        table.must(.room(1, .resumeRoom), as: .scheduler, at: At.at(resumed))
        #expect(try findings(table).map(\.rule) == Array(repeating: .clock, count: count))
    }

    /// A scheduler that is busy may still be about to end it.
    @Test func aNightThatHasJustEndedIsNotYetOverdue() throws {
        var table = table()
        table.pick(0, at: 20)
        table.must(Self.pause, as: .scheduler, at: At.at(40))
        table.must(.user(1, .setAlertPreferences(.all)), as: .user(1), at: At.at(1_002))
        #expect(try findings(table) == [])
    }

    @Test func aNightThatNeverEndsIsOverdue() throws {
        var table = table()
        table.pick(0, at: 20)
        table.must(Self.pause, as: .scheduler, at: At.at(40))
        table.must(.user(1, .setAlertPreferences(.all)), as: .user(1), at: At.at(1_011))
        let found = try findings(table)
        #expect(found.map(\.rule) == [.clock])
        #expect(found.first?.expected.contains("the end of the overnight pause") == true)
    }

    /// By whomever: a house is not to stretch a clock at will.
    @Test(arguments: [Sender.scheduler, .admin(900)])
    func aNightByDayIsFound(sender: Sender) throws {
        var table = table()
        table.pick(0, at: 5)
        forgePause(&table, left: 24, at: 11.002, as: sender)
        table.must(.room(1, .resumeRoom), as: .scheduler, at: At.at(30))
        let found = try findings(table)
        #expect(found.map(\.rule) == [.clock])
        #expect(found.first?.message.contains("outside the night") == true)
    }

    @Test func aNightThatSavesAClockWhichHadRunOutIsFound() throws {
        var table = table()
        forgePause(&table, left: 0, at: 40.1)
        let found = try findings(table)
        #expect(found.contains { $0.message.contains("had already run out") })
    }

    @Test func aNightCutShortIsFound() throws {
        var table = table()
        table.pick(0, at: 20)
        table.must(Self.pause, as: .scheduler, at: At.at(40))
        let left = try #require(table.room.pause).remaining
        var (resumed, clock) = (RoomResumed.blank, ClockStarted.blank)
        (resumed.kind, resumed.pick) = (.overnight, 2)
        (clock.pick, clock.slot, clock.epoch) = (2, 1, table.room.epoch + 1)
        clock.deadline = At.at(300.002) + left
        clock.graceEndsAt = clock.deadline + table.room.ruleset.grace
        table.record(
            [StreamEvent(.room(1), .roomResumed(resumed)), StreamEvent(.room(1), .clockStarted(clock))],
            of: .room(1, .resumeRoom), as: .scheduler, at: At.at(300))
        let found = try findings(table)
        #expect(found.map(\.rule) == [.clock])
        #expect(found.first?.message.contains("before the end of the night") == true)
    }

    @Test func aPickThatTheRulesMadeAtNightForAClockThatRanOutInItIsFound() throws {
        var table = table()
        table.pick(0, at: 20)
        var made = PickAutomated.blank
        (made.pick, made.slot, made.seat, made.player) = (2, 1, table.seatOnClock, 1)
        (made.reason, made.source, made.policyVersion) = (.clockExpired, .adp, 1)
        table.record(
            [StreamEvent(.room(1), .pickAutomated(made)), table.clock(ofPick: 3, epoch: 3, from: At.at(55.2))],
            of: .room(1, .automatePick(pick: 2, epoch: 2)), as: .scheduler, at: At.at(55.198))
        #expect(try findings(table).contains { $0.message.contains("missed during the overnight pause") })
    }

    /// Who was down at night could neither begin it nor end it.
    @Test func anOutageExcusesTheNightThatItHid() throws {
        var table = table()
        table.pick(0, at: 20)
        table.startSoftware(at: 1_500)
        table.must(
            .room(1, .pauseRoom(kind: .outage, reason: "power")), as: .scheduler, at: At.at(20.002), now: At.at(1_500))
        table.must(.room(1, .resumeRoom), as: .scheduler, at: At.at(1_500.01))
        table.pick(1, at: 1_510)
        #expect(try findings(table) == [])
    }

    /// Software of former rules let the scheduler pause whatever room it liked.
    @Test(arguments: [(5, 0), (6, 1)] as [(UInt16, Int)])
    func whereTheRulesKnowNoNightsTheSchedulersIsFound(rules: UInt16, count: Int) throws {
        var table = table(rules: rules, hasNights: false)
        table.pick(0, at: 5)
        forgePause(&table, left: 24, at: 11.002)
        table.must(.room(1, .resumeRoom), as: .scheduler, at: At.at(30))
        #expect(try findings(table).map(\.rule) == Array(repeating: .clock, count: count))
    }
}
