import Draft
import DraftLedger
import Platform

/// The deliveries of one endpoint: follows the ledger, sends, and records the results.
actor WebhookRunner {
    /// The bounds of one endpoint.
    struct Limits: Sendable {
        /// Requests at the same time.
        var inFlight = 8
        /// Events that wait. While there are as many, the ledger is not read on: the cursor stays, and nothing is lost.
        var waiting = 10_000
        /// The number of events after which the cursor is stored, of events that the endpoint does not receive.
        var unstored: UInt64 = 50_000
    }

    private let endpoint: WebhookEndpoint
    private let ledger: DraftLedger
    /// Names the ledger in IDs of messages.
    private let ledgerName: String
    private let transport: any WebhookTransport
    private let world: WebhookWorld
    private let limits: Limits
    private var queue: WebhookQueue
    private var storedCursor: UInt64
    /// Reads the ledger from the cursor on; a replay ends it.
    private var feed: Task<FeedEnd, Never>?
    private let deliveries = Signal()
    private let admissions = Signal()
    private var timer: (due: Timestamp, task: Task<Void, Never>)?
    private var inFlight = 0
    private var report: @Sendable (WebhookReport) -> Void = { _ in }

    init(
        _ endpoint: WebhookEndpoint, _ queue: WebhookQueue, following ledger: DraftLedger, named ledgerName: String,
        by transport: any WebhookTransport, in world: WebhookWorld, limits: Limits
    ) {
        (self.endpoint, self.queue, self.ledger) = (endpoint, queue, ledger)
        (self.ledgerName, self.transport, self.world, self.limits) = (ledgerName, transport, world, limits)
        storedCursor = queue.state.cursor
    }

    /// Runs once, until the task is cancelled or the ledger is closed.
    ///
    /// - Parameter report: is called after each attempt.
    func run(_ report: @escaping @Sendable (WebhookReport) -> Void) async {
        guard endpoint.isEnabled else { return }
        self.report = report
        await withDiscardingTaskGroup { group in
            group.addTask { await self.deliver() }
            await self.follow()
            group.cancelAll()
        }
        timer?.task.cancel()
    }

    // MARK: From the ledger to the queue

    private func follow() async {
        var changes = admissions.stream.makeAsyncIterator()
        while !Task.isCancelled {
            guard queue.room > 0 else {
                guard await changes.next(isolation: self) != nil else { return }
                continue
            }
            let feed = Task { await self.read() }
            self.feed = feed
            switch await withTaskCancellationHandler(operation: { await feed.value }, onCancel: { feed.cancel() }) {
            case .ledgerClosed: return
            case .readAgain: continue
            case .failed:
                // The disk may be full, or a record unreadable: tried again, and shown in the status until then.
                do { try await world.sleep(.seconds(5)) } catch { return }
            }
        }
    }

    private enum FeedEnd { case ledgerClosed, readAgain, failed }

    /// Reads from the cursor on, until the queue is full or the task is cancelled.
    private func read() async -> FeedEnd {
        do {
            for try await events in ledger.subscribe(from: queue.state.cursor) {
                // A replay has moved the cursor.
                guard !Task.isCancelled, try admit(events) else { return .readAgain }
            }
            return Task.isCancelled ? .readAgain : .ledgerClosed
        } catch {
            note(failure: error)
            return .failed
        }
    }

    /// - Returns: false if the queue is full.
    private func admit(_ events: [RecordedEvent]) throws -> Bool {
        var wanted: [(position: UInt64, stream: UInt64)] = []
        var next = queue.state.cursor
        for event in events {
            if endpoint.wants(event) {
                guard wanted.count < queue.room else { break }
                wanted.append((event.position, event.stream.rawValue))
            }
            next = event.position + 1
        }
        if wanted.isEmpty, next - storedCursor < limits.unstored {
            queue.pass(upTo: next)
        } else {
            try queue.admit(wanted, upTo: next, at: world.now())
            storedCursor = next
            deliveries.raise()
        }
        return events.last.map { $0.position < next } ?? true
    }

    private func note(failure: any Error) { localFailure = "The events could not be read or recorded: \(failure)" }

    /// A failure on this side, which no attempt shows.
    private var localFailure: String?

    // MARK: From the queue to the endpoint

    private func deliver() async {
        await withDiscardingTaskGroup { group in
            var changes = deliveries.stream.makeAsyncIterator()
            while !Task.isCancelled {
                for attempt in queue.take(atMost: limits.inFlight - inFlight, at: world.now()) {
                    inFlight += 1
                    group.addTask { await self.send(attempt) }
                }
                setTimer()
                guard await changes.next(isolation: self) != nil else { break }
            }
            group.cancelAll()
        }
    }

    /// Wakes the deliveries when the next retry is due.
    private func setTimer() {
        guard inFlight < limits.inFlight, let due = queue.nextDue else { return }
        if let timer, timer.due <= due, !timer.task.isCancelled { return }
        timer?.task.cancel()
        let task = Task { [world, deliveries] in
            do { try await world.sleep(max(.zero, due - world.now())) } catch { return }
            self.timerEnded(due)
            deliveries.raise()
        }
        timer = (due, task)
    }

    private func timerEnded(_ due: Timestamp) { if timer?.due == due { timer = nil } }

    private func send(_ attempt: WebhookQueue.Attempt) async {
        let began = world.now()
        let result: WebhookQueue.Result
        do {
            result = await transport.send(try message(at: attempt.position), at: world.sentAt())
        } catch {
            result = .failed("The event could not be read: \(error)", pause: nil)
        }
        let time = max(.zero, world.now() - began)
        inFlight -= 1
        // It says nothing about the endpoint: the event waits in the store as it did before.
        guard !Task.isCancelled || result == .delivered else { return }
        finish(attempt, result, after: time)
        if queue.room > limits.waiting / 2 { admissions.raise() }
    }

    /// Records a result, or tries that again later. Until then, the event counts as under way.
    private func finish(_ attempt: WebhookQueue.Attempt, _ result: WebhookQueue.Result, after time: Interval) {
        do {
            let outcome = try queue.finish(attempt, result, at: world.now(), random: world.random())
            localFailure = nil
            if let outcome {
                report(
                    WebhookReport(endpoint: endpoint.id, position: attempt.position, outcome: outcome, time: time))
            }
        } catch {
            note(failure: error)
            Task { [world] in
                do { try await world.sleep(.seconds(5)) } catch { return }
                self.finish(attempt, result, after: time)
            }
        }
        deliveries.raise()
    }

    private func message(at position: UInt64) throws -> WebhookMessage {
        PublicEvent.message(of: try event(at: position), in: ledgerName)
    }

    private func event(at position: UInt64) throws -> RecordedEvent {
        var found: RecordedEvent?
        try ledger.events(from: position, limit: 1) { event throws(DraftLedgerError) in
            found = event
            return false
        }
        guard let found, found.position == position else { throw EventMissing(position: position) }
        return found
    }

    private struct EventMissing: Error, CustomStringConvertible {
        let position: UInt64
        var description: String {
            "The ledger has no event at position \(position). Was an older copy of it restored? Replay from its end."
        }
    }

    // MARK: By the operator

    func replay(from position: UInt64) throws {
        try queue.replay(from: position)
        storedCursor = queue.state.cursor
        feed?.cancel()
        admissions.raise()
    }

    func sendAgain(_ position: UInt64) throws -> Bool {
        let isFound = try queue.sendAgain(position, at: world.now())
        deliveries.raise()
        return isFound
    }

    func drop(_ position: UInt64) throws -> Bool { try queue.drop(position) }

    func enable() throws {
        try queue.enable()
        deliveries.raise()
        admissions.raise()
    }

    func status() throws -> WebhookStatus {
        let (state, size) = (queue.state, try ledger.size)
        // Without the event, the error of its next attempt says so.
        let oldest = queue.oldestPosition.flatMap { try? event(at: $0).recordedAt }
        return WebhookStatus(
            endpoint: endpoint.id, url: endpoint.url, isEnabled: endpoint.isEnabled && state.disabledBecause == nil,
            disabledBecause: state.disabledBecause, cursor: state.cursor, lag: size - min(size, state.cursor),
            waiting: queue.count, oldestWaitingAt: oldest, inFlight: inFlight, failingSince: state.failingSince,
            lastError: localFailure ?? state.lastError, lastDeliveryAt: state.lastDeliveryAt,
            deadLetters: queue.deadCount)
    }

    func deadLetters() throws -> [DeadLetter] { try queue.deadLetters() }
}

/// Wakes the one task that waits for changes. Changes during its work are not lost, and several count as one.
final class Signal: Sendable {
    let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func raise() { continuation.yield() }
}
