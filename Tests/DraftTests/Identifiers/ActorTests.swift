import Draft
import DraftTesting
import Testing

@Suite struct ActorTests {
    @Test func theLargestUserKeepsTheNumberAndTheRole() {
        let actor = Sender.admin(.maximum, onBehalfOf: .maximum)
        #expect(actor.isValid)
        #expect(actor.role == .admin && actor.user == .maximum && actor.onBehalfOf == .maximum)
        #expect(Sender(rawValue: actor.rawValue) == actor)
    }

    @Test(arguments: [1 << 30, 1 << 30 + 1, 1 << 31 + 7, 1 << 60, 1 << 63, .max] as [UInt64])
    func aNumberThatNoUserHasIsNobodys(number: UInt64) {
        for (actor, role) in [
            (Sender.user(UserID(number)), Sender.Role.user), (.admin(UserID(number)), .admin),
            (.admin(nil, onBehalfOf: UserID(number)), .admin), (.provider(onBehalfOf: UserID(number)), .provider),
            (.admin(7, onBehalfOf: UserID(number)), .admin), (.admin(UserID(number), onBehalfOf: 7), .admin),
        ] {
            #expect(!actor.isValid)
            #expect(actor.role == role && actor.user == nil && actor.onBehalfOf == nil)
            #expect(Sender(rawValue: actor.rawValue) == nil, "no record has it")
        }
    }

    @Test(arguments: [Sender.user(UserID(1 << 31 + 7)), .admin(UserID(.max)), .admin(nil, onBehalfOf: UserID(1 << 30))])
    func aSenderWhoIsNobodyMayDoNothing(actor: Sender) {
        var house = House(users: 1...2, balance: 1_000)
        house.refuse(.tournament(1, .cancelTournament(reason: "r")), as: actor, .invalidValue)
        house.refuse(.wallet(1, .holdWithdrawal(amount: Cents(5), provider: "bank")), as: actor, .invalidValue)
        house.refuse(.user(3, .registerUser), as: actor, .invalidValue)
    }
}
