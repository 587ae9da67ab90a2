import Draft
import DraftLedger
import Testing

@testable import Replay

/// Picks that a cascade undid: they were on the clock, so they can be disputed.
struct UndoneTurnTests {
    typealias At = DraftTable

    /// Picks 1 to 3 by hand, then pick 1 and all after it undone.
    private func cascaded() -> DraftTable {
        var table = DraftTable()
        table.pick(0, at: 5)
        table.pick(1, at: 8)
        table.pick(2, at: 11)
        table.must(.room(1, .correctPick(Self.cascade(to: 1))), at: At.at(15))
        return table
    }

    private static func cascade(to pick: PickNumber) -> CorrectPick {
        CorrectPick(
            pick: pick, mode: .cascade, player: nil, requestedBy: 900, approvedBy: 901, reason: "The wrong row.")
    }

    @Test func aPickThatWasMadeAndUndoneCanBeDisputedAndTheCascadeIsTold() throws {
        let table = cascaded()
        let report = try judge(table, pick: 3)
        #expect(report.verdict == .rejected)
        #expect(report.reasons.contains { $0.rule == .correction && $0.text.contains("Pick 1 and all after it") })
        let turn = report.reasons.first { $0.rule == .turn }
        #expect(turn?.text.contains("had been made when the draft was taken back") == true)
        #expect(turn?.positions.last == table.last - 1)
    }

    @Test func aPickThatWasOnTheClockWhenTheDraftWasTakenBack() throws {
        let table = cascaded()
        let report = try judge(table, pick: 4)
        #expect(report.verdict == .undecidable)
        #expect(report.reasons[0].rule == .turn)
        #expect(report.reasons[0].text.contains("was on the clock when the draft was taken back"))
        #expect(throws: DisputeError.notOnTheClock(5, room: 1, last: 4)) { try judge(table, pick: 5) }
    }

    @Test func evidenceIsMadeOfAPickThatWasUndone() throws {
        let house = try cascaded().ledger()
        let room = try #require(try house.ledger.room(1))
        let seat = room.seatOfSlot[Int(room.ruleset.snake.slot(of: 3))]
        let latest = try house.ledger.publishCheckpoint()
        let bundle = try EvidenceBundle(
            of: 1, pick: 3, seat: seat, in: house.ledger, latest: latest,
            published: try house.ledger.checkpointHistory())
        let key = try house.ledger.verifierKey()
        let report = EvidenceBundle.verify(
            try bundle.archive(signedBy: key), policy: try EvidenceScene.policy(of: key))
        #expect(report.isGenuine, "\(report.results)")
    }

    @Test func aBreachBeforeTheCascadeStillCounts() throws {
        var table = DraftTable()
        table.pick(0, at: 5)
        let user = table.userOnClock
        table.expire()
        table.send(.room(1, .makePick(MakePick(pick: 2, player: 9))), as: .user(user), at: At.at(39), now: At.at(41))
        table.must(.room(1, .correctPick(Self.cascade(to: 1))), at: At.at(45))
        let report = try judge(table, pick: 2)
        #expect(report.verdict == .upheld)
        #expect(report.reasons[0].rule == .arrival)
    }

    @Test func madeAgainAfterTheCascadeAPickIsJudgedByBothOfItsTurns() throws {
        var table = cascaded()
        table.pick(4, at: 20)
        table.pick(5, at: 24)
        table.pick(6, at: 28)
        let report = try judge(table, pick: 3)
        #expect(report.verdict == .rejected)
        #expect(!report.reasons.contains { $0.rule == .turn })
        #expect(report.timeline.count { $0.text.contains("with 2.01.") } == 2)
    }

    private func judge(_ table: DraftTable, pick: PickNumber) throws -> DisputeReport {
        let house = try table.ledger()
        return try Dispute(house.ledger).judge(room: 1, pick: pick)
    }
}
