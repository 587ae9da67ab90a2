import Draft
import DraftLedger
import Records
import Testing

@testable import Replay

/// The complaints that drafters have had for ever, each with its verdict and the rule that carries it.
struct ClassicComplaintTests {
    typealias At = DraftTable

    @Test func clickedInTimeButHandledAfterTheRulesHadPickedIsUpheld() throws {
        var table = DraftTable()
        let user = table.userOnClock
        table.expire()
        // Arrived 200 ms before the grace's end, handled after the expiry.
        table.send(
            .room(1, .makePick(MakePick(pick: 1, player: 9))), as: .user(user), at: At.at(34.8), now: At.at(35.2))
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .upheld)
        #expect(report.reasons[0].rule == .arrival)
        #expect(report.reasons[0].text.contains("0.2 s before the grace ended"))
        #expect(report.reasons[0].positions.contains(table.last))
    }

    @Test func clickedInTimeAndRefusedAllTheSameIsUpheld() throws {
        var table = DraftTable()
        let user = table.userOnClock
        let clock = table.room.runningClock!
        let wrong = Refusal(
            .clockExpired, "", pick: 1, seat: table.seatOnClock, player: 9, deadline: clock.deadline,
            graceEndsAt: clock.graceEndsAt, margin: clock.graceEndsAt - At.at(20))
        table.refuse(.room(1, .makePick(MakePick(pick: 1, player: 9))), as: .user(user), wrong, at: At.at(20))
        table.expire()
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .upheld)
        #expect(report.reasons.first { $0.bearing == .upheld }?.text.contains("refused as clockExpired") == true)
        #expect(report.timeline.contains { $0.marginToGrace == .seconds(15) && $0.isClaimants })
    }

    @Test func clickedAMillisecondAfterTheGraceIsRejected() throws {
        var table = DraftTable()
        let user = table.userOnClock
        table.expire()
        table.send(.room(1, .makePick(MakePick(pick: 1, player: 9))), as: .user(user), at: At.at(35.001))
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .rejected)
        #expect(report.reasons.contains { $0.rule == .arrival && $0.text.contains("0.001 s after the grace") })
        #expect(report.timeline.contains { $0.marginToGrace == .milliseconds(-1) })
    }

    @Test func clickedInTheLastMicrosecondOfGraceCountedSoNothingWasTaken() throws {
        var table = DraftTable()
        table.pick(9, at: 35)
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .rejected)
        #expect(
            report.reasons.contains {
                $0.rule == .arrival && $0.text.contains("5 s after the deadline, within the grace")
            })
        // The next drafter, who would have liked the player, is told the same.
        let other = try judge(table, pick: 1, seat: table.seat(ofPick: 2))
        #expect(other.verdict == .rejected)
    }

    @Test func aQueueEditedAfterTheRulesHadPickedIsRejected() throws {
        var table = DraftTable()
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        table.expire()
        table.must(.queue(1, seat, .setQueue(players: [9], expectedVersion: nil)), as: .user(user), at: At.at(36))
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .rejected)
        #expect(
            report.reasons.contains {
                $0.rule == .queue && $0.positions.contains(table.last) && $0.text.contains("too late")
            })
    }

    @Test func aQueueEditedInTimeButHandledAfterThePickIsUpheld() throws {
        var table = DraftTable()
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        table.expire()
        table.must(
            .queue(1, seat, .setQueue(players: [9], expectedVersion: nil)), as: .user(user), at: At.at(34),
            now: At.at(36))
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .upheld)
        #expect(report.reasons[0].rule == .queue)
        #expect(report.reasons[0].text.contains("Player 9"))
    }

    @Test func thatTheQueueWasReadWithItsFirstPlayerGoneIsRejected() throws {
        var table = DraftTable()
        let (second, seat) = (table.user(ofPick: 2), table.seat(ofPick: 2))
        table.must(.queue(1, seat, .setQueue(players: [4, 8], expectedVersion: nil)), as: .user(second), at: At.at(1))
        table.pick(4, at: 10)
        let taking = table.pending.firstIndex { if case .pickMade = $0.event { true } else { false } }! + 1
        table.expire()
        let report = try judge(table, pick: 2)
        #expect(report.verdict == .rejected)
        let reason = report.reasons.first { $0.rule == .queue }
        #expect(reason?.text.contains("Player 4") == true && reason?.text.contains("pick 1") == true)
        #expect(reason?.positions.contains(UInt64(taking)) == true)
    }

    @Test func thatTheRulesPickedWhomTheQueueDoesNotNameFirstIsUpheld() throws {
        var table = DraftTable()
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        table.must(.queue(1, seat, .setQueue(players: [9], expectedVersion: nil)), as: .user(user), at: At.at(1))
        var made = PickAutomated.blank
        (made.pick, made.slot, made.seat, made.player) = (1, 0, seat, 0)
        (made.reason, made.source, made.queueVersion, made.policyVersion) = (.clockExpired, .adp, 1, 1)
        table.record(
            [StreamEvent(.room(1), .pickAutomated(made))], of: .room(1, .automatePick(pick: 1, epoch: 1)),
            as: .scheduler,
            at: At.at(35.01))
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .upheld)
        #expect(report.reasons[0].rule == .autopick)
        #expect(report.reasons[0].text.contains("is Player 9 and not Player 0"))
    }

    @Test func aDoubleTapOnTheTurnThatTookNoSecondPickIsRejected() throws {
        // With two teams, slot 1 owns picks 2 and 3.
        var table = DraftTable()
        table.pick(0, at: 5)
        let user = table.userOnClock
        table.pick(9, at: 10)
        table.send(.room(1, .makePick(MakePick(pick: 2, player: 9))), as: .user(user), at: At.at(10.15))
        let report = try judge(table, pick: 2)
        #expect(report.verdict == .rejected)
        let reason = report.reasons.first { $0.rule == .pickNumber }
        #expect(reason?.text.contains("0.15 s after the first") == true)
        #expect(reason?.positions.contains(table.last) == true)
    }

    @Test func aClientThatNamedAnotherPickThanTheOneOnTheClockIsRejected() throws {
        var table = DraftTable()
        let user = table.userOnClock
        table.send(.room(1, .makePick(MakePick(pick: 4, player: 9))), as: .user(user), at: At.at(5))
        table.expire()
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .rejected)
        #expect(report.reasons.contains { $0.rule == .pickNumber && $0.text.contains("number 4 while 1") })
    }

    private func judge(_ table: DraftTable, pick: PickNumber, seat: Seat? = nil) throws -> DisputeReport {
        let house = try table.ledger()
        return try Dispute(house.ledger).judge(room: 1, pick: pick, seat: seat)
    }
}
