import Draft
import Ledger
import Records

/// The live ledger as what commands are decided on: states that are folded out of the log when they are first asked for,
/// and events that become a request to the ledger's writer.
///
/// Events are folded as the ledger will record them, before it does: the next decision does not wait for the disk.
struct LiveStore: RefusalStore {
    /// Events on their way to the writer.
    struct Staged {
        let request: AppendRequest
        /// As the ledger will have them.
        let recorded: [RecordedEvent]
        /// Those among them that state how many refusals there were.
        let counts: [CountedRefusals]
    }

    let ledger: Ledger
    let log: EventLog
    private let source: any StateSource
    private let cryptography: LedgerCryptography

    private(set) var live: LiveState
    var refusals = DeskRefusals()
    /// All requests since the desk last started over: each was decided on what those before it will have made.
    private(set) var chain = AppendChain()
    private(set) var lastRecordedAt: Int64 = .min
    private var nextPosition: UInt64 = 0
    private var writer = RecordWriter()
    /// Rooms that are over, with the position of the event that ended them, in order.
    private var finished: [(id: RoomID, position: UInt64)] = []
    /// The position of the event that tells by how much the machine's clock is behind the ledger's; nil while it is not.
    private var notedStep: UInt64?

    init(ledger: Ledger, log: EventLog, source: any StateSource, cryptography: LedgerCryptography) throws {
        self.ledger = ledger
        self.log = log
        self.source = source
        self.cryptography = cryptography
        live = LiveState(source: source)
        try readPlace()
    }

    /// Forgets what was decided on events that did not come to be.
    mutating func beginAnew() throws {
        live = LiveState(source: source)
        chain = AppendChain()
        finished = []
        try readPlace()
        if let position = notedStep, try log.event(at: position)?.event.type != .clockStepped { notedStep = nil }
    }

    /// Where the next event will stand.
    private mutating func readPlace() throws {
        nextPosition = try ledger.size
        lastRecordedAt = try ledger.lastRecordedAt ?? .min
    }

    func room(_ id: RoomID) -> RoomState? { live.room(id) }

    func hasEvents(_ stream: StreamKey) -> Bool { live.head(of: stream).version > 0 }

    func decide(_ command: Command, origin: CommandOrigin, now: Timestamp) throws -> Decision {
        if case .ledger(.createLedger) = command, nextPosition > 0 {
            return .refused(Refusal(.alreadyExists, "The ledger has its first event."))
        }
        let decision = Draft.decide(command, origin: origin, now: now, state: live, cryptography: cryptography)
        if let failure = live.takeFailure() { throw failure }
        if case .accepted(let events) = decision { try checkSecrets(in: events) }
        return decision
    }

    /// Keeps what is not the secret that a room has committed to from being written: members would find a broken promise
    /// where a key was mixed up.
    private func checkSecrets(in events: [StreamEvent]) throws {
        for event in events {
            guard let secret = event.event.revealedSecret, case .room(let id) = event.stream,
                let commitment = live.room(id)?.commitment, cryptography.sha256(secret.bytes) != commitment
            else { continue }
            throw DraftLedgerError.drawKeyForeign(id)
        }
    }

    /// - Parameter reading: the clock as the decision read it: it is not read again. The machine's may have been set back
    ///   meanwhile, and nothing must seem to have been recorded before it was decided; nor may the counts that stand
    ///   before a decision seem to have come after it.
    mutating func record(_ decided: DecidedEvents, at reading: ClockReading) throws -> Staged {
        let count = decided.closed.count + decided.events.count + decided.due.count
        var staged = StagedEvents(reserving: count + 1, at: reading)
        if reading.isSetBack, notedStep == nil {
            let step = ClockStepped(
                from: Timestamp(microseconds: reading.recordedAt), to: Timestamp(microseconds: reading.machine))
            try stage(StreamEvent(.system, .clockStepped(step)), nil, into: &staged)
        }
        for counted in decided.closed { try stage(counted.event, nil, into: &staged) }
        for (event, origin) in decided.caused { try stage(event, origin, into: &staged) }
        for counted in decided.due { try stage(counted.event, nil, into: &staged) }
        if reading.machine >= lastRecordedAt {
            notedStep = nil
        } else if reading.isSetBack, notedStep == nil {
            notedStep = nextPosition
        }
        let request = AppendRequest(
            records: staged.batch, recordedAt: .at(reading.recordedAt), expectedSize: nextPosition, statesPlaces: true,
            chain: chain)
        fold(staged.recorded, until: reading.recordedAt)
        if let failure = live.takeFailure() {
            // The live state has what the ledger will never get.
            chain.cut()
            throw Diverged(cause: failure)
        }
        noteFinishedRooms(in: staged.recorded)
        return Staged(request: request, recorded: staged.recorded, counts: decided.counts)
    }

    /// The states have what the ledger will never get: everything undecided is to start over.
    struct Diverged: Error {
        let cause: any Error
    }

    private mutating func fold(_ recorded: [RecordedEvent], until time: Int64) {
        lastRecordedAt = time
        nextPosition += UInt64(recorded.count)
        for event in recorded { live.fold(event) }
    }

    /// The event is folded under the place that it is given here. Its record states that place, for the ledger's writer
    /// to hold against its own: it refuses a request that was folded otherwise than it would be recorded.
    private mutating func stage(
        _ event: StreamEvent, _ origin: CommandOrigin?, into staged: inout StagedEvents
    ) throws {
        let before = staged.recorded.last { $0.stream == event.stream }
        let head = before.map { (version: $0.version, position: Optional($0.position)) } ?? live.head(of: event.stream)
        let recorded = RecordedEvent(
            position: nextPosition + UInt64(staged.recorded.count), stream: event.stream, version: head.version + 1,
            previous: head.position, recordedAt: staged.recordedAt, origin: origin, event: event.event)
        try writer.write(
            event.event, stream: event.stream, origin: origin, place: (recorded.version, recorded.previous))
        writer.withBytes { staged.batch.append($0) }
        staged.recorded.append(recorded)
    }

    private mutating func noteFinishedRooms(in recorded: [RecordedEvent]) {
        for event in recorded {
            guard case .room(let id) = event.stream else { continue }
            switch event.event {
            case .draftCompleted, .roomCancelled, .roomVoided: finished.append((id, event.position))
            default: continue
            }
        }
    }

    /// Takes finished rooms out of memory, once the log has their last events: whoever asks for one again is told by
    /// the log, which must not know less than was decided.
    mutating func forgetFinishedRooms() throws {
        guard let first = finished.first, first.position < (try ledger.size) else { return }
        let size = try ledger.size
        for room in finished.prefix(while: { $0.position < size }) { live.forget(room: room.id) }
        finished.removeAll { $0.position < size }
    }
}

/// The events of a request, as records and as the ledger will have them.
private struct StagedEvents {
    var batch: RecordBatch
    var recorded: [RecordedEvent] = []
    let recordedAt: Timestamp

    init(reserving count: Int, at reading: ClockReading) {
        batch = RecordBatch(reservingRecords: count, bytes: 128 * count)
        recordedAt = Timestamp(microseconds: reading.recordedAt)
    }
}
