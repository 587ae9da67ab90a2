/// A user as the game knows one: a number that registered, and how it wants to be told.
public struct UserState: BlankStreamState {
    /// Nobody joins, pays or is paid before.
    public private(set) var registered = false

    /// All of them until the user has chosen.
    public private(set) var alerts: AlertPreferences = .all

    public private(set) var version: UInt32 = 0

    /// A user of whom nothing is known.
    public init() {}

    /// Devices are no part of it: no rule asks about them.
    public mutating func evolve(_ event: Event, at place: EventPlace) {
        version &+= 1
        switch event {
        case .userRegistered: registered = true
        case .alertPreferencesSet(let set): alerts = set.preferences
        default: break
        }
    }
}
