import CLMDB
import Platform

extension Environment {
    /// Writes the environment as of one commit to another directory, byte for byte, and syncs it. Others read and write
    /// meanwhile: a writer waits for two pages.
    ///
    /// The snapshot is pinned for as long as it takes, so that the file grows by what is written meanwhile.
    ///
    /// - Parameters:
    ///   - directory: an existing one, without a `data.mdb`.
    ///   - isCompact: leaves out free pages, and with them the bytes of removed rows. Takes longer. Not for an environment that
    ///     was opened without a slot in LMDB's table of readers.
    /// - Throws: `diskFull`, `denied`, `system` where the copy cannot be written; `closed`.
    /// - Precondition: the thread is in no transaction of this environment.
    public func copy(to directory: String, compacting isCompact: Bool = false) throws(LMDBError) {
        precondition(current.value == nil, "a copy inside a transaction of the same thread")
        if access == .readWrite { try makeRoomToCopy() }
        if let marks, !isCompact {
            try copy(to: directory, marks)
        } else {
            guard gate.enter() else { throw closedError }
            defer { gate.leave() }
            try check(
                mdb_env_copy2(handle, directory, isCompact ? UInt32(MDB_CP_COMPACT) : 0),
                "copying data.mdb to \(directory)")
        }
        do throws(FileError) {
            try Self.sync(DataFile.path(in: directory))
            try DurableFile.syncDirectory(directory)
        } catch {
            throw LMDBError(error, in: directory)
        }
    }

    /// Replaces the file of the environment by a copy without free pages, so that no byte of a removed row is left in it.
    ///
    /// At every moment, and after a loss of power, the old file or the new one is there as a whole. This object keeps the old file
    /// until it is closed: keep other writers away meanwhile, write nothing more, and close it. Readers that are open keep reading
    /// the old file.
    ///
    /// - Throws: `diskFull`, `denied`, `system`; the old file is unchanged then.
    public func compact() throws(LMDBError) {
        let place = path + "/compacted"
        let copied = DataFile.path(in: place)
        if !FileSystem.exists(place) {
            do throws(Errno) {
                try FileSystem.createDirectory(place)
            } catch {
                throw LMDBError(FileError("creating", place, error), in: path)
            }
        }
        // An interrupted call may have left one.
        FileSystem.remove(copied)
        defer {
            FileSystem.remove(copied)
            FileSystem.removeDirectory(place)
        }
        try copy(to: place, compacting: true)
        do throws(FileError) {
            try DurableFile.move(copied, to: DataFile.path(in: path))
        } catch {
            throw LMDBError(error, in: path)
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
