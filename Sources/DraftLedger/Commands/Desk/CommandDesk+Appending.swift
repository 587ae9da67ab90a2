import Dispatch
import Draft
import Ledger

extension CommandDesk {
    /// Hands events to the ledger's writer and folds them into the live state as the ledger will record them.
    func append(
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
            if inFlight.hasFailed { DispatchQueue.global().async { self.workOnFailures() } }
        }
    }

    /// Steps back of the machine's clock below this are the usual jitter of time synchronisation.
    private static let noticeableStep: Int64 = 1_000_000

    private func stage(
        _ event: StreamEvent, _ origin: CommandOrigin?, into batch: inout RecordBatch,
        _ recorded: inout [RecordedEvent]
    ) throws {
        try writer.write(event.event, stream: event.stream, origin: origin)
        batch.append(writer)
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
    func forgetFinishedRooms() throws {
        guard let first = finished.first, first.position < (try ledger.size) else { return }
        let size = try ledger.size
        for room in finished.prefix(while: { $0.position < size }) { live.forget(room: room.id) }
        finished.removeAll { $0.position < size }
    }
}
