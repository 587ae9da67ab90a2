import Draft
import DraftLedger

/// Where commands are sent: decided by the rules, written to the journal and folded into the state that the next
/// decision reads. A class, because a decision holds the state it reads and ten million of them should not copy it.
protocol Desk: AnyObject, StateView {
    var journal: Journal { get set }

    /// Brings the desk's state up to date with an event.
    func fold(_ event: Event, at place: EventPlace)

    /// The room whose refusals a command's counts among.
    func room(of command: Command) -> RoomState?
}

extension Desk {
    /// The desk's clock.
    var now: Timestamp { journal.now }

    /// Sends a command.
    ///
    /// - Parameter arrival: when it reaches the edge of the system; nil for now.
    /// - Returns: why it was refused, which is on record then; nil when it was accepted.
    @discardableResult
    func send(_ command: Command, as actor: Sender, at arrival: Timestamp? = nil) -> Refusal? {
        let origin = journal.origin(of: command, from: actor, arriving: arrival ?? now)
        let decision = decide(
            command, origin: origin, now: now, state: self, cryptography: journal.cryptography)
        switch decision {
        case .accepted(let events):
            for event in events { record(event, origin: origin) }
            return nil
        case .refused(let refusal):
            let event = journal.refusals.event(for: refusal, command: command, room: room(of: command))
            if let event { record(event, origin: origin) }
            return refusal
        }
    }

    /// Sends a command that the simulation cannot do without.
    ///
    /// - Throws: `SimulationError.refused` when it is refused all the same.
    func demand(_ command: Command, as actor: Sender, at arrival: Timestamp? = nil) throws(SimulationError) {
        if let refusal = send(command, as: actor, at: arrival) {
            throw .refused(command: command.kind, refusal: refusal)
        }
    }

    /// Writes an event down and folds it.
    func record(_ event: StreamEvent, origin: CommandOrigin?) {
        fold(event.event, at: journal.write(event, origin: origin))
    }
}
