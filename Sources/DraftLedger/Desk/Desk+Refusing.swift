public import Draft

/// A store in which refusals are events, too.
@usableFromInline
package protocol RefusalStore: DeskStore {
    /// What is only counted of them.
    var refusals: DeskRefusals { get set }

    func room(_ id: RoomID) -> RoomState?

    /// Whether anything has happened in a stream: a history does not begin with a refusal.
    func hasEvents(_ stream: StreamKey) -> Bool
}

extension Desk where Store: RefusalStore {
    /// Decides a command. A refusal goes on record, or is counted.
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
    /// The event where so many others come before it that its decision has not seen: the end of a draft says how many
    /// events its room has had.
    @usableFromInline
    func standing(behind count: Int) -> StreamEvent {
        guard count > 0, case .draftCompleted(var completed) = event else { return self }
        completed.events &+= UInt32(count)
        return StreamEvent(stream, .draftCompleted(completed))
    }
}
