import Draft
import LMDB
import Ledger

/// Takes commands in, decides them one after the other on the live state, and answers each when its events are durable.
///
/// Whoever leaves a command and finds nobody at work does the deciding, for itself and for all who come meanwhile; the
/// others only leave theirs and wait. Decisions never wait for the disk: while one group of events is being synced, the
/// next commands are decided on the state that those events will have made. Should the ledger have moved on under a
/// decision, because somebody appended past the desk, everything undecided starts again from what is stored.
///
/// `counter` guards what all callers share; the rest belongs to whoever works.
final class CommandDesk: @unchecked Sendable {
    /// A command on its way.
    struct Envelope: Sendable {
        let command: Command
        let origin: CommandOrigin
        let reply: @Sendable (Result<Outcome, any Error>) -> Void
        /// How often the ledger had moved on under its decision.
        var attempts = 0
    }

    /// Decisions of one command that may be overtaken before it is given up.
    private static let maximumAttempts = 16

    private struct Counter {
        var inbox: [Envelope] = []
        var isStaffed = false
    }

    private let ledger: Ledger
    private let log: EventLog
    private let source: LedgerStateSource
    private let cryptography: LedgerCryptography
    private let clock: @Sendable () -> Int64
    private let counter = Guarded(Counter())
    private let inFlight = InFlight()

    private var live: LiveState
    private var refusals = RefusalRecorder()
    /// Rooms that are over, with the position of the event that ended them, in order.
    private var finished: [(id: RoomID, position: UInt64)] = []
    private var writer = RecordWriter()
    private var nextPosition: UInt64 = 0
    private var lastRecordedAt: Int64 = .min
    private var notedStep = false

    init(
        ledger: Ledger, source: LedgerStateSource, cryptography: LedgerCryptography,
        clock: @escaping @Sendable () -> Int64
    ) throws {
        self.ledger = ledger
        log = source.log
        self.source = source
        self.cryptography = cryptography
        self.clock = clock
        live = LiveState(source: source)
        try readPlace()
    }

    /// When a command that brings no time of its own arrives.
    var now: Timestamp { Timestamp(microseconds: clock()) }

    /// Leaves a command. Its `reply` is called once, on any thread, when its outcome is durable.
    func send(_ envelope: Envelope) {
        let mustWork = counter.withLock { counter in
            counter.inbox.append(envelope)
            defer { counter.isStaffed = true }
            return !counter.isStaffed
        }
        if mustWork { work() }
    }

    private func work() {
        while true {
            if inFlight.hasFailed { startOver() }
            let batch: [Envelope]? = counter.withLock { counter in
                if counter.inbox.isEmpty, !inFlight.hasFailed {
                    counter.isStaffed = false
                    return nil
                }
                defer { counter.inbox = [] }
                return counter.inbox
            }
            guard let batch else { return }
            try? forgetFinishedRooms()
            for envelope in Self.inFairOrder(batch) { handle(envelope) }
        }
    }

    /// Sees to what came back from the writer undone, unless somebody is at work already.
    private func workOnFailures() {
        let mustWork = counter.withLock { counter in
            defer { counter.isStaffed = true }
            return !counter.isStaffed
        }
        if mustWork { work() }
    }

    /// Who arrived in time is heard before the clock is: among commands that came together, expiries go last.
    private static func inFairOrder(_ batch: [Envelope]) -> [Envelope] {
        func isExpiry(_ envelope: Envelope) -> Bool {
            if case .automatePick = envelope.command { true } else { false }
        }
        guard batch.contains(where: isExpiry) else { return batch }
        return batch.filter { !isExpiry($0) } + batch.filter(isExpiry)
    }

    /// Forgets what was decided on events that did not come to be, and takes the commands behind them up again.
    private func startOver() {
        let overtaken = inFlight.drain()
        live = LiveState(source: source)
        finished = []
        do {
            try readPlace()
        } catch {
            for envelope in overtaken { envelope.reply(.failure(error)) }
            return
        }
        var again: [Envelope] = []
        for var envelope in overtaken {
            envelope.attempts += 1
            if envelope.attempts < Self.maximumAttempts {
                again.append(envelope)
            } else {
                envelope.reply(
                    .failure(
                        DraftLedgerError(
                            .conflict,
                            "The ledger moved on under the command \(envelope.attempts) times. Send it again.")))
            }
        }
        for envelope in again { handle(envelope) }
    }

    /// Where the next event will stand.
    private func readPlace() throws {
        nextPosition = try ledger.size
        lastRecordedAt = try ledger.lastRecordedAt ?? .min
    }
}

extension CommandDesk {
    private func handle(_ envelope: Envelope) {
        do {
            if try answerRetry(envelope) { return }
            try decide(envelope)
        } catch {
            envelope.reply(.failure(error))
        }
    }

    /// Answers a command that was here before.
    ///
    /// - Returns: false for a new one.
    private func answerRetry(_ envelope: Envelope) throws -> Bool {
        let id = envelope.origin.commandID
        let anchors = [envelope.command.anchor, .system]
        for anchor in anchors {
            live.load(anchor)
            if let failure = live.takeFailure() { throw failure }
            switch live.seen.verdict(on: id, fingerprint: envelope.origin.fingerprint, in: anchor) {
            case .new: continue
            case .retry(let outcome):
                if inFlight.join(envelope) { return true }
                let events = try log.events(of: id, from: outcome.versions.lowerBound, in: anchor)
                envelope.reply(.success(.repeating(events)))
                return true
            case .conflict:
                let refusal = Refusal(
                    .duplicateCommand, "The command id \(id) was used before, for a command of other content.")
                try record(refusal, of: envelope)
                return true
            }
        }
        return false
    }

