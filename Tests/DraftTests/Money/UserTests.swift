import Draft
import DraftTesting
import Testing

@Suite struct UserTests {
    @Test func aUserRegistersOnce() throws {
        var house = House(users: 1...1)
        try house.accept(.user(2, .registerUser), as: .user(2))
        house.refuse(.user(2, .registerUser), as: .user(2), .alreadyExists)
        house.refuse(.user(3, .registerUser), as: .user(2), .forbidden)
        house.refuse(.user(3, .registerUser), as: .scheduler, .forbidden)
        house.refuse(.user(0, .registerUser), as: .admin(9), .invalidValue)
        house.refuse(.user(UserID(UserID.maximum.number + 1), .registerUser), as: .admin(9), .invalidValue)
        try house.accept(.user(.maximum, .registerUser), as: .importer)
        #expect(house.state.user(.maximum).registered)
    }

    @Test func alertsAreSetByTheUser() throws {
        var house = House(users: 1...1)
        try house.accept(.user(1, .setAlertPreferences([.onTheClock, .roomFilled])), as: .user(1))
        #expect(house.state.user(1).alerts == [.onTheClock, .roomFilled])
        house.refuse(.user(1, .setAlertPreferences([])), as: .user(2), .forbidden)
        house.refuse(.user(2, .setAlertPreferences([])), as: .user(2), .unknownUser)
        house.refuse(.user(1, .setAlertPreferences(AlertPreferences(rawValue: 128))), as: .user(1), .invalidValue)
    }

    @Test func devicesBelongToUsers() throws {
        var house = House(users: 1...1)
        let token = PushTokenRegistered(platform: .web, tokenDigest: .zero)
        let events = try house.accept(.user(1, .registerPushToken(token)), as: .user(1))
        #expect(events == [StreamEvent(.user(1), .pushTokenRegistered(token))])
        house.refuse(.user(1, .registerPushToken(token)), as: .user(2), .forbidden)
        house.refuse(.user(2, .registerPushToken(token)), as: .user(2), .unknownUser)
    }
}
