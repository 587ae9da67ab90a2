import Dispatch
import Draft
import Ledger
import Platform
import Synchronization

/// How much a ledger that is open for writing takes on at a time, so that no flood of commands exhausts the memory.
///
/// A command is in flight from when it is sent until it is answered. One that finds no room fails with `overloaded` and
/// leaves no trace; it may be sent again under the same id.
public struct DeskLimits: Hashable, Sendable {
    /// Commands in flight, at least 1: 65,536 by default.
    public var commands: Int

    /// Bytes of their contents: 64 MiB by default. A command that is larger than this is taken when no other is in flight.
    public var bytes: Int

    /// Commands in flight of one sender who is a user, at least 1: 1,024 by default. The house, its machines and providers
    /// have no such limit.
    public var commandsOfOneUser: Int

    /// About how many bytes the live state of rooms, users and wallets may take before what was not used for longest is
    /// dropped, to be read again when a command asks for it: 512 MiB by default, at 7 to 45 KB a room in draft. What is not
    /// durable yet stays beyond it.
    public var liveState: Int

    /// - Parameters:
    ///   - commands: commands in flight.
    ///   - bytes: bytes of their contents.
    ///   - commandsOfOneUser: commands in flight of one user.
    ///   - liveState: bytes of live state.
    public init(
        commands: Int = 65_536, bytes: Int = 64 << 20, commandsOfOneUser: Int = 1_024, liveState: Int = 512 << 20
    ) {
        self.commands = max(1, commands)
        self.bytes = bytes
        self.commandsOfOneUser = max(1, commandsOfOneUser)
        self.liveState = liveState
    }
}

// MARK: - The queue

/// The bounded queue of the desk: commands, finished reads, and other work for its serial queue.
final class Intake: Sendable {
    /// What is there to be done.
    struct Work {
        var commands: [CommandDesk.Envelope] = []
        var deliveries: [StreamLoader.Delivery] = []
        /// Callers that wait until the counts of refusals are recorded.
        var waitingForCounts: [@Sendable (Bool) -> Void] = []
        /// Whether counts that are due are to be stated by themselves.
        var statesDueCounts = false
        /// Other work of the desk.
        var visits: [@Sendable () -> Void] = []

        var isEmpty: Bool {
            commands.isEmpty && deliveries.isEmpty && waitingForCounts.isEmpty && !statesDueCounts && visits.isEmpty
        }
    }

    private struct State {
        var work = Work()
        /// Whether a drain of the queue runs or is scheduled.
        var isScheduled = false
        var isClosing = false
        /// Commands that are not answered yet, and the bytes of their contents.
        var count = 0
        var bytes = 0
        /// The commands of each user among them.
        var ofUser: [Sender: Int] = [:]
        /// Questions that are not answered yet.
        var inquiries = 0
        var nextNumber: UInt64 = 0

        var isIdle: Bool { count == 0 && inquiries == 0 }
    }

    let limits: DeskLimits
    private let state = Guarded(State())

    init(limits: DeskLimits) { self.limits = limits }

    /// How many commands are not answered yet.
    var count: Int { state.withLock { $0.count } }

    /// Takes a command in.
    ///
    /// - Returns: true if the queue was idle: the caller schedules a drain.
    /// - Throws: `overloaded`, `closed`.
    func take(_ envelope: CommandDesk.Envelope) throws(DraftLedgerError) -> Bool {
        var envelope = envelope
        envelope.intake = self
        return try state.withLock { state throws(DraftLedgerError) in
            try check(envelope, state)
            state.count += 1
            state.bytes += envelope.byteCount
            if envelope.origin.actor.role == .user { state.ofUser[envelope.origin.actor, default: 0] += 1 }
            envelope.number = state.nextNumber
            state.nextNumber += 1
            state.work.commands.append(envelope)
            return Self.schedule(&state)
        }
    }

    private func check(_ envelope: CommandDesk.Envelope, _ state: State) throws(DraftLedgerError) {
        if state.isClosing {
            throw DraftLedgerError(.closed, "The ledger is being closed and takes no more commands.")
        }
        let again = "Send it again under the same id later."
        guard state.count < limits.commands, state.bytes + envelope.byteCount <= max(limits.bytes, envelope.byteCount)
        else {
            throw DraftLedgerError(
                .overloaded,
                "\(state.count) commands of \(state.bytes) bytes are waiting to be decided or stored, the maximum. \(again)"
            )
        }
        let actor = envelope.origin.actor
        if actor.role == .user, state.ofUser[actor] ?? 0 >= limits.commandsOfOneUser {
            throw DraftLedgerError(
                .overloaded,
                "\(limits.commandsOfOneUser) commands of the same user are waiting, the maximum. \(again)")
        }
    }

