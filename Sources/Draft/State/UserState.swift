/// A user as the game knows one: a number that registered, and how it wants to be told.
public struct UserState: Hashable, Sendable {
    public var registered: Bool = false
    public var alerts: AlertPreferences = .all
    public var version: UInt32 = 0
    public init() {}
}
