#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The error number of a failed system call.
package struct Errno: Error, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: Int32

    package init(_ rawValue: Int32) { self.rawValue = rawValue }

    /// That of this thread's last failed call.
    package static var last: Errno { Errno(errno) }

    package static let notFound = Errno(ENOENT)
    package static let alreadyExists = Errno(EEXIST)
    package static let notDirectory = Errno(ENOTDIR)
    package static let accessDenied = Errno(EACCES)
    package static let notPermitted = Errno(EPERM)
    package static let readOnlyFileSystem = Errno(EROFS)
    package static let noSpace = Errno(ENOSPC)
    package static let quotaExceeded = Errno(EDQUOT)
    package static let noMemory = Errno(ENOMEM)
    package static let inputOutput = Errno(EIO)
    package static let wouldBlock = Errno(EWOULDBLOCK)
    package static let interrupted = Errno(EINTR)
    package static let brokenPipe = Errno(EPIPE)
    package static let fileTooLarge = Errno(EFBIG)
    package static let invalidArgument = Errno(EINVAL)
    package static let notSupported = Errno(ENOTSUP)
    package static let addressInUse = Errno(EADDRINUSE)
    package static let addressNotAvailable = Errno(EADDRNOTAVAIL)

    package static let tooManyFiles = Errno(EMFILE)
    package static let tooManyFilesOfSystem = Errno(ENFILE)

    /// The advice about a limit of the process or the machine; nil for other errors.
    package var advice: String? {
        switch self {
        case .tooManyFiles: "Raise the limit of open files (ulimit -n, LimitNOFILE of systemd)"
        case .tooManyFilesOfSystem: "Raise the machine's limit of open files (sysctl fs.file-max)"
        case .fileTooLarge: "Raise the limit on the size of files (ulimit -f)"
        default: nil
        }
    }

    package var isDiskFull: Bool { self == .noSpace || self == .quotaExceeded }

    /// The system's own words: "No such file or directory". By `strerror_r`, as `strerror` is not safe across threads.
    package var description: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            // A buffer of a positive capacity has a base address.
            strerror_r(rawValue, buffer.baseAddress!, buffer.count) == 0
                ? String(cString: buffer.baseAddress!) : "error \(rawValue)"
        }
    }
}

/// A call about a file that failed: what was being done, and to which file.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// "creating", "syncing the directory".
    package let action: String
    package let path: String
    package let errno: Errno
    /// The kind of the object in the file's place, if it is not a regular file.
    package let irregular: FileKind?

    package init(_ action: String, _ path: String, _ errno: Errno = .last) {
        self.action = action
        self.path = path
        self.errno = errno
        irregular = nil
    }

    /// Creates the error for a path that leads to something other than a regular file.
    package init(_ irregular: FileKind, at path: String) {
        action = "opening"
        self.path = path
        errno = .invalidArgument
        self.irregular = irregular
    }

    /// "creating /data/log.key: Permission denied", "/data/log.key is a symbolic link and no regular file"
    package var description: String {
        irregular.map { "\(path) is \($0) and no regular file" } ?? "\(action) \(path): \(errno)"
    }
}
