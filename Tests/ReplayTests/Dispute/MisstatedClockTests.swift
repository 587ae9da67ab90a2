import Draft
import DraftLedger
import LedgerTesting
import Replay
import Testing

/// Clocks that other records tell falsely of: the clock's own events and the rules decide.
struct MisstatedClockTests {
    typealias At = DraftTable

    @Test(arguments: [true, false])
    func aRefusalThatStatesAnEarlierEndOfGraceThanTheClockIsUpheld(isBefore: Bool) throws {
        var table = DraftTable()
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        if !isBefore { table.expire() }
        let wrong = Refusal(
            .clockExpired, "", pick: 1, seat: seat, player: 9, deadline: At.at(28), graceEndsAt: At.at(33),
            margin: .seconds(-1))
        table.refuse(.room(1, .makePick(MakePick(pick: 1, player: 9))), as: .user(user), wrong, at: At.at(34))
        let refusal = table.last
        if isBefore { table.expire() }
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .upheld)
        #expect(report.reasons[0].rule == .arrival)
        #expect(report.reasons[0].text.contains("1 s before the grace ended"))
        let told = report.reasons.first { $0.rule == .arrival && $0.bearing == nil }
        #expect(told?.text.contains("2 s later") == true)
        #expect(told?.positions.contains(refusal) == true)
        #expect(!report.reasons.contains { $0.text.contains("after the end of grace, at") })
        let moment = report.timeline.first { $0.position == refusal }
        #expect(moment?.marginToGrace == .seconds(1))
        #expect(moment?.text.contains("1 s before the end of grace") == true)
        let house = try table.ledger()
        #expect(try Audit(house.ledger).run().findings.map(\.position) == [refusal])
    }

    @Test func aRefusalThatStatesTheClockAsItRanSaysNothingMore() throws {
        var table = DraftTable()
        let user = table.userOnClock
        table.expire()
        table.send(.room(1, .makePick(MakePick(pick: 1, player: 9))), as: .user(user), at: At.at(36))
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .rejected)
        #expect(!report.reasons.contains { $0.rule == .arrival && $0.bearing == nil })
    }

    @Test(arguments: RoomPaused.Kind.allCases)
    func thatTheRulesTookThePickAsMissedInAPauseIsUpheld(kind: RoomPaused.Kind) throws {
        var table = DraftTable()
        let sender = kind == .outage ? Sender.scheduler : .admin(900)
        table.must(.room(1, .pauseRoom(kind: kind, reason: "a storm")), as: sender, at: At.at(25))
        table.record(
            [expiry(of: table)], of: .room(1, .automatePick(pick: 1, epoch: 1)), as: .scheduler, at: At.at(35.005))
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .upheld)
        #expect(report.reasons[0].rule == .clock)
        #expect(
            report.reasons[0].text.contains(kind == .overnight ? "the clock stops" : "in which picks are not allowed"))
        #expect(!report.reasons.contains { $0.text.contains("The clock ran out") })
    }

    @Test func autodraftPicksOvernightAsAnybodyMay() throws {
        var table = DraftTable()
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        table.must(.room(1, .setAutodraft(seat: seat, on: true)), as: .user(user), at: At.at(1))
        table.must(.room(1, .pauseRoom(kind: .overnight, reason: "")), at: At.at(2))
        table.must(.room(1, .automatePick(pick: 1, epoch: 1)), as: .scheduler, at: At.at(3))
        #expect(try judge(table, pick: 1).verdict == .rejected)
    }

    @Test func anExtensionThatShortenedTheClockIsUpheld() throws {
        var table = DraftTable()
        var extended = ClockExtended.blank
        (extended.pick, extended.epoch) = (1, 2)
        (extended.deadline, extended.graceEndsAt) = (At.at(20), At.at(25))
        table.record(
            [StreamEvent(.room(1), .clockExtended(extended))],
            of: .room(1, .extendClock(pick: 1, by: .seconds(-10), reason: "")), as: .admin(900), at: At.at(15))
        let user = table.userOnClock
        table.send(.room(1, .makePick(MakePick(pick: 1, player: 9))), as: .user(user), at: At.at(25.001))
        table.record(
            [expiry(of: table)], of: .room(1, .automatePick(pick: 1, epoch: 2)), as: .scheduler, at: At.at(25.005))
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .upheld)
        #expect(report.reasons.contains { $0.rule == .clock && $0.text.contains("ended the clock 10 s earlier") })
        #expect(report.reasons.contains { $0.text.contains("made 9.995 s before the end of grace") })
        #expect(report.reasons.contains { $0.rule == .arrival && $0.text.contains("9.999 s before the grace ended") })
    }

    @Test(arguments: [RoomPaused.Kind.overnight, .outage])
    func aPauseThatKeptLessOfTheClockThanItHadLeftIsUpheld(kind: RoomPaused.Kind) throws {
        var table = DraftTable()
        var paused = RoomPaused.blank
        (paused.kind, paused.pick, paused.remaining) = (kind, 1, .seconds(1))
        table.record(
            [StreamEvent(.room(1), .roomPaused(paused))], of: .room(1, .pauseRoom(kind: kind, reason: "")),
            as: .admin(900),
            at: At.at(25))
        table.must(.room(1, .resumeRoom), at: At.at(100))
        table.expire()
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .upheld)
        let reason = report.reasons.first { $0.rule == .pause }
        #expect(reason?.text.contains("instead of 5 s: the pause kept only 1 s") == true)
    }

    /// Without a distance of nothing.
    @Test func thatTheRulesPickedInTheMomentInWhichTheGraceEndedIsUpheld() throws {
        var table = DraftTable()
        table.record([expiry(of: table)], of: .room(1, .automatePick(pick: 1, epoch: 1)), as: .scheduler, at: At.at(35))
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .upheld)
        #expect(report.reasons[0].text.contains("at the exact end of grace"))
    }

    /// A pick of the first player because the clock is said to have run out.
    private func expiry(of table: DraftTable) -> StreamEvent {
        var made = PickAutomated.blank
        (made.pick, made.seat, made.player, made.reason) = (1, table.seatOnClock, 0, .clockExpired)
        (made.source, made.policyVersion) = (.adp, 1)
        return StreamEvent(.room(1), .pickAutomated(made))
    }

    private func judge(_ table: DraftTable, pick: PickNumber) throws -> DisputeReport {
        let house = try table.ledger()
        return try Dispute(house.ledger).judge(room: 1, pick: pick)
    }
}
