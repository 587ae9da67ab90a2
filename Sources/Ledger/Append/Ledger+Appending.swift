import LMDB
import Platform

extension Ledger {
    /// Appends the records of a request atomically, and returns when they are durable.
    ///
    /// Requests of many tasks that wait at the same time share one sync. A request that was handed over is carried
    /// out even if the task is cancelled meanwhile.
    ///
    /// - Throws: `versionConflict`, `sizeConflict`, `recordSize`, `clockBackwards`: the request is refused;
    ///   `diskFull`, `storage`: it could not be stored; `readOnly`, `closed`. The ledger is then as it was.
    @discardableResult
    public func append(_ request: consuming AppendRequest) async throws(LedgerError) -> Appended {
        let writer = try writer()
        let request = request
        let result = await withUnsafeContinuation { continuation in
            let pending = PendingAppend(request) { continuation.resume(returning: $0) }
            if !writer.queue.submit(pending) { continuation.resume(returning: .failure(closedError)) }
        }
        return try result.get()
    }

    /// Appends like `append`, for callers outside of tasks: blocks the thread until the records are durable.
    ///
    /// If no other thread writes, the calling thread does it all itself.
    ///
    /// - Precondition: not called in a transaction of this ledger, nor in a completion of `enqueue`.
    @discardableResult
    public func appendBlocking(_ request: consuming AppendRequest) throws(LedgerError) -> Appended {
        let writer = try writer()
        if writer.queue.takeTurnIfFree() {
            defer { writer.queue.returnTurn() }
            return try writer.commit(request).get()
        }
        let answer = Guarded<Result<Appended, LedgerError>?>(nil)
        let pending = PendingAppend(request) { result in
            answer.withLock { $0 = result }
            answer.signal()
        }
        guard writer.queue.submit(pending) else { throw closedError }
        return try answer.wait { $0 }.get()
    }

    /// Hands a request over and returns at once. Requests are carried out in the order in which they were handed over.
    ///
    /// Nothing limits how many wait; keep count where that could be many.
    ///
    /// - Parameters:
    ///   - request: what is to be appended.
    ///   - completion: called with the outcome, on the thread that writes: what takes time there delays everyone.
    ///     Called at once, on this thread, when the ledger is closed or for reading only.
    public func enqueue(
        _ request: consuming AppendRequest,
        completion: @escaping @Sendable (Result<Appended, LedgerError>) -> Void
    ) {
        do {
            let pending = PendingAppend(request, completion: completion)
            if !(try writer().queue.submit(pending)) { completion(.failure(closedError)) }
        } catch {
            completion(.failure(error))
        }
    }

    func writer() throws(LedgerError) -> Writer {
        guard let writing else {
            throw LedgerError(.readOnly, path: path, detail: "the ledger was opened for reading only")
        }
        return writing.writer
    }

    var closedError: LedgerError { LedgerError(.closed, path: path, detail: "the ledger has been closed") }
}

/// The writer's turn, held by a caller that decides on the contents of the ledger: until it is returned, no other
/// caller appends.
///
/// Not to be kept beyond the body that it is lent to, nor to be used by two threads at once.
public final class HeldTurn {
    private var requests: [PendingAppend] = []

    init() {}

    /// Hands a request over. It is carried out when the body is over, in one group with the others of the turn.
    ///
    /// - Parameters:
    ///   - request: what is to be appended.
    ///   - completion: called with the outcome, on the thread that holds the turn.
    public func enqueue(
        _ request: consuming AppendRequest,
        completion: @escaping @Sendable (Result<Appended, LedgerError>) -> Void
    ) {
        requests.append(PendingAppend(request, completion: completion))
    }

    func takeGroup() -> WriterQueue.Group {
        defer { requests = [] }
        return WriterQueue.Group(requests)
    }
}

extension Ledger {
    /// Runs `body` while no other caller can append, and appends the requests that it returns: its reads stay valid.
    ///
    /// Everybody else's appends wait meanwhile, so `body` should be brief. Requests that were handed over before and are
    /// not carried out yet come after its own. Blocks the thread until all is durable and answered.
    ///
    /// - Throws: what `body` throws, and then nothing it handed over is carried out, nor answered; `readOnly`, `closed`.
    /// - Precondition: not called in a transaction of this ledger, nor in a completion of `enqueue`.
    public func holdingTurn(_ body: (HeldTurn) throws -> Void) throws {
        let writer = try writer()
        guard writer.queue.takeTurn() else { throw closedError }
        defer { writer.queue.returnTurn() }
        let turn = HeldTurn()
        try body(turn)
        var group = turn.takeGroup()
        if !group.requests.isEmpty { writer.commit(&group) }
    }
}
