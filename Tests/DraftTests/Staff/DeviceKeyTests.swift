import Draft
import DraftTesting
import Testing

/// What a member's devices sign by.
@Suite struct DeviceKeyTests {
    private let phone = House.key(of: 101)
    private let tablet = House.key(of: 102)

    private func send(
        _ command: UserCommand, of user: UserID = 1, as sender: Sender? = nil, by key: PublicKey?, in house: inout House
    ) -> RefusalCode? {
        house.now = house.now + .milliseconds(1)
        return house.send(.user(user, command), as: sender ?? .user(user), at: house.now, signedBy: key).code
    }

    @Test func theFirstKeyVouchesForItselfAndThenForOthers() {
        var house = House(users: 1...2)
        #expect(send(.addDeviceKey(phone), of: 9, by: phone, in: &house) == .unknownUser)
        #expect(send(.addDeviceKey(phone), by: nil, in: &house) == .badSignature)
        #expect(send(.addDeviceKey(phone), by: tablet, in: &house) == .badSignature)
        #expect(send(.addDeviceKey(.blank), by: .blank, in: &house) == .invalidValue)
        #expect(send(.addDeviceKey(phone), as: .user(2), by: phone, in: &house) == .badSignature)
        #expect(send(.addDeviceKey(phone), as: .user(2), by: nil, in: &house) == .forbidden)
        #expect(send(.addDeviceKey(phone), as: .admin(9), by: nil, in: &house) == .forbidden)
        #expect(send(.addDeviceKey(phone), by: phone, in: &house) == nil)
        #expect(send(.addDeviceKey(phone), by: phone, in: &house) == .alreadyExists)

        #expect(send(.addDeviceKey(tablet), by: tablet, in: &house) == .badSignature)
        #expect(send(.addDeviceKey(tablet), by: phone, in: &house) == nil)
        #expect(house.state.user(1).keys == [phone, tablet])
    }

    @Test func aKeyThatWasRemovedSignsNoMore() {
        var house = House(users: 1...1)
        #expect(send(.addDeviceKey(phone), by: phone, in: &house) == nil)
        #expect(send(.addDeviceKey(tablet), by: phone, in: &house) == nil)
        #expect(send(.removeDeviceKey(phone), by: nil, in: &house) == .badSignature)
        #expect(send(.removeDeviceKey(phone), by: tablet, in: &house) == nil)
        #expect(send(.removeDeviceKey(phone), by: tablet, in: &house) == .invalidValue)
        #expect(send(.setAlertPreferences(.all), by: phone, in: &house) == .badSignature)
        #expect(send(.setAlertPreferences(.all), by: tablet, in: &house) == nil)
        // A device may be lost and the member still be heard.
        #expect(send(.setAlertPreferences(.all), by: nil, in: &house) == nil)
    }

    @Test func aKeyThatNobodyKnowsSignsNothing() {
        var house = House(users: 1...1)
        #expect(send(.setAlertPreferences(.all), by: phone, in: &house) == .badSignature)
        #expect(send(.setAlertPreferences(.all), as: .admin(9), by: phone, in: &house) == .badSignature)
    }

    @Test func aUserHasSixteenKeysAtMost() {
        var house = House(users: 1...1)
        let keys = (1...17).map { House.key(of: UserID(1_000 + $0)) }
        for key in keys.prefix(16) { #expect(send(.addDeviceKey(key), by: keys[0], in: &house) == nil) }
        #expect(send(.addDeviceKey(keys[16]), by: keys[0], in: &house) == .invalidValue)
    }
}
