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

    let live: LiveState
    var refusals = DeskRefusals()
    /// All requests since the desk last started over: each was decided on what those before it will have made.
    private(set) var chain = AppendChain()
    private(set) var lastRecordedAt: Int64 = .min
    private(set) var nextPosition: UInt64 = 0
    private var writer = RecordWriter()
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

    /// Forgets what was decided on events that did not come to be, and what others have appended to.
    ///
    /// - Parameter end: where the log ends as far as it was decided here.
    mutating func beginAnew(at end: UInt64) throws {
        chain = AppendChain()
        do {
            try readPlace()
            let foreign = try ForeignEvents(min(end, nextPosition)..<nextPosition, in: ledger)
            live.beginAnew(at: end, after: foreign)
        } catch {
            live.beginAnew(at: end, after: nil)
            throw error
        }
        if let position = notedStep, try log.event(at: position)?.event.type != .clockStepped { notedStep = nil }
    }

    /// Where the next event will stand.
    private mutating func readPlace() throws {
        nextPosition = try ledger.size
        lastRecordedAt = try ledger.lastRecordedAt ?? .min
    }

    func room(_ id: RoomID) -> RoomState? { live.room(id) }

    func hasEvents(_ stream: StreamKey) -> Bool { live.end(of: stream).map { $0.version > 0 } ?? false }

    /// Whatever it comes to must not be used where it had needs (`LiveState.takeNeeds()`).
    func decide(_ command: Command, origin: CommandOrigin, now: Timestamp) throws -> Decision {
        if case .ledger(.createLedger) = command, nextPosition > 0 {
            return .refused(Refusal(.alreadyExists, "The ledger has its first event."))
        }
        let decision = Draft.decide(command, origin: origin, now: now, state: live, cryptography: cryptography)
        if case .accepted(let events) = decision { live.require(events) }
        if let failure = live.takeFailure() { throw failure }
        return decision
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
        return Staged(request: request, recorded: staged.recorded, counts: decided.counts)
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
        let head =
            try before.map { StreamEnd(version: $0.version, position: $0.position) } ?? live.end(of: event.stream)
            ?? durableEnd(of: event.stream)
        let recorded = RecordedEvent(
            position: nextPosition + UInt64(staged.recorded.count), stream: event.stream, version: head.version + 1,
            previous: head.position, recordedAt: staged.recordedAt, origin: origin, event: event.event)
        try writer.write(
            event.event, stream: event.stream, origin: origin, place: (recorded.version, recorded.previous))
        writer.withBytes { staged.batch.append($0) }
        staged.recorded.append(recorded)
    }

    /// The end of a stream of which nothing is in memory, nor on its way: only counts of refusals go to such a one.
    private func durableEnd(of stream: StreamKey) throws -> StreamEnd {
        let head = try ledger.head(of: StreamID(stream))
        return StreamEnd(version: head?.version ?? 0, position: head?.position)
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
