import Draft
import DraftTesting
import Testing

@Suite struct ActorTests {
    @Test(arguments: [Sender.user(UserID(1 << 31 + 7)), .admin(UserID(.max)), .admin(nil, onBehalfOf: UserID(1 << 30))])
    func aSenderWhoIsNobodyMayDoNothing(actor: Sender) {
        var house = House(users: 1...2, balance: 1_000)
        house.refuse(.tournament(1, .cancelTournament(reason: "r")), as: actor, .invalidValue)
        house.refuse(.wallet(1, .holdWithdrawal(amount: Cents(5), provider: "bank")), as: actor, .invalidValue)
        house.refuse(.user(3, .registerUser), as: actor, .invalidValue)
    }
}
