import Draft
import DraftTesting
import Testing

@Suite struct CaseTests {
    /// Room 1 of users 1 and 2 after its first pick; user 3 sits nowhere.
    private func started() throws -> House {
        var house = House(users: 1...3, balance: 1_000)
        try house.createTournament()
        try house.join(1)
        try house.join(2)
        try house.start(1)
        return house
    }

    private func claim(in house: House, pick: PickNumber = 1, claimant: UserID? = 1) throws -> DisputeOpened {
        let room = try #require(house.state.room(1))
        let slot = room.ruleset.snake.slot(of: max(1, min(pick, 4)))
        return DisputeOpened(
            room: 1, pick: pick, seat: room.seatOfSlot[Int(slot)], roomVersion: room.version, claimant: claimant,
            claim: "I clicked")
    }

    @Test func aDisputeIsOpenedDocumentedAndResolved() throws {
        var house = try started()
        try house.accept(.dispute(5, .openDispute(claim(in: house))), as: .user(1))
        house.refuse(.dispute(5, .openDispute(try claim(in: house))), as: .user(1), .alreadyExists)
        let evidence = EvidenceAttached(digest: .zero, title: "screenshot")
        try house.accept(.dispute(5, .attachEvidence(evidence)), as: .user(1))
        let recording = EvidenceAttached(digest: Digest256(bytes: Array(repeating: 1, count: 32))!, title: "recording")
        try house.accept(.dispute(5, .attachEvidence(recording)), as: .admin(9))
        // The same document under another name is the same document.
        house.refuse(
            .dispute(5, .attachEvidence(EvidenceAttached(digest: .zero, title: "another name"))), as: .user(1),
            .alreadyExists)
        house.refuse(.dispute(5, .attachEvidence(evidence)), as: .user(2), .forbidden)
        house.refuse(.dispute(6, .attachEvidence(evidence)), as: .user(1), .unknownCase)
        house.refuse(
            .dispute(5, .attachEvidence(EvidenceAttached(digest: .zero, title: ""))), as: .user(1), .invalidValue)

        func verdict(by judge: UserID, reason: String = "in time") -> Command {
            .dispute(5, .resolveDispute(DisputeResolved(verdict: .upheld, resolvedBy: judge, reason: reason)))
        }
        house.refuse(verdict(by: 1), as: .admin(nil), .conflictOfInterest)
        house.refuse(verdict(by: 2), as: .admin(nil), .conflictOfInterest)
        house.refuse(verdict(by: 0), as: .admin(nil), .approverRequired)
        house.refuse(verdict(by: 9), as: .admin(8), .forbidden)
        house.refuse(verdict(by: 9), as: .user(9), .forbidden)
        house.refuse(verdict(by: 9, reason: ""), as: .admin(9), .invalidValue)
        try house.accept(verdict(by: 9), as: .admin(9))
        house.refuse(verdict(by: 9), as: .admin(9), .wrongStatus)
        house.refuse(.dispute(5, .attachEvidence(evidence)), as: .user(1), .wrongStatus)
        #expect(house.state.dispute(5)?.resolution?.verdict == .upheld)
        #expect(house.state.dispute(5)?.evidence.count == 2)
    }

    @Test func aClaimNamesAPickThatWasOnTheClockAndItsSeat() throws {
        var house = try started()
        func changed(_ change: (inout DisputeOpened) -> Void) throws -> Command {
            var claim = try claim(in: house)
            change(&claim)
            return .dispute(5, .openDispute(claim))
        }
        house.refuse(try changed { $0.room = 9 }, as: .user(1), .unknownRoom)
        house.refuse(try changed { $0.pick = 0 }, as: .user(1), .invalidValue)
        house.refuse(try changed { $0.pick = 2 }, as: .user(1), .invalidValue)
        house.refuse(try changed { $0.seat = 1 - $0.seat }, as: .user(1), .invalidValue)
        house.refuse(try changed { $0.roomVersion = 0 }, as: .user(1), .invalidValue)
        house.refuse(try changed { $0.roomVersion += 1 }, as: .user(1), .invalidValue)
        house.refuse(try changed { $0.claim = "" }, as: .user(1), .invalidValue)
        house.refuse(.dispute(0, .openDispute(try claim(in: house))), as: .user(1), .invalidValue)
        house.refuse(.dispute(5, .openDispute(try claim(in: house))), as: .user(2), .forbidden)
        house.refuse(.dispute(5, .openDispute(try claim(in: house, claimant: 3))), as: .user(3), .forbidden)
        house.refuse(.dispute(5, .openDispute(try claim(in: house, claimant: nil))), as: .user(1), .forbidden)
        try house.accept(.dispute(5, .openDispute(try claim(in: house, claimant: nil))), as: .admin(9))
        try house.finish(1)
        try house.accept(.dispute(6, .openDispute(try claim(in: house, pick: 4))), as: .user(1))
        house.refuse(.dispute(7, .openDispute(try claim(in: house, pick: 5))), as: .user(1), .invalidValue)
    }
}
