import LMDB
import Merkle
import Platform
import Synchronization

/// The one writer of a ledger: gives records their places, stores and hashes them, and answers when they are safe.
///
/// A group is everything that waits when a turn begins. It shares one transaction and one sync, which is where nearly
/// all of the time goes, so a hundred requests cost little more than one.
///
/// `queue` decides who has the turn; `heads` and `commit` belong to it. `published` is for everyone.
final class Writer: Sendable {
    let environment: Environment
    let tables: LedgerTables
    let queue = WriterQueue()
    let published: Published
    let heads: HeadStore
    let path: String
    private let clock: @Sendable () -> Int64
    /// Who is told of each group.
    let observer = Guarded<GroupObserver?>(nil)
    let crew = HashingCrew(size: Cores.count - 1)

    init(
        environment: Environment, tables: LedgerTables, published: Published, heads: HeadStore,
        clock: @escaping @Sendable () -> Int64
    ) {
        self.environment = environment
        self.tables = tables
        self.published = published
        self.heads = heads
        self.path = environment.path
        self.clock = clock
    }

    /// Appends a group and answers each of its requests. For the thread that has the turn.
    func commit(_ group: [PendingAppend]) {
        var outcomes: [Result<Appended, LedgerError>] = []
        outcomes.reserveCapacity(group.count)
        let failure = commit { draft, transaction, events throws in
            outcomes.removeAll(keepingCapacity: true)
            for pending in group { outcomes.append(try draft.stage(&pending.request, in: transaction, events)) }
        }
        if failure != nil { for pending in group { pending.request.chain?.cut() } }
        for (index, pending) in group.enumerated() {
            pending.completion(failure.map { .failure($0) } ?? outcomes[index])
        }
    }

    /// Appends one request. For the thread that has the turn.
    func commit(_ request: consuming AppendRequest) -> Result<Appended, LedgerError> {
        var outcome: Result<Appended, LedgerError>?
        let failure = commit { draft, transaction, events throws in
            outcome = try draft.stage(&request, in: transaction, events)
        }
        if let failure {
            request.chain?.cut()
            return .failure(failure)
        }
        guard let outcome else { preconditionFailure("a transaction that succeeded has staged its request") }
        return outcome
    }

    /// Commits what `stage` stages, and shows it to all. `stage` runs again when the map had to grow.
    ///
    /// - Returns: why nothing was kept; nil if all was, or if every request was refused and the refusals stand.
    private func commit(
        _ stage: (inout GroupDraft, borrowing WriteTransaction, borrowing Appender<UInt64>) throws -> Void
    ) -> LedgerError? {
        let before = published.state
        let observer = observer.withLock { $0 }
        let start = observer == nil ? 0 : SystemClock.monotonic()
        func tell(_ records: Int, _ failure: LedgerError?) {
            observer?.tell(
                CommittedGroup(records: records, nanoseconds: SystemClock.monotonic() - start, failure: failure))
        }
        var draft = GroupDraft(
            of: path, tables: tables, heads: heads, after: before, crew: crew, clock: clock)
        do {
            try environment.write { transaction in
                draft.begin(after: before)
                try transaction.withAppender(to: tables.events) { try stage(&draft, transaction, $0) }
                guard draft.size > before.size else { throw NothingToCommit() }
                try draft.completeTree(in: transaction)
                try heads.writeSlice(size: before.size, in: transaction)
            }
        } catch is NothingToCommit {
            return nil
        } catch {
            let failure = LedgerError(wrapping: error, path: path)
            tell(0, failure)
            return failure
        }
        heads.publish(draft.moved)
        heads.sliceCommitted()
        published.publish(Published.State(edge: draft.edge, recordedAt: draft.recordedAt))
        tell(Int(draft.edge.size - before.size), nil)
        return nil
    }

    /// Ends a transaction in which every request was refused, without a sync.
    private struct NothingToCommit: Error {}

    /// Runs a write transaction of somebody else's. For the thread that has the turn.
    func run<Result>(_ body: (borrowing WriteTransaction) throws -> Result) throws -> Result {
        try environment.write(body)
    }

    /// Brings `streams` up to the log. For the thread that has the turn.
    func writeHeads() throws {
        try environment.write { try heads.writeAll(size: published.state.size, in: $0) }
        heads.sliceCommitted()
    }
}

extension Writer {
    /// What the writer's thread does until the ledger is closed.
    func serve() {
        var pace = Pace()
        while true {
            pace.awaitMore(queue)
            guard let work = queue.takeWork() else { break }
            switch work {
            case .group(let group): pace.measure(group.count) { commit(group) }
            case .job(let job): job()
            }
            queue.returnTurn()
        }
        // A projection: where it cannot be written, the next open catches up from the log.
        try? writeHeads()
        crew.close()
        published.close()
    }

    /// How long the writer's thread looks out for work before it sleeps or begins.
    ///
    /// A caller that has just been answered often asks again at once, and waking a sleeping thread costs a tenth of a
    /// sync. And when many have been answered, the first of them must not be served alone while the others are on
    /// their way: they would wait for two syncs instead of one.
    private struct Pace {
        private static let lookout: UInt64 = Cores.count > 1 ? 60_000 : 0
        private static let longestGathering: UInt64 = 250_000

        private var lastGroup = 0
        private var lastDuration: UInt64 = 0

        mutating func measure(_ count: Int, _ body: () -> Void) {
            let start = SystemClock.monotonic()
            body()
            lastDuration = SystemClock.monotonic() - start
            lastGroup = count
        }

        mutating func awaitMore(_ queue: WriterQueue) {
            guard lastGroup > 0 else { return }
            let start = SystemClock.monotonic()
            let patience = lastGroup > 1 ? min(lastDuration / 4, Self.longestGathering) : Self.lookout
            let wanted = lastGroup
            while queue.count < wanted, SystemClock.monotonic() - start < patience { DedicatedThread.yield() }
            lastGroup = 0
        }
    }
}