    /// Frees the place of a command that was answered.
    func release(_ envelope: CommandDesk.Envelope) {
        let isLast = state.withLock { state in
            state.count -= 1
            state.bytes -= envelope.byteCount
            let actor = envelope.origin.actor
            if actor.role == .user, let count = state.ofUser[actor] {
                state.ofUser[actor] = count > 1 ? count - 1 : nil
            }
            return state.isIdle && state.isClosing
        }
        if isLast { state.broadcast() }
    }

    /// Counts a question.
    ///
    /// - Throws: `overloaded`, `closed`.
    func beginInquiry() throws(DraftLedgerError) {
        try state.withLock { state throws(DraftLedgerError) in
            if state.isClosing {
                throw DraftLedgerError(.closed, "The ledger is being closed and accepts no more reads.")
            }
            guard state.inquiries < limits.commands else {
                throw DraftLedgerError(
                    .overloaded,
                    "\(state.inquiries) reads are waiting, the maximum. Try again later.")
            }
            state.inquiries += 1
        }
    }

    /// Frees the place of a question that was answered.
    func endInquiry() {
        let isLast = state.withLock { state in
            state.inquiries -= 1
            return state.isIdle && state.isClosing
        }
        if isLast { state.broadcast() }
    }

    /// Queues work to run between two commands.
    func take(visit: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            state.work.visits.append(visit)
            return Self.schedule(&state)
        }
    }

    /// Queues a finished read.
    func take(_ delivery: StreamLoader.Delivery) -> Bool {
        state.withLock { state in
            state.work.deliveries.append(delivery)
            return Self.schedule(&state)
        }
    }

    /// Queues a request to record the counts of refusals.
    func take(waitingForCounts completion: @escaping @Sendable (Bool) -> Void) -> Bool {
        state.withLock { state in
            state.work.waitingForCounts.append(completion)
            return Self.schedule(&state)
        }
    }

    /// Queues the recording of counts that are due.
    func takeDueCounts() -> Bool {
        state.withLock { state in
            guard !state.isClosing else { return false }
            state.work.statesDueCounts = true
            return Self.schedule(&state)
        }
    }

    /// - Returns: true if the queue was idle: the caller schedules a drain.
    func scheduleIfIdle() -> Bool { state.withLock { Self.schedule(&$0) } }

    private static func schedule(_ state: inout State) -> Bool {
        defer { state.isScheduled = true }
        return !state.isScheduled
    }

    /// Removes and returns all queued work; nil if the queue is empty, and the drain ends.
    func work(unless hasMore: () -> Bool) -> Work? {
        state.withLock { state in
            if state.work.isEmpty, !hasMore() {
                state.isScheduled = false
                return nil
            }
            defer { state.work = Work() }
            return state.work
        }
    }

    /// Removes and returns the finished reads.
    func deliveries() -> [StreamLoader.Delivery] {
        state.withLock { state in
            defer { state.work.deliveries = [] }
            return state.work.deliveries
        }
    }

    /// Refuses further commands.
    func close() { state.withLock { $0.isClosing = true } }

    var isClosing: Bool { state.withLock { $0.isClosing } }

    /// Waits until all commands are answered. Only after `close()`.
    func drain() { state.wait { $0.isIdle ? () : nil } }
}

// MARK: - A command in the queue

extension CommandDesk {
    /// A command on its way.
    struct Envelope: Sendable {
        let command: Command
        let origin: CommandOrigin
        /// Why it is turned down, found before anybody decided anything: its signature is wrong.
        var refusal: Refusal?
        /// About how many bytes its content has.
        var byteCount = 0
        /// Lets the sender withdraw it; nil for a sender that cannot.
        var cancellation: Cancellation?
        let reply: @Sendable (Result<Outcome, any Error>) -> Void
        /// Its place in the order of arrival.
        var number: UInt64 = 0
        /// How often the ledger had moved on under its decision.
        var attempts = 0
        /// How often it was put aside until what it needs was read.
        var delays = 0
        /// The queue that counts it until it is answered.
        var intake: Intake?

        /// Answers the sender. Call once.
        func answer(_ result: Result<Outcome, any Error>) {
            intake?.release(self)
            reply(result)
        }

        /// Claims the command for deciding.
        ///
        /// - Returns: false if the sender has withdrawn it: no answer is due.
        func claim() -> Bool {
            if cancellation?.claim() ?? true { return true }
            intake?.release(self)
            return false
        }

        /// Commands under the same key are decided in the order of their arrival: those of a room and of its queues, those
        /// of a user and of its wallet, those of any other stream.
        var lane: UInt64 {
            switch command.anchor {
            case .queue(let room, _): StreamKey.room(room).rawValue
            case .wallet(let user): StreamKey.user(user).rawValue
            case let anchor: anchor.rawValue
            }
        }

