/// A user as the game knows one: a number that registered, and how it wants to be told.
public struct UserState: BlankStreamState {
    public private(set) var registered = false
    public private(set) var alerts: AlertPreferences = .all
    public private(set) var version: UInt32 = 0

    public init() {}

    public mutating func evolve(_ event: Event, at place: EventPlace) {
        version &+= 1
        switch event {
        case .userRegistered: registered = true
        case .alertPreferencesSet(let set): alerts = set.preferences
        default: break
        }
    }
}
