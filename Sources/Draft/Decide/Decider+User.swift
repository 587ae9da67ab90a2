extension Decider where State: HouseStates {
    func userEvents(_ user: UserID, _ command: UserCommand) throws(Refusal) -> [StreamEvent] {
        switch command {
        case .registerUser:
            try checkMayAct(for: user, act: "register user \(user)")
            guard user.number >= 1, user <= .maximum else {
                throw Refusal(.invalidValue, "The user's number is \(user), expected 1-\(UserID.maximum).")
            }
            guard !state.user(user).registered else {
                throw Refusal(.alreadyExists, "User \(user) is registered already.")
            }
            return [StreamEvent(.user(user), .userRegistered(UserRegistered()))]
        case .setAlertPreferences(let preferences):
            try checkMayAct(for: user, act: "set the alerts of user \(user)")
            try checkRegistered(user)
            guard preferences.isSubset(of: .all) else {
                throw Refusal(.invalidValue, "Alert bits \(preferences.rawValue) name alerts that do not exist.")
            }
            return [StreamEvent(.user(user), .alertPreferencesSet(AlertPreferencesSet(preferences: preferences)))]
        case .registerPushToken(let token):
            try checkMayAct(for: user, act: "register a device of user \(user)")
            try checkRegistered(user)
            return [StreamEvent(.user(user), .pushTokenRegistered(token))]
        }
    }

    private func checkRegistered(_ user: UserID) throws(Refusal) {
        guard state.user(user).registered else { throw Refusal(.unknownUser, "User \(user) is not registered.") }
    }
}
