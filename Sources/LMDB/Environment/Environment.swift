import CLMDB
import Platform

/// An LMDB environment: a directory with `data.mdb` and `lock.mdb`, mapped into memory.
///
/// This type handles for its users:
/// - **Size.** The map grows when it is full, and follows the growth that another process gave it. A write
///   transaction that filled the map is undone and run again.
/// - **Threads.** Transactions of any number of threads may run at once. One write transaction runs at a time.
/// - **Sharing.** LMDB must not open a file twice in a process. A second `open` of the same file returns the same
///   object, and `close()` closes it when it has been called as often.
/// - **Damage.** A file that is foreign, newer or too short is refused with a typed error before LMDB maps it. Mapped,
///   a short file would end the process with SIGBUS.
/// - **Third parties.** A link, a pipe or a device in the place of a file is refused, and reading creates nothing: LMDB
///   would follow a link in a directory from a third party, and write to the file at its end.
public final class Environment: @unchecked Sendable {
    /// The directory, as it was named when the environment was opened.
    public let path: String
    /// The access of this process.
    public let access: Access

    let durability: Durability
    let handle: OpaquePointer
    /// The size of its pages, which begin at multiples of it; 0 where they may begin elsewhere: those of a file from a
    /// machine with larger ones.
    let walkablePageSize: Int
    /// Whether LMDB may close it; see `ReaderNumber`.
    private let canClose: Bool
    /// Keeps writers away until it is closed, for a reader without a table of readers.
    private let readingLock: DirectoryLock?
    /// The marks of a reader that has no slot in the table.
    let marks: SnapshotMarks?
    /// The snapshots that a writer keeps for readers without a slot.
    let pins: SnapshotPins?
    let gate = ReadGate()
    let idleReaders = IdleReaders()
    /// Held from before a write transaction begins until it has ended, over every attempt.
    let writing = Guarded(WriteState())
    let tables = Guarded<[String: OpenTable]>([:])
    /// Held while a transaction opens a table, of which LMDB allows one at a time. Taken before `writing`, never inside.
    let openingTable = Guarded(())
    /// Why nothing more is written: a commit or a sync that failed.
    let failure = Guarded<LMDBError?>(nil)
    /// The transaction that the current thread is in.
    let current: ThreadLocalPointer

    struct WriteState {
        /// A call of the running transaction found the map full: undo it, grow, run it again.
        var mapWasFull = false
        /// The last transaction found more than half of the map in use.
        var isMapFilling = false
        /// When to look for dead readers again, on the monotonic clock.
        var nextReaderCheck: UInt64 = 0
    }

    init(path: String, options: Options) throws(LMDBError) {
        self.path = path
        self.access = options.access
        self.durability = options.durability
        self.current = ThreadLocalPointer()
        let opened = try Environment.openHandle(path: path, options: options)
        (handle, canClose) = (opened.handle, opened.canClose)
        (readingLock, marks, pins) = (opened.readingLock, opened.marks, opened.pins)
        var statistics = MDB_stat()
        mdb_env_stat(handle, &statistics)
        let pageSize = Int(statistics.ms_psize)
        walkablePageSize = pageSize <= AddressSpace.pageSize ? pageSize : 0
        freeDeadReaders()
    }

    deinit {
        closeHandle()
        EnvironmentRegistry.shared.handleClosed(of: self)
    }

    /// Ends this use of the environment; the last one closes it, after the transactions that are still running.
    /// Transactions begun later throw `closed`; who opens the file meanwhile waits for the end.
    public func close() {
        guard EnvironmentRegistry.shared.release(self) else { return }
        closeHandle()
        EnvironmentRegistry.shared.handleClosed(of: self)
    }

    /// Makes everything committed so far durable, whatever the durability chosen.
    public func sync() throws(LMDBError) {
        guard gate.enter() else { throw closedError }
        defer { gate.leave() }
        try checkWritable()
        let status = mdb_env_sync(handle, 1)
        if status != MDB_SUCCESS { throw commitError(status, doing: "syncing data.mdb") }
        try syncDrive()
    }

    var closedError: LMDBError { LMDBError(.closed, path: path, detail: "the environment has been closed") }

    func check(_ status: Int32, _ action: @autoclosure () -> String) throws(LMDBError) {
        if status != MDB_SUCCESS { throw LMDBError(status: status, path: path, doing: action()) }
    }

    func closeHandle() {
        gate.close {
            idleReaders.removeAll()
            pins?.removeAll()
            if canClose { mdb_env_close(handle) }
            readingLock?.release()
        }
    }

    private struct Opened {
        var handle: OpaquePointer
        var canClose: Bool
        var readingLock: DirectoryLock?
        var marks: SnapshotMarks?
        var pins: SnapshotPins?
    }

