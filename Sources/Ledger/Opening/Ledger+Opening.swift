public import LMDB
import Merkle
import Platform

extension Ledger {
    /// How to open a ledger.
    public struct Options: Sendable {
        /// The failures that an acknowledged append survives; see `Environment.Durability`.
        public var durability: Environment.Durability
        /// The clock of `recordedAt`: microseconds since 1970 UTC. May run backwards; the ledger's time does not.
        public var clock: @Sendable () -> Int64
        /// Whether to look at every page of the file before believing any; see `Environment.checkPages`. Otherwise a
        /// damaged page can end the process instead of yielding an error. For a ledger that is opened to be verified.
        public var checksPages: Bool
        /// Whether the ledger is opened as a node's copy by that node's server. Only so is a ledger with the mark of a cluster
        /// opened for writing.
        public var isNode: Bool
        /// The size in bytes of a new ledger's map; it grows by itself. Small values are for tests of growth.
        public var initialMapSize: Int

        public init(
            durability: Environment.Durability = .full,
            clock: @escaping @Sendable () -> Int64 = Options.systemClock,
            checksPages: Bool = false,
            isNode: Bool = false,
            initialMapSize: Int = 64 << 20
        ) {
            self.durability = durability
            self.clock = clock
            self.checksPages = checksPages
            self.isNode = isNode
            self.initialMapSize = initialMapSize
        }

        /// The operating system's time of day.
        @Sendable
        public static func systemClock() -> Int64 { SystemClock.now() }
    }

    /// Creates an empty ledger and opens it for writing.
    ///
    /// - Parameters:
    ///   - path: a directory that does not exist yet, in one that does; or one without a ledger, whose other files are
    ///     left alone. It is left so by a creation that fails. What one that was killed, or lost its power, has left is
    ///     gone on with, and so is a ledger without any events.
    ///   - options: how it is kept.
    /// - Throws: `alreadyExists`, `irregularFile`, `newerFormat`, `damaged`, `cannotCreate`, `lockedByAnotherWriter`,
    ///   `diskFull`, `storage`.
    public static func create(at path: String, options: Options = Options()) throws(LedgerError) -> Ledger {
        let isNew = try makeDirectory(path)
        return try reportingAll(path) {
            do {
                let lock = try writerLock(on: path)
                return try createTakingBack(at: path, lock, options)
            } catch {
                if isNew { FileSystem.removeDirectory(path) }
                throw error
            }
        }
    }

    /// - Returns: false where there is a directory already.
    private static func makeDirectory(_ path: String) throws(LedgerError) -> Bool {
        do {
            try FileSystem.createDirectory(path)
            return true
        } catch {
            guard error == .alreadyExists else {
                throw LedgerError(.cannotCreate, path: path, detail: "creating the directory: \(error)")
            }
            // An unreadable path is treated as a directory: using it fails with the reason.
            guard (try? FileStatus(of: path).isDirectory) ?? true else {
                throw LedgerError(.alreadyExists, path: path, detail: "the path exists and is not a directory")
            }
            return false
        }
    }

    /// The right to write to a ledger; never waits for it.
    static func writerLock(on path: String) throws(LedgerError) -> DirectoryLock {
        do {
            return try DirectoryLock(path)
        } catch {
            guard error.errno == .wouldBlock else { throw LedgerError(error) }
            // A reader looks for a writer by the same lock, for some microseconds.
            for _ in 0..<5 where !DirectoryLock.isHeldHere(path) {
                SystemClock.sleep(microseconds: 1_000)
                // Whatever is wrong, the first error says it.
                if let lock = try? DirectoryLock(path) { return lock }
            }
            if DirectoryLock.isHeldHere(path) {
                throw LedgerError(.alreadyOpen, path: path, detail: "this process has the ledger open for writing")
            }
            throw LedgerError(.lockedByAnotherWriter, path: path, detail: "another writer has the ledger open")
        }
    }

    private static func createTakingBack(
        at path: String, _ lock: DirectoryLock, _ options: Options
    ) throws -> Ledger {
        try Environment.discardUnfinished(at: path)
        let new = ["data.mdb", "lock.mdb"].map { "\(path)/\($0)" }.filter { !FileSystem.exists($0) }
        do {
            return try create(at: path, lock, options)
        } catch {
            // An incomplete ledger would block the next attempt. The lock proves that no other process has created it.
            for file in new { FileSystem.remove(file) }
            throw error
        }
    }

