import Draft
import DraftLedger
import Foundation
import LedgerTesting
import Records
import Replay
import Testing

/// Breaches played by hand, each found by its rule where it stands.
struct AuditScenarioTests {
    typealias At = DraftTable

    private func rules(_ table: DraftTable, at position: UInt64) throws -> Set<AuditRule> {
        let house = try table.ledger()
        let report = try Audit(house.ledger).run()
        #expect(report.findings.allSatisfy { $0.position != nil && !$0.message.isEmpty })
        return Set(report.findings.filter { $0.position == position }.map(\.rule))
    }

    @Test func aRefusalThatTheRulesDoNotSupport() throws {
        var table = DraftTable()
        let clock = try #require(table.room.runningClock)
        let wrong = Refusal(
            .clockExpired, "", pick: 1, seat: table.seatOnClock, player: 9, deadline: clock.deadline,
            graceEndsAt: clock.graceEndsAt, margin: clock.graceEndsAt - At.at(20))
        table.refuse(
            .room(1, .makePick(MakePick(pick: 1, player: 9))), as: .user(table.userOnClock), wrong, at: At.at(20))
        #expect(try rules(table, at: table.last) == [.refusal])
    }

    @Test func aRefusalWithTheRightCodeAndMarginAndAWrongDeadline() throws {
        var table = DraftTable()
        let user = table.userOnClock
        let clock = try #require(table.room.runningClock)
        table.expire()
        let wrong = Refusal(
            .clockExpired, "", pick: 1, seat: table.room.seat(of: user), player: 9,
            deadline: clock.deadline - .seconds(1), graceEndsAt: clock.graceEndsAt, margin: .seconds(-1))
        table.refuse(.room(1, .makePick(MakePick(pick: 1, player: 9))), as: .user(user), wrong, at: At.at(36))
        let house = try table.ledger()
        let found = try Audit(house.ledger).run().findings
        #expect(found.map(\.rule) == [.refusal])
        #expect(found.allSatisfy { $0.expected != $0.actual })
    }

    @Test func aPickThatArrivedInTimeAndWasHandledAfterTheRulesHadPicked() throws {
        var table = DraftTable()
        let user = table.userOnClock
        table.expire()
        table.send(.room(1, .makePick(MakePick(pick: 1, player: 9))), as: .user(user), at: At.at(35), now: At.at(36))
        #expect(try rules(table, at: table.last) == [.clock])
        // A microsecond later it is simply late.
        var late = DraftTable()
        late.expire()
        late.send(
            .room(1, .makePick(MakePick(pick: 1, player: 9))), as: .user(user), at: At.at(35.000001), now: At.at(36))
        #expect(try rules(late, at: late.last) == [])
    }

    /// Its picks are decided before what is recorded of the one before, as far as their times say.
    private func tableSetBack() -> DraftTable {
        var table = DraftTable(rounds: 3)
        table.pick(0, at: 5)
        table.must(.user(2, .setAlertPreferences(.all)), as: .user(2), at: At.at(3_600))
        table.setBack(to: At.at(3))
        table.pick(1, at: 3)
        table.pick(2, at: 8)
        return table
    }

    @Test func aClockThatWasSetBackBehindTheLedgersIsNoBreach() throws {
        var table = tableSetBack()
        table.must(.room(1, .pauseRoom(kind: .outage, reason: "power")), as: .scheduler, at: At.at(20))
        #expect(table.room.pause?.remaining == .milliseconds(30_000 - 11_998))
        table.must(.room(1, .resumeRoom), at: At.at(60))
        table.expire()
        while table.room.status == .active { table.pick(PickNumber(table.room.picks.count + 3), at: 100) }
        let house = try table.ledger()
        #expect(try Audit(house.ledger).run().findings == [])
    }

    /// Though the machine's was set back.
    @Test func aClockThatStartsBeforeItsCommandHasCome() throws {
        var table = tableSetBack()
        var made = PickMade.blank
        (made.pick, made.slot, made.seat, made.player) = (4, 0, table.seatOnClock, 9)
        let command = Command.room(1, .makePick(MakePick(pick: 4, player: 9)))
        table.record(
            [StreamEvent(.room(1), .pickMade(made)), table.clock(ofPick: 5, epoch: 5, from: At.at(9.9))], of: command,
            as: .user(table.userOnClock), at: At.at(10))
        #expect(try rules(table, at: table.last) == [.clock])
    }

    @Test func aPaymentForACaseApprovedByARivalOfItsRoom() throws {
        var table = DraftTable()
        let (claimant, seat) = (table.userOnClock, table.seatOnClock)
        let rival = try #require(table.room.member(at: 1 - seat)?.user)
        table.pick(0, at: 5)
        let claim = DisputeOpened(
            room: 1, pick: 1, seat: seat, roomVersion: table.room.version, claimant: claimant, claim: "I clicked.")
        table.must(.dispute(1, .openDispute(claim)), as: .user(claimant), at: At.at(6))
        let payment = BalanceAdjusted(
            amount: Cents(500), firstApprover: 901, secondApprover: rival, dispute: 1, reason: "goodwill")
        let command = Command.wallet(claimant, .adjustBalance(payment))
        guard case .refused(let refusal) = table.send(command, as: .admin(900), at: At.at(7)) else {
            Issue.record("the rules let a rival approve")
            return
        }
        #expect(refusal.code == .conflictOfInterest)
        #expect(try rules(table, at: table.last) == [])
        table.record(
            [StreamEvent(.wallet(claimant), .balanceAdjusted(payment))], of: command, as: .admin(900), at: At.at(8))
        #expect(try rules(table, at: table.last) == [.authority])
    }