    private static func openHandle(path: String, options: Options) throws(LMDBError) -> Opened {
        // Without MDB_NOTLS a thread could hold one read transaction only, and a pool's thread that has read would
        // keep its slot until it ends.
        var flags = UInt32(MDB_NOTLS) | options.durability.flags
        var table: FileStatus.Identity?
        var readingLock: DirectoryLock?
        var marks: SnapshotMarks?
        var pins: SnapshotPins?
        let isNew = try !DataFile.exists(in: path)
        switch options.access {
        case .readWrite:
            table = try LockFile(in: path).prepareToWrite()
            try DataFile.create(in: path)
            // Without them (a file system that has no such locks) readers without a slot see that they are not protected.
            pins = try? SnapshotPins(in: path)
        case .readOnly:
            flags |= UInt32(MDB_RDONLY)
            switch try LockFile(in: path).prepareToRead() {
            case .inTable(let identity): table = identity
            case .withoutTable(let lock):
                readingLock = lock
                flags |= UInt32(MDB_NOLOCK)
                if lock == nil { marks = try SnapshotMarks.ofReader(in: path) }
            }
        }
        let data = try DataFile.identity(in: path)
        let (handle, canClose) = try ReaderNumber.open(path: path) { handle, number throws(LMDBError) in
            mdb_env_set_maxdbs(handle, UInt32(options.maximumTables))
            mdb_env_set_maxreaders(handle, LockFile.readers)
            if isNew { mdb_env_set_mapsize(handle, options.initialMapSize) }
            let status = mdb_env_open(handle, path, flags, 0o644)
            guard status == MDB_SUCCESS else {
                throw LMDBError(status: status, path: path, doing: "opening data.mdb")
            }
            try checkOpened(handle, path: path, data: data, table: table)
            // Without a table, no number can be claimed.
            return table == nil ? true : try claim(number, of: handle, path: path)
        }
        return Opened(handle: handle, canClose: canClose, readingLock: readingLock, marks: marks, pins: pins)
    }

    /// Has LMDB lock the number of this process's readers, which it does with the first of them.
    ///
    /// - Returns: false where another process has it.
    private static func claim(_ number: Int32, of handle: OpaquePointer, path: String) throws(LMDBError) -> Bool {
        guard !ReaderNumber.hasSlots(handle, of: number) else { return false }
        var first: OpaquePointer?
        let status = mdb_txn_begin(handle, nil, UInt32(MDB_RDONLY), &first)
        if let first { mdb_txn_abort(first) }
        if status == EAGAIN || status == EACCES { return false }
        // The first reader finds out about a full table or a grown map. By then it has the number.
        return true
    }

    /// Makes sure that LMDB has opened the files that were looked at, and not others that took their names meanwhile.
    private static func checkOpened(
        _ handle: OpaquePointer, path: String, data: FileStatus.Identity?, table: FileStatus.Identity?
    ) throws(LMDBError) {
        var descriptor: Int32 = -1
        mdb_env_get_fd(handle, &descriptor)
        let opened: FileStatus.Identity
        var named = table
        do throws(Errno) {
            opened = try FileStatus(descriptor: descriptor).identity
            if table != nil { named = try FileStatus(ofItself: path + "/" + LockFile.name).identity }
        } catch {
            throw LMDBError(error, path: path, doing: "looking at what was opened")
        }
        guard opened == data, named == table else {
            throw LMDBError(
                .irregularFile, path: path,
                detail: "\(opened == data ? LockFile.name : DataFile.name) was exchanged while it was being opened")
        }
    }
}

extension Environment {
    /// Opens the environment in a directory, creating its files if the directory has none and is opened for writing.
    ///
    /// If this process is closing the same file, waits until it is closed.
    ///
    /// - Parameters:
    ///   - path: an existing directory.
    ///   - options: how it is kept.
    /// - Throws: `notFound`, `notDirectory`, `denied`, `readOnly`, `irregularFile`, `notLMDB`, `newerFormat`, `truncated`,
    ///   `corrupted`, `alreadyOpen` (open in this process for reading only, wanted for writing; or being closed, and this thread
    ///   is in one of the transactions that are waited for), `system`.
    public static func open(at path: String, options: Options = Options()) throws(LMDBError) -> Environment {
        try EnvironmentRegistry.shared.open(path: path, options: options)
    }

    /// Reads every page that is in use and checks what LMDB takes for granted: that pages are where they should be,
    /// and that what is in them stays inside. Values are not looked at.
    ///
    /// LMDB maps the file and trusts it, so a damaged page can end the process that reads it. On all processors, about
    /// as fast as the file can be read; pins a snapshot meanwhile.
    ///
    /// - Throws: `corrupted`, `truncated`, or what an `LMDBError` of reading can be.
    public func checkPages() throws {
        try read { _ in try DataFile.checkPages(in: path) }
    }
}
