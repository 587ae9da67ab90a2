import Draft
import DraftTesting
import Testing

/// Four eyes: who approves is somebody, and somebody there can be.
@Suite struct ApproverTests {
    private func house() throws -> House {
        var house = House(users: 1...2, balance: 5_000)
        try house.createTournament()
        try house.join(1)
        try house.join(2)
        try house.draft(1)
        return house
    }

    @Test(
        arguments: [(0, .approverRequired), (1 << 30, .invalidValue), (.max, .invalidValue)] as [(UInt64, RefusalCode)])
    func nobodyCannotApproveAnything(number: UInt64, code: RefusalCode) throws {
        var house = try house()
        let nobody = UserID(number)
        let claim = DisputeOpened(
            room: 1, pick: 1, seat: house.state.room(1)!.seatOfSlot[0], roomVersion: 1, claimant: nil, claim: "c")
        try house.accept(.dispute(1, .openDispute(claim)), as: .admin(90))
        for admin in [Sender.admin(nil), .admin(90)] {
            house.refuse(.room(1, .correctPick(correction(approvedBy: nobody))), as: admin, code)
            house.refuse(.room(1, .voidRoom(approvedBy: nobody, reason: "r")), as: admin, code)
            for (first, second) in [(nobody, 8), (8, nobody)] as [(UserID, UserID)] {
                let adjustment = BalanceAdjusted(
                    amount: Cents(5), firstApprover: first, secondApprover: second, dispute: nil, reason: "r")
                house.refuse(.wallet(1, .adjustBalance(adjustment)), as: admin, code)
            }
            let resolution = DisputeResolved(verdict: .upheld, resolvedBy: nobody, reason: "r")
            house.refuse(.dispute(1, .resolveDispute(resolution)), as: admin, code)
        }
        // Who approves need not be registered: staff do not draft.
        try house.accept(.room(1, .correctPick(correction(approvedBy: 8))), as: .admin(nil))
    }

    @Test(arguments: [0, 1 << 30, .max] as [UInt64])
    func nobodyCannotAskSitOrClaim(number: UInt64) throws {
        var house = try house()
        let nobody = UserID(number)
        house.refuse(
            .room(1, .correctPick(correction(approvedBy: 8, requestedBy: nobody))), as: .admin(90), .invalidValue)
        let claim = DisputeOpened(room: 1, pick: 1, seat: 0, roomVersion: 1, claimant: nobody, claim: "c")
        house.refuse(.dispute(1, .openDispute(claim)), as: .admin(90), .invalidValue)
        let room = OpenRoom(tournament: nil, pool: 1, entryFee: nil, ruleset: .untimed(teams: 2, rounds: 1))
        let entries = [ImportRoom.Entry(externalID: "a", user: nobody), nil]
        house.refuse(.room(7, .importRoom(ImportRoom(room: room, entries: entries))), as: .importer, .invalidValue)
    }

    private func correction(approvedBy approver: UserID, requestedBy asker: UserID? = nil) -> CorrectPick {
        CorrectPick(pick: 1, mode: .substitute, player: 39, requestedBy: asker, approvedBy: approver, reason: "r")
    }
}
