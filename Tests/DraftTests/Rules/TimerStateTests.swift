import DraftTesting
import Testing

@testable import Draft  // a room's clock made by hand

@Suite struct TimerStateTests {
    @Test(
        arguments: [
            (-30_000_000, .active), (-10_000_001, .active), (-10_000_000, .warning), (-5_000_001, .warning),
            (-5_000_000, .critical), (0, .critical), (1, .grace), (5_000_000, .grace), (5_000_001, .autopick),
        ] as [(Int64, TimerState)])
    func eachStateEndsAtItsOwnMicrosecond(microsecondsPastDeadline: Int64, expected: TimerState) {
        let deadline = Timestamp(microseconds: 1_000_000_000)
        let clock = RoomState.Clock(
            pick: 1, slot: 0, epoch: 1, deadline: deadline, graceEndsAt: deadline + .seconds(5), lastShown: nil)
        let moment = deadline + Interval(microseconds: microsecondsPastDeadline)
        #expect(TimerState(of: clock, at: moment) == expected)
    }

    @Test func withoutGraceTheRulesTurnFollowsTheDeadline() {
        let deadline = Timestamp(microseconds: 0)
        let clock = RoomState.Clock(
            pick: 1, slot: 0, epoch: 1, deadline: deadline, graceEndsAt: deadline, lastShown: nil)
        #expect(TimerState(of: clock, at: deadline) == .critical)
        #expect(TimerState(of: clock, at: deadline + Interval(microseconds: 1)) == .autopick)
    }

    @Test func thereIsNoClockBeforeTheStartInAPauseAndAfterTheEnd() {
        var ledger = House.full(.fast(teams: 2, rounds: 1))
        #expect(ledger.room.timerState(at: House.start) == .idle)
        ledger.send(.room(1, .startDraft), as: .scheduler, at: House.start)
        #expect(ledger.room.timerState(at: House.start) == .active)
        ledger.send(.room(1, .pauseRoom(kind: .manual, reason: "")), as: House.admin, at: House.start)
        #expect(ledger.room.timerState(at: House.start) == .idle)
    }
}
