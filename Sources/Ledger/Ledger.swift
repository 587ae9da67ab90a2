public import LMDB
import Platform

/// An append-only log of records in a directory: streams, positions, conditional appends, a Merkle tree over it all.
///
/// Of a record it understands the header only (`RecordHeader`); everything else is bytes. One process writes, any
/// number read, live. A ledger may be used from any thread.
///
/// An append writes the records, and one hash for 256 of them. Everything else that is stored is a projection with a
/// mark of its progress, and catches up from the log when it has fallen behind.
public final class Ledger: Sendable {
    /// Whether a ledger can be appended to.
    public enum Mode: Sendable {
        case readWrite
        case readOnly
    }

    /// The ledger's directory.
    public let path: String
    /// The mode in which it was opened.
    public let mode: Mode
    /// The LMDB environment that the ledger is in. Other tables may be kept there.
    public let environment: Environment

    let tables: LedgerTables
    let follower: HeadFollower
    let writing: Writing?
    let isClosed = Guarded(false)

    /// The parts that only a writable ledger has.
    struct Writing: Sendable {
        let writer: Writer
        let thread: DedicatedThread
        let lock: DirectoryLock
    }

    init(path: String, environment: Environment, tables: LedgerTables, writing: Writing?) {
        self.path = path
        self.mode = writing == nil ? .readOnly : .readWrite
        self.environment = environment
        self.tables = tables
        self.follower = HeadFollower(tables: tables)
        self.writing = writing
    }

    deinit { close() }

    /// Finishes what was handed in, brings `streams` up to the log, and lets go of the ledger. Appends that come
    /// later fail with `closed`; subscriptions end.
    public func close() {
        let isFirst = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return !isClosed
        }
        guard isFirst else { return }
        if let writing {
            writing.writer.queue.close()
            writing.thread.join()
        }
        environment.close()
        writing?.lock.release()
    }

    /// Why nothing can be written because the path no longer leads to the files that are open; nil while it does, and for
    /// a ledger that is open for reading. The look is at most half a second old.
    package var displacement: String? { writing?.writer.watch.finding() }

    /// Looks whether the path leads to the files that are open: what they have may be lost with them.
    ///
    /// - Throws: `moved` while it leads elsewhere; never for a ledger that is open for reading.
    package func checkPlace() throws(LedgerError) { try writing?.writer.checkPlace() }

    /// Makes durable what was committed so far. Of use after appends with a weaker durability than `full` only.
    public func sync() throws(LedgerError) {
        do {
            try environment.sync()
        } catch {
            throw LedgerError(error, path: path)
        }
    }
}
