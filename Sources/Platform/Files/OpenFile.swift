#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file or a directory while it is open. Closed with its last reference.
package final class OpenFile: Sendable {
    package enum Access: Sendable {
        case read, readDirectory
        /// Writes to a file that is there.
        case update
        /// The file is created if it is missing.
        case readAndWrite
        /// The file is created; if the path exists already, even as a link, nothing is opened.
        case create

        fileprivate var flags: Int32 {
            switch self {
            case .read: O_RDONLY
            case .readDirectory: O_RDONLY | O_DIRECTORY
            case .update: O_RDWR
            case .readAndWrite: O_RDWR | O_CREAT
            case .create: O_WRONLY | O_CREAT | O_EXCL
            }
        }
    }

    let descriptor: Int32

    /// - Parameter permissions: of a file that is created, which the process's mask may narrow.
    package init(_ path: String, _ access: Access, permissions: UInt32 = 0o644) throws(Errno) {
        descriptor = open(path, access.flags | O_CLOEXEC, mode_t(permissions))
        if descriptor < 0 { throw .last }
    }

    private init(descriptor: Int32) { self.descriptor = descriptor }

    /// Opens a file that has to be a regular one, though somebody else may have put something else there.
    ///
    /// A link at the path's end is not followed, and the call never waits, as it would on a pipe. It examines the
    /// opened file, not the name, so that the two cannot be swapped in between.
    ///
    /// - Parameter followsLinks: true for a path from a person, who may well mean the link's target.
    /// - Throws: with `irregular` for anything but a regular file.
    package static func regular(
        _ path: String, _ access: Access = .read, followsLinks: Bool = false, permissions: UInt32 = 0o644
    ) throws(FileError) -> OpenFile {
        let flags = access.flags | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW)
        let descriptor = open(path, flags, mode_t(permissions))
        guard descriptor >= 0 else {
            let errno = Errno.last
            // A link, a directory that was to be written, a pipe without a reader or a socket is not even opened.
            let status = try? followsLinks ? FileStatus(of: path) : FileStatus(ofItself: path)
            if let kind = status?.kind, kind != .regularFile { throw FileError(kind, at: path) }
            throw FileError("opening", path, errno)
        }
        let file = OpenFile(descriptor: descriptor)
        let kind: FileKind
        do {
            kind = try file.status().kind
        } catch {
            throw FileError("looking at", path, error)
        }
        guard kind == .regularFile else { throw FileError(kind, at: path) }
        return file
    }

    deinit { close(descriptor) }

    /// The status of the open file.
    package func status() throws(Errno) -> FileStatus { try FileStatus(descriptor: descriptor) }

    /// In bytes, now.
    package func length() throws(Errno) -> UInt64 { try status().size }

    /// Fills a buffer from an offset on.
    ///
    /// - Returns: the number of bytes that were read; fewer than asked for only at the file's end.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) throws(Errno) -> Int {
        var done = 0
        while done < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count = pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .last }
            if count == 0 { break }
            done += count
        }
        return done
    }

    /// All of it.
    ///
    /// - Parameter limit: in bytes; what is longer is not read to its end.
    /// - Throws: `fileTooLarge` beyond the limit.
    package func contents(upTo limit: Int = .max) throws(Errno) -> [UInt8] {
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
        defer { chunk.deallocate() }
        var contents: [UInt8] = []
        while true {
            let count = try read(into: chunk, at: UInt64(contents.count))
            guard count <= limit - contents.count else { throw .fileTooLarge }
            contents += chunk[..<count]
            if count < chunk.count { return contents }
        }
    }

    /// Writes all bytes from an offset on.
    package func write(_ bytes: [UInt8], at offset: UInt64 = 0) throws(Errno) {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset) + off_t(done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .last }
            done += count
        }
    }

    /// Cuts the file off, or lengthens it by zeros.
    package func truncate(to length: UInt64) throws(Errno) { try Self.check(ftruncate(descriptor, off_t(length))) }

    /// Gives the file its permissions, whatever the process's mask.
    package func setPermissions(_ permissions: UInt32) throws(Errno) {
        try Self.check(fchmod(descriptor, mode_t(permissions)))
    }

    /// Waits until what was written would outlast a loss of power. Not to be called again after it has failed: what it
    /// could not write counts as written from then on.
    package func sync() throws(Errno) { try Descriptor(descriptor).sync() }

    /// Gives the file its space on the disk, where the system can.
    package func reserve(_ length: UInt64) throws(Errno) {
        #if canImport(Glibc)
            let status = posix_fallocate(descriptor, 0, off_t(length))
            if status != 0 { throw Errno(status) }
        #endif
    }

    /// Takes the advisory lock that one open file at a time can have, in this process or another; never waits.
    ///
    /// - Parameter isShared: true for a lock that others can share, and that only keeps exclusive locks away.
    /// - Throws: `wouldBlock` where another one has it.
    package func lock(isShared: Bool = false) throws(Errno) {
        try Self.check(flock(descriptor, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB))
    }

    package func unlock() { flock(descriptor, LOCK_UN) }

    private static func check(_ status: Int32) throws(Errno) {
        if status != 0 { throw .last }
    }
}

/// The right to be the only one who writes in a directory: an advisory lock on it.
///
/// The kernel drops it when the process ends, however it ends, so there is nothing to clean up. It is on the directory
/// itself to leave no file behind, and it is `flock` because that keeps two holders in one process apart too.
///
/// A shared lock guarantees that no process writes there.
package final class DirectoryLock: Sendable {
    private let directory: Guarded<OpenFile?>
    private let identity: FileStatus.Identity?

    /// The directories on which this process has exclusive locks.
    private static let held = Guarded<Set<FileStatus.Identity>>([])

    /// Whether this process itself has the exclusive lock on a directory.
    package static func isHeldHere(_ path: String) -> Bool {
        // This process has no lock on a path that it cannot look at: a locked one can be looked at.
        guard let identity = try? FileStatus(of: path).identity else { return false }
        return held.withLock { $0.contains(identity) }
    }

    /// Takes the lock; never waits.
    ///
    /// - Throws: with `wouldBlock` where somebody else has it.
    package init(_ path: String, isShared: Bool = false) throws(FileError) {
        var action = "opening the directory to lock it"
        do throws(Errno) {
            let directory = try OpenFile(path, .readDirectory)
            action = "locking the directory"
            try directory.lock(isShared: isShared)
            let identity = isShared ? nil : try FileStatus(of: path).identity
            if let identity { Self.held.withLock { _ = $0.insert(identity) } }
            self.identity = identity
            self.directory = Guarded(directory)
        } catch {
            throw FileError(action, path, error)
        }
    }

    deinit { release() }

    /// Lets the next one in.
    package func release() {
        directory.withLock { directory in
            guard directory != nil else { return }
            if let identity { Self.held.withLock { _ = $0.remove(identity) } }
            // Unlocked and not only closed: a process that is being spawned at this moment still has a copy.
            directory?.unlock()
            directory = nil
        }
    }
}
