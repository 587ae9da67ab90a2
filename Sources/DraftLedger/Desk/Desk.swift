public import Draft
import Records

/// Decides commands one after the other: decide, record, fold. The one such loop.
///
/// The live ledger, the simulation, the import and the what-if differ in what they decide on and where the events go,
/// which is their store's business. What is called for each command is inlined into their modules, so that it is
/// specialised for their stores.
@usableFromInline
package struct Desk<Store: DeskStore> {
    @usableFromInline package var store: Store

    @inlinable
    package init(_ store: Store) { self.store = store }

    /// The final outcome of a command.
    @usableFromInline
    package enum Outcome {
        case accepted(Store.Receipt)
        /// Nil for a refusal that was only counted.
        case refused(Refusal, Store.Receipt?)
    }

    /// Decides a command of which a refusal leaves no trace.
    @inlinable
    package mutating func attempt(
        _ question: Store.Question, origin: CommandOrigin, at time: Store.Time
    ) throws(Store.Failure) -> Result<Store.Receipt, Refusal> {
        switch try store.decide(question, origin: origin, now: time.now) {
        case .accepted(let events): .success(try store.record(DecidedEvents(events, origin), at: time))
        case .refused(let refusal): .failure(refusal)
        }
    }
}

extension Desk: Sendable where Store: Sendable {}

/// The states that a desk decides on, and the log of its decisions.
@usableFromInline
package protocol DeskStore {
    /// The commands that can be decided here: all, or those about one room.
    associatedtype Question: Draft.Question

    /// When a decision is made, and what else its record has to say of the moment.
    associatedtype Time: DecisionTime

    /// The facts about events once they are recorded.
    associatedtype Receipt

    /// The error that prevents the store from reading or recording.
    associatedtype Failure: Error

    /// Returns the decision about a command on the current states.
    mutating func decide(_ question: Question, origin: CommandOrigin, now: Timestamp) throws(Failure) -> Decision

    /// Gives events their places, writes them down and folds them into the states.
    mutating func record(_ decided: DecidedEvents, at time: Time) throws(Failure) -> Receipt
}

/// A moment at which a decision can be made.
@usableFromInline
package protocol DecisionTime {
    /// The ledger's clock for the decision.
    var now: Timestamp { get }
}

extension Timestamp: DecisionTime {
    @inlinable package var now: Timestamp { self }
}

/// The records of one decision.
@usableFromInline
package struct DecidedEvents {
    /// Counts of the pick that the events end, which go before them.
    @usableFromInline package var closed: [CountedRefusals] = []
    @usableFromInline package var events: [StreamEvent] = []
    /// The origin of the command; counts have no origin.
    @usableFromInline package var origin: CommandOrigin?
    /// Counts whose time has come, which go last: the decision has not seen them.
    @usableFromInline package var due: [CountedRefusals] = []

    @inlinable
    init(_ events: [StreamEvent], _ origin: CommandOrigin) {
        self.events = events
        self.origin = origin
    }

    @inlinable
    init(counts: [CountedRefusals]) { due = counts }

    @inlinable var counts: [CountedRefusals] { closed + due }

    /// Hands on the command's events, each with the cause that its record states: the first one with its signature.
    @inlinable
    package func forEachCaused<Failure: Error>(
        _ body: (StreamEvent, CommandOrigin?) throws(Failure) -> Void
    ) throws(Failure) {
        guard let first = events.first else { return }
        try body(first, origin)
        guard events.count > 1 else { return }
        let others = origin?.withoutSignature
        for event in events.dropFirst() { try body(event, others) }
    }
}

// MARK: - Refusals

/// A store in which refusals are events, too.
@usableFromInline
package protocol RefusalStore: DeskStore {
    /// What is only counted of them.
    var refusals: DeskRefusals { get set }

    func room(_ id: RoomID) -> RoomState?

    /// Whether the ledger was closed at the end of its season: no refusal is recorded any more.
    var isClosed: Bool { get }

    /// Whether anything has happened in a stream: a history does not begin with a refusal.
    func hasEvents(_ stream: StreamKey) -> Bool
}

extension Desk where Store: RefusalStore {
    /// Decides a command. A refusal is recorded or counted.
    @inlinable
    package mutating func send(
        _ question: Store.Question, origin: CommandOrigin, at time: Store.Time
    ) throws(Store.Failure) -> Outcome {
        try settle(
            store.decide(question, origin: origin, now: time.now), of: question.command, origin: origin, at: time)
    }

