import CLMDB
import Platform

extension Environment {
    /// Writes the environment as of one commit to another directory, byte for byte, and syncs it. Others read and write
    /// meanwhile: a writer waits for two pages.
    ///
    /// The snapshot is pinned for as long as it takes, so that the file grows by what is written meanwhile.
    ///
    /// - Parameter directory: an existing one, without a `data.mdb`.
    /// - Throws: `diskFull`, `denied`, `system` where the copy cannot be written; `closed`.
    /// - Precondition: the thread is in no transaction of this environment.
    public func copy(to directory: String) throws(LMDBError) {
        precondition(current.value == nil, "a copy inside a transaction of the same thread")
        if access == .readWrite { try makeRoomToCopy() }
        if let marks {
            try copy(to: directory, marks)
        } else {
            guard gate.enter() else { throw closedError }
            defer { gate.leave() }
            try check(mdb_env_copy2(handle, directory, 0), "copying data.mdb to \(directory)")
        }
        do throws(FileError) {
            try Self.sync(DataFile.path(in: directory))
            try DurableFile.syncDirectory(directory)
        } catch {
            throw LMDBError(error, in: directory)
        }
    }

    /// Copies a marked snapshot, for a reader without a slot in LMDB's table: LMDB copies its meta pages under the
    /// writer's lock, which such a reader has not.
    private func copy(to directory: String, _ marks: SnapshotMarks) throws(LMDBError) {
        while true {
            let transaction = try ReadTransaction(environment: self)
            if try marks.copy(UInt64(mdb_txn_id(transaction.handle.pointer)), to: directory) {
                return try transaction.confirm()
            }
        }
    }

    private static func sync(_ file: String) throws(FileError) {
        do {
            try OpenFile(file, .read).sync()
        } catch {
            throw FileError("syncing", file, error)
        }
    }

    /// Grows a map that would be full before long. A map that has to grow during the copy would keep everybody waiting
    /// for its end.
    private func makeRoomToCopy() throws(LMDBError) {
        var failure: LMDBError?
        writing.withLock { _ in
            guard isMapFilling() else { return }
            do throws(LMDBError) { try grow() } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