    private func decide(_ envelope: Envelope) throws {
        var decision = decision(on: envelope)
        if let failure = live.takeFailure() { throw failure }
        if case .accepted(let events) = decision, let room = Self.roomWhosePickCloses(in: events),
            refusals.hasRest(of: room)
        {
            // The count of what was not recorded goes in first, so the decision has to see it. It is nobody's outcome,
            // and so carries no command.
            try append(refusals.closePick(of: room), origin: nil, reply: nil)
            decision = self.decision(on: envelope)
        }
        switch decision {
        case .accepted(let events): try append(events, origin: envelope.origin, reply: envelope)
        case .refused(let refusal): try record(refusal, of: envelope)
        }
    }

    private func decision(on envelope: Envelope) -> Decision {
        if case .createLedger = envelope.command, nextPosition > 0 {
            return .refused(Refusal(.alreadyExists, "The ledger has its first event."))
        }
        return Draft.decide(
            envelope.command, origin: envelope.origin, now: Timestamp(microseconds: max(clock(), lastRecordedAt)),
            state: live, cryptography: cryptography)
    }

    private static func roomWhosePickCloses(in events: [StreamEvent]) -> RoomID? {
        for event in events {
            guard case .room(let room) = event.stream else { continue }
            switch event.event {
            case .pickMade, .pickAutomated, .pickCorrected, .draftCompleted, .roomVoided: return room
            default: continue
            }
        }
        return nil
    }

    private func record(_ refusal: Refusal, of envelope: Envelope) throws {
        var room: RoomState?
        if case .room(let id) = envelope.command.anchor { room = live.room(id) }
        let event = refusals.event(
            for: refusal, command: envelope.command, room: room,
            anchorExists: live.head(of: envelope.command.anchor).version > 0)
        guard let event else {
            envelope.reply(.success(.refused(refusal, nil, retry: false)))
            return
        }
        try append([event], origin: envelope.origin, reply: envelope, refusal: refusal)
    }

    /// Hands events to the ledger's writer and folds them into the live state as the ledger will record them.
    private func append(
        _ events: [StreamEvent], origin: CommandOrigin?, reply envelope: Envelope?, refusal: Refusal? = nil
    ) throws {
        let machineTime = clock()
        var batch = RecordBatch(reservingRecords: events.count + 1, bytes: 128 * (events.count + 1))
        var recorded: [RecordedEvent] = []
        if machineTime >= lastRecordedAt {
            lastRecordedAt = machineTime
            notedStep = false
        } else if machineTime < lastRecordedAt - Self.noticeableStep, !notedStep {
            let step = ClockStepped(
                from: Timestamp(microseconds: lastRecordedAt), to: Timestamp(microseconds: machineTime))
            try stage(StreamEvent(.system, .clockStepped(step)), nil, into: &batch, &recorded)
            notedStep = true
        }
        for event in events { try stage(event, origin, into: &batch, &recorded) }
        let request = AppendRequest(
            records: batch, recordedAt: .at(lastRecordedAt), expectedSize: nextPosition)
        nextPosition += UInt64(recorded.count)
        for event in recorded { live.apply(event) }
        if let failure = live.takeFailure() { throw failure }
        noteFinishedRooms(in: recorded)
        let outcome: Outcome =
            if let refusal { .refused(refusal, recorded.last, retry: false) } else {
                .accepted(recorded.filter { $0.origin != nil }, retry: false)
            }
        inFlight.begin(envelope)
        ledger.enqueue(request) { [self] result in
            inFlight.end(envelope, outcome, result)
            // Not on the writer's thread: the work waits for what the writer still has to answer.
            if inFlight.hasFailed { Task.detached { self.workOnFailures() } }
        }
    }

    /// Steps back of the machine's clock below this are the usual jitter of time synchronisation.
    private static let noticeableStep: Int64 = 1_000_000

    private func stage(
        _ event: StreamEvent, _ origin: CommandOrigin?, into batch: inout RecordBatch,
        _ recorded: inout [RecordedEvent]
    ) throws {
        try writer.write(event.event, stream: event.stream, origin: origin)
        batch.append(writer.bytes)
        let before = recorded.last { $0.stream == event.stream }
        let head = before.map { (version: $0.version, position: Optional($0.position)) } ?? live.head(of: event.stream)
        recorded.append(
            RecordedEvent(
                position: nextPosition + UInt64(recorded.count), stream: event.stream, version: head.version + 1,
                previous: head.position, recordedAt: Timestamp(microseconds: lastRecordedAt), origin: origin,
                event: event.event))
    }

    private func noteFinishedRooms(in recorded: [RecordedEvent]) {
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
    private func forgetFinishedRooms() throws {
        guard let first = finished.first, first.position < (try ledger.size) else { return }
        let size = try ledger.size
        for room in finished.prefix(while: { $0.position < size }) { live.forget(room: room.id) }
        finished.removeAll { $0.position < size }
    }
}
