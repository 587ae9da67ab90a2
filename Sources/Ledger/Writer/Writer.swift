import LMDB
import Merkle

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
    private let helpers = max(0, Processors.count - 1)

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
        do {
            let (state, moved) = try environment.write { transaction in
                outcomes.removeAll(keepingCapacity: true)
                return try stage(group, in: transaction, &outcomes)
            }
            heads.publish(moved)
            heads.sliceCommitted()
            published.publish(state)
        } catch is NothingToCommit {
            // Every request was refused, and the refusals are the answers.
        } catch {
            outcomes = Array(repeating: .failure(LedgerError(wrapping: error, path: path)), count: group.count)
        }
        for (pending, outcome) in zip(group, outcomes) { pending.completion(outcome) }
    }

    private func stage(
        _ group: [PendingAppend], in transaction: borrowing WriteTransaction,
        _ outcomes: inout [Result<Appended, LedgerError>]
    ) throws -> (Published.State, HeadTable) {
        let before = published.state
        var draft = GroupDraft(
            of: path, tables: tables, heads: heads, after: before, helpers: helpers, clock: clock)
        try transaction.withAppender(to: tables.events) { events in
            for pending in group { outcomes.append(try draft.stage(&pending.request, in: transaction, events)) }
        }
        guard draft.size > before.size else { throw NothingToCommit() }
        try draft.completeTree(in: transaction)
        try heads.writeSlice(size: before.size, in: transaction)
        return (Published.State(edge: draft.edge, recordedAt: draft.recordedAt), draft.moved)
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
