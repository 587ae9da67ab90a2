public import Draft
import DraftLedger

/// The fold of one room, by a name that a command line can give.
///
/// ```
/// fold    = name [ "@" version ] { "," setting }
/// name    = "room" | "picks"
/// setting = "teams=" N | "rounds=" N | "grace=" SECONDS | "clock=" SECONDS | "limits=" QB "/" RB "/" WR "/" TE
/// ```
///
/// `room` is the whole state as `RoomState` folds it, `picks` only the picks as they count: two folds may agree on the
/// picks and differ in something else. A setting folds as if the room had opened with other rules.
public struct RoomFold: ComparableFold {
    /// What is compared.
    public enum Scope: String, Sendable, CaseIterable {
        case room
        case picks
    }

    public var scope: Scope
    private let change: @Sendable (inout Ruleset) -> Void
    private var state: RoomState?

    /// - Parameter change: what the room's rules are to be instead.
    public init(_ scope: Scope = .room, change: @escaping @Sendable (inout Ruleset) -> Void = { _ in }) {
        self.scope = scope
        self.change = change
    }

    /// The version of the fold that this software has.
    public static let version = 1

    /// Folds the next event; those of other streams than the room's pass.
    public mutating func apply(_ recorded: RecordedEvent) {
        guard case .room = recorded.stream else { return }
        if state == nil {
            guard case .roomOpened(var opened) = recorded.event else { return }
            change(&opened.ruleset)
            var changed = recorded
            changed.event = .roomOpened(opened)
            state = RoomState.opened(by: changed)
        } else {
            state?.evolve(recorded)
        }
    }

    public var digest: Digest256 {
        let cryptography = LedgerCryptography(drawMaster: [])
        switch scope {
        // The rules themselves are given, not folded: they differ by intent.
        case .room:
            var state = state
            state?.ruleset = .untimed(teams: 2, rounds: 1)
            return cryptography.sha256(state?.canonicalBytes ?? [])
        case .picks:
            let picks = state?.picks.flatMap { pick in
                [UInt8(truncatingIfNeeded: pick.player ?? .max), UInt8((pick.player ?? .max) >> 8), pick.seat]
            }
            return cryptography.sha256(picks ?? [])
        }
    }
}

extension RoomFold {
    /// Reads a fold's name.
    ///
    /// - Returns: nil for a fold, a version or a setting that there is not.
    public init?(name text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let head = parts[0].split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard let scope = Scope(rawValue: String(head[0])), head.count == 1 || Int(head[1]) == Self.version else {
            return nil
        }
        var changes: [@Sendable (inout Ruleset) -> Void] = []
        for part in parts.dropFirst() {
            guard let change = Self.setting(part) else { return nil }
            changes.append(change)
        }
        let all = changes
        self.init(scope) { ruleset in for change in all { change(&ruleset) } }
    }

    private static func setting(_ text: Substring) -> (@Sendable (inout Ruleset) -> Void)? {
        let halves = text.split(separator: "=", maxSplits: 1)
        guard halves.count == 2 else { return nil }
        switch halves[0] {
        case "teams":
            guard let teams = UInt8(halves[1]), Ruleset.allowedTeams.contains(teams) else { return nil }
            return { $0.teams = teams }
        case "rounds":
            guard let rounds = UInt8(halves[1]), Ruleset.allowedRounds.contains(rounds) else { return nil }
            return { $0.rounds = rounds }
        case "grace":
            guard let seconds = UInt32(halves[1]) else { return nil }
            return { $0.grace = .seconds(Int64(seconds)) }
        case "clock":
            guard let seconds = UInt32(halves[1]) else { return nil }
            return { $0.pickClock = .seconds(Int64(seconds)) }
        case "limits":
            guard let limits = PositionLimits(text: halves[1]) else { return nil }
            return { $0.limits = limits }
        default: return nil
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