        /// Whether it says that a time is over.
        var isExpiry: Bool {
            if case .room(_, .automatePick) = command { true } else { false }
        }
    }
}

extension [CommandDesk.Envelope] {
    /// Timely commands are handled before the clock: among commands that arrive together, expiries go last.
    var inFairOrder: [CommandDesk.Envelope] {
        guard contains(where: \.isExpiry) else { return self }
        return filter { !$0.isExpiry } + filter(\.isExpiry)
    }
}

/// Lets the sender withdraw a command until the desk claims it.
final class Cancellation: Sendable {
    private enum Stage: UInt8, AtomicRepresentable {
        case open, claimed, withdrawn
    }

    private let stage = Atomic<Stage>(.open)

    /// Whether the command is neither claimed nor withdrawn.
    var isOpen: Bool { stage.load(ordering: .acquiring) == .open }

    /// Claims the command for deciding. Idempotent.
    ///
    /// - Returns: false if it was withdrawn.
    func claim() -> Bool {
        let seen = stage.compareExchange(expected: .open, desired: .claimed, ordering: .acquiringAndReleasing)
        return seen.original != .withdrawn
    }

    /// Withdraws the command.
    ///
    /// - Returns: false if it is claimed already, and will be answered.
    func withdraw() -> Bool {
        stage.compareExchange(expected: .open, desired: .withdrawn, ordering: .acquiringAndReleasing).exchanged
    }
}

// MARK: - The outcome that a sender waits for

/// The outcome of a command for which a task or a thread waits. It can be withdrawn until the desk claims it.
final class PendingReply: Sendable {
    private struct State {
        var result: Result<Outcome, any Error>?
        var continuation: CheckedContinuation<Result<Outcome, any Error>, Never>?
    }

    let cancellation = Cancellation()
    private let state = Guarded(State())

    /// Delivers the outcome. Call once.
    func give(_ result: Result<Outcome, any Error>) {
        let continuation = state.withLock { state in
            if state.continuation == nil { state.result = result }
            return state.continuation
        }
        if let continuation { continuation.resume(returning: result) } else { state.broadcast() }
    }

    /// Withdraws the command with an error, unless it is claimed.
    func withdraw(_ error: @autoclosure () -> DraftLedgerError) {
        if cancellation.withdraw() { give(.failure(error())) }
    }

    /// The outcome, for a task. A task that is cancelled meanwhile withdraws the command.
    var value: Result<Outcome, any Error> {
        get async {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let result = state.withLock { state in
                        if state.result == nil { state.continuation = continuation }
                        return state.result
                    }
                    if let result { continuation.resume(returning: result) }
                }
            } onCancel: {
                withdraw(.withdrawn)
            }
        }
    }

    /// Blocks the thread until the outcome is there.
    func wait() -> Result<Outcome, any Error> { state.wait { $0.result } }
}

extension DraftLedgerError {
    fileprivate static var withdrawn: DraftLedgerError {
        DraftLedgerError(
            .withdrawn,
            "The task that sent the command was cancelled before the command was decided: nothing is recorded. "
                + "You can send it again under the same id.")
    }

    static var deadlineExceeded: DraftLedgerError {
        DraftLedgerError(
            .deadlineExceeded,
            "The command was not decided by its deadline: nothing is recorded. You can send it again under the same id."
        )
    }
}

// MARK: - Deadlines

/// Withdraws commands that are not decided by their deadlines, with one timer for all of them.
///
/// Entries of decided commands are dropped as soon as they are most of the heap, so that a flood of commands with far deadlines
/// takes no more memory than the commands in flight.
final class Deadlines: Sendable {
    private struct Entry {
        let instant: ContinuousClock.Instant
        let reply: PendingReply
    }

    private struct State {
        let timer: any DispatchSourceTimer
        /// A binary heap, the earliest first.
        var heap: [Entry] = []
        /// Beyond which size it is worth looking for those that were decided.
        var limit = Deadlines.smallest
        /// When the timer is set to go off; nil where it is not.
        var wakesAt: ContinuousClock.Instant?
    }

    private static let smallest = 1_024

    private let state: Guarded<State>

