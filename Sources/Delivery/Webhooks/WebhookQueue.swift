import Draft

/// The deliveries of one endpoint: the events that wait, those under way, and the order among them.
///
/// A state machine without time and without a network: its owner tells it the time and the results. Each step is stored
/// before it returns, so the process can end between any two. An event that is under way then is sent again, under the
/// same ID.
///
/// The order of each stream is kept: while an event waits for its retry, the later ones of its stream wait behind it.
/// Those of other streams do not.
struct WebhookQueue {
    let endpoint: String
    private let store: WebhookStore
    private let schedule: WebhookSchedule
    /// The number of events that wait before the ledger is read on.
    private let capacity: Int
    private(set) var state: EndpointState
    /// The waiting events of each stream in order. Only the first one is attempted.
    private var streams: [UInt64: [WaitingEvent]] = [:]
    /// The number of waiting events.
    private(set) var count = 0
    /// The positions of the dead letters.
    private var dead: Set<UInt64>
    /// The streams whose first event is under way, with the number of the attempt.
    private var underWay: [UInt64: Int] = [:]
    /// The first event of each stream by its time. Has entries that do not apply any more, too.
    private var due = DueHeap()
    /// No attempt before this time: the endpoint has asked for a pause.
    private var pausedUntil: Timestamp?
    /// The number of attempts so far. An attempt from before a replay can end after it.
    private var attempts = 0

    /// An event to send now.
    struct Attempt: Hashable, Sendable {
        var position: UInt64
        fileprivate var stream: UInt64
        fileprivate var number: Int
    }

    /// The result of an attempt.
    enum Result: Hashable, Sendable {
        case delivered
        /// It may be tried again; the pause is for the whole endpoint.
        case failed(String, pause: Interval?)
        /// The endpoint wants no more messages at all.
        case gone(String)
    }

    /// - Parameter position: from where on a new endpoint receives events.
    init(
        _ endpoint: String, in store: WebhookStore, startingAt position: UInt64, schedule: WebhookSchedule = .standard,
        capacity: Int = 10_000
    ) throws {
        (self.endpoint, self.store, self.schedule, self.capacity) = (endpoint, store, schedule, capacity)
        state = try store.state(of: endpoint, startingAt: position)
        dead = Set(try store.deadLetters(of: endpoint).map(\.position))
        for event in try store.waitingEvents(of: endpoint) { enqueue(event) }
    }

    // MARK: Events from the ledger

    /// How many more events it takes.
    var room: Int { state.disabledBecause == nil ? max(0, capacity - count) : 0 }

    /// Takes events from the ledger, and moves the cursor.
    ///
    /// - Parameters:
    ///   - events: those from the cursor on that the endpoint receives, in order; at most `room`.
    ///   - next: the position after the last event that was looked at.
    ///   - now: they are attempted from now on.
    mutating func admit(_ events: [(position: UInt64, stream: UInt64)], upTo next: UInt64, at now: Timestamp) throws {
        let admitted = events.map { WaitingEvent(position: $0.position, stream: $0.stream, dueAt: now) }
        var state = state
        state.cursor = next
        // Of a dead letter that is replayed, nothing is left.
        try store.change(endpoint, to: state, admitted.flatMap { [.wait($0), .unbury($0.position)] })
        self.state = state
        dead.subtract(admitted.map(\.position))
        for event in admitted { enqueue(event) }
    }

    /// Moves the cursor over events that the endpoint does not receive. Not stored: they are passed again after a restart.
    mutating func pass(upTo next: UInt64) { state.cursor = max(state.cursor, next) }

    private mutating func enqueue(_ event: WaitingEvent) {
        let isFirst = streams[event.stream, default: []].isEmpty
        streams[event.stream, default: []].append(event)
        count += 1
        if isFirst { due.insert(event) }
    }

    // MARK: Attempts

    /// Takes events to send now, the ones that are due longest first.
    mutating func take(atMost limit: Int, at now: Timestamp) -> [Attempt] {
        guard state.disabledBecause == nil, pausedUntil.map({ $0 <= now }) ?? true else { return [] }
        var taken: [Attempt] = []
        while taken.count < limit, let event = due.first, event.dueAt <= now {
            due.removeFirst()
            guard isFirst(event), underWay[event.stream] == nil else { continue }
            attempts += 1
            underWay[event.stream] = attempts
            taken.append(Attempt(position: event.position, stream: event.stream, number: attempts))
        }
        return taken
    }

    /// When there is something to send next; nil while everything waits for results or nothing waits.
    var nextDue: Timestamp? {
        mutating get {
            guard state.disabledBecause == nil else { return nil }
            while let event = due.first {
                if isFirst(event), underWay[event.stream] == nil {
                    return max(event.dueAt, pausedUntil ?? event.dueAt)
                }
                due.removeFirst()
            }
            return nil
        }
    }

    private func isFirst(_ event: WaitingEvent) -> Bool { streams[event.stream]?.first == event }

