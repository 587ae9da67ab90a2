public import Draft

/// Turns refusals into events, and keeps a flood of them from filling the ledger.
///
/// A refused command is evidence, so it is recorded: with its code, its times and its margin. But a client that
/// hammers a button must not be able to write without bound. So of one seat and pick the first 20 refusals are events
/// of their own; the rest are counted here, and one event that states their number is written when the pick is over.
/// The count of a pick that is still open lives in memory only: a crash loses how often, never that.
public struct RefusalRecorder: Sendable {
    /// Refusals of one seat at one pick that become events of their own.
    public static let limit: UInt8 = 20

    private struct Place: Hashable, Comparable {
        var room: RoomID
        var seat: Seat
        static func < (lhs: Place, rhs: Place) -> Bool { (lhs.room, lhs.seat) < (rhs.room, rhs.seat) }
    }

    private struct Rest {
        var rejected: CommandRejected
        var count: UInt32
    }

    /// What is counted but not yet written.
    private var rest: [Place: Rest] = [:]

    public init() {}

    /// The event that records a refusal.
    ///
    /// - Parameters:
    ///   - room: the room that the command was for, as the decision saw it.
    ///   - anchorExists: whether the command's stream has any events; a history does not begin with a refusal.
    /// - Returns: nil when the refusal was only counted.
    public mutating func event(
        for refusal: Refusal, command: Command, room: RoomState?, anchorExists: Bool = true
    ) -> StreamEvent? {
        let rejected = CommandRejected(refusal, of: command)
        if let room, let seat = refusal.seat, Int(seat) < room.refusals.count,
            room.refusals[Int(seat)] >= Self.limit
        {
            rest[Place(room: room.id, seat: seat), default: Rest(rejected: rejected, count: 0)].count += 1
            return nil
        }
        let stream = anchorExists ? Self.stream(for: refusal, command: command) : .system
        return StreamEvent(stream, .commandRejected(rejected))
    }

    /// The events that state how many more refusals there were; to be written before what closes the pick.
    public mutating func closePick(of room: RoomID) -> [StreamEvent] {
        let places = rest.keys.filter { $0.room == room }.sorted()
        return places.map { place in
            var entry = rest.removeValue(forKey: place)!
            entry.rejected.count = entry.count
            return StreamEvent(.room(room), .commandRejected(entry.rejected))
        }
    }

    /// Whether anything is counted for a room.
    public func hasRest(of room: RoomID) -> Bool { !rest.isEmpty && rest.keys.contains { $0.room == room } }

    /// A history that does not exist cannot hold its own refusals; the ledger's own stream does.
    private static func stream(for refusal: Refusal, command: Command) -> StreamKey {
        switch refusal.code {
        case .unknownRoom, .unknownUser, .unknownTournament, .unknownPool, .unknownCase: .system
        default: command.anchor
        }
    }
}

extension CommandRejected {
    fileprivate init(_ refusal: Refusal, of command: Command) {
        self = .blank
        self.command = command.kind
        code = refusal.code
        pick = refusal.pick
        seat = refusal.seat
        player = refusal.player
        deadline = refusal.deadline
        graceEndsAt = refusal.graceEndsAt
        margin = refusal.margin
        if case .makePick(_, let pick) = command { claimedAt = pick.claimedAt }
        count = 1
    }
}
