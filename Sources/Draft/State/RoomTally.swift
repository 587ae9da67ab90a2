/// How many of a contest's rooms are in each status.
public struct RoomTally: Hashable, Sendable {
    /// By status: `counts[status.rawValue - 1]`.
    private var counts = [UInt32](repeating: 0, count: RoomStatus.allCases.count)

    package init() {}

    /// How many rooms are in a status.
    public package(set) subscript(status: RoomStatus) -> UInt32 {
        get { counts[Int(status.rawValue) - 1] }
        set { counts[Int(status.rawValue) - 1] = newValue }
    }

    /// Rooms whose draft may still happen or is happening.
    public var unfinished: UInt32 {
        self[.waiting] + self[.countdown] + self[.active] + self[.paused]
    }

    /// Rooms whose draft is happening.
    public var drafting: UInt32 { self[.active] + self[.paused] }

    /// A room's status has changed; nil for a room that was not counted before or is not any more.
    package mutating func move(from old: RoomStatus?, to new: RoomStatus?) {
        if let old, self[old] > 0 { self[old] -= 1 }
        if let new { self[new] += 1 }
    }

    /// Adds the rooms of another tally.
    package mutating func merge(_ other: RoomTally) {
        for index in counts.indices { counts[index] += other.counts[index] }
    }
}
