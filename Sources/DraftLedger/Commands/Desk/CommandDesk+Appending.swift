import Dispatch
import Draft
import Ledger

extension CommandDesk {
    /// Hands the events of a decision to the ledger's writer and folds them into the live state as the ledger will
    /// record them; with them goes what was only counted of refusals and is to be stated by now.
    ///
    /// - Parameter reading: the clock as the decision read it: it is not read again. The machine's may have been set back
    ///   meanwhile, and nothing must seem to have been recorded before it was decided; nor may the counts that stand
    ///   before a decision seem to have come after it.
    func append(
        _ events: [StreamEvent], origin: CommandOrigin, decidedAt reading: ClockReading, reply envelope: Envelope,
        refusal: Refusal? = nil
    ) throws {
        // The counts of a pick that ends here go before what ends it; the others last: the decision has not seen them.
        let closed = refusals.takeCounts(closedBy: events)
        let due = refusals.takeDueCounts(at: reading.now)
        let counts = closed + due
        do {
            let staged = try stage(closed, events, origin, due, at: reading)
            let own = staged.recorded.filter { $0.origin != nil }
            let outcome: Outcome =
                if let refusal { .refused(refusal, own.last, retry: false) } else { .accepted(own, retry: false) }
            inFlight.begin(envelope)
            submit(staged.request) { [self] result in
                inFlight.end(envelope, outcome, result, stating: counts)
                workOnFailuresLater()
            }
        } catch {
            refusals.putBack(counts)
            throw error
        }
    }

    /// States all that was only counted so far.
    ///
    /// - Parameter completion: called when that is durable, or with false when it has failed.
    func appendCounts(completion: @escaping @Sendable (Bool) -> Void) {
        let counts = refusals.takeAllCounts()
        guard !counts.isEmpty else { return completion(true) }
        do {
            let staged = try stage([], [], nil, counts, at: readClock())
            inFlight.begin(nil)
            submit(staged.request) { [self] result in
                inFlight.end(nil, .accepted([], retry: false), result, stating: counts)
                workOnFailuresLater()
                completion((try? result.get()) != nil)
            }
        } catch {
            refusals.putBack(counts)
            completion(false)
        }
    }

    /// Not on the writer's thread: the work waits for what the writer still has to answer.
    private func workOnFailuresLater() {
        if inFlight.hasFailed { DispatchQueue.global().async { self.workOnFailures() } }
    }

    /// Gives events their places, in the order of the arguments, and folds them into the live state.
    private func stage(
        _ closed: [CountedRefusals], _ events: [StreamEvent], _ origin: CommandOrigin?, _ due: [CountedRefusals],
        at reading: ClockReading
    ) throws -> (request: AppendRequest, recorded: [RecordedEvent]) {
        let count = closed.count + events.count + due.count
        var staged = StagedEvents(reserving: count + 1, at: reading)
        if reading.isSetBack, notedStep == nil {
            let step = ClockStepped(
                from: Timestamp(microseconds: reading.recordedAt), to: Timestamp(microseconds: reading.machine))
            try stage(StreamEvent(.system, .clockStepped(step)), nil, into: &staged)
        }
        for counted in closed { try stage(counted.event, nil, into: &staged) }
        for event in events { try stage(event, origin, into: &staged) }
        for counted in due { try stage(counted.event, nil, into: &staged) }
        if reading.machine >= lastRecordedAt {
            notedStep = nil
        } else if reading.isSetBack, notedStep == nil {
            notedStep = nextPosition
        }
        let request = AppendRequest(
            records: staged.batch, recordedAt: .at(reading.recordedAt), expectedSize: nextPosition, chain: chain)
        fold(staged.recorded, until: reading.recordedAt)
        if let failure = live.takeFailure() {
            // The live state has what the ledger will never get.
            chain.cut()
            inFlight.fail()
            throw failure
        }
        noteFinishedRooms(in: staged.recorded)
        return (request, staged.recorded)
    }

    private func fold(_ recorded: [RecordedEvent], until time: Int64) {
        lastRecordedAt = time
        nextPosition += UInt64(recorded.count)
        for event in recorded { live.fold(event) }
    }

    private func stage(_ event: StreamEvent, _ origin: CommandOrigin?, into staged: inout StagedEvents) throws {
        try writer.write(event.event, stream: event.stream, origin: origin)
        staged.batch.append(writer)
        let before = staged.recorded.last { $0.stream == event.stream }
        let head = before.map { (version: $0.version, position: Optional($0.position)) } ?? live.head(of: event.stream)
        staged.recorded.append(
            RecordedEvent(
                position: nextPosition + UInt64(staged.recorded.count), stream: event.stream,
                version: head.version + 1, previous: head.position, recordedAt: staged.recordedAt, origin: origin,
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
