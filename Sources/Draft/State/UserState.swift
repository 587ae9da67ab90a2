/// A user of the game: a registered number, its notification preferences, and its signing keys.
public struct UserState: BlankStreamState, Codable {
    /// A user cannot join, pay or be paid before registration.
    public private(set) var registered = false

    /// All of them until the user has chosen.
    public private(set) var alerts: AlertPreferences = .all

    /// The keys of the user's devices, in the order in which they were added, without removed ones.
    public private(set) var keys: [PublicKey] = []

    /// How much the user wants to pay in and to play at most.
    public private(set) var limits = StandingLimits()

    /// Until when the user neither pays in nor joins, also where that is over; nil before the first exclusion.
    public private(set) var excludedUntil: Timestamp?

    /// Whether the user or the operator has closed the account.
    public private(set) var isClosed = false

    /// The reads of the user's private data by staff that no further event is recorded about.
    public private(set) var accesses = AccessState()

    public private(set) var version: UInt32 = 0

    /// An unknown user.
    public init() {}

    /// The destination of alerts, and what was sent there, are not part of it: no rule uses them.
    public mutating func evolve(_ event: Event, at place: EventPlace) {
        version &+= 1
        switch event.account {
        case .registered: registered = true
        case .alerts(let set): alerts = set.preferences
        case .keyAdded(let added): keys.append(added.key)
        case .keyRemoved(let removed): keys.removeAll { $0 == removed.key }
        case .limits(let set): limits.note(set, at: place.recordedAt)
        case .excluded(let excluded): excludedUntil = excluded.until
        case .closed: isClosed = true
        case .carried(let carried):
            registered = true
            alerts = carried.alerts
            keys = carried.keys
            limits = StandingLimits(carried.limits)
            excludedUntil = carried.excludedUntil
            isClosed = carried.isClosed
        case .access(let read): accesses.note(read, at: place.recordedAt)
        case .pushToken, .notices, nil: break
        }
    }
}