    private static func create(at path: String, _ lock: DirectoryLock, _ options: Options) throws -> Ledger {
        let environment = try Environment.open(
            at: path,
            options: Environment.Options(durability: options.durability, initialMapSize: options.initialMapSize))
        do {
            try UnfinishedCreation.check(environment)
            try environment.write { transaction in
                try LedgerTables.create(in: transaction)
                try LedgerFormat.write(in: transaction)
            }
            try DurableFile.syncDirectory(path)
            // The directory that names this one, which `mkdir` has only changed in memory.
            try DurableFile.syncDirectory(path + "/..")
            return try start(path, environment: environment, lock: lock, options: options)
        } catch {
            environment.close()
            throw error
        }
    }

    /// Opens a ledger that exists.
    ///
    /// For writing it takes the writer's lock, and brings stream heads and the tree's edge up to the log: some 50 ms
    /// after a sudden end, next to nothing otherwise. What a sudden end has left unsynced is synced first.
    ///
    /// - Throws: `notFound`, `notALedger`, `irregularFile`, `newerFormat`, `lockedByAnotherWriter`, `alreadyOpen`, `readOnly`,
    ///   `inCluster`, `damaged`, `storage`.
    public static func open(
        at path: String, mode: Mode = .readWrite, options: Options = Options()
    ) throws(LedgerError) -> Ledger {
        try reportingAll(path) {
            try requireData(path)
            let lock = mode == .readWrite ? try writerLock(on: path) : nil
            let environment = try Environment.open(
                at: path,
                options: Environment.Options(
                    access: mode == .readWrite ? .readWrite : .readOnly, durability: options.durability))
            do {
                if options.checksPages { try environment.checkPages() }
                try LedgerFormat.check(in: environment)
                if lock != nil, !options.isNode, let mark = try ClusterMark.read(in: environment) {
                    throw LedgerError(
                        .inCluster, path: path,
                        detail: "the ledger is the copy of node \(mark.node) of a cluster, which alone writes to it")
                }
                if lock != nil { try secure(environment, options) }
                if let lock { return try start(path, environment: environment, lock: lock, options: options) }
                return Ledger(
                    path: path, environment: environment, tables: try LedgerTables(environment), writing: nil)
            } catch {
                environment.close()
                throw error
            }
        }
    }

    /// Syncs the existing data: a writer that was killed between writing and syncing leaves a last commit that this process
    /// can read but a power loss could still remove. Answers from it, such as to a retried command, must be durable.
    private static func secure(_ environment: Environment, _ options: Options) throws {
        guard options.durability == .full else { return }
        try environment.sync()
        try DurableFile.syncDirectory(environment.path)
    }

    /// LMDB takes an empty file for a new one; where a ledger is to be opened, it is one that has lost everything.
    static func requireData(_ path: String) throws {
        guard let status = try? FileStatus(of: path) else {
            throw LedgerError(.notFound, path: path, detail: "there is no such directory")
        }
        guard status.isDirectory else {
            throw LedgerError(.notALedger, path: path, detail: "a ledger is a directory, but this is not")
        }
        let data: FileStatus
        do {
            data = try FileStatus(ofItself: path + "/data.mdb")
        } catch {
            // Anything else, opening it will tell.
            guard error == .notFound else { return }
            throw LedgerError(.notFound, path: path, detail: "there is no data.mdb in the directory")
        }
        guard data.kind == .regularFile else {
            throw LedgerError(.irregularFile, path: path, detail: "data.mdb is \(data.kind)")
        }
        guard data.size > 0 else {
            throw LedgerError(.damaged, path: path, detail: "data.mdb is empty")
        }
    }

    private static func start(
        _ path: String, environment: Environment, lock: DirectoryLock, options: Options
    ) throws -> Ledger {
        let tables = try LedgerTables(environment)
        let (state, heads) = try environment.read { transaction in
            let state = try Published.State(tables, in: transaction)
            return (state, try HeadStore(tables: tables, size: state.size, in: transaction))
        }
        let writer = Writer(
            environment: environment, tables: tables, published: Published(state), heads: heads,
            watch: try DirectoryWatch(of: path), durability: options.durability, clock: options.clock)
        if let mark = try ClusterMark.read(in: environment) {
            let idle = Replication(IdleReplicator(path: path), tables: [], mark: mark, path: path)
            writer.replication.withLock { $0 = idle }
        }
        let thread: DedicatedThread
        do {
            thread = try DedicatedThread { writer.serve() }
        } catch {
            throw LedgerError(.storage, path: path, detail: "starting the writer's thread: \(error)")
        }
        return Ledger(
            path: path, environment: environment, tables: tables,
            writing: Writing(writer: writer, thread: thread, lock: lock))
    }
}
