import Draft
import DraftLedger
import LedgerTesting
import Replay
import Testing

/// Whose claim a breach upholds: that of the seat that it took something from.
struct StakeTests {
    typealias At = DraftTable

    /// Told to everybody else.
    @Test func thatTheRulesPickedTooEarlyIsUpheldForTheOwnerOfThePick() throws {
        var table = DraftTable()
        let other = table.seat(ofPick: 2)
        var made = PickAutomated.blank
        (made.pick, made.seat, made.player, made.reason) = (1, table.seatOnClock, 0, .clockExpired)
        (made.source, made.policyVersion) = (.adp, 1)
        table.record(
            [StreamEvent(.room(1), .pickAutomated(made))], of: .room(1, .automatePick(pick: 1, epoch: 1)),
            as: .scheduler,
            at: At.at(34))
        #expect(try judge(table, seat: nil).verdict == .upheld)
        let report = try judge(table, seat: other)
        #expect(report.verdict != .upheld)
        let reason = report.reasons.first { $0.rule == .clock }
        #expect(reason?.bearing == nil)
        #expect(reason?.text.contains("1 s before the end of grace") == true)
    }

    @Test func aCorrectionApprovedByWhoAskedIsUpheldForThePicksOwnerAlone() throws {
        var table = DraftTable(teams: 3)
        let owner = table.seatOnClock
        table.pick(0, at: 5)
        table.pick(1, at: 8)
        correct(&table, owner, to: 9, approvedBy: 900)
        #expect(try judge(table, seat: owner).verdict == .upheld)
        let report = try judge(table, seat: table.seat(ofPick: 2))
        #expect(report.verdict == .rejected || report.verdict == .undecidable)
        #expect(report.reasons.contains { $0.text.contains("same person requested and approved") && $0.bearing == nil })
    }

    @Test func aCorrectionThatTakesSomebodysPlayerIsUpheldForWhomItTakesHimFrom() throws {
        var table = DraftTable(teams: 3)
        let (owner, robbed) = (table.seatOnClock, table.seat(ofPick: 2))
        table.pick(0, at: 5)
        table.pick(1, at: 8)
        correct(&table, owner, to: 1, approvedBy: 901)
        #expect(try judge(table, seat: robbed).verdict == .upheld)
        #expect(try judge(table, seat: table.seat(ofPick: 3)).verdict != .upheld)
    }

    @Test(arguments: [nil, DisputeResolved.Verdict.rejected, .upheld])
    func aCorrectionIsToldToRestOnACaseThatWasNotUpheld(verdict: DisputeResolved.Verdict?) throws {
        var table = DraftTable()
        let (user, seat) = (table.userOnClock, table.seatOnClock)
        table.pick(0, at: 5)
        let claim = DisputeOpened(
            room: 1, pick: 1, seat: seat, roomVersion: table.room.version, claimant: user, claim: "The wrong row.")
        table.must(.dispute(7, .openDispute(claim)), as: .user(user), at: At.at(6))
        if let verdict {
            table.must(
                .dispute(7, .resolveDispute(DisputeResolved(verdict: verdict, resolvedBy: 900, reason: "So it is."))),
                at: At.at(7))
        }
        let correction = CorrectPick(
            pick: 1, mode: .lastOnly, player: 9, dispute: 7, requestedBy: 900, approvedBy: 901, reason: "The case.")
        table.must(.room(1, .correctPick(correction)), at: At.at(8))
        let reasons = try judge(table, seat: nil).reasons.filter { $0.text.contains("names case 7") }
        #expect(reasons.count == (verdict == .upheld ? 0 : 1))
        #expect(reasons.allSatisfy { $0.bearing == nil && $0.positions == [table.last] })
    }

    @Test func aSeatChargedUnderTwoEntryNumbersIsUpheldUnlessOneFeeWentBack() throws {
        var table = DraftTable()
        let user = table.userOnClock
        let entry = table.room.member(at: table.seatOnClock)!.entry
        let other = EntryID(entry.number + 50)
        table.pick(0, at: 5)
        var held = EntryFeeHeld.blank
        (held.tournament, held.room, held.seat, held.entry) = (1, 1, table.seat(ofPick: 1), other)
        held.amount = Cents(500)
        let join = Command.wallet(user, .joinTournament(1, entries: 1))
        table.record([StreamEvent(.wallet(user), .entryFeeHeld(held))], of: join, as: .user(user), at: At.at(6))
        let charge = table.last
        let report = try judge(table, seat: nil)
        #expect(report.verdict == .upheld)
        #expect(report.reasons[0].rule == .fee)
        #expect(report.reasons[0].text.contains("entry \(other) was charged for the same seat"))
        #expect(report.reasons[0].positions.contains(charge))
        var back = EntryFeeReleased.blank
        (back.tournament, back.entry, back.amount) = (1, other, Cents(500))
        table.record([StreamEvent(.wallet(user), .entryFeeReleased(back))], of: join, as: .user(user), at: At.at(7))
        #expect(try judge(table, seat: nil).reasons.contains { $0.text.contains("was charged once") })
    }

    private func correct(
        _ table: inout DraftTable, _ seat: Seat, to player: PlayerIndex, approvedBy approver: UserID
    ) {
        var corrected = PickCorrected.blank
        (corrected.pick, corrected.mode, corrected.seat) = (1, .substitute, seat)
        (corrected.oldPlayer, corrected.newPlayer) = (0, player)
        (corrected.requestedBy, corrected.approvedBy) = (900, approver)
        let command = CorrectPick(
            pick: 1, mode: .substitute, player: player, requestedBy: 900, approvedBy: approver, reason: "")
        table.record(
            [StreamEvent(.room(1), .pickCorrected(corrected))], of: .room(1, .correctPick(command)), as: .admin(900),
            at: At.at(10))
    }

    private func judge(_ table: DraftTable, seat: Seat?) throws -> DisputeReport {
        let house = try table.ledger()
        return try Dispute(house.ledger).judge(room: 1, pick: 1, seat: seat)
    }
}
