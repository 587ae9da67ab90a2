import CLMDB

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// How the map grows.
///
/// The map is address space, not disk: LMDB writes with `pwrite`, and the file is as long as its pages. So the steps
/// can be generous. They double up to 64 GiB, which keeps the number of moves low, and are 64 GiB from there.
extension Environment {
    private static let largestStep = 64 << 30

    /// The map's size in bytes. It exceeds the file's, which is as long as what has been stored.
    public var mapSize: Int {
        var information = MDB_envinfo()
        mdb_env_info(handle, &information)
        return information.me_mapsize
    }

    /// Grows the map when half of it is in use and nobody has to wait for it.
    ///
    /// A transaction that meets a full map has to run again, and its readers have to be waited for. Growing ahead
    /// makes that the exception: only a transaction larger than everything stored before it can still fill the map.
    func growAheadOfNeed() throws(LMDBError) {
        var information = MDB_envinfo()
        mdb_env_info(handle, &information)
        let used = (information.me_last_pgno + 1) * pageSize
        guard used > information.me_mapsize / 2 else { return }
        // Where this fails, the map still has room: only a transaction that needs more has to report it.
        gate.aloneIfIdle { try? enlarge(from: information.me_mapsize) }
    }

    /// Grows the map by a step, after the transactions that are running.
    func grow() throws(LMDBError) {
        try changeMap { () throws(LMDBError) in try enlarge(from: mapSize) }
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

    private func enlarge(from size: Int) throws(LMDBError) {
        let larger = size + min(size, Self.largestStep)
        // LMDB drops the old map before it makes the new one, and cannot go back. So try for room first.
        let trial = mmap(nil, larger, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0)
        guard trial != MAP_FAILED else {
            throw LMDBError(
                .mapFull, path: path, status: errno,
                detail: "the map is full at \(size) bytes and there is no address space for \(larger)")
        }
        munmap(trial, larger)
        try check(mdb_env_set_mapsize(handle, larger), "growing the map to \(larger) bytes")
    }

    private var pageSize: Int {
        var statistics = MDB_stat()
        mdb_env_stat(handle, &statistics)
        return Int(statistics.ms_psize)
    }
}
