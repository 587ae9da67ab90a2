import Draft
import DraftTesting
import Testing

/// Cases about a score, over the contest of `RoundTests`.
@Suite struct ScoreClaimTests {
    @Test func aClaimAboutAScoreNamesAWeekAndItsOwnSeat() throws {
        let house = try RoundTests.drafted()
        let room = try #require(house.state.room(1))
        let user = try #require(room.members[0]?.user)
        let claim = DisputeOpened(
            room: 1, pick: 0, seat: 0, roomVersion: room.version, claimant: user, claim: "the correction", week: 9)
        func refused(_ change: (inout DisputeOpened) -> Void) -> RefusalCode? {
            var (changed, house) = (claim, house)
            change(&changed)
            guard case .refused(let refusal) = house.send(.dispute(5, .openDispute(changed)), as: .admin(90)) else {
                return nil
            }
            return refusal.code
        }
        #expect(refused { _ in } == nil)
        #expect(refused { $0.claimant = nil } == nil)
        #expect(refused { $0.week = 0 } == .invalidValue)
        #expect(refused { $0.week = 23 } == .invalidValue)
        #expect(refused { $0.pick = 1 } == .invalidValue)
        #expect(refused { $0.week = nil } == .invalidValue)
        #expect(refused { $0.seat = 1 } == .invalidValue)
        #expect(refused { $0.seat = 2 } == .invalidValue)
        #expect(refused { $0.roomVersion = room.version + 1 } == .invalidValue)
        var member = house
        try member.accept(.dispute(5, .openDispute(claim)), as: .user(user))
        member.refuse(.dispute(6, .openDispute(claim)), as: .user(user.number == 1 ? 2 : 1), .forbidden)
    }
}
