public import Draft

/// A way of coming from a room's history to its draft, by a name that a command line can give.
///
/// ```
/// fold    = scope [ "@" version ] { "," setting }
/// scope   = "room" | "picks"
/// setting = "grace=" SECONDS | "clock=" SECONDS | "limits=" QB "/" RB "/" WR "/" TE
/// ```
///
/// Without a setting it is the fold of the recorded events. An event states a decision under the rules of its room, so
/// folding it under other rules would change nothing: with a setting, the decisions of the room's commands are
/// recomputed, as in a what-if.
public struct NamedFold: Hashable, Sendable {
    public var scope: RoomFold.Scope

    /// The alternative rules of the room.
    public var rules: WhatIfChange

    public init(_ scope: RoomFold.Scope, rules: WhatIfChange = .none) {
        self.scope = scope
        self.rules = rules
    }

    /// Reads a fold's name.
    ///
    /// - Returns: nil for an unknown fold, version or setting.
    public init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let head = parts[0].split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard let scope = RoomFold.Scope(rawValue: String(head[0])),
            head.count == 1 || Int(head[1]) == RoomFold.version
        else { return nil }
        self.init(scope)
        for part in parts.dropFirst() {
            guard set(part) else { return nil }
        }
    }

    private mutating func set(_ text: Substring) -> Bool {
        let halves = text.split(separator: "=", maxSplits: 1)
        guard halves.count == 2 else { return false }
        switch halves[0] {
        case "grace":
            guard let seconds = UInt32(halves[1]) else { return false }
            rules.grace = .seconds(Int64(seconds))
        case "clock":
            guard let seconds = UInt32(halves[1]), seconds > 0 else { return false }
            rules.clock = .seconds(Int64(seconds))
        case "limits":
            guard let limits = PositionLimits(text: halves[1]) else { return false }
            rules.limits = limits
        default: return false
        }
        return true
    }

    /// The rules as far as a room can have them: one without a clock has no use for a grace.
    private func rules(for room: RoomState) -> WhatIfChange {
        var rules = rules
        if !room.ruleset.isTimed { (rules.grace, rules.clock) = (nil, nil) }
        return rules
    }

    /// The first event of a room's history at which two folds part.
    ///
    /// Under the same rules, the first after which their states differ. Under different rules, the first command that
    /// ends otherwise or pick that goes otherwise; of `picks`, the first pick. Times are not compared,
    /// only content: everything happens at other times under another clock.
    ///
    /// - Returns: nil when they agree, as they do on a room that has not drafted.
    /// - Throws: `FoldError` for two that do not say the same things; `WhatIfError`.
    public static func firstDifference(
        in history: RoomHistory, between one: NamedFold, and other: NamedFold
    ) throws -> RecordedEvent? {
        guard one.scope == other.scope else { throw FoldError.differentScopes(one.scope, other.scope) }
        guard let room = history.state, room.startedAt != nil else { return nil }
        let rules = (one.rules(for: room), other.rules(for: room))
        guard rules.0 == rules.1 else {
            return try WhatIf(history).firstDifference(between: rules.0, and: rules.1, within: one.scope)
        }
        let events = history.events
        let (left, right) = (RoomFold(one.scope), RoomFold(other.scope))
        return FoldDiff.firstDifference(in: events, between: left, and: right).map { events[$0] }
    }
}

/// Why two folds cannot be compared.
public enum FoldError: Error, Hashable, Sendable {
    case differentScopes(RoomFold.Scope, RoomFold.Scope)
}

extension FoldError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .differentScopes(let one, let other):
            "\(one.rawValue) and \(other.rawValue) describe a draft differently, so their difference is meaningless; "
                + "compare \(one.rawValue) with \(one.rawValue), or \(other.rawValue) with \(other.rawValue)."
        }
    }
}

extension PositionLimits {
    /// Reads limits as people write them: "3/7/9/3", in the order QB, RB, WR, TE.
    public init?(text: some StringProtocol) {
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false).compactMap { UInt8($0) }
        guard numbers.count == 4, text.filter({ $0 == "/" }).count == 3 else { return nil }
        self.init(
            quarterbacks: numbers[0], runningBacks: numbers[1], wideReceivers: numbers[2], tightEnds: numbers[3])
    }
}
