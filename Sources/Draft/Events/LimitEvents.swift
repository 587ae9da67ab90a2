// What keeps a member from paying in and from playing: the own limits, an exclusion, the account's end.

/// A member has other limits from now on, or will have.
public struct LimitsSet: Hashable, Sendable {
    /// All that are wanted. What of them is tighter than before holds at once.
    public var limits: PlayLimits
    /// From when on the looser ones hold; nil where none is looser.
    public var looserFrom: Timestamp?

    public init(limits: PlayLimits, looserFrom: Timestamp?) {
        self.limits = limits
        self.looserFrom = looserFrom
    }

    package static var blank: Self { Self(limits: .none, looserFrom: nil) }
}

/// A member neither pays in nor joins until then.
public struct UserExcluded: Hashable, Sendable {
    public var until: Timestamp

    public init(until: Timestamp) { self.until = until }

    package static var blank: Self { Self(until: Timestamp(microseconds: 0)) }
}

/// A member neither pays in nor joins any more. What is drafted is drafted to its end, and what is won or left is paid out.
public struct AccountClosed: Hashable, Sendable {
    public init() {}

    package static var blank: Self { Self() }
}