    /// Writes down what a command has come to.
    @inlinable
    mutating func settle(
        _ decision: Decision, of command: Command, origin: CommandOrigin, at time: Store.Time
    ) throws(Store.Failure) -> Outcome {
        switch decision {
        case .accepted(let events): .accepted(try record(events, origin, at: time))
        case .refused(let refusal): try refuse(command, with: refusal, origin: origin, at: time)
        }
    }

    /// Turns a command down on what the rules know nothing of.
    @inlinable
    package mutating func refuse(
        _ command: Command, with refusal: Refusal, origin: CommandOrigin, at time: Store.Time
    ) throws(Store.Failure) -> Outcome {
        if store.isClosed { return .refused(refusal, nil) }
        var room: RoomState?
        if case .room(let id) = command.anchor { room = store.room(id) }
        let event = store.refusals.event(
            for: refusal, of: command, from: origin, room: room, anchorExists: store.hasEvents(command.anchor),
            at: time.now)
        guard let event else { return .refused(refusal, nil) }
        return .refused(refusal, try record([event], origin, at: time))
    }

    /// States all that was only counted so far; nil where nothing was.
    package mutating func stateCounts(at time: Store.Time) throws(Store.Failure) -> Store.Receipt? {
        let counts = store.refusals.takeAllCounts()
        return counts.isEmpty ? nil : try record(DecidedEvents(counts: counts), at: time)
    }

    /// States what was counted by sender and is due; nil where nothing is.
    package mutating func stateDueCounts(at time: Store.Time) throws(Store.Failure) -> Store.Receipt? {
        let counts = store.refusals.takeDueCounts(at: time.now)
        return counts.isEmpty ? nil : try record(DecidedEvents(counts: counts), at: time)
    }

    /// With events goes what was only counted of refusals and is to be stated by now.
    @inlinable
    mutating func record(
        _ events: [StreamEvent], _ origin: CommandOrigin, at time: Store.Time
    ) throws(Store.Failure) -> Store.Receipt {
        let closed = store.refusals.takeCounts(closedBy: events)
        var decided = DecidedEvents(events, origin)
        if !closed.isEmpty {
            decided.closed = closed
            decided.events = events.map { $0.standing(behind: closed.count) }
        }
        decided.due = store.refusals.takeDueCounts(at: time.now)
        return try record(decided, at: time)
    }

    @inlinable
    mutating func record(
        _ decided: DecidedEvents, at time: Store.Time
    ) throws(Store.Failure) -> Store.Receipt {
        do throws(Store.Failure) {
            return try store.record(decided, at: time)
        } catch {
            store.refusals.putBack(decided.counts)
            throw error
        }
    }
}

extension StreamEvent {
    /// The event, adjusted for earlier events that its decision has not seen: the end of a draft says how many
    /// events its room has had.
    @usableFromInline
    func standing(behind count: Int) -> StreamEvent {
        guard count > 0, case .completed(var completed) = event.ending else { return self }
        completed.events &+= UInt32(count)
        return StreamEvent(stream, .draftCompleted(completed))
    }
}

// MARK: - Refusals that are recorded and refusals that are counted

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

    /// The seat whose refused picks include a refusal; nil for other refusals.
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

/// Refusals beyond those that became events of their own: one event is to state how many there were.
@usableFromInline
package struct CountedRefusals: Sendable {
    /// Their common properties.
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

    /// The event that states them. It is not the outcome of a command, and so carries no command.
    package var event: StreamEvent {
        switch source {
        case .seat(let room, _, _): StreamEvent(.room(room), .commandRejected(rejected))
        case .sender(let flood): StreamEvent(flood.stream, .commandRejected(rejected))
        }
    }
}

// MARK: - The refusals of one sender

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

    /// The period after the first refusal: at its end the counts are recorded and counting restarts. All floods share one
    /// period, so forgetting finished ones costs nothing.
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

    /// The common properties of the counted refusals. Their picks and players may differ, and a seat named by a foreign
    /// sender is not the seat of these refusals.
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

/// The recording of the desk's refusals: as events, or counted by seat and pick or by sender.
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
        guard let rejected = event.event.refusal else { return event }
        let flood = SenderRefusals.Flood(
            stream: event.stream, actor: origin.actor, command: rejected.command, code: rejected.code)
        let isAdmitted = bySender.admits(
            rejected.counted(from: origin, at: now, of: command), of: flood, at: now)
        return isAdmitted ? event : nil
    }

    /// Takes out what is to be stated before events that close a pick, or the ledger; nothing for any others.
    @usableFromInline
    mutating func takeCounts(closedBy events: [StreamEvent]) -> [CountedRefusals] {
        if events.last?.event.type == .ledgerClosed { return takeAllCounts() }
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
        for event in events where event.event.traits.contains(.endsPick) {
            if case .room(let room) = event.stream { return room }
        }
        return nil
    }
}
