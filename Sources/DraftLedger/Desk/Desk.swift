public import Draft

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

    /// What became of a command that was decided for good.
    @usableFromInline
    package enum Outcome {
        case accepted(Store.Receipt)
        /// Nil for a refusal that was only counted.
        case refused(Refusal, Store.Receipt?)
    }

    /// Decides a command where a refusal leaves nothing behind.
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

/// What a desk decides on, and where what was decided goes.
@usableFromInline
package protocol DeskStore {
    /// What can be decided here: every command, or those about one room.
    associatedtype Question: Draft.Question

    /// When a decision is made, and what else its record has to say of the moment.
    associatedtype Time: DecisionTime

    /// What is known of events once they are recorded.
    associatedtype Receipt

    /// What keeps the store from reading or recording.
    associatedtype Failure: Error

    /// What a command comes to on the states as they are.
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

/// What one decision writes down.
@usableFromInline
package struct DecidedEvents {
    /// Counts of the pick that the events end, which go before them.
    @usableFromInline package var closed: [CountedRefusals] = []
    @usableFromInline package var events: [StreamEvent] = []
    /// Of the command; the counts are nobody's.
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
