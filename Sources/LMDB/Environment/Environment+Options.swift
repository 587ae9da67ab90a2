import CLMDB
import Platform

extension Environment {
    /// The access of a process to an environment.
    public enum Access: Sendable {
        case readWrite
        case readOnly
    }

    /// The durability of a write transaction that has returned.
    ///
    /// All three survive the end of the process, however sudden. They differ in what a power failure can take.
    public enum Durability: Sendable {
        /// Data and its root are on the disk: a commit that returned is there for good. Two syncs.
        case full
        /// Data is on the disk, its root perhaps not yet: a power failure can undo the last commits, each whole, and
        /// leaves an older state intact. About half of the time of `full`.
        case relaxed
        /// Nothing is synced before `Environment.sync()`. A power failure can undo commits and, on a file system that
        /// reorders writes, damage the file. For what can be made again from nothing.
        case unsynced

        var flags: UInt32 {
            switch self {
            case .full: 0
            case .relaxed: UInt32(MDB_NOMETASYNC)
            case .unsynced: UInt32(MDB_NOSYNC | MDB_NOMETASYNC)
            }
        }
    }

    /// How to open an environment.
    public struct Options: Sendable {
        public var access: Access
        public var durability: Durability
        /// How many named tables this process can use, at most. Each costs a few words in every transaction.
        public var maximumTables: Int
        /// The size in bytes of a new environment's map; it grows by itself. Small values are for tests of growth.
        public var initialMapSize: Int

        public init(
            access: Access = .readWrite,
            durability: Durability = .full,
            maximumTables: Int = 128,
            initialMapSize: Int = 64 << 20
        ) {
            self.access = access
            self.durability = durability
            self.maximumTables = maximumTables
            self.initialMapSize = initialMapSize
        }
    }
}

/// How the map grows.
///
/// The map is address space, not disk: LMDB writes with `pwrite`, and the file is as long as its pages. So the steps
/// can be generous. They double up to 64 GiB, which keeps the number of moves low, and are 64 GiB from there.
extension Environment {
    private static let largestStep = 64 << 30

    /// Whether more than half of the map is in use. Inside a transaction only.
    ///
    /// A transaction that meets a full map has to run again, after its readers have left. Growing ahead makes that the
    /// exception: only one that is larger than everything stored before it can still fill the map.
    func isMapFilling() -> Bool {
        let information = information()
        return (information.me_last_pgno + 1) * pageSize > information.me_mapsize / 2
    }

    /// The size of the map in bytes. Inside a transaction only.
    package var mapSize: Int { information().me_mapsize }

    /// Grows the map if no transaction has to wait for it.
    func growIfIdle() {
        // If this fails, the map still has room: only a transaction that needs more has to report it.
        gate.aloneIfIdle { try? enlarge() }
    }

    /// Grows the map by a step, after the transactions that are running.
    func grow() throws(LMDBError) {
        try changeMap(enlarge)
    }

    /// Takes on the size that another process has given the map.
    func adoptMapSize() throws(LMDBError) {
        try changeMap { () throws(LMDBError) in
            try check(mdb_env_set_mapsize(handle, 0), "following the growth of data.mdb")
        }
    }

    private func changeMap(_ change: () throws(LMDBError) -> Void) throws(LMDBError) {
        var failure: LMDBError?
        let done: Void? = gate.alone {
            do throws(LMDBError) { try change() } catch { failure = error }
        }
        if let failure { throw failure }
        if done == nil { throw closedError }
    }

    private func enlarge() throws(LMDBError) {
        let size = information().me_mapsize
        let larger = size + min(size, Self.largestStep)
        // LMDB drops the old map before it makes the new one, and cannot go back. So try for room first.
        do {
            try AddressSpace.checkRoom(for: larger)
        } catch {
            throw LMDBError(
                .mapFull, path: path, status: error.rawValue,
                detail: "the map is full at \(size) bytes and there is no address space for \(larger)")
        }
        try check(mdb_env_set_mapsize(handle, larger), "growing the map to \(larger) bytes")
    }

    private func information() -> MDB_envinfo {
        var information = MDB_envinfo()
        mdb_env_info(handle, &information)
        return information
    }

    private var pageSize: Int {
        var statistics = MDB_stat()
        mdb_env_stat(handle, &statistics)
        return Int(statistics.ms_psize)
    }
}
