public import Draft
import Records

/// Keeps a sender whose commands are turned down from filling histories with that.
///
/// Refused picks of a seat are bounded by seat and pick (`RefusalRecorder`). Everything else that can be refused is
/// bounded here, whether its sender has a seat or not and whether its room exists or not: of one sender, one stream,
/// one kind of command and one reason, the first 20 refusals within a minute are events of their own, and one event
/// counts the rest. The counts live in memory only: a crash loses how many there were, never that.
struct SenderRefusals: Sendable {
    /// Refusals that are counted together.
    struct Flood: Hashable, Comparable {
        var stream: StreamKey
        var actor: Sender
        var command: CommandKind
        var code: RefusalCode

        static func < (lhs: Flood, rhs: Flood) -> Bool {
            (lhs.stream.rawValue, lhs.actor.rawValue, lhs.command.rawValue, lhs.code.rawValue)
                < (rhs.stream.rawValue, rhs.actor.rawValue, rhs.command.rawValue, rhs.code.rawValue)
        }
    }

    /// From the first refusal on: then the counts are stated, and counting begins anew. One period for all floods, so
    /// that forgetting those who have stopped costs nothing.
    static let period = Interval.seconds(60)

    private var recorded: [Flood: UInt8] = [:]
    private var rest: [Flood: CommandRejected] = [:]
    private var endsAt: Timestamp?
    /// Of periods that are over.
    private var due: [CountedRefusals] = []

    /// Whether a refusal becomes an event of its own; otherwise it is counted.
    ///
    /// - Parameter rejected: as a count of itself.
    mutating func admits(_ rejected: @autoclosure () -> CommandRejected, of flood: Flood, at now: Timestamp) -> Bool {
        if isPeriodOver(at: now) { endPeriod() }
        if endsAt == nil { endsAt = now + Self.period }
        guard recorded[flood, default: 0] >= RefusalRecorder.limit else {
            recorded[flood, default: 0] += 1
            return true
        }
        let rejected = rejected()
        if rest[flood]?.count(rejected) == nil { rest[flood] = Self.common(of: rejected) }
        return false
    }

    /// Takes out the counts whose time has come to be stated.
    mutating func takeDueCounts(at now: Timestamp) -> [CountedRefusals] {
        if isPeriodOver(at: now) { endPeriod() }
        guard !due.isEmpty else { return [] }
        defer { due = [] }
        return due
    }

    /// Takes out all counts.
    mutating func takeCounts() -> [CountedRefusals] {
        endPeriod()
        defer { due = [] }
        return due
    }

    /// Puts back what was taken out and did not reach the ledger; it stays due.
    mutating func putBack(_ rejected: CommandRejected, of flood: Flood) {
        due.append(CountedRefusals(.sender(flood), rejected))
    }

    /// A clock that was set back ends the period, too: it may have been set back by any length of time.
    private func isPeriodOver(at now: Timestamp) -> Bool {
        guard let endsAt else { return false }
        return now >= endsAt || now < endsAt - Self.period
    }

    private mutating func endPeriod() {
        due += rest.sorted { $0.key < $1.key }.map { CountedRefusals(.sender($0.key), $0.value) }
        recorded = [:]
        rest = [:]
        endsAt = nil
    }

    /// What can be said of all that are counted. Their picks and players may differ; and a seat that a stranger names is
    /// not the one whose refusals these are.
    private static func common(of rejected: CommandRejected) -> CommandRejected {
        var common = CommandRejected.blank
        common.command = rejected.command
        common.code = rejected.code
        common.count = rejected.count
        common.content = rejected.content
        common.flood = rejected.flood
        return common
    }
}

/// What becomes of the desk's refusals: events of their own, or counted, by seat and pick or by sender.
@usableFromInline
package struct DeskRefusals: Sendable {
    private var bySeat = RefusalRecorder()
    private var bySender = SenderRefusals()

    package init() {}

    /// The event that records a refusal; nil when it was only counted.
    ///
    /// - Parameters:
    ///   - origin: who sent the command, and when it arrived.
    ///   - room: the room that it was for, as the decision saw it.
    ///   - anchorExists: whether the command's stream has any events.
    @usableFromInline
    mutating func event(
        for refusal: Refusal, of command: Command, from origin: CommandOrigin, room: RoomState?, anchorExists: Bool,
        at now: Timestamp
    ) -> StreamEvent? {
        // No pick of a room that is over will ever end, and state what was counted until then.
        let room = room.flatMap { $0.status.isTerminal ? nil : $0 }
        let event = bySeat.event(
            for: refusal, command: command, from: origin, room: room, anchorExists: anchorExists, at: now)
        guard let event else { return nil }
        if let room, RefusalRecorder.seat(of: refusal, command, in: room) != nil { return event }
        guard case .commandRejected(let rejected) = event.event else { return event }
        let flood = SenderRefusals.Flood(
            stream: event.stream, actor: origin.actor, command: rejected.command, code: rejected.code)
        let isAdmitted = bySender.admits(
            rejected.counted(from: origin, at: now, of: command), of: flood, at: now)
        return isAdmitted ? event : nil
    }

    /// Takes out what is to be stated before events that close a pick; nothing for any others.
    @usableFromInline
    mutating func takeCounts(closedBy events: [StreamEvent]) -> [CountedRefusals] {
        guard let room = Self.roomWhosePickCloses(in: events) else { return [] }
        return bySeat.takeCounts(of: room)
    }

    /// Takes out what was counted by sender and is due.
    @usableFromInline
    mutating func takeDueCounts(at now: Timestamp) -> [CountedRefusals] { bySender.takeDueCounts(at: now) }

    /// Takes out all that is counted.
    @usableFromInline
    mutating func takeAllCounts() -> [CountedRefusals] { bySeat.takeCounts() + bySender.takeCounts() }

    /// Puts back what was taken out and did not reach the ledger.
    @usableFromInline
    mutating func putBack(_ counts: [CountedRefusals]) {
        for counted in counts {
            switch counted.source {
            case .seat(let room, let seat, let sender):
                bySeat.putBack(counted.rejected, of: seat, in: room, from: sender)
            case .sender(let flood): bySender.putBack(counted.rejected, of: flood)
            }
        }
    }

    private static func roomWhosePickCloses(in events: [StreamEvent]) -> RoomID? {
        for event in events where event.event.endsPick {
            if case .room(let room) = event.stream { return room }
        }
        return nil
    }
}
