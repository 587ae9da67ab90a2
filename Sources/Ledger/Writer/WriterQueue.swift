import LMDB
import Platform
import Synchronization

/// The queue of the writer: the requests that wait, and the turn to write, which one thread has at a time.
///
/// The writer's thread takes its turn whenever something waits, and everything that waits at once. A thread that would
/// wait for its answer anyway may take a free turn itself, which saves waking another thread and being woken by it.
///
/// Threads that seek the turn and the queue take turns: the queue would never leave the threads a gap, and threads that
/// come back for the turn at once would never leave the queue one.
final class WriterQueue: Sendable {
    /// The requests that the writer's thread takes in one turn.
    enum Work {
        /// Requests that share a transaction.
        case group(Group)
        /// Something that needs a transaction of its own.
        case job(@Sendable () -> Void)
    }

    /// Requests that share a transaction, in the order in which they were handed over.
    struct Group {
        private(set) var requests: [PendingAppend] = []
        private var byteCount = 0
        /// It takes no further request above this size.
        private let byteLimit: Int

        init(_ requests: [PendingAppend] = [], upTo byteLimit: Int = .max) {
            self.byteLimit = byteLimit
            for request in requests { append(request) }
        }

        fileprivate var isFull: Bool { byteCount >= byteLimit }

        fileprivate mutating func append(_ pending: PendingAppend) {
            requests.append(pending)
            byteCount += pending.request.records.byteCount
        }
    }

    private enum Item {
        case append(PendingAppend)
        case job(@Sendable () -> Void)
    }

    private struct State {
        var waiting: [Item] = []
        var turnIsTaken = false
        /// Threads that wait for the turn itself.
        var turnSeekers = 0
        /// Whether a seeker had the turn since the queue had it last.
        var queueIsNext = false
        var threadSleeps = false
        var isClosing = false

        var isSeekersTurn: Bool { !turnIsTaken && (!queueIsNext || waiting.isEmpty) }

        /// A ledger that closes answers what waits; its seekers give up by themselves.
        var isQueuesTurn: Bool { !turnIsTaken && (turnSeekers == 0 || queueIsNext || isClosing) }

        /// Moves what waits before any job to a group.
        ///
        /// - Returns: how many.
        mutating func moveAppends(to group: inout Group) -> Int {
            var count = 0
            while count < waiting.count, case .append(let append) = waiting[count], !group.isFull {
                group.append(append)
                count += 1
            }
            waiting.removeFirst(count)
            return count
        }
    }

    private let state = Guarded(State())
    /// The length of `waiting`, to look at without the lock.
    private let length = Atomic<Int>(0)

    /// The size of a group in bytes, so that no caller waits for the writing of all too much.
    private let limit = Atomic<Int>(8 << 20)

    /// The size in bytes from which on a group takes no further request.
    var groupLimit: Int {
        get { limit.load(ordering: .relaxed) }
        set { limit.store(newValue, ordering: .relaxed) }
    }

    /// The number of requests that wait.
    var count: Int { length.load(ordering: .relaxed) }

    /// Hands over a request.
    ///
    /// - Returns: false if the ledger is closing; then the request will not be answered.
    func submit(_ append: PendingAppend) -> Bool { submit(.append(append)) }

    /// Hands over a job.
    ///
    /// - Returns: false if the ledger is closing; then it will not run.
    func submit(_ job: @escaping @Sendable () -> Void) -> Bool { submit(.job(job)) }

    private func submit(_ item: Item) -> Bool {
        let (accepted, wake) = state.withLock { state in
            guard !state.isClosing else { return (false, false) }
            state.waiting.append(item)
            length.add(1, ordering: .relaxed)
            return (true, state.threadSleeps)
        }
        if wake { state.broadcast() }
        return accepted
    }

    /// Takes the turn if no other thread has it or waits for it.
    func takeTurnIfFree() -> Bool {
        state.withLock { state in
            guard !state.isClosing, !state.turnIsTaken, state.turnSeekers == 0, state.waiting.isEmpty else {
                return false
            }
            state.turnIsTaken = true
            return true
        }
    }

    /// Waits for the turn.
    ///
    /// - Returns: false when the ledger is closing; then the turn was not taken.
    func takeTurn() -> Bool {
        state.withLock { $0.turnSeekers += 1 }
        return state.wait { state in
            guard state.isSeekersTurn || state.isClosing else { return nil }
            state.turnSeekers -= 1
            if state.isClosing { return false }
            state.turnIsTaken = true
            state.queueIsNext = true
            return true
        }
    }

    /// Gives the turn back.
    func returnTurn() {
        let wake = state.withLock { state in
            state.turnIsTaken = false
            return !state.waiting.isEmpty || state.turnSeekers > 0 || state.isClosing
        }
        if wake { state.broadcast() }
    }

    /// Waits for something to do, and takes the turn to do it. For the writer's thread.
    ///
    /// - Returns: nil when the ledger is closing and nothing waits any more.
    func takeWork() -> Work? {
        state.wait { state -> Work?? in
            if state.isQueuesTurn {
                if let work = nextWork(&state) {
                    state.turnIsTaken = true
                    state.queueIsNext = false
                    state.threadSleeps = false
                    return .some(work)
                }
                if state.isClosing { return .some(nil) }
            }
            state.threadSleeps = true
            return nil
        }
    }

    /// Has requests that have come meanwhile join a group. For the writer's thread, while it has the turn.
    ///
    /// - Returns: whether there were any.
    func takeMore(into group: inout Group) -> Bool {
        let count = state.withLock { $0.moveAppends(to: &group) }
        length.subtract(count, ordering: .relaxed)
        return count > 0
    }

    private func nextWork(_ state: inout State) -> Work? {
        var group = Group(upTo: limit.load(ordering: .relaxed))
        let count = state.moveAppends(to: &group)
        length.subtract(count, ordering: .relaxed)
        if count > 0 { return .group(group) }
        guard case .job(let job) = state.waiting.first else { return nil }
        state.waiting.removeFirst()
        length.subtract(1, ordering: .relaxed)
        return .job(job)
    }

    /// Accepts no new requests. Waiting requests are still carried out.
    func close() {
        state.withLock { $0.isClosing = true }
        state.broadcast()
    }
}

/// A request on its way through the writer, with its completion.
///
/// Unchecked because one thread at a time uses it: the caller until it is submitted, then the thread whose turn it is
/// to write.
final class PendingAppend: @unchecked Sendable {
    var request: AppendRequest
    let completion: @Sendable (Result<Appended, LedgerError>) -> Void

    init(
        _ request: consuming AppendRequest,
        completion: @escaping @Sendable (Result<Appended, LedgerError>) -> Void
    ) {
        self.request = request
        self.completion = completion
    }
}
