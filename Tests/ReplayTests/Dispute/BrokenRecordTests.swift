import Draft
import DraftLedger
import LedgerTesting
import Records
import Replay
import Testing

/// Disputes about picks whose own records cannot be right: the house is not believed because it wrote them.
struct BrokenRecordTests {
    typealias At = DraftTable

    @Test func whoClickedOnePlayerAndGotAnotherIsNotRejected() throws {
        var table = DraftTable()
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        var made = PickMade.blank
        (made.pick, made.slot, made.seat, made.player) = (1, 0, seat, 7)
        table.record(
            [StreamEvent(.room(1), .pickMade(made)), table.clock(ofPick: 2, epoch: 2, from: At.at(3.002))],
            of: .room(1, .makePick(MakePick(pick: 1, player: 4))), as: .user(user), at: At.at(3))
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .undecidable)
        #expect(report.reasons[0].rule == .record)
        #expect(report.reasons[0].text.contains("fingerprint"))
    }

    @Test func clickedInTimeByAClockATenthOfASecondShortIsUpheld() throws {
        var table = DraftTable()
        let user = table.user(ofPick: 2)
        let (first, seat) = (table.userOnClock, table.seatOnClock)
        var made = PickMade.blank
        (made.pick, made.slot, made.seat, made.player) = (1, 0, seat, 4)
        table.record(
            [StreamEvent(.room(1), .pickMade(made)), table.clock(ofPick: 2, epoch: 2, from: At.at(2.9))],
            of: .room(1, .makePick(MakePick(pick: 1, player: 4))), as: .user(first), at: At.at(3))
        table.expire()
        table.send(.room(1, .makePick(MakePick(pick: 2, player: 9))), as: .user(user), at: At.at(37.95))
        let report = try judge(table, pick: 2)
        #expect(report.verdict == .upheld)
        #expect(report.reasons.contains { $0.rule == .clock && $0.text.contains("29.9 s at most") })
    }

    @Test func autodraftTurnedOnByNobodyWhoMayIsUpheld() throws {
        var table = DraftTable()
        let seat = table.seatOnClock
        var wish = AutodraftSet.blank
        (wish.seat, wish.on) = (seat, true)
        table.record(
            [StreamEvent(.room(1), .autodraftSet(wish))],
            of: .room(1, .setAutodraft(seat: seat, on: true)), as: .scheduler, at: At.at(1))
        table.must(.room(1, .automatePick(pick: 1, epoch: table.room.epoch)), as: .scheduler, at: At.at(2))
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .upheld)
        #expect(report.reasons[0].rule == .autodraft)
    }

    @Test func thatTheQueuesOwnUserWasForbiddenToEditItIsToldAndNotRejected() throws {
        var table = DraftTable()
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        table.refuse(
            .queue(1, seat, .setQueue(players: [9], expectedVersion: nil)), as: .user(user),
            Refusal(.forbidden, "", seat: seat), at: At.at(34))
        table.expire()
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .undecidable)
        #expect(report.reasons.contains { $0.rule == .queue && $0.text.contains("autopick, and was refused") })
    }

    /// By the time of the record.
    @Test func thatTheRulesPickedBeforeTheGraceWasOverIsNotRejected() throws {
        var table = DraftTable()
        let late = table.room.runningClock!.graceEndsAt + .milliseconds(5)
        table.must(
            .room(1, .automatePick(pick: 1, epoch: table.room.epoch)), as: .scheduler, at: late, now: late - .seconds(5)
        )
        let report = try judge(table, pick: 1)
        #expect(report.verdict == .undecidable)
        #expect(report.reasons[0].rule == .record)
    }

    @Test func theRoomWasVoidedBeforeThePickWasMade() throws {
        var table = DraftTable()
        table.must(.room(1, .voidRoom(approvedBy: 901, reason: "a storm")), as: .admin(900), at: At.at(500))
        let report = try judge(table, pick: 1)
        #expect(report.reasons.contains { $0.rule == .turn && $0.text.contains("was never made: the room is voided") })
    }

    private func judge(_ table: DraftTable, pick: PickNumber) throws -> DisputeReport {
        let house = try table.ledger()
        return try Dispute(house.ledger).judge(room: 1, pick: pick)
    }
}