    /// Records the result of an attempt.
    ///
    /// - Parameter random: any number, for the times of retries.
    /// - Returns: the outcome; nil for an attempt from before a replay, which counts no more.
    @discardableResult
    mutating func finish(
        _ attempt: Attempt, _ result: Result, at now: Timestamp, random: UInt64
    ) throws -> WebhookReport.Outcome? {
        guard underWay[attempt.stream] == attempt.number, var event = streams[attempt.stream]?.first
        else { return nil }
        var state = state
        let outcome: WebhookReport.Outcome
        switch result {
        case .delivered:
            (state.failingSince, state.lastDeliveryAt) = (nil, now)
            try store.change(endpoint, to: state, [.remove(event.position)])
            removeFirst(of: attempt.stream)
            outcome = .delivered
        case .failed(let reason, let pause):
            (state.failingSince, state.lastError) = (state.failingSince ?? now, reason)
            event.failedAttempts += 1
            event.error = reason
            guard let delay = schedule.delay(after: event.failedAttempts, random: random) else {
                let letter = DeadLetter(
                    position: event.position, stream: event.stream, attempts: event.failedAttempts, failedAt: now,
                    error: reason)
                try store.change(endpoint, to: state, [.bury(letter)])
                removeFirst(of: attempt.stream)
                dead.insert(event.position)
                outcome = .deadLetter(reason)
                break
            }
            event.dueAt = now + max(delay, pause ?? .zero)
            try store.change(endpoint, to: state, [.wait(event)])
            streams[attempt.stream]?[0] = event
            due.insert(event)
            if let pause { pausedUntil = max(pausedUntil ?? now, now + pause) }
            outcome = .failed(reason)
        case .gone(let reason):
            (state.failingSince, state.lastError) = (state.failingSince ?? now, reason)
            state.disabledBecause = reason
            try store.change(endpoint, to: state, [])
            due.insert(event)
            outcome = .disabled(reason)
        }
        self.state = state
        underWay[attempt.stream] = nil
        return outcome
    }

    private mutating func removeFirst(of stream: UInt64) {
        streams[stream]?.removeFirst()
        count -= 1
        if let next = streams[stream]?.first { due.insert(next) } else { streams[stream] = nil }
    }

    // MARK: By the operator

    /// Moves the cursor back: every event from a position on is sent again, dead letters included.
    mutating func replay(from position: UInt64) throws {
        guard position < state.cursor else { return }
        var state = state
        state.cursor = position
        let repeated = streams.values.joined().filter { $0.position >= position }
        try store.change(endpoint, to: state, repeated.map { .remove($0.position) })
        self.state = state
        let kept = streams.mapValues { $0.filter { $0.position < position } }
        // The event under way is the first of its stream: it stays so, or it is sent again.
        underWay = underWay.filter { kept[$0.key]?.isEmpty == false }
        (streams, count, due) = ([:], 0, DueHeap())
        for event in kept.values.joined() { enqueue(event) }
    }

    /// Sends a dead letter again, from the first attempt on.
    ///
    /// - Returns: false if the position has no dead letter.
    mutating func sendAgain(_ position: UInt64, at now: Timestamp) throws -> Bool {
        guard let letter = try store.deadLetters(of: endpoint).first(where: { $0.position == position }) else {
            return false
        }
        let event = WaitingEvent(position: position, stream: letter.stream, dueAt: now, error: letter.error)
        try store.change(endpoint, to: state, [.wait(event), .unbury(position)])
        dead.remove(position)
        var line = streams[event.stream, default: []]
        // An event that is under way stays the first.
        let fixed = underWay[event.stream] == nil ? 0 : 1
        let place = line.dropFirst(fixed).firstIndex { $0.position > position } ?? line.endIndex
        line.insert(event, at: place)
        streams[event.stream] = line
        count += 1
        if fixed == 0, let first = line.first { due.insert(first) }
        return true
    }

    /// Removes a dead letter: its event is never sent, unless a replay begins before it.
    ///
    /// - Returns: false if the position has no dead letter.
    mutating func drop(_ position: UInt64) throws -> Bool {
        guard dead.contains(position) else { return false }
        try store.change(endpoint, to: state, [.unbury(position)])
        dead.remove(position)
        return true
    }

    /// Sends again to an endpoint that had asked for nothing more.
    mutating func enable() throws {
        var state = state
        state.disabledBecause = nil
        try store.change(endpoint, to: state, [])
        self.state = state
    }

    /// The dead letters, in the order of the ledger.
    func deadLetters() throws -> [DeadLetter] { try store.deadLetters(of: endpoint) }

    /// The number of dead letters.
    var deadCount: Int { dead.count }

    /// The first of the waiting events in the order of the ledger; nil if nothing waits.
    var oldestPosition: UInt64? { streams.values.lazy.compactMap(\.first?.position).min() }

    /// The number of attempts under way.
    var underWayCount: Int { underWay.count }
}

/// The waiting events by the time at which they are due, then by position: a binary heap.
private struct DueHeap {
    private var events: [WaitingEvent] = []

    var first: WaitingEvent? { events.first }

    private func isBefore(_ one: Int, _ other: Int) -> Bool {
        (events[one].dueAt, events[one].position) < (events[other].dueAt, events[other].position)
    }

    mutating func insert(_ event: WaitingEvent) {
        events.append(event)
        var child = events.count - 1
        while child > 0, isBefore(child, (child - 1) / 2) {
            events.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// - Precondition: it is not empty.
    mutating func removeFirst() {
        events.swapAt(0, events.count - 1)
        events.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < events.count && isBefore(child, least) {
                least = child
            }
            guard least != parent else { return }
            events.swapAt(parent, least)
            parent = least
        }
    }
}
