import Draft
import DraftLedger
import Records

/// The states by which a simulated desk decides, and the journal that it writes. A class, because a decision holds the states that it
/// reads, and ten million of them should not copy these.
protocol SimulatedStore: AnyObject, RefusalStore where Time == Timestamp, Receipt == Void, Failure == Never {
    var journal: Journal { get set }

    func dispute(_ id: CaseID) -> CaseState?

    /// The proposal of an approval request; nil if it does not exist.
    func proposal(_ id: MeasureID) -> MeasureProposed?

    /// Brings the states up to date with an event.
    func fold(_ event: Event, at place: EventPlace)
}

extension SimulatedStore {
    func record(_ decided: DecidedEvents, at now: Timestamp) {
        // The counted events came before the command.
        for counted in decided.closed { write(counted.event, nil, at: journal.beforeArrival) }
        decided.forEachCaused { write($0, $1, at: now) }
        for counted in decided.due { write(counted.event, nil, at: now) }
    }

    private func write(_ event: StreamEvent, _ origin: CommandOrigin?, at moment: Timestamp) {
        fold(event.event, at: journal.write(event, origin: event.event.type.hasOrigin ? origin : nil, at: moment))
    }

    /// All streams count as begun. A queue is not, before its first edit; should that one be refused, its history begins
    /// with the refusal: so stand the events that belong to a seed.
    func hasEvents(_ stream: StreamKey) -> Bool { true }
}

extension Desk where Store: SimulatedStore {
    var journal: Journal {
        get { store.journal }
        nonmutating _modify { yield &store.journal }
    }

    /// The desk's clock.
    var now: Timestamp { store.journal.now }

    /// Sends a command.
    ///
    /// - Parameter arrival: when it reaches the edge of the system; nil for now.
    /// - Returns: why it was refused; nil when it was accepted.
    @discardableResult
    mutating func send(_ question: Store.Question, as actor: Sender, at arrival: Timestamp? = nil) -> Refusal? {
        let letter = store.journal.letter(of: question.command, from: actor, arriving: arrival ?? now)
        let asked = letter.pinned.flatMap(Store.Question.init) ?? question
        if case .refused(let refusal, _) = send(asked, origin: letter.origin, at: now) { return refusal }
        store.keep(letter)
        return nil
    }

    /// Sends a command that the simulation cannot do without.
    ///
    /// - Throws: `SimulationError.refused` when it is refused all the same.
    mutating func demand(
        _ question: Store.Question, as actor: Sender, at arrival: Timestamp? = nil
    ) throws(SimulationError) {
        if let refusal = send(question, as: actor, at: arrival) {
            throw .refused(command: question.command.kind, refusal: refusal)
        }
    }

    /// States what is still only counted of refusals: nothing more is sent that would.
    mutating func stateCounts() { _ = stateCounts(at: now) }
}
