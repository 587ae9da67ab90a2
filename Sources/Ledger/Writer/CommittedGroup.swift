import Platform

/// Requests that shared a transaction, for observers of a ledger.
public struct CommittedGroup: Sendable {
    /// The number of records that are stored now; 0 after a failure.
    public let records: Int
    /// How long it took to stage, hash, write and sync them.
    public let nanoseconds: UInt64
    /// The reason why nothing was stored; nil if everything was stored, except requests that were refused individually.
    public let failure: LedgerError?
}

/// The observer of committed groups.
///
/// A closure stored in a generic place is wrapped again by each access, without limit; a structure that holds it is not.
struct GroupObserver: Sendable {
    let tell: @Sendable (CommittedGroup) -> Void
}

extension Ledger {
    /// Sets the observer of groups; nil removes it. The writer's thread calls it after each commit and waits for it.
    public func observe(_ observer: (@Sendable (CommittedGroup) -> Void)?) {
        writing?.writer.observer.withLock { $0 = observer.map(GroupObserver.init) }
    }
}
