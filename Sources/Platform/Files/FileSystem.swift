#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The kind of an object in a directory.
package enum FileKind: String, Sendable, CustomStringConvertible {
    case regularFile = "a regular file"
    case directory = "a directory"
    case symbolicLink = "a symbolic link"
    case namedPipe = "a named pipe"
    case socket = "a socket"
    case device = "a device"
    case unknown = "something unknown"

    fileprivate init(_ status: stat) {
        self =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regularFile
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            case S_IFIFO: .namedPipe
            case S_IFSOCK: .socket
            case S_IFCHR, S_IFBLK: .device
            default: .unknown
            }
    }

    /// With its article, for a sentence.
    package var description: String { rawValue }
}

/// The status of the object at a path.
package struct FileStatus: Hashable, Sendable {
    /// A file, whatever path leads to it.
    package struct Identity: Hashable, Sendable {
        let device: UInt64
        let number: UInt64
    }

    package let kind: FileKind
    /// In bytes.
    package let size: UInt64
    package let identity: Identity

    package var isDirectory: Bool { kind == .directory }

    /// Follows symbolic links.
    package init(of path: String) throws(Errno) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .last }
        self.init(status)
    }

    /// Of a link it says that it is one, wherever it leads.
    package init(ofItself path: String) throws(Errno) {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .last }
        self.init(status)
    }

    /// Reads the status of an open file, whatever its name leads to by now.
    package init(descriptor: Int32) throws(Errno) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last }
        self.init(status)
    }

    private init(_ status: stat) {
        kind = FileKind(status)
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

    /// Whether a name is taken, be it by a link that leads nowhere.
    package static func exists(_ path: String) -> Bool {
        do {
            _ = try FileStatus(ofItself: path)
            return true
        } catch {
            // A path that cannot be looked at may well exist.
            return error != .notFound && error != .notDirectory
        }
    }

    /// Removes a file if it is there.
    package static func remove(_ path: String) { unlink(path) }

    /// Whether this process may write there.
    package static func checkWritable(_ path: String) throws(Errno) {
        guard faccessat(AT_FDCWD, path, W_OK, 0) == 0 else { throw .last }
    }

    /// The bytes that a process without special rights can still store there; nil if they are unknown.
    package static func freeSpace(at path: String) -> UInt64? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize)
    }
}

/// The space in which memory can be mapped.
package enum AddressSpace {
    /// In bytes: memory is mapped in pages.
    package static var pageSize: Int { Int(sysconf(Int32(_SC_PAGESIZE))) }

    /// Checks that the address space has a free range of `length` bytes.
    package static func checkRoom(for length: Int) throws(Errno) {
        let trial = mmap(nil, length, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0)
        guard trial != MAP_FAILED else { throw .last }
        munmap(trial, length)
    }
}
