package import Draft
import Records

/// Turns refusals into events, and keeps a flood of them from filling the ledger.
///
/// A refused command is evidence, so it is recorded: with its code, its times and its margin. But a client that
/// hammers a button must not be able to write without bound. So of one seat's refused picks at one pick the first 20 are
/// events of their own; the rest are counted here, and one event that states their number is written when the pick is
/// over. The count of a pick that is still open lives in memory only: a crash loses how often, never that.
///
/// A pick that came in time from the seat on the clock is what disputes are about. Those are recorded up to 250.
package struct RefusalRecorder: Sendable {
    /// Refusals of one seat at one pick that become events of their own.
    package static let limit: UInt8 = 20

    /// The same for picks that the seat on the clock sent in time.
    package static let limitInTime: UInt8 = 250

    private struct Place: Hashable, Comparable {
        var room: RoomID
        var seat: Seat
        var sender: Sender
        static func < (lhs: Place, rhs: Place) -> Bool {
            (lhs.room, lhs.seat, lhs.sender.rawValue) < (rhs.room, rhs.seat, rhs.sender.rawValue)
        }
    }

    /// What is counted but not yet written.
    private var rest: [Place: CommandRejected] = [:]

    package init() {}

    /// The event that records a refusal.
    ///
    /// - Parameters:
    ///   - refusal: why it was refused.
    ///   - command: what was refused.
    ///   - origin: who sent it, and when it arrived.
    ///   - room: the room that the command was for, as the decision saw it.
    ///   - anchorExists: whether the command's stream has any events; a history does not begin with a refusal.
    /// - Returns: nil when the refusal was only counted, or no record can keep what was refused.
    package mutating func event(
        for refusal: Refusal, command: Command, from origin: CommandOrigin, room: RoomState?,
        anchorExists: Bool = true, at now: Timestamp
    ) -> StreamEvent? {
        let rejected = CommandRejected(refusal, of: command)
        guard rejected.isRecordable else { return nil }
        if let room, let seat = Self.seat(of: refusal, command, in: room),
            room.refusals[Int(seat)] >= Self.limit(for: rejected, of: seat, in: room)
        {
            count(
                rejected.counted(from: origin, at: now, of: command),
                at: Place(room: room.id, seat: seat, sender: origin.actor))
            return nil
        }
        let stream = anchorExists ? Self.stream(for: refusal, command: command) : .system
        return StreamEvent(stream, .commandRejected(rejected))
    }

    /// How many refused picks of a seat become events before one like this is only counted.
    ///
    /// - Parameter room: as of the refusal.
    package static func limit(for rejected: CommandRejected, of seat: Seat, in room: RoomState) -> UInt8 {
        let isInTime = rejected.margin.map { $0 >= .zero } ?? false
        return isInTime && room.seatOnClock == seat && rejected.pick == room.currentPickNumber ? limitInTime : limit
    }

    /// The seat whose refused picks a refusal is counted among; nil for what is no refused pick of a seat.
    static func seat(of refusal: Refusal, _ command: Command, in room: RoomState) -> Seat? {
        guard command.kind == .makePick, let seat = refusal.seat, Int(seat) < room.refusals.count else { return nil }
        return seat
    }

    /// Takes out what is counted: for one room, or for all of them.
    mutating func takeCounts(of room: RoomID? = nil) -> [CountedRefusals] {
        guard !rest.isEmpty else { return [] }
        let places = rest.keys.filter { room == nil || $0.room == room }.sorted()
        return places.compactMap { place in
            rest.removeValue(forKey: place).map { CountedRefusals(.seat(place.room, place.seat, place.sender), $0) }
        }
    }

    /// Puts back what was taken out and did not reach the ledger.
    mutating func putBack(_ rejected: CommandRejected, of seat: Seat, in room: RoomID, from sender: Sender) {
        count(rejected, at: Place(room: room, seat: seat, sender: sender))
    }

    private mutating func count(_ rejected: CommandRejected, at place: Place) {
        if rest[place]?.count(rejected) == nil { rest[place] = rejected }
    }

    /// A history that does not exist cannot hold its own refusals; the ledger's own stream does.
    private static func stream(for refusal: Refusal, command: Command) -> StreamKey {
        switch refusal.code {
        case .unknownRoom, .unknownUser, .unknownTournament, .unknownPool, .unknownCase: .system
        default: command.anchor
        }
    }
}

extension Event {
    /// Whether what was counted of the room's current pick has to be stated before it: none or another follows.
    var endsPick: Bool {
        switch self {
        case .pickMade, .pickAutomated, .pickCorrected, .draftCompleted, .roomVoided: true
        default: false
        }
    }
}

/// Refusals beyond those that became events of their own: one event is to state how many there were.
@usableFromInline
package struct CountedRefusals: Sendable {
    /// What they have in common.
    enum Source: Hashable, Sendable {
        /// Refused picks of a seat, at one pick, from one sender.
        case seat(RoomID, Seat, Sender)
        /// Of one sender, within some time.
        case sender(SenderRefusals.Flood)
    }

    let source: Source
    let rejected: CommandRejected

    init(_ source: Source, _ rejected: CommandRejected) {
        self.source = source
        self.rejected = rejected
    }

    /// The event that states them. It is nobody's outcome, and so carries no command.
    package var event: StreamEvent {
        switch source {
        case .seat(let room, _, _): StreamEvent(.room(room), .commandRejected(rejected))
        case .sender(let flood): StreamEvent(flood.stream, .commandRejected(rejected))
        }
    }
}
