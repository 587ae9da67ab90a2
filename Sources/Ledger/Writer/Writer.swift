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
    let clock: @Sendable () -> Int64
    /// The observer of each group.
    let observer = Guarded<GroupObserver?>(nil)
    let crew = HashingCrew(size: Cores.count - 1)
    /// Replicates commits before they are made; nil for a ledger on one machine.
    let replication = Guarded<Replication?>(nil)
    let watch: DirectoryWatch
    /// The maximum age of a look at the directory before an acknowledgement; 0 if a commit waits for the disk.
    private let lookAge: UInt64

    init(
        environment: Environment, tables: LedgerTables, published: Published, heads: HeadStore,
        watch: DirectoryWatch, durability: Environment.Durability, clock: @escaping @Sendable () -> Int64
    ) {
        self.watch = watch
        lookAge = durability == .full ? 0 : DirectoryWatch.pace
        self.environment = environment
        self.tables = tables
        self.published = published
        self.heads = heads
        self.path = environment.path
        self.clock = clock
    }

    /// Appends a group and answers each of its requests. For the thread that has the turn.
    ///
    /// - Parameters:
    ///   - group: grows by the requests that join it while it is staged.
    ///   - joins: adds waiting requests to the group, and returns whether there were any; called until that is false.
    ///   - committed: called between the commit and the answers.
    func commit(
        _ group: inout WriterQueue.Group, joinedBy joins: (inout WriterQueue.Group) -> Bool = { _ in false },
        committed: (_ count: Int) -> Void = { _ in }
    ) {
        var outcomes: [Result<Appended, LedgerError>] = []
        outcomes.reserveCapacity(group.requests.count)
        let failure = commit { draft, transaction, events throws in
            outcomes.removeAll(keepingCapacity: true)
            repeat {
                for pending in group.requests[outcomes.count...] {
                    outcomes.append(try draft.stage(&pending.request, in: transaction, events))
                }
            } while joins(&group)
        }
        committed(group.requests.count)
        if failure != nil { for pending in group.requests { pending.request.chain?.cut() } }
        for (index, pending) in group.requests.enumerated() {
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
        let replication = replication.withLock { $0 }
        do {
            try watch.check(noOlderThan: DirectoryWatch.pace)
            try environment.write { transaction in
                draft.begin(after: before)
                try transaction.withAppender(to: tables.events) { try stage(&draft, transaction, $0) }
                guard draft.size > before.size else { throw NothingToCommit() }
                try draft.completeTree(in: transaction)
                try heads.writeSlice(size: before.size, in: transaction)
                try replication?.replicate(from: before.edge, to: draft.edge, in: transaction, tables)
            }
        } catch is NothingToCommit {
            return nil
        } catch {
            let failure = settle(error, replication)
            guard let failure else { return nil }
            tell(0, failure)
            return failure
        }
        show(draft)
        replication?.settle(nil)
        // It was written, to files that may have lost their names meanwhile: then it is not known whether it lasts.
        do throws(LedgerError) {
            try checkPlace()
        } catch {
            tell(0, error)
            return error
        }
        tell(Int(draft.edge.size - before.size), nil)
        return nil
    }

    /// Shows a draft that was committed to all.
    func show(_ draft: GroupDraft) {
        heads.publish(draft.moved)
        heads.sliceCommitted()
        published.publish(Published.State(edge: draft.edge, recordedAt: draft.recordedAt))
    }

    /// Ends a transaction in which every request was refused, without a sync.
    private struct NothingToCommit: Error {}

    /// Runs a write transaction of somebody else's. For the thread that has the turn.
    func run<Result>(_ body: (borrowing WriteTransaction) throws -> Result) throws -> Result {
        try watch.check(noOlderThan: DirectoryWatch.pace)
        guard let replication = replication.withLock({ $0 }) else {
            let result = try environment.write(body)
            try checkPlace()
            return result
        }
        let result = try change(
            ReplicatedBatch.ledgerStore, by: replication, journal: replication.journal(), environment, body)
        try checkPlace()
        return result
    }

    /// Looks at the directory before something in it is acknowledged. On any thread.
    func checkPlace() throws(LedgerError) { try watch.check(noOlderThan: lookAge) }

    /// Brings `streams` up to the log. For the thread that has the turn.
    func writeHeads() throws {
        try environment.write { try heads.writeAll(size: published.state.size, in: $0) }
        heads.sliceCommitted()
    }
}

extension Writer {
    /// Runs the writer's thread until the ledger is closed.
    func serve() {
        var pace = Pace()
        while true {
            pace.awaitFirst(queue)
            guard let work = queue.takeWork() else { break }
            switch work {
            case .group(var group):
                commit(&group) { group in
                    pace.awaitMore(queue, having: group.requests.count) && queue.takeMore(into: &group)
                } committed: { count in
                    pace.expect(count + queue.count)
                }
            case .job(let job): job()
            }
            queue.returnTurn()
        }
        // A projection: where it cannot be written, the next open catches up from the log.
        try? writeHeads()
        crew.close()
        published.close()
    }

    /// How long the writer's thread looks out for work before it sleeps, and for more before it commits.
    ///
    /// A caller that has just been answered often asks again at once, and waking a sleeping thread costs a tenth of a
    /// sync. And when many have been answered, the first of them must not be served alone while the others are on
    /// their way: they would wait for two syncs instead of one. So a group stays open while those are expected, and what
    /// comes is staged meanwhile.
    private struct Pace {
        private static let lookout: UInt64 = Cores.count > 1 ? 60_000 : 0
        private static let longestGathering: UInt64 = 250_000

        /// How many may come again; 0 where that is not known.
        private var expected = 0
        /// How long it is worth to wait for them.
        private var gatherTime: UInt64 = 0
        /// When the waiting began.
        private var start = SystemClock.monotonic()

        /// Waits for somebody to come.
        mutating func awaitFirst(_ queue: WriterQueue) {
            start = SystemClock.monotonic()
            guard expected > 0 else { return }
            while queue.count == 0, SystemClock.monotonic() - start < max(gatherTime, Self.lookout) {
                DedicatedThread.yield()
            }
            if queue.count == 0 { expected = 0 }
        }

        /// Waits for more to come.
        ///
        /// - Returns: false if the writer waits for no further request.
        func awaitMore(_ queue: WriterQueue, having count: Int) -> Bool {
            guard count < expected else { return false }
            while queue.count == 0 {
                if SystemClock.monotonic() - start >= gatherTime { return false }
                DedicatedThread.yield()
            }
            return true
        }

        /// Notes, when a group is committed, how many its next one may have: those who are answered now and those who wait.
        mutating func expect(_ count: Int) {
            expected = count
            gatherTime = count > 1 ? min((SystemClock.monotonic() - start) / 4, Self.longestGathering) : 0
        }
    }
}
