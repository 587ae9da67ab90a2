#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// LMDB's table of readers, `lock.mdb`.
enum LockFile {
    /// The slots of the table; with 64 bytes each and as many for its head, 64 KiB.
    static let readers: UInt32 = 1_022
    private static let byteCount: off_t = 65_536

    /// Gives the file its space on the disk before LMDB maps it.
    ///
    /// LMDB makes the file as long as it has to be and maps it without writing it. On a full disk the first store into
    /// the map would then be the end of the process, by SIGBUS, where an error is due.
    ///
    /// - Returns: `ENOSPC` or `EDQUOT` when there is no space for it; 0 for anything else, which LMDB finds out itself.
    static func reserve(in path: String) -> Int32 {
        #if canImport(Glibc)
            let descriptor = open(path + "/lock.mdb", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
            guard descriptor >= 0 else { return errno == ENOSPC || errno == EDQUOT ? errno : 0 }
            defer { close(descriptor) }
            let status = posix_fallocate(descriptor, 0, byteCount)
            return status == ENOSPC || status == EDQUOT ? status : 0
        #else
            return 0
        #endif
    }
}
