import Platform

/// Requests that shared a transaction, for who watches over a ledger.
public struct CommittedGroup: Sendable {
    /// The records that are stored now; 0 where none are.
    public let records: Int
    /// How long it took to stage, hash, write and sync them.
    public let nanoseconds: UInt64
    /// Why nothing was stored; nil where all was that was not refused by itself.
    public let failure: LedgerError?
}

/// The observer of committed groups.
///
/// A closure stored in a generic place is wrapped again by each access, without limit; a structure that holds it is not.
struct GroupObserver: Sendable {
    let tell: @Sendable (CommittedGroup) -> Void
}

extension Ledger {
    /// Has somebody told of each group behind its commit, by the writer's thread, which waits for it; nil for nobody.
    public func observe(_ observer: (@Sendable (CommittedGroup) -> Void)?) {
        writing?.writer.observer.withLock { $0 = observer.map(GroupObserver.init) }
    }
}
