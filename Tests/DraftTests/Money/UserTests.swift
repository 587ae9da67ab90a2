import DraftTesting
import Testing

@testable import Draft

@Suite struct UserTests {
    @Test func aUserRegistersOnce() throws {
        var house = House(users: 1...1)
        try house.accept(.registerUser(2), as: .user(2))
        house.refuse(.registerUser(2), as: .user(2), .alreadyExists)
        house.refuse(.registerUser(3), as: .user(2), .forbidden)
        house.refuse(.registerUser(3), as: .scheduler, .forbidden)
        house.refuse(.registerUser(0), as: .admin(9), .invalidValue)
        house.refuse(.registerUser(UserID(UserID.maximum.number + 1)), as: .admin(9), .invalidValue)
        try house.accept(.registerUser(.maximum), as: .importer)
        #expect(house.state.user(.maximum).registered)
    }

    @Test func alertsAreSetByTheUser() throws {
        var house = House(users: 1...1)
        try house.accept(.setAlertPreferences(1, [.onTheClock, .roomFilled]), as: .user(1))
        #expect(house.state.user(1).alerts == [.onTheClock, .roomFilled])
        house.refuse(.setAlertPreferences(1, []), as: .user(2), .forbidden)
        house.refuse(.setAlertPreferences(2, []), as: .user(2), .unknownUser)
        house.refuse(.setAlertPreferences(1, AlertPreferences(rawValue: 128)), as: .user(1), .invalidValue)
    }

    @Test func devicesBelongToUsers() throws {
        var house = House(users: 1...1)
        let token = PushTokenRegistered(platform: .web, tokenDigest: .zero)
        let events = try house.accept(.registerPushToken(1, token), as: .user(1))
        #expect(events == [StreamEvent(.user(1), .pushTokenRegistered(token))])
        house.refuse(.registerPushToken(1, token), as: .user(2), .forbidden)
        house.refuse(.registerPushToken(2, token), as: .user(2), .unknownUser)
    }
}
