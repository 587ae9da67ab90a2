import Platform

/// LMDB's table of readers, `lock.mdb`.
enum LockFile {
    /// The slots of the table; with 64 bytes each and as many for its head, 64 KiB.
    static let readers: UInt32 = 1_022
    private static let byteCount: UInt64 = 65_536

    /// Gives the file its space on the disk before LMDB maps it.
    ///
    /// LMDB makes the file as long as it has to be and maps it without writing it. On a full disk the first store into
    /// the map would then be the end of the process, by SIGBUS, where an error is due.
    ///
    /// - Throws: where there is no space for it; anything else LMDB finds out itself.
    static func reserve(in path: String) throws(Errno) {
        do {
            try OpenFile(path + "/lock.mdb", .readAndWrite).reserve(byteCount)
        } catch  where error.isDiskFull {
            throw error
        } catch {}
    }
}
