import Draft

/// How a roster was begun, in the words that best-ball drafters have for it.
///
/// The field's definitions go by round, and not all agree on each. Here:
///
/// | archetype | the roster's picks |
/// |---|---|
/// | zero-RB | no running back in rounds 1 to 5 |
/// | hero-RB | one running back in rounds 1 to 5, taken in round 1 or 2 |
/// | robust-RB | three running backs or more in rounds 1 to 4 |
/// | balanced-RB | none of these |
/// | elite-QB, elite-TE | the first of the position in rounds 1 to 4 |
/// | mid-QB, mid-TE | in rounds 5 to 8 |
/// | late-QB, late-TE | in round 9 or later |
/// | no-QB, no-TE | never |
///
/// Every roster of five rounds or more has one of each group. They are meant for drafts of some twelve teams: a round of six
/// teams is half of one there.
public struct Archetype: Hashable, Sendable {
    /// Nil before five rounds are drafted.
    public var runningBacks: RunningBacks?

    /// Nil for a roster that can still draft its first one.
    public var quarterback: FirstTaken?

    /// Likewise.
    public var tightEnd: FirstTaken?

    public enum RunningBacks: String, Sendable, CaseIterable {
        case zero, hero, robust, balanced
    }

    /// When the first player of a position was taken.
    public enum FirstTaken: String, Sendable, CaseIterable {
        case elite, mid, late, no
    }

    /// - Parameters:
    ///   - groups: of the roster's picks by round; nil for a pick that was skipped.
    ///   - isComplete: whether no pick will follow.
    init(_ groups: [PositionGroup?], isComplete: Bool) {
        quarterback = Self.first(.quarterback, groups, isComplete: isComplete)
        tightEnd = Self.first(.tightEnd, groups, isComplete: isComplete)
        guard groups.count >= 5 else { return }
        let rounds = groups.indices.prefix(5).filter { groups[$0] == .runningBack }.map { $0 + 1 }
        if rounds.isEmpty {
            runningBacks = .zero
        } else if rounds.count == 1, rounds[0] <= 2 {
            runningBacks = .hero
        } else {
            runningBacks = rounds.count { $0 <= 4 } >= 3 ? .robust : .balanced
        }
    }

    private static func first(
        _ group: PositionGroup, _ groups: [PositionGroup?], isComplete: Bool
    ) -> FirstTaken? {
        guard let place = groups.firstIndex(of: group) else { return isComplete ? .no : nil }
        return place < 4 ? .elite : place < 8 ? .mid : .late
    }

    /// "hero-RB", "late-QB", "elite-TE": as far as they are known, in this order.
    public var names: [String] { places.map { Self.allNames[$0] } }

    /// All names, running backs first.
    static let allNames =
        RunningBacks.allCases.map { "\($0.rawValue)-RB" } + FirstTaken.allCases.map { "\($0.rawValue)-QB" }
        + FirstTaken.allCases.map { "\($0.rawValue)-TE" }

    /// The places of the names among all of them.
    var places: [Int] {
        let backs = RunningBacks.allCases.count
        let first = runningBacks.flatMap { RunningBacks.allCases.firstIndex(of: $0) }
        let passer = quarterback.flatMap { FirstTaken.allCases.firstIndex(of: $0) }.map { $0 + backs }
        let end = tightEnd.flatMap { FirstTaken.allCases.firstIndex(of: $0) }
            .map { $0 + backs + FirstTaken.allCases.count }
        return [first, passer, end].compactMap { $0 }
    }
}
