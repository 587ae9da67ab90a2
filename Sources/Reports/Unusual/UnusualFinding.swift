public import Draft

/// An integrity indicator: the found value with the common value. It does not state a cause.
public struct UnusualFinding: Hashable, Sendable {
    /// What is looked for, by the name under which it is asked for.
    public enum Kind: String, Sendable, CaseIterable {
        /// Two users in the same rooms more often than the draw of rooms would have it.
        case together
        /// Entries of two users with the same players.
        case rosters
        /// A seat that passes players on to the next one.
        case feeding
        /// A user who picks as regularly as a machine.
        case reactions
        /// A room that was cancelled, and its members in one of the next rooms.
        case reseated
        /// Deposits that were charged back.
        case chargebacks
        /// A user who does not reveal what he put into a draw, by which he chose between two orders.
        case withheld
    }

    public var kind: Kind

    /// One or two; of `feeding`, who passes on first.
    public var users: [UserID]

    /// The rooms that show it, the first few.
    public var rooms: [RoomID]

    /// The found value, in the unit of the kind.
    public var measure: Double

    /// What is common, in the same unit.
    public var base: Double

    /// How many chances there were for it: rooms, entries, turns, picks, seats, deposits or draws.
    public var chances: Int

    /// By which findings of a kind are ranked, the highest first.
    public var score: Double

    /// Among those of its kind, from 1.
    public var rank = 0

    static let roomsShown = 5
}

extension UnusualFinding.Kind {
    /// What `measure` and `base` count.
    public var unit: String {
        switch self {
        case .together: "shared rooms, and the number expected by chance"
        case .rosters: "entries with the same players, and the share of all entries with such a twin"
        case .feeding:
            "share of turns before the other user that reached by two rounds and left a due player, and before others"
        case .reactions: "interquartile range of the time to a pick in seconds, and that of the median user"
        case .reseated: "members of a cancelled room in one of the next, and the number expected by chance"
        case .chargebacks: "share of deposits charged back, and of all users"
        case .withheld: "share of draws not revealed for, and of all users"
        }
    }

    /// What `chances` counts.
    public var chancesUnit: String {
        switch self {
        case .together: "rooms of the one with fewer"
        case .rosters: "entries of the first"
        case .feeding: "turns right before the other"
        case .reactions: "picks by hand under a clock"
        case .reseated: "members of the cancelled room"
        case .chargebacks: "deposits"
        case .withheld: "draws of rooms that were joined with a digest"
        }
    }
}

extension [UnusualFinding] {
    /// The most unusual ones, ranked; those that are alike by their users and rooms.
    func ranked(_ count: Int) -> [UnusualFinding] {
        let order = sorted { left, right in
            if left.score != right.score { return left.score > right.score }
            let (one, other) = (
                left.users.map(\.number) + left.rooms.map(\.number),
                right.users.map(\.number) + right.rooms.map(\.number)
            )
            return one.lexicographicallyPrecedes(other)
        }
        return order.prefix(count).enumerated().map { index, finding in
            var finding = finding
            finding.rank = index + 1
            return finding
        }
    }
}