    init() {
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "draft-ledger.deadlines"))
        state = Guarded(State(timer: timer))
        timer.setEventHandler { [weak self] in self?.takeBack() }
        timer.activate()
    }

    deinit { state.withLock { $0.timer.cancel() } }

    /// How many are kept.
    var count: Int { state.withLock { $0.heap.count } }

    /// Withdraws a command at a time, unless it is decided by then.
    func add(_ reply: PendingReply, at instant: ContinuousClock.Instant) {
        state.withLock { state in
            if state.heap.count >= state.limit {
                state.heap.removeAll { !$0.reply.cancellation.isOpen }
                // In order is a heap, too.
                state.heap.sort { $0.instant < $1.instant }
                state.limit = max(Self.smallest, 2 * state.heap.count)
            }
            state.heap.push(Entry(instant: instant, reply: reply)) { $0.instant < $1.instant }
            setTimer(&state)
        }
    }

    private func takeBack() {
        let due = state.withLock { state in
            var due: [Entry] = []
            let now = ContinuousClock.now
            while let first = state.heap.first, first.instant <= now {
                due.append(first)
                state.heap.popFirst { $0.instant < $1.instant }
            }
            state.wakesAt = nil
            setTimer(&state)
            return due
        }
        for entry in due { entry.reply.withdraw(.deadlineExceeded) }
    }

    /// Sets the timer to the earliest deadline, unless it goes off before.
    private func setTimer(_ state: inout State) {
        guard let first = state.heap.first?.instant, state.wakesAt.map({ first < $0 }) ?? true else { return }
        let (seconds, attoseconds) = ContinuousClock.now.duration(to: first).components
        // Nobody lives to see a deadline that no number of nanoseconds reaches.
        let wait = max(0, min(Double(seconds) * 1e9 + Double(attoseconds) / 1e9, 1e18))
        state.timer.schedule(deadline: .now() + .nanoseconds(Int(wait)), leeway: .milliseconds(1))
        state.wakesAt = first
    }
}

extension Array {
    /// Adds an element to a binary heap.
    fileprivate mutating func push(_ element: Element, by isBefore: (Element, Element) -> Bool) {
        append(element)
        var place = count - 1
        while place > 0, isBefore(self[place], self[(place - 1) / 2]) {
            swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// Removes the first element of a binary heap that has some.
    fileprivate mutating func popFirst(by isBefore: (Element, Element) -> Bool) {
        swapAt(0, count - 1)
        removeLast()
        var place = 0
        while true {
            let children = [2 * place + 1, 2 * place + 2].filter { $0 < count }
            guard let least = children.min(by: { isBefore(self[$0], self[$1]) }), isBefore(self[least], self[place])
            else { return }
            swapAt(place, least)
            place = least
        }
    }
}

// MARK: - Threads

/// Runs the desk's own work, its reads and its writes.
///
/// On a live ledger these are threads. A simulation runs all of it on one thread in an order that it chooses, and so reaches
/// interleavings that threads seldom reach, and reaches them again.
protocol DeskWorkers: Sendable {
    /// Runs a piece of the desk's work: one at a time, in order.
    func work(_ body: @escaping @Sendable () -> Void)

    /// Reads what an order names. `deliver` receives it on any thread.
    func read(_ order: StreamLoader.Order, deliver: @escaping @Sendable (StreamLoader.Delivery) -> Void)

    /// Notes that the desk has taken what was read.
    func delivered(_ count: Int)

    /// Hands a request to the ledger's writer. `completion` is called in the order of the requests, on any thread.
    func write(
        _ request: consuming AppendRequest, completion: @escaping @Sendable (Result<Appended, LedgerError>) -> Void)

    /// Runs `body` while no other caller can append, and appends its requests, as `Ledger.holdingTurn` does.
    func holdingTurn(_ body: (HeldTurn) throws -> Void) throws

    /// Says that the desk does nothing else until all that it has handed to the writer is answered.
    func awaitWriting()
}

/// Threads: the desk's, the loader's and the writer's.
struct DeskThreads: DeskWorkers {
    let ledger: Ledger
    let loader: StreamLoader
    /// A serial queue has a thread whenever it has something to do, however many of the system's shared ones are blocked.
    private let queue = DispatchQueue(label: "draft-ledger.desk")

    init(ledger: Ledger, source: any StateSource) {
        self.ledger = ledger
        loader = StreamLoader(source: source)
    }

    func work(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

    func read(_ order: StreamLoader.Order, deliver: @escaping @Sendable (StreamLoader.Delivery) -> Void) {
        loader.ask(order, deliver: deliver)
    }

    func delivered(_ count: Int) { loader.delivered(count) }

    func write(
        _ request: consuming AppendRequest, completion: @escaping @Sendable (Result<Appended, LedgerError>) -> Void
    ) {
        ledger.enqueue(request, completion: completion)
    }

    func holdingTurn(_ body: (HeldTurn) throws -> Void) throws { try ledger.holdingTurn(body) }

    /// The writer's thread answers whether anybody waits or not.
    func awaitWriting() {}
}
