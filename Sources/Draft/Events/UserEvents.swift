/// A pseudonymous number is in use. Who it is stands outside the log.
public struct UserRegistered: Hashable, Sendable {
    package static var blank: Self { Self() }
}

/// Which alerts a user wants to be sent.
public struct AlertPreferences: OptionSet, Hashable, Sendable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let roomFilled = Self(rawValue: 1 << 0)
    public static let draftStarting = Self(rawValue: 1 << 1)
    public static let twoPicksAway = Self(rawValue: 1 << 2)
    public static let onTheClock = Self(rawValue: 1 << 3)
    public static let tenSecondsRemaining = Self(rawValue: 1 << 4)
    public static let slowDraftEmailUpdates = Self(rawValue: 1 << 5)
    public static let all = Self(rawValue: 0b11_1111)
}

/// A user chose which alerts to be sent.
public struct AlertPreferencesSet: Hashable, Sendable {
    public var preferences: AlertPreferences

    public init(preferences: AlertPreferences) { self.preferences = preferences }

    package static var blank: Self { Self(preferences: []) }
}

/// A device that alerts go to. The token itself is personal and stays outside the log.
public struct PushTokenRegistered: Hashable, Sendable {
    /// Whose service delivers the alerts.
    public enum Platform: UInt8, Sendable, CaseIterable {
        case apple = 1
        case google = 2
        case web = 3
    }
    public var platform: Platform
    /// SHA-256 of the token.
    public var tokenDigest: Digest256

    public init(platform: Platform, tokenDigest: Digest256) {
        self.platform = platform
        self.tokenDigest = tokenDigest
    }

    package static var blank: Self { Self(platform: .apple, tokenDigest: .zero) }
}
