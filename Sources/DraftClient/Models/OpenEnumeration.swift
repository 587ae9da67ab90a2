/// An enumeration of texts that may grow: what is not known yet is kept as it came, and does not make the rest unreadable.
public protocol OpenEnumeration: Codable, Hashable, Sendable {
    /// The cases that are known, each with its text.
    static var names: [(Self, String)] { get }

    static func unknown(_ text: String) -> Self

    /// The text of a case that is not known; nil for one that is.
    var unknownText: String? { get }
}

extension OpenEnumeration {
    /// The case of a text; never fails.
    public init(_ text: String) {
        self = Self.names.first { $0.1 == text }?.0 ?? .unknown(text)
    }

    /// As the server writes it.
    public var text: String { unknownText ?? Self.names.first { $0.0 == self }?.1 ?? "" }

    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// The position that a player plays.
public enum Position: OpenEnumeration {
    case quarterback, runningBack, wideReceiver, tightEnd
    case unknown(String)

    public static let names: [(Self, String)] = [
        (.quarterback, "QB"), (.runningBack, "RB"), (.wideReceiver, "WR"), (.tightEnd, "TE"),
    ]

    public var unknownText: String? { if case .unknown(let text) = self { text } else { nil } }
}

/// How long a pick may take: seconds, or hours.
public enum DraftSpeed: OpenEnumeration {
    case fast, slow
    case unknown(String)

    public static let names: [(Self, String)] = [(.fast, "fast"), (.slow, "slow")]

    public var unknownText: String? { if case .unknown(let text) = self { text } else { nil } }
}

/// How far a contest has come.
public enum TournamentStatus: OpenEnumeration {
    /// Entries are taken.
    case open, filling
    case full, drafting, complete, cancelled
    case unknown(String)

    public static let names: [(Self, String)] = [
        (.open, "open"), (.filling, "filling"), (.full, "full"), (.drafting, "drafting"), (.complete, "complete"),
        (.cancelled, "cancelled"),
    ]

    public var unknownText: String? { if case .unknown(let text) = self { text } else { nil } }
}

/// How far a room has come.
public enum RoomStatus: OpenEnumeration {
    case waiting, countdown, active, paused
    case complete, cancelled, voided
    case unknown(String)

    public static let names: [(Self, String)] = [
        (.waiting, "waiting"), (.countdown, "countdown"), (.active, "active"), (.paused, "paused"),
        (.complete, "complete"), (.cancelled, "cancelled"), (.voided, "voided"),
    ]

    public var unknownText: String? { if case .unknown(let text) = self { text } else { nil } }

    /// Whether nothing but corrections happens any more.
    public var isOver: Bool { self == .complete || self == .cancelled || self == .voided }
}

/// How a pick came about.
public enum PickSource: OpenEnumeration {
    /// By hand; or on the member's behalf: from the queue, from the rankings, by average draft position, or from the
    /// players that are left.
    case manual, queue, rankings, adp, fallback
    /// A correction put the player there.
    case corrected
    case unknown(String)

    public static let names: [(Self, String)] = [
        (.manual, "manual"), (.queue, "queue"), (.rankings, "rankings"), (.adp, "adp"), (.fallback, "fallback"),
        (.corrected, "corrected"),
    ]

    public var unknownText: String? { if case .unknown(let text) = self { text } else { nil } }
}
