extension Decider {
    func userEvents(for command: Command) throws(Refusal) -> [StreamEvent] {
        switch command {
        case .registerUser(let user):
            try permit(user, or: .admin, .importer, act: "register user \(user)")
            guard user.number >= 1, user <= .maximum else {
                throw Refusal(.invalidValue, "the user's number is \(user), expected 1-\(UserID.maximum)")
            }
            guard !state.user(user).registered else {
                throw Refusal(.alreadyExists, "user \(user) is registered already")
            }
            return [StreamEvent(.user(user), .userRegistered(UserRegistered()))]
        case .setAlertPreferences(let user, let preferences):
            try permit(user, or: .admin, act: "set the alerts of user \(user)")
            try demandRegistered(user)
            guard preferences.isSubset(of: .all) else {
                throw Refusal(.invalidValue, "alert bits \(preferences.rawValue) name alerts that do not exist")
            }
            return [StreamEvent(.user(user), .alertPreferencesSet(AlertPreferencesSet(preferences: preferences)))]
        case .registerPushToken(let user, let token):
            try permit(user, or: .admin, act: "register a device of user \(user)")
            try demandRegistered(user)
            return [StreamEvent(.user(user), .pushTokenRegistered(token))]
        default: return []
        }
    }

    private func demandRegistered(_ user: UserID) throws(Refusal) {
        guard state.user(user).registered else { throw Refusal(.unknownUser, "user \(user) is not registered") }
    }
}
