import Draft
import Ledger
import Platform
import Records

/// The end of the log, decoded once for all who follow it.
///
/// While there are subscribers, one task reads new events, keeps the last ones in memory, and wakes the subscribers of new
/// events. Subscribers take events from their own position; they read older ones from the log themselves.
final class EventTail: Sendable {
    /// The events from a position on.
    enum Look {
        /// Those that are wanted, up to a position.
        case found([RecordedEvent], next: UInt64)
        /// They are not in memory below a position.
        case older(UInt64)
        /// No more will come, and why where that is a failure.
        case over(DraftLedgerError?)
    }

    private struct State {
        /// The last events.
        var events = RecentEvents(end: 0)
        var followers = Followers()
        /// Reads appended events; nil without followers.
        var reader: Task<Void, Never>?
        /// Tells a reader that was dismissed from the present one.
        var generation = 0
        var isOver = false
        var failure: DraftLedgerError?
    }

    /// Events that are handed out at a time, and that are read for it at most.
    private static let portion = 4_096
    private static let stretch: UInt64 = 1 << 18
    /// Streams whose links are followed rather than everything between be looked at.
    private static let fewStreams = 16

    private let ledger: Ledger
    private let log: EventLog
    private let state = Guarded(State())

    init(_ log: EventLog) {
        ledger = log.ledger
        self.log = log
    }

    deinit { state.withLock { $0.reader }?.cancel() }

    /// Notes that somebody follows.
    ///
    /// - Returns: a number for him.
    func enter(_ selection: EventSelection) -> Int {
        state.withLock { state in
            if state.reader == nil, !state.isOver { begin(&state) }
            return state.followers.add(selection)
        }
    }

    /// Notes that somebody does not follow any more. After the last one, nothing is read.
    func leave(_ number: Int) {
        state.withLock { state in
            state.followers.remove(number)
            guard state.followers.isEmpty else { return }
            state.reader?.cancel()
            state.reader = nil
            state.generation += 1
        }
    }

    private func begin(_ state: inout State) {
        do {
            let end = try ledger.size
            state.events = RecentEvents(end: end)
            let (slices, generation) = (ledger.subscribe(from: end), state.generation)
            state.reader = Task { [weak self] in
                do {
                    for try await slice in slices {
                        var events: [RecordedEvent] = []
                        events.reserveCapacity(slice.count)
                        try slice.forEach { (position: Position, record: RawSpan) throws in
                            events.append(try RecordedEvent(span: record, position: position))
                        }
                        guard let self else { return }
                        take(events, generation)
                    }
                    self?.end(generation, with: nil)
                } catch {
                    self?.end(generation, with: DraftLedgerError(wrapping: error))
                }
            }
        } catch {
            state.isOver = true
            state.failure = error.code == .closed ? nil : DraftLedgerError(error)
        }
    }

    private func take(_ events: [RecordedEvent], _ generation: Int) {
        let woken = state.withLock { state -> [(CheckedContinuation<UInt64?, Never>, UInt64)] in
            guard state.generation == generation else { return [] }
            state.events.append(events)
            return state.followers.wake(for: events)
        }
        for (continuation, position) in woken { continuation.resume(returning: position) }
    }

    private func end(_ generation: Int, with failure: DraftLedgerError?) {
        let woken = state.withLock { state -> [CheckedContinuation<UInt64?, Never>] in
            guard state.generation == generation else { return [] }
            state.isOver = true
            state.failure = failure
            return state.followers.wakeAll()
        }
        for continuation in woken { continuation.resume(returning: nil) }
    }

    /// What is in memory of some events from a position on.
    func look(for selection: EventSelection, from position: UInt64) -> Look {
        state.withLock { state in
            if position < state.events.start { return .older(state.events.start) }
            let (events, next) = state.events.matching(selection, from: position, limit: Self.portion)
            if events.isEmpty, state.isOver { return .over(state.failure) }
            return .found(events, next: next)
        }
    }

    /// Waits until there is an event at or above a position that a follower wants, and nil where it has to look again.
    func wait(_ number: Int, from position: UInt64) async -> UInt64? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isWaiting = state.withLock { state in
                    // A cancellation from here on finds the continuation; one from before shows in the task.
                    guard !state.isOver, !Task.isCancelled, state.events.end <= position else { return false }
                    state.followers.wait(number, continuation)
                    return true
                }
                if !isWaiting { continuation.resume(returning: nil) }
            }
        } onCancel: {
            state.withLock { $0.followers.stopWaiting(number) }?.resume(returning: nil)
        }
    }

    /// Reads some events of a stretch of the log.
    ///
    /// - Returns: with how far they go.
    func read(_ selection: EventSelection, _ positions: Range<UInt64>) throws -> (events: [RecordedEvent], next: UInt64)
    {
        if let streams = selection.streams, streams.count <= Self.fewStreams,
            positions.upperBound - positions.lowerBound > Self.stretch / 8
        {
            let events = try streams.flatMap { stream in
                try log.events(of: stream, before: positions.upperBound).filter {
                    $0.position >= positions.lowerBound && selection.contains($0)
                }
            }
            return (events.sorted { $0.position < $1.position }, positions.upperBound)
        }
        let end = min(positions.upperBound, positions.lowerBound + Self.stretch)
        var events: [RecordedEvent] = []
        let next = try ledger.scan(positions.lowerBound..<end) { position, record in
            try record.withUnsafeBytes { bytes in
                let record = try RecordView(bytes, position: position)
                if selection.contains(record) { events.append(try record.decoded()) }
            }
            return events.count < Self.portion
        }
        return (events, next)
    }
}
