import Draft
import DraftLedger
import Records

/// The output of a desk: events in the order of their time, and all that it takes to make them.
struct Journal {
    /// The time of the last event: the desk's clock. Never runs backwards.
    private(set) var now: Timestamp

    /// The clock before the last command arrived.
    private(set) var beforeArrival: Timestamp

    /// Events written so far.
    private var size: UInt64 = 0

    /// Written since the last `takeEvents()`.
    private(set) var events: [PendingEvent] = []

    /// Names the commands; apart from the choices, so that neither disturbs the other.
    private var names: SeededGenerator

    let cryptography: LedgerCryptography

    /// Receives free text; nil if the simulation has no free text.
    let words: WordBook?

    /// Signs the scheduler's commands; nil while the scheduler has no account.
    var signer: ServiceSigner?

    /// When the service is down; nil where it is not.
    var outage: RoomScript.Outage?

    init(
        now: Timestamp, names: SeededGenerator, cryptography: LedgerCryptography, words: WordBook?,
        outage: RoomScript.Outage? = nil
    ) {
        self.words = words
        self.outage = outage
        self.now = now
        beforeArrival = now
        self.names = names
        self.cryptography = cryptography
    }

    mutating func nextName() -> CommandID { names.commandID() }

    /// A new command's context. The desk's clock moves to when it is handled.
    mutating func origin(
        of command: Command, named name: CommandID, from actor: Sender, arriving arrival: Timestamp
    ) -> CommandOrigin {
        let arrival = heard(arrival)
        beforeArrival = now
        advance(to: arrival + Interval(microseconds: 400 + Int64(name.low % 2_600)))
        let origin = CommandOrigin(
            occurredAt: arrival, actor: actor, commandID: name, fingerprint: command.fingerprint)
        return signer?.signing(command, origin) ?? origin
    }

    /// Returns the time of receipt of a command that is sent at a moment: during an outage, its end.
    private func heard(_ moment: Timestamp) -> Timestamp {
        guard let outage, now < outage.end, moment >= outage.start, moment < outage.end else { return moment }
        return outage.end + .milliseconds(1)
    }

    /// When the last clock was started; nil before the first one.
    var lastClockStart: Timestamp? {
        events.last { if case .started = $0.event.clock { true } else { false } }?.recordedAt
    }

    /// Lets time pass until a moment; one in the past changes nothing.
    mutating func advance(to moment: Timestamp) { now = max(now, moment) }

    /// - Returns: where the event stands in the journal.
    mutating func write(_ event: StreamEvent, origin: CommandOrigin?, at moment: Timestamp) -> EventPlace {
        events.append(PendingEvent(stream: event.stream, event: event.event, origin: origin, recordedAt: moment))
        defer { size += 1 }
        return EventPlace(stream: event.stream, position: size, recordedAt: moment, origin: origin)
    }

    /// Notes an event that another desk has written.
    ///
    /// - Returns: where it stands for this one.
    mutating func note(_ event: PendingEvent) -> EventPlace {
        defer { size += 1 }
        return EventPlace(stream: event.stream, position: size, recordedAt: now, origin: event.origin)
    }

    mutating func reserve(_ count: Int) { events.reserveCapacity(count) }

    mutating func takeEvents() -> [PendingEvent] {
        defer { events = [] }
        return events
    }
}
