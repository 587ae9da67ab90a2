import Testing
import Values

@Suite struct SenderTests {
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
}
