/// A kind of bet on one game. Records store the raw values, so they are permanent.
public enum Market: UInt8, CaseIterable, Sendable, Codable {
    /// The points of both teams together, against a line.
    case total = 1
    /// The points of one team and its line, against the points of the other team.
    case spread = 2
    /// The winner.
    case moneyline = 3

    /// The two sides: over and under for a total, home and away otherwise. An offer states odds in this order.
    public var sides: (first: Side, second: Side) {
        switch self {
        case .total: (.over, .under)
        case .spread, .moneyline: (.home, .away)
        }
    }

    /// Whether a bet on the market can be on a side.
    public func has(_ side: Side) -> Bool { side == sides.first || side == sides.second }

    /// The stable string.
    public var name: String { String(describing: self) }
}

/// One of the two sides of a market. Records store the raw values, so they are permanent.
public enum Side: UInt8, CaseIterable, Sendable, Codable {
    case over = 1
    case under = 2
    case home = 3
    case away = 4

    /// The stable string.
    public var name: String { String(describing: self) }
}

/// How a bet ended. Records store the raw values, so they are permanent.
public enum BetOutcome: UInt8, CaseIterable, Sendable, Codable {
    /// Not decided: the game is not over, or its feeds disagree about the result.
    case pending = 1
    case win = 2
    case loss = 3
    /// The result is exactly the line. The stake comes back.
    case push = 4
    /// The bet counts as if it had not been made.
    case void = 5

    /// The stable string.
    public var name: String { String(describing: self) }
}

/// The rule by which a bet has its outcome. Records store the raw values, so they are permanent.
public enum SettlementRule: UInt8, CaseIterable, Sendable, Codable {
    /// The final score, overtime included.
    case finalScore = 1
    /// The score of a stopped game that was not finished in time, after enough minutes.
    case stoppedScore = 2
    /// A stopped game that was not finished in time, after too few minutes.
    case stoppedEarly = 3
    /// The game does not take place, or has no new date.
    case cancelled = 4
    /// The game was moved to another US date.
    case moved = 5
    /// The game had tipped off when the bet was made, and the ledger learnt it later.
    case late = 6
    /// Feeds disagree about the tip-off or the result, and the official source has not reported it.
    case disputed = 7

    /// The stable string.
    public var name: String { String(describing: self) }
}

/// The state of play that a feed reports with a score. Records store the raw values, so they are permanent.
public enum GamePhase: UInt8, CaseIterable, Sendable, Codable {
    case playing = 1
    /// Between two periods, with the clock of the one that ended at 0.
    case periodBreak = 2
    /// Play was stopped and did not resume that day.
    case stopped = 3

    /// The stable string.
    public var name: String { String(describing: self) }
}

/// How a game came to its end. Records store the raw values, so they are permanent.
public enum GameEnding: UInt8, CaseIterable, Sendable, Codable {
    /// Played to the end, overtime included.
    case completed = 1
    /// Stopped and not finished within 72 hours.
    case abandoned = 2

    /// The stable string.
    public var name: String { String(describing: self) }
}