    @Test(
        arguments: [
            ("the same person asks and approves", 900, 900, 9), ("the beneficiary approves", 900, 0, 9),
            ("the player is taken", 900, 901, 1), ("the player is in no pool", 900, 901, 999),
        ] as [(String, UInt64, UInt64, PlayerIndex)])
    func aCorrectionAgainstItsRules(name: String, asked: UInt64, approved: UInt64, player: PlayerIndex) throws {
        var table = DraftTable()
        let (owner, seat) = (table.userOnClock, table.seatOnClock)
        table.pick(0, at: 5)
        table.pick(1, at: 8)
        var corrected = PickCorrected.blank
        (corrected.pick, corrected.mode, corrected.seat) = (1, .substitute, seat)
        (corrected.oldPlayer, corrected.newPlayer) = (0, player)
        corrected.requestedBy = UserID(asked)
        corrected.approvedBy = approved == 0 ? owner : UserID(approved)
        let command = CorrectPick(
            pick: 1, mode: .substitute, player: player, requestedBy: UserID(asked),
            approvedBy: corrected.approvedBy, reason: "")
        table.record(
            [StreamEvent(.room(1), .pickCorrected(corrected))], of: .room(1, .correctPick(command)), as: .admin(900),
            at: At.at(9))
        let found = try rules(table, at: table.last)
        #expect(found == [player == 999 ? .player : .correction], "\(name)")
    }

    @Test func aRoomVoidedByOneOfItsMembers() throws {
        var table = DraftTable()
        table.pick(0, at: 5)
        var voided = RoomVoided.blank
        voided.approvedBy = table.userOnClock
        table.record(
            [StreamEvent(.room(1), .roomVoided(voided))],
            of: .room(1, .voidRoom(approvedBy: table.userOnClock, reason: "")),
            as: .admin(900), at: At.at(9))
        // The fees that did not go back are found as well.
        #expect(try rules(table, at: table.last) == [.authority, .fee])
    }

    @Test func aRoomThatWasDraftedHereVoidedByAnImporter() throws {
        var table = DraftTable()
        table.pick(0, at: 5)
        table.record(
            [StreamEvent(.room(1), .roomVoided(.blank))], of: .room(1, .voidRoom(approvedBy: 0, reason: "")),
            as: .importer,
            at: At.at(9))
        #expect(try rules(table, at: table.last) == [.authority, .fee])
    }

    @Test func aPickMadeWhileTheRoomStandsStill() throws {
        var table = DraftTable()
        table.must(.room(1, .pauseRoom(kind: .manual, reason: "")), at: At.at(3))
        let user = table.userOnClock
        var made = PickMade.blank
        (made.pick, made.seat, made.player) = (1, table.seatOnClock, 9)
        table.record(
            [StreamEvent(.room(1), .pickMade(made))], of: .room(1, .makePick(MakePick(pick: 1, player: 9))),
            as: .user(user),
            at: At.at(5))
        #expect(try rules(table, at: table.last).contains(.status))
    }

    @Test func autodraftThatWentOnAfterOneMissedPick() throws {
        var table = DraftTable()
        let seat = table.seatOnClock
        table.expire()
        var set = AutodraftSet.blank
        (set.seat, set.on, set.cause) = (seat, true, .missedPicks)
        table.record(
            [StreamEvent(.room(1), .autodraftSet(set))], of: .room(1, .setAutodraft(seat: seat, on: true)),
            as: .scheduler,
            at: At.at(36))
        #expect(try rules(table, at: table.last).contains(.autopick))
    }

    @Test func aFlippedBitIsFoundByTheStorageAndTheAuditGoesOnBehindIt() throws {
        var table = DraftTable()
        for player in 0..<6 as Range<PlayerIndex> {
            let arrival = table.room.runningClock!.deadline - .seconds(25)
            table.must(
                .room(1, .makePick(MakePick(pick: table.room.currentPickNumber, player: player))),
                as: .user(table.userOnClock), at: arrival)
        }
        let house = try table.ledger()
        let index = try #require(table.pending.firstIndex { $0.event.type == .pickMade })
        let position = UInt64(index + 1)
        let record = try house.ledger.record(at: position)
        house.ledger.close()
        let file = URL(filePath: house.path + "/data.mdb")
        var bytes = try Data(contentsOf: file)
        var place = try #require(bytes.range(of: Data(record)))
        while true {
            // The kind of the event: what stands there then is of a version that nobody knows.
            bytes[place.lowerBound + 3] ^= 0x40
            guard let next = bytes.range(of: Data(record), in: place.upperBound..<bytes.endIndex) else { break }
            place = next
        }
        try bytes.write(to: file)
        let reopened = try DraftLedger.open(at: house.path)
        defer { reopened.close() }
        let report = try Audit(reopened).run()
        #expect(report.findings.contains { $0.rule == .storage && $0.position == position })
        // The room's next pick is not the one that follows from what can still be read.
        #expect(report.findings.contains { $0.rule == .turn })
        #expect(report.counts.picks == 5)
    }
}
