#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What stands at a path.
package struct FileStatus: Hashable, Sendable {
    /// A file, whatever path leads to it.
    package struct Identity: Hashable, Sendable {
        let device: UInt64
        let number: UInt64
    }

    package let isDirectory: Bool
    /// In bytes.
    package let size: UInt64
    package let identity: Identity

    /// Follows symbolic links.
    package init(of path: String) throws(Errno) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .last }
        isDirectory = status.st_mode & S_IFMT == S_IFDIR
        size = UInt64(status.st_size)
        identity = Identity(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
    }
}

/// Names of files and directories, made and taken away.
package enum FileSystem {
    package static func createDirectory(_ path: String) throws(Errno) {
        guard mkdir(path, 0o755) == 0 else { throw .last }
    }

    /// Removes a directory if it is there and empty.
    package static func removeDirectory(_ path: String) { rmdir(path) }

    /// Removes a file if it is there.
    package static func remove(_ path: String) { unlink(path) }

    /// Whether this process may read there.
    package static func checkReadable(_ path: String) throws(Errno) { try check(path, R_OK) }

    /// Whether this process may write there.
    package static func checkWritable(_ path: String) throws(Errno) { try check(path, W_OK) }

    private static func check(_ path: String, _ access: Int32) throws(Errno) {
        guard faccessat(AT_FDCWD, path, access, 0) == 0 else { throw .last }
    }

    /// The bytes that whoever has no special rights can still store there; nil where nothing can be said.
    package static func freeSpace(at path: String) -> UInt64? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize)
    }
}

/// Where memory can be mapped.
package enum AddressSpace {
    /// Whether there is a stretch of so many bytes.
    package static func checkRoom(for length: Int) throws(Errno) {
        let trial = mmap(nil, length, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0)
        guard trial != MAP_FAILED else { throw .last }
        munmap(trial, length)
    }
}
