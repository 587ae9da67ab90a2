#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Makes a directory's own entries durable: a synced file that no directory names is lost all the same.
package enum DirectorySync {
    /// Syncs a directory, unless its file system cannot.
    ///
    /// - Throws: `storage`.
    package static func sync(_ path: String) throws(LedgerError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno, path, "opening the directory to sync it") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
            throw failure(errno, path, "syncing the directory")
        }
    }

    private static func failure(_ status: Int32, _ path: String, _ action: String) -> LedgerError {
        LedgerError(.storage, path: path, detail: "\(action): \(String(cString: strerror(status)))")
    }
}
