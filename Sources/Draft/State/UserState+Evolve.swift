extension UserState {
    /// Folds the user's next event.
    public mutating func evolve(_ recorded: RecordedEvent) {
        version = recorded.version
        switch recorded.event {
        case .userRegistered: registered = true
        case .alertPreferencesSet(let set): alerts = set.preferences
        default: break
        }
    }
}
