import Draft
import DraftLedger
import Testing

@testable import Replay

/// Taps that came out of turn: before the pick was on the clock, or handled in another order than they came.
struct TapTests {
    typealias At = DraftTable

    @Test func ofTwoTapsHandledInTheOtherOrderTheDistanceIsToldTheRightWayRound()
        throws
    {
        var table = DraftTable()
        let user = table.userOnClock
        table.pick(9, at: 10)
        table.send(
            .room(1, .makePick(MakePick(pick: 1, player: 4))), as: .user(user), at: At.at(9.95), now: At.at(10.01))
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .rejected)
        let reason = report.reasons.first { $0.rule == .pickNumber }
        #expect(reason?.text.contains("0.05 s before the one that counted, and was handled after it") == true)
        #expect(reason?.positions.contains(table.last) == true)
        // Nothing of the rules came between the two, so that nobody's order was promised.
        let house = try table.ledger()
        #expect(try Audit(house.ledger).run().findings == [])
    }

    @Test func aTapJustBeforeThePickCameOnTheClockIsShownAndSaid() throws {
        var table = DraftTable()
        let second = table.user(ofPick: 2)
        table.send(.room(1, .makePick(MakePick(pick: 2, player: 9))), as: .user(second), at: At.at(4.5))
        let tap = table.last
        table.pick(0, at: 5)
        table.expire()
        let report = try judge(table, pick: 2)
        #expect(report.verdict == .rejected)
        let reason = report.reasons.first { $0.rule == .arrival }
        #expect(reason?.text.contains("0.502 s before that number was on the clock") == true)
        #expect(reason?.text.contains("refused as stalePickNumber") == true)
        #expect(reason?.positions.first == tap)
        #expect(report.reasons.contains { $0.text.hasPrefix("No other pick of the claimant for number 2") })
        let moment = report.timeline.first { $0.position == tap }
        #expect(moment?.isClaimants == true)
        // The clock that ran was another pick's.
        #expect(moment?.marginToGrace == nil)
    }

    @Test func aTapBetweenAnUndoneTurnAndTheNextOne() throws {
        var table = DraftTable()
        table.pick(0, at: 5)
        let second = table.user(ofPick: 2)
        table.pick(1, at: 8)
        let cascade = CorrectPick(
            pick: 1, mode: .cascade, player: nil, requestedBy: 900, approvedBy: 901, reason: "The wrong row.")
        table.must(.room(1, .correctPick(cascade)), at: At.at(10))
        table.send(.room(1, .makePick(MakePick(pick: 2, player: 9))), as: .user(second), at: At.at(12))
        table.pick(4, at: 13)
        table.expire()
        let report = try judge(table, pick: 2)
        #expect(report.verdict == .rejected)
        #expect(report.reasons.contains { $0.text.contains("1.002 s before that number was on the clock again") })
    }

    private func judge(_ table: DraftTable, pick: PickNumber) throws -> DisputeReport {
        let house = try table.ledger()
        return try Dispute(house.ledger).judge(room: 1, pick: pick)
    }
}
